//! Bodies of a constraint solver's problem: inverse mass, and motion without the constraints.

use crate::laws::Vec3;
use crate::laws::motion::mean_rate;
use crate::scene::Motion;
use crate::step::motion::integrate::driven;
use crate::world::body::{BodyRef, InitialPose, NormalConstraints, Wrench};
pub(in crate::step::solve) use crate::world::inverse_mass::{InverseMass, Velocity};

/// A body of a constraint solver's problem.
#[derive(Clone, Copy)]
pub(in crate::step::solve) struct SolverBody {
    pub(in crate::step::solve) mass: InverseMass,
    /// Velocity with which the body would move over the step without constraints, by [`crate::laws::motion::rotate`]
    /// under the other loads; the angular velocity is the mean over the step.
    pub(in crate::step::solve) free: Velocity,
    /// Angular velocity after the impulse of the other loads and before the rotation of the step, rad/s, world.
    pub(in crate::step::solve) kicked: Vec3,
    pub(in crate::step::solve) case: u32,
}

/// Prepares a body under the loads known before the solver runs; `normal_constraints`: constraints on the body by known normal
/// forces; `end`: time at the end of the step, s.
pub(in crate::step::solve) fn solver_body(
    (motion, initial_pose): (&Motion, &InitialPose),
    body: &BodyRef,
    (wrench, normal_constraints): (&Wrench, &NormalConstraints),
    (gravity, end, dt): (&Vec3, f64, f64),
    case: u32,
) -> SolverBody {
    let fixed = |free: Velocity| SolverBody { mass: InverseMass::NONE, free, kicked: free.w, case };
    match motion {
        Motion::Fixed => return fixed(Velocity::ZERO),
        Motion::Driven(drive) => {
            let (_, twist) = driven(drive, initial_pose, end);
            return fixed(Velocity { v: twist.v, w: twist.w });
        }
        Motion::Free | Motion::Translating | Motion::Spinning(_) | Motion::Planar(_) => {}
    }
    let inverse = InverseMass::restricted(motion, body.mass, &body.pose.q);
    let push = normal_constraints.remove_from(wrench.force * dt + gravity * (body.mass.mass * dt));
    let by = inverse.velocity_change(&push, &(wrench.torque * dt));
    let kicked = match motion {
        Motion::Spinning(axis) | Motion::Planar(axis) => axis * axis.dot(&body.twist.w) + by.w,
        _ => body.twist.w + by.w,
    };
    let w = match motion {
        Motion::Free => mean_rate(&body.mass.inertia, &body.pose.q, &kicked, dt),
        _ => kicked,
    };
    SolverBody { mass: inverse, free: Velocity { v: body.twist.v + by.v, w }, kicked, case }
}
