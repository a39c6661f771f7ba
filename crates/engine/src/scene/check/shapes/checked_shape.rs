//! Result of checking a `shape:`.

use crate::laws::{Rotation, Vec3};
use crate::shapes::{Shape, solid};

/// A checked shape, with the orientation of its own axes relative to the axes of the scene file.
#[derive(Clone, Debug)]
pub(in crate::scene::check) struct CheckedShape {
    pub(in crate::scene::check) shape: Shape,
    /// Volume, m³; `None` for a shape without volume.
    pub(in crate::scene::check) volume: Option<f64>,
    /// Principal moments of inertia per unit mass, m².
    pub(in crate::scene::check) inertia_per_mass: Vec3,
    /// Centre of mass in the written axes, m.
    pub(in crate::scene::check) centre: Vec3,
    /// Rotation from the shape's own axes to the written ones: the tilt of an incline, the principal axes of a
    /// polyhedron.
    pub(in crate::scene::check) turn: Rotation,
    /// True for a disk without a given axis; the axis then follows from its placement.
    pub(in crate::scene::check) axis_open: bool,
    /// True for a shape that stands still unless its body says how it moves.
    pub(in crate::scene::check) is_support: bool,
}

impl CheckedShape {
    pub(in crate::scene::check) fn new(shape: Shape) -> Self {
        Self {
            volume: solid::volume(&shape),
            inertia_per_mass: solid::inertia_per_mass(&shape),
            shape,
            centre: Vec3::zeros(),
            turn: Rotation::identity(),
            axis_open: false,
            is_support: false,
        }
    }

    /// True for a plane, bowl or tube, which carry other bodies and never move freely.
    pub(in crate::scene::check) fn is_ground(&self) -> bool {
        matches!(self.shape, Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. })
    }
}
