//! Result of checking a `shape:`.

use crate::laws::{Rotation, Vec3};
use crate::shapes::{Shape, solid};

/// A checked shape, with the orientation of its own axes relative to the axes of the scene file.
#[derive(Clone, Debug)]
pub(super) struct CheckedShape {
    pub(super) shape: Shape,
    /// Volume, m³; `None` for a shape without volume.
    pub(super) volume: Option<f64>,
    /// Principal moments of inertia per unit mass, m².
    pub(super) inertia_per_mass: Vec3,
    /// Centre of mass in the written axes, m.
    pub(super) centre: Vec3,
    /// Rotation from the shape's own axes to the written ones: the tilt of an incline, the principal axes of a
    /// polyhedron.
    pub(super) turn: Rotation,
    /// True for a disk without a given axis; the axis then follows from its placement.
    pub(super) axis_open: bool,
}

impl CheckedShape {
    pub(super) fn new(shape: Shape) -> Self {
        Self {
            volume: solid::volume(&shape),
            inertia_per_mass: solid::inertia_per_mass(&shape),
            shape,
            centre: Vec3::zeros(),
            turn: Rotation::identity(),
            axis_open: false,
        }
    }

    /// True for a plane, bowl or tube, which carry other bodies and never move freely.
    pub(super) fn is_ground(&self) -> bool {
        matches!(self.shape, Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. })
    }
}
