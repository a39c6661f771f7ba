//! The built-in scenes: every file of `scenes/`, embedded so that an installed program needs no other files.

use crate::assets::{self, SCENES};

/// Name and text of every built-in scene, in recommended reading order.
pub fn all() -> &'static [(&'static str, &'static str)] {
    SCENES
}

/// The text of the built-in scene with this name.
pub fn text(name: &str) -> Option<&'static str> {
    assets::text(SCENES, name)
}
