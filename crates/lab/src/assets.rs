//! The files embedded in the program, so that an installed copy works anywhere: lists that the build script makes of
//! `scenes/` and `assets/`, in the order of `assets/order.txt`.

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The text of the file `name` in a list; `None` if the list has no such file.
pub(crate) fn text(list: &'static [(&'static str, &'static str)], name: &str) -> Option<&'static str> {
    list.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
