//! A body as seen by a constraint solver: its inverse mass, and its motion without the constraints.

use crate::laws::motion::{apply_inverse_inertia, inertia_about, mean_rate};
use crate::laws::{Rotation, Vec3};
use crate::scene::Motion;
use crate::step::integrate::driven;
use crate::world::body::{BodyRef, InitialPose, Mass, NormalConstraints, Wrench};
use nalgebra::Matrix3;

/// Velocity of a body: of its centre of mass, m/s, and angular, rad/s, world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::step::solve) struct Velocity {
    pub(in crate::step::solve) v: Vec3,
    pub(in crate::step::solve) w: Vec3,
}

impl Velocity {
    pub(in crate::step::solve) const ZERO: Self = Self { v: Vec3::new(0.0, 0.0, 0.0), w: Vec3::new(0.0, 0.0, 0.0) };
}

/// M⁻¹ of a body, restricted to its motion type.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::step::solve) struct InverseMass {
    /// 1/m, 1/kg; 0 for an immovable body.
    pub(in crate::step::solve) linear: f64,
    /// Unit vector along which the centre is held.
    pub(in crate::step::solve) held: Option<Vec3>,
    /// World, 1/(kg·m²).
    pub(in crate::step::solve) angular: Matrix3<f64>,
}

impl InverseMass {
    /// M⁻¹ of an immovable body.
    pub(in crate::step::solve) const NONE: Self =
        Self { linear: 0.0, held: None, angular: Matrix3::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0) };

    /// True if an impulse along this unit vector moves the body.
    pub(in crate::step::solve) fn moves_along(&self, n: &Vec3) -> bool {
        /// The sine of an angle, rad, below which a vector is along an axis.
        const ALONG: f64 = 1e-9;
        self.linear > 0.0 && self.held.is_none_or(|axis| axis.cross(n).norm() > ALONG)
    }

    /// The velocity change from an impulse, N·s, at the centre and an angular impulse, N·m·s.
    #[inline(always)]
    pub(in crate::step::solve) fn of(&self, impulse: &Vec3, turning: &Vec3) -> Velocity {
        let mut v = impulse * self.linear;
        if let Some(axis) = &self.held {
            v -= axis * axis.dot(&v);
        }
        Velocity { v, w: self.angular * turning }
    }
}

/// A body prepared for a solver's problem.
#[derive(Clone, Copy)]
pub(in crate::step::solve) struct Mover {
    pub(in crate::step::solve) mass: InverseMass,
    /// Velocity with which the body would move over the step without constraints: what [`crate::laws::motion::rotate`]
    /// gives it under the other loads, of a rotation the mean.
    pub(in crate::step::solve) free: Velocity,
    /// Angular velocity after the impulse of the other loads and before the rotation of the step, rad/s, world.
    pub(in crate::step::solve) kicked: Vec3,
    pub(in crate::step::solve) lane: u32,
}

/// A body under the loads known before the solver runs; `supports`: its constraints by known normal forces.
pub(in crate::step::solve) fn mover(
    (motion, home): (&Motion, &InitialPose),
    body: &BodyRef,
    (wrench, supports): (&Wrench, &NormalConstraints),
    (gravity, end, dt): (&Vec3, f64, f64),
    lane: u32,
) -> Mover {
    let inverse = inverse_mass(motion, body.mass, &body.pose.q);
    let fixed = |free: Velocity| Mover { mass: inverse, free, kicked: free.w, lane };
    match motion {
        Motion::Fixed => return fixed(Velocity::ZERO),
        Motion::Driven(drive) => {
            let (_, twist) = driven(drive, home, end);
            return fixed(Velocity { v: twist.v, w: twist.w });
        }
        _ => {}
    }
    let (mass, inertia, q) = (body.mass.mass, &body.mass.inertia, &body.pose.q);
    let push = supports.remove_from(wrench.force * dt + gravity * (mass * dt));
    let by = inverse.of(&push, &(wrench.torque * dt));
    let kicked = match motion {
        Motion::Spinning(axis) | Motion::Planar(axis) => axis * axis.dot(&body.twist.w) + by.w,
        _ => body.twist.w + by.w,
    };
    let w = if *motion == Motion::Free { mean_rate(inertia, q, &kicked, dt) } else { kicked };
    Mover { mass: inverse, free: Velocity { v: body.twist.v + by.v, w }, kicked, lane }
}

/// M⁻¹ of a body at the orientation `q`.
pub(in crate::step::solve) fn inverse_mass(motion: &Motion, mass: &Mass, q: &Rotation) -> InverseMass {
    let inertia = &mass.inertia;
    let about = |axis: &Vec3| axis / inertia_about(inertia, q, axis) * axis.transpose();
    let any =
        || Matrix3::from_columns(&[Vec3::x(), Vec3::y(), Vec3::z()].map(|e| apply_inverse_inertia(inertia, q, &e)));
    let (held, angular) = match motion {
        Motion::Fixed | Motion::Driven(_) => return InverseMass::NONE,
        Motion::Free => (None, any()),
        Motion::Translating => (None, Matrix3::zeros()),
        Motion::Spinning(axis) => (None, about(axis)),
        Motion::Planar(axis) => (Some(*axis), about(axis)),
    };
    InverseMass { linear: 1.0 / mass.mass, held, angular }
}
