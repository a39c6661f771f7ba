//! External loads on a body: a spring to a moving anchor, a torsion spring, a ramped force. They serve dragging in the
//! window and `pulls:` in a scene.

use super::schedule::Schedule;
use super::turning::rotation_vector;
use super::{Rotation, Vec3};
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails loudly")]

    use super::*;
    use crate::laws::turning::rotation;

    fn body() -> Pulled {
        Pulled {
            x: Vec3::new(1.0, 2.0, 3.0),
            q: rotation(&(Vec3::z() * std::f64::consts::FRAC_PI_2)),
            v: Vec3::new(0.1, 0.0, 0.0),
            w: Vec3::new(0.0, 0.0, 2.0),
        }
    }

    #[test]
    fn a_spring_pulls_its_point_to_where_the_anchor_has_got() {
        let pull = Pull::Spring {
            at: Vec3::new(0.5, 0.0, 0.0), // +y in the world
            anchor: Vec3::new(1.0, 2.5, 3.0),
            velocity: Vec3::new(0.0, 0.2, 0.0),
            since: 1.0,
            stiffness: 100.0,
            damping: 10.0,
            schedule: Schedule::default(),
        };
        let load = pull.load(&body(), 3.0);
        // The anchor has moved 0.4 m; the point moves with v + w × r = (0.1 − 1, 0, 0).
        assert!((load.point - Vec3::new(1.0, 2.5, 3.0)).norm() < 1e-12);
        assert!((load.force - Vec3::new(9.0, 40.0 + 2.0, 0.0)).norm() < 1e-12, "{}", load.force);
    }

    #[test]
    fn a_torsion_spring_turns_the_short_way_and_brakes() {
        let target = rotation(&(Vec3::z() * std::f64::consts::PI * 0.75));
        let load = Pull::Torsion { target, stiffness: 4.0, damping: 0.5 }.load(&body(), 0.0);
        assert!((load.torque - Vec3::new(0.0, 0.0, std::f64::consts::PI - 1.0)).norm() < 1e-12);
        assert_eq!(load.force, Vec3::zeros());
    }

    #[test]
    fn a_ramp_grows_evenly() {
        let (force, rate) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 2.0, 0.0));
        let ramp = |schedule| Pull::Ramp { at: Vec3::zeros(), axes: PullAxes::Body, force, rate, since: 0.5, schedule };
        assert_eq!(ramp(Schedule::default()).load(&body(), 2.0).force, Vec3::new(1.0, 3.0, 0.0));
        let halved = Schedule::new(&[[1.0, 1.0], [2.0, 0.0], [2.0, 0.5]]).unwrap();
        assert_eq!(ramp(halved).load(&body(), 2.0).force, Vec3::new(0.5, 1.5, 0.0), "the step that begins");
    }

    /// The end of a spring moves at 0.2 m/s for 1 s, rests for 2 s, and moves at 0.4 m/s.
    #[test]
    fn the_end_of_a_spring_keeps_to_its_schedule() {
        let schedule = Schedule::new(&[[1.0, 1.0], [1.0, 0.0], [3.0, 0.0], [3.0, 2.0]]).unwrap();
        let (at, anchor, velocity) = (Vec3::zeros(), Vec3::zeros(), Vec3::new(0.0, 0.2, 0.0));
        let pull = Pull::Spring { at, anchor, velocity, since: 0.0, stiffness: 1.0, damping: 1.0, schedule };
        let still = Pulled { v: Vec3::zeros(), w: Vec3::zeros(), ..body() };
        for (t, way, speed) in [(0.5, 0.1, 0.2), (2.0, 0.2, 0.0), (3.0, 0.2, 0.4), (4.0, 0.6, 0.4)] {
            let load = pull.load(&still, t);
            assert!((load.anchor.y - way).abs() < 1e-15, "{t}: {}", load.anchor.y);
            assert!((load.force.y - (way - still.x.y + speed)).abs() < 1e-14, "{t}: {}", load.force.y);
        }
    }

    /// The body has turned by 90° about z: its point at +x is now at world +y, while a thread hanging at +x has not
    /// moved.
    #[test]
    fn a_thread_does_not_turn_with_its_spool() {
        let point = |axes| {
            let (at, force) = (Vec3::new(0.5, 0.0, 0.0), Vec3::z());
            Pull::Ramp { at, axes, force, rate: Vec3::zeros(), since: 0.0, schedule: Schedule::default() }
                .load(&body(), 1.0)
                .point
        };
        assert!((point(PullAxes::Body) - Vec3::new(1.0, 2.5, 3.0)).norm() < 1e-15);
        assert_eq!(point(PullAxes::World), Vec3::new(1.5, 2.0, 3.0));
    }
}
