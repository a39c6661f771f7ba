//! A body as seen by a constraint solver: its inverse mass, and its motion without the constraints.

use crate::laws::Vec3;
use crate::scene::Motion;
use crate::step::integrate::driven;
use crate::world::CaseId;
use crate::world::body::{BodyRef, InitialPose, MotionType, NormalConstraints, Wrench};
pub(in crate::step::solve) use crate::world::inverse_mass::{InverseMass, Velocity};

/// Components of a body beyond those that contacts use.
pub(in crate::step::solve) type MoverRow = (&'static MotionType, &'static InitialPose, &'static CaseId);

/// A body prepared for a solver's problem.
#[derive(Clone, Copy)]
pub(in crate::step::solve) struct Mover {
    pub(in crate::step::solve) mass: InverseMass,
    /// Velocity at the end of the step without constraints.
    pub(in crate::step::solve) free: Velocity,
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
    let fixed = |free: Velocity| Mover { mass: InverseMass::NONE, free, lane };
    match motion {
        Motion::Fixed => return fixed(Velocity::ZERO),
        Motion::Driven(drive) => {
            let (_, twist) = driven(drive, home, end);
            return fixed(Velocity { v: twist.v, w: twist.w });
        }
        Motion::Free | Motion::Translating | Motion::Spinning(_) | Motion::Planar(_) => {}
    }
    let inverse = InverseMass::restricted(motion, body.mass, &body.pose.q);
    let push = supports.remove_from(wrench.force * dt + gravity * (body.mass.mass * dt));
    let by = inverse.of(&push, &(wrench.torque * dt));
    let w = match motion {
        Motion::Spinning(axis) | Motion::Planar(axis) => axis * axis.dot(&body.twist.w),
        _ => body.twist.w,
    };
    Mover { mass: inverse, free: Velocity { v: body.twist.v + by.v, w: w + by.w }, lane }
}
