//! A body whose own fields are checked but which is not yet placed.

use super::checked_shape::CheckedShape;
use super::motion::CheckedMotion;
use super::polar::Polar;
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
    pub(super) grain: Option<Vec3>,
    pub(super) place: Placement<'a>,
    /// Rotation from body axes to the axes of the surface or, without a surface, of the world.
    pub(super) rotation: Rotation,
    /// Positions of the bodies of its `fill` relative to the position of the body, m.
    pub(super) fill: Option<Vec<Vec3>>,
}

/// Where a body is placed and how fast it moves at the start.
pub(super) enum Placement<'a> {
    /// Touching another body; position, m, velocity, m/s, and spin, rad/s, in the axes of its surface. An angular
    /// velocity, rad/s, world, takes the place of the spin, and an impact that of the velocity along the surface.
    /// `settled`: begins
    /// at the overlap of the static load.
    On {
        surface: (Node<'a>, String),
        at: Vec2,
        velocity: Vec2,
        spin: f64,
        angular_velocity: Option<Vec3>,
        impact: Option<Polar>,
        settled: bool,
    },
    /// In the world: m, m/s and rad/s.
    World { position: Vec3, velocity: Vec3, angular_velocity: Vec3 },
}
