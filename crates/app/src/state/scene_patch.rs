//! A single change of a scene's text.

use stickslip_engine::laws::Vec2;
use stickslip_engine::scene::text::patch::{
    add_pull, copy_body, delete_body, remove_pair, remove_pull, rename_body, set_material, set_pair, without_body_field,
};
use stickslip_engine::scene::text::write::add_body;
use stickslip_engine::scene::{Scene, set};

/// A change of a scene's text.
#[derive(Clone, Debug, PartialEq)]
pub enum ScenePatch {
    /// Sets the value at a path, as `--set` does.
    Set {
        /// The path.
        path: String,
        /// The value, RON.
        value: String,
    },
    /// Takes a field of a body away.
    Unset {
        /// Name of the body.
        body: String,
        /// Name of the field.
        field: &'static str,
    },
    /// Renames a body.
    Rename {
        /// Its name so far.
        body: String,
        /// Its new name.
        new: String,
    },
    /// Adds an entry of `bodies:`.
    AddBody(String),
    /// Adds a copy of a body.
    CopyBody {
        /// Name of the body.
        body: String,
        /// Name of the copy.
        copy: String,
        /// Distance of the copy, m, in the axes in which the body is placed.
        by: Vec2,
    },
    /// Takes a body away, with the pulls, edits and pair rules that name it.
    DeleteBody(String),
    /// Gives a body a material, or none.
    Material {
        /// Name of the body.
        body: String,
        /// The material.
        material: Option<String>,
    },
    /// Adds an entry of `pulls:`.
    AddPull(String),
    /// Takes the entry of `pulls:` with this index away.
    RemovePull(usize),
    /// Sets the friction between two materials or bodies.
    Pair {
        /// Their names.
        names: [String; 2],
        /// Fields of `friction:` with their values.
        friction: Vec<(&'static str, f64)>,
    },
    /// Takes the rule of two materials or bodies away.
    RemovePair([String; 2]),
}

impl ScenePatch {
    /// Sets a field of a body: `path` within its entry.
    pub fn body(name: &str, path: &str, value: impl Into<String>) -> Self {
        Self::Set { path: format!("bodies.{name}.{path}"), value: value.into() }
    }

    /// The changed text, or why it cannot be changed so.
    pub fn apply(&self, text: &str) -> Result<String, String> {
        let scene = || Scene::parse("", text).map_err(|faults| faults.to_string());
        let changed = match self {
            Self::AddBody(entry) => add_body(text, entry),
            Self::CopyBody { body, copy, by } => copy_body(text, &scene()?, body, copy, *by),
            Self::DeleteBody(body) => delete_body(text, &scene()?, body),
            Self::Set { path, value } => set(text, path, value),
            Self::Unset { body, field } => without_body_field(text, body, field),
            Self::Rename { body, new } => rename_body(text, body, new),
            Self::Material { body, material } => set_material(text, body, material.as_deref()),
            Self::AddPull(entry) => add_pull(text, entry),
            Self::RemovePull(index) => remove_pull(text, *index),
            Self::Pair { names: [a, b], friction } => set_pair(text, [a, b], friction),
            Self::RemovePair([a, b]) => remove_pair(text, [a, b]),
        };
        changed.map_err(|fault| fault.to_string())
    }

    /// The text with all of the changes, in order.
    pub fn apply_all(patches: &[Self], text: &str) -> Result<String, String> {
        patches.iter().try_fold(text.to_owned(), |text, patch| patch.apply(&text))
    }
}
