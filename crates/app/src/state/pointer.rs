//! The mouse pointer over the window, as the view reports it.

use bevy::ecs::prelude::Resource;
use bevy::math::{Rect, Vec2};

/// The mouse pointer in this frame.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointer {
    /// Position in the window, logical pixels; `None` outside of it.
    pub at: Option<Vec2>,
    /// True if no panel or popup takes a press.
    pub is_free: bool,
    /// True while a control follows the pointer, such as a slider that is dragged.
    pub is_used: bool,
}

impl Pointer {
    /// True if a press at this position is one in the scene, which takes this part of the window.
    pub fn is_in_scene(&self, at: Vec2, scene: Option<Rect>) -> bool {
        self.is_free && scene.is_some_and(|scene| scene.contains(at))
    }
}
