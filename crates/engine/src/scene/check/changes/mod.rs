//! Checks `edits:` and `pulls:`.

pub(in crate::scene::check) mod body_edits;
pub(in crate::scene::check) mod edits;
pub(in crate::scene::check) mod pulls;
