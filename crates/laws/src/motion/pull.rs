//! External loads on a body: a spring to a moving anchor, a torsion spring, a ramped force. They serve dragging in the
//! window and `pulls:` in a scene.

use crate::math::turning::rotation_vector;
use crate::motion::schedule::Schedule;
use crate::{Rotation, Vec3};
use serde::{Deserialize, Serialize};

/// An external load on one body. Points of the body are in body axes, m from the centre of mass, unless stated
/// otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Pull {
    /// A spring of zero rest length in parallel with a dashpot, from a point of the body to a moving anchor: `F = k (a − p) + c (ȧ − ṗ)`.
    Spring {
        /// Point of the body, m, body axes.
        at: Vec3,
        /// Position of the anchor at the time `since`, m, world.
        anchor: Vec3,
        /// Velocity of the anchor, m/s, world.
        velocity: Vec3,
        /// Time at which the anchor is at `anchor`, s.
        since: f64,
        /// k, N/m.
        stiffness: f64,
        /// c, N·s/m.
        damping: f64,
        /// Factor on the velocity of the anchor over time.
        #[serde(default)]
        schedule: Schedule,
    },
    /// A torsion spring with a dashpot: `T = k θ − c ω`, θ the rotation vector from the body's orientation to `target`.
    Torsion {
        /// Orientation at which the spring is at rest, body axes to world axes.
        target: Rotation,
        /// k, N·m/rad.
        stiffness: f64,
        /// c, N·m·s/rad.
        damping: f64,
    },
    /// A force that grows linearly in time, at a point of the body: `F = force + rate (t − since)`.
    Ramp {
        /// Point of application, m from the centre of mass, in `axes`.
        at: Vec3,
        /// The axes of `at`: a point of the body rotates with it; the end of a thread that unwinds from a spool does
        /// not.
        #[serde(default)]
        axes: PullAxes,
        /// Force at the time `since`, N, world.
        force: Vec3,
        /// Growth rate of the force, N/s, world.
        rate: Vec3,
        /// Time at which the force begins to grow, s.
        since: f64,
        /// Factor on the force over time.
        #[serde(default)]
        schedule: Schedule,
    },
}

/// Axes in which a pull's point of application is fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PullAxes {
    /// Body axes: the point rotates with the body.
    #[default]
    Body,
    /// World axes: the point moves with the centre of mass and does not rotate.
    World,
}

/// The current load of a pull on its body.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PullLoad {
    /// Point of application, m, world.
    pub point: Vec3,
    /// Position of the spring's other end, m, world; equal to `point` without a spring.
    pub anchor: Vec3,
    /// Force on the body, N, world.
    pub force: Vec3,
    /// Torque on the body in addition to that of the force, N·m, world.
    pub torque: Vec3,
}

/// Pose and motion of the pulled body: centre (m), body to world, velocity (m/s), angular velocity (rad/s).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pulled {
    /// Centre of mass, m, world.
    pub x: Vec3,
    /// Body axes to world axes.
    pub q: Rotation,
    /// Velocity of the centre of mass, m/s, world.
    pub v: Vec3,
    /// Angular velocity, rad/s, world.
    pub w: Vec3,
}

impl Pull {
    /// The load on the body at the time `t`, s.
    pub fn load(&self, body: &Pulled, t: f64) -> PullLoad {
        match *self {
            Self::Spring { at, anchor, velocity, since, stiffness, damping, schedule } => {
                let arm = body.q * at;
                let (point, anchor) = (body.x + arm, anchor + velocity * schedule.elapsed(since, t));
                let rate = velocity * schedule.after(t) - (body.v + body.w.cross(&arm));
                let force = (anchor - point) * stiffness + rate * damping;
                PullLoad { point, anchor, force, torque: Vec3::zeros() }
            }
            Self::Torsion { target, stiffness, damping } => {
                let angle = rotation_vector(&(target * body.q.inverse()));
                let torque = angle * stiffness - body.w * damping;
                PullLoad { point: body.x, anchor: body.x, force: Vec3::zeros(), torque }
            }
            Self::Ramp { at, axes, force, rate, since, schedule } => {
                let arm = match axes {
                    PullAxes::Body => body.q * at,
                    PullAxes::World => at,
                };
                let point = body.x + arm;
                PullLoad {
                    point,
                    anchor: point,
                    force: (force + rate * (t - since)) * schedule.after(t),
                    torque: Vec3::zeros(),
                }
            }
        }
    }

    /// The factor over time of a spring's driven end or of a force; `None` for a torsion spring, which has none.
    pub fn schedule(&self) -> Option<Schedule> {
        match self {
            Self::Spring { schedule, .. } | Self::Ramp { schedule, .. } => Some(*schedule),
            Self::Torsion { .. } => None,
        }
    }

    /// True if every number is finite and stiffness and damping are not negative.
    pub fn is_sound(&self) -> bool {
        let finite = |vectors: &[Vec3], numbers: &[f64]| {
            vectors.iter().flat_map(|v| v.iter()).chain(numbers).all(|x| x.is_finite())
        };
        match self {
            Self::Spring { at, anchor, velocity, since, stiffness, damping, schedule: _ } => {
                finite(&[*at, *anchor, *velocity], &[*since]) && is_spring(*stiffness, *damping)
            }
            Self::Torsion { target, stiffness, damping } => {
                target.coords.iter().all(|x| x.is_finite()) && is_spring(*stiffness, *damping)
            }
            Self::Ramp { at, axes: _, force, rate, since, schedule: _ } => finite(&[*at, *force, *rate], &[*since]),
        }
    }
}

fn is_spring(stiffness: f64, damping: f64) -> bool {
    stiffness.is_finite() && stiffness >= 0.0 && damping.is_finite() && damping >= 0.0
}
