//! A body whose own fields are checked but which is not yet placed.

use super::checked_shape::CheckedShape;
use super::motion::CheckedMotion;
use crate::laws::{Rotation, Vec2, Vec3};
use crate::scene::Elastic;
use crate::scene::raw::Node;

/// A body with checked fields, whose position may still depend on another body.
pub(super) struct BodyDraft<'a> {
    pub(super) node: Node<'a>,
    pub(super) name: String,
    pub(super) material: Option<String>,
    pub(super) shape: CheckedShape,
    pub(super) motion: CheckedMotion,
    pub(super) mass: f64,
    pub(super) inertia: Vec3,
    pub(super) elastic: Option<Elastic>,
    pub(super) place: Placement<'a>,
    /// Body axes to the axes of the surface or, without a surface, to the world.
    pub(super) rotation: Rotation,
    /// Positions of its fill's bodies relative to its own, m.
    pub(super) fill: Option<Vec<Vec3>>,
}

/// Placement of a body.
pub(super) enum Placement<'a> {
    /// Touching a plane.
    On { surface: (Node<'a>, String), at: Vec2, velocity: Vec2, spin: f64 },
    /// In the world.
    World { position: Vec3, velocity: Vec3, angular_velocity: Vec3 },
}
