//! The files embedded in the program, so that an installed copy works anywhere: the build script lists `scenes/` and
//! `assets/` in the order of `assets/order.txt`. As a separate crate, it lets an edit of a lesson recompile this list
//! and no code of the lab.

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The text of the file `name` in a list; `None` if the list has no such file.
pub fn text(list: &'static [(&'static str, &'static str)], name: &str) -> Option<&'static str> {
    list.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
