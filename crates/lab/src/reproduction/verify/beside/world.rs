//! Sizes and poses of the world in which a stage is run.

use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::laws::{Rotation, Vec3};

/// Gravity, m/s².
const G: f64 = 9.81;
/// Density, kg/m³: a ball of 1 m radius has about 4 t.
const DENSITY: f64 = 1000.0;

/// The units of a stage in SI.
#[derive(Clone, Copy, Debug)]
pub(super) struct StageUnits {
    /// Unit of length, m.
    pub(super) length: f64,
    /// Unit of time, s.
    pub(super) time: f64,
    /// Unit of mass, kg.
    pub(super) mass: f64,
}

impl StageUnits {
    /// Units of a stage that is given in SI.
    pub(super) const SI: Self = Self { length: 1.0, time: 1.0, mass: 1.0 };

    /// Units for bodies of size `length`, m, in which gravity is 1.
    pub(super) fn of_size(length: f64) -> Self {
        Self { length, time: (length / G).sqrt(), mass: DENSITY * length * length * length }
    }

    pub(super) fn acceleration(&self) -> f64 {
        self.length / (self.time * self.time)
    }

    pub(super) fn stiffness(&self) -> f64 {
        self.mass / (self.time * self.time)
    }

    pub(super) fn pressure(&self) -> f64 {
        self.stiffness() / self.length
    }
}

/// Size and pose of the world in which a stage is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct World {
    pub(super) units: StageUnits,
    /// True if everything is mirrored at y = 0, before the rotation `turn` (rotation vector, rad).
    pub(super) mirrored: bool,
    turn: Vec3,
    /// True if the bodies are listed in the opposite order.
    pub(super) swapped: bool,
    name: &'static str,
}

/// Pose of the world relative to the stage as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WorldPose {
    AsWritten,
    Turned,
    Mirrored,
    Swapped,
}

impl World {
    pub(super) fn new(units: StageUnits, pose: WorldPose) -> Self {
        let (turn, name) = match pose {
            WorldPose::AsWritten => (Vec3::zeros(), "as written"),
            WorldPose::Turned => (Vec3::new(0.3, -0.7, 0.5), "turned"),
            WorldPose::Mirrored => (Vec3::zeros(), "mirrored"),
            WorldPose::Swapped => (Vec3::zeros(), "swapped"),
        };
        Self { units, mirrored: pose == WorldPose::Mirrored, turn, swapped: pose == WorldPose::Swapped, name }
    }

    /// Description of size and pose.
    pub(super) fn words(&self) -> String {
        format!("size {:e} m, {}", self.units.length, self.name)
    }

    fn mirror(&self, v: &Vec3) -> Vec3 {
        if self.mirrored { Vec3::new(v.x, -v.y, v.z) } else { *v }
    }

    /// A vector of the stage in world axes.
    pub(super) fn vector(&self, v: &Vec3) -> Vec3 {
        rotation(&self.turn) * self.mirror(v)
    }

    /// An angular velocity of the stage in world axes.
    pub(super) fn axial(&self, w: &Vec3) -> Vec3 {
        rotation(&self.turn) * self.mirror(w) * if self.mirrored { -1.0 } else { 1.0 }
    }

    /// An orientation of the stage in world axes.
    pub(super) fn rotation(&self, q: &Rotation) -> Rotation {
        let [x, y, z] = if self.mirrored { [-q.i, q.j, -q.k] } else { [q.i, q.j, q.k] };
        rotation(&self.turn) * Rotation::new_unchecked(nalgebra::Quaternion::new(q.w, x, y, z))
    }

    pub(super) fn vector_back(&self, v: &Vec3) -> Vec3 {
        self.mirror(&rotation(&self.turn).inverse_transform_vector(v))
    }

    pub(super) fn axial_back(&self, w: &Vec3) -> Vec3 {
        self.vector_back(w) * if self.mirrored { -1.0 } else { 1.0 }
    }
}
