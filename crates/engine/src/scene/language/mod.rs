//! The scene language: every table, field and choice of a scene file, each declared once. The reader addresses a field
//! by its declaration (`FRICTION.mu_s`), and `docs/scene-language.md` lists the declarations, so that everything that
//! can be read is documented.

mod bodies;
mod friction;
mod page;
mod part;
mod scene;

pub use page::page;
pub use part::{Choice, Example, Field, FieldTable, Form, LanguagePart};

pub(super) use bodies::*;
pub(super) use friction::*;
pub(super) use scene::*;

/// All parts, in page order.
pub fn parts() -> impl Iterator<Item = &'static LanguagePart> {
    [scene::PARTS, friction::PARTS, bodies::PARTS].into_iter().flatten()
}
