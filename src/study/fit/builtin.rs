//! The built-in fits: the files `studies/fit-*.ron`.

macro_rules! fits {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../studies/", $name, ".ron")))),*]
    };
}

/// Name and text of every built-in fit.
pub(crate) fn all() -> &'static [(&'static str, &'static str)] {
    fits!["fit-roll", "fit-slide", "fit-limit-angle", "fit-spin"]
}

/// The text of the built-in fit of this name.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    all().iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
