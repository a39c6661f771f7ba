//! The scene language: every table, field and choice that a scene file can hold. The reader takes its legal names from here
//! and nowhere else, and so does `docs/scene-language.md`: what is not on that page cannot be read.

mod bodies;
mod friction;
mod page;
mod part;
mod scene;

pub(crate) use page::page;
pub(super) use part::{Choice, Table};

pub(super) use bodies::*;
pub(super) use friction::*;
pub(super) use scene::*;

use part::LanguagePart;

/// All parts, in the order of the page.
fn parts() -> impl Iterator<Item = &'static LanguagePart> {
    [scene::PARTS, friction::PARTS, bodies::PARTS].into_iter().flatten()
}
