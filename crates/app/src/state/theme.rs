//! The chosen colour theme; the view holds the colours.

use bevy::ecs::prelude::Resource;

/// Colour theme of the window.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Theme {
    /// Dark instead of light panels.
    pub dark: bool,
    /// Palette that is distinguishable under all kinds of colour blindness; requires the dark scene.
    pub safe: bool,
}

impl Theme {
    /// True if the scene background is dark.
    pub fn dark_scene(&self) -> bool {
        self.dark || self.safe
    }

    /// Toggles light and dark. The safe palette requires the dark scene, so a light theme turns it off.
    pub fn other(&self) -> Self {
        Self { dark: !self.dark_scene(), safe: false }
    }
}
