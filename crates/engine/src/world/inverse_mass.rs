//! Response of a body to an impulse: the inverse mass, restricted to the motion type.

use super::body::Mass;
use crate::laws::motion::{apply_inverse_inertia, inertia_about};
use crate::laws::{Rotation, Vec3};
use crate::scene::Motion;
use nalgebra::Matrix3;

/// Velocity of a body, world: linear velocity of the centre of mass, m/s, and angular velocity, rad/s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Velocity {
    /// Linear velocity of the centre of mass, m/s.
    pub v: Vec3,
    /// Angular velocity, rad/s.
    pub w: Vec3,
}

impl Velocity {
    /// No motion.
    pub const ZERO: Self = Self { v: Vec3::new(0.0, 0.0, 0.0), w: Vec3::new(0.0, 0.0, 0.0) };
}

/// Inverse mass M⁻¹ of a body, restricted to the motion type.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct InverseMass {
    /// 1/m, 1/kg; 0 for an immovable body.
    pub linear: f64,
    /// Unit vector, world, along which the centre cannot move.
    pub held: Option<Vec3>,
    /// Inverse inertia tensor, 1/(kg·m²), world.
    pub angular: Matrix3<f64>,
}

impl InverseMass {
    /// M⁻¹ of an immovable body.
    pub const NONE: Self =
        Self { linear: 0.0, held: None, angular: Matrix3::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0) };

    /// M⁻¹ of a body with this motion type, mass and orientation; [`Self::NONE`] if it is fixed or driven.
    pub(crate) fn restricted(motion: &Motion, Mass { mass, inertia }: &Mass, q: &Rotation) -> Self {
        let about = |axis: &Vec3| axis / inertia_about(inertia, q, axis) * axis.transpose();
        let any =
            || Matrix3::from_columns(&[Vec3::x(), Vec3::y(), Vec3::z()].map(|e| apply_inverse_inertia(inertia, q, &e)));
        let (held, angular) = match motion {
            Motion::Fixed | Motion::Driven(_) => return Self::NONE,
            Motion::Free => (None, any()),
            Motion::Translating => (None, Matrix3::zeros()),
            Motion::Spinning(axis) => (None, about(axis)),
            Motion::Planar(axis) => (Some(*axis), about(axis)),
        };
        Self { linear: 1.0 / mass, held, angular }
    }

    /// True if an impulse along this unit vector moves the body.
    pub(crate) fn moves_along(&self, n: &Vec3) -> bool {
        /// The sine of an angle, rad, below which a vector is along an axis.
        const ALONG: f64 = 1e-9;
        self.linear > 0.0 && self.held.is_none_or(|axis| axis.cross(n).norm() > ALONG)
    }

    /// Change of velocity by an impulse at the centre, N·s, and an angular impulse, N·m·s, world.
    #[inline(always)]
    pub(crate) fn velocity_change(&self, impulse: &Vec3, turning: &Vec3) -> Velocity {
        let mut v = impulse * self.linear;
        if let Some(axis) = &self.held {
            v -= axis * axis.dot(&v);
        }
        Velocity { v, w: self.angular * turning }
    }

    /// Twice the energy that an impulse, N·s, and an angular impulse, N·m·s, give the body at rest, J.
    pub(crate) fn twice_energy(&self, impulse: &Vec3, turning: &Vec3) -> f64 {
        let Velocity { v, w } = self.velocity_change(impulse, turning);
        v.dot(impulse) + w.dot(turning)
    }
}
