//! The built-in sweeps: every file of `studies/`.

macro_rules! studies {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../studies/", $name, ".ron")))),*]
    };
}

/// Name and text of every built-in sweep.
pub(crate) fn all() -> &'static [(&'static str, &'static str)] {
    studies!["sphere-classes", "sphere-classes-full"]
}

/// The text of the built-in sweep of this name.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    all().iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
