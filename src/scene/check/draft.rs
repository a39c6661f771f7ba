//! A body between the check of its own fields and its place in the world.

use super::form::Form;
use super::motion::Written;
use crate::laws::{Rotation, Vec3};
use crate::scene::Elastic;
use crate::scene::raw::Node;

/// A body whose own fields are checked; its place may depend on another body.
pub(super) struct Draft<'a> {
    pub(super) node: Node<'a>,
    pub(super) name: String,
    pub(super) material: Option<String>,
    pub(super) form: Form,
    pub(super) motion: Written,
    pub(super) mass: f64,
    pub(super) inertia: Vec3,
    pub(super) elastic: Option<Elastic>,
    pub(super) place: Placement<'a>,
    /// On top of the surface's or the world's axes.
    pub(super) rotation: Rotation,
    /// Places of the bodies it stands for, relative to its own, m.
    pub(super) fill: Option<Vec<Vec3>>,
}

/// Where a body is put.
pub(super) enum Placement<'a> {
    /// Touching a plane.
    On { surface: (Node<'a>, String), at: [f64; 2], velocity: [f64; 2], spin: f64 },
    /// In the world.
    World { position: Vec3, velocity: Vec3, angular_velocity: Vec3 },
}
