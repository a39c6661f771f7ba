//! A body whose own fields are checked but which is not yet placed.

use crate::laws::{Rotation, Vec2, Vec3};
use crate::scene::Elastic;
use crate::scene::check::bodies::motion::CheckedMotion;
use crate::scene::check::bodies::polar::Polar;
use crate::scene::check::shapes::checked_shape::CheckedShape;
use crate::scene::text::raw::Node;

/// A body with checked fields, whose position may still depend on another body.
pub(in crate::scene::check) struct BodyDraft<'a> {
    pub(in crate::scene::check) node: Node<'a>,
    pub(in crate::scene::check) name: String,
    pub(in crate::scene::check) material: Option<String>,
    pub(in crate::scene::check) shape: CheckedShape,
    pub(in crate::scene::check) motion: CheckedMotion,
    pub(in crate::scene::check) mass: f64,
    pub(in crate::scene::check) inertia: Vec3,
    pub(in crate::scene::check) elastic: Option<Elastic>,
    pub(in crate::scene::check) grain: Option<Vec3>,
    pub(in crate::scene::check) place: Placement<'a>,
    /// Rotation from body axes to the axes of the surface or, without a surface, of the world.
    pub(in crate::scene::check) rotation: Rotation,
    /// Positions of the bodies of its `fill` relative to the position of the body, m.
    pub(in crate::scene::check) fill: Option<Vec<Vec3>>,
}

/// Where a body is placed and how fast it moves at the start.
pub(in crate::scene::check) enum Placement<'a> {
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
