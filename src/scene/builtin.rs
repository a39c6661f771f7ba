//! The scenes that come with the program: every file of `scenes/`.

use crate::assets::{self, SCENES};

/// Name and text of every built-in scene, in the order in which a reader meets them.
pub fn all() -> &'static [(&'static str, &'static str)] {
    SCENES
}

/// The text of the built-in scene of this name.
pub fn text(name: &str) -> Option<&'static str> {
    assets::text(SCENES, name)
}
