//! External loads on a body: a spring to a moving anchor, a spring or rope to another body, a torsion spring, a ramped force. They serve dragging in the
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
    /// A spring along the line between a point of the body and another point, or a rope: its tension is
    /// `k (l − l_0) + c dl/dt`, l the distance of the ends. A rope only pulls: it carries no load up to l_0, and none while
    /// its dashpot would push.
    Link {
        /// Point of the body, m, body axes.
        at: Vec3,
        /// The other end.
        end: LinkEnd,
        /// l_0, m.
        rest_length: f64,
        /// True for a rope.
        only_tension: bool,
        /// k, N/m.
        stiffness: f64,
        /// c, N·s/m.
        damping: f64,
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

/// The other end of a [`Pull::Link`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum LinkEnd {
    /// A point that moves in the world.
    World(MovingEnd),
    /// A point of another body, which the link pulls with the opposite force.
    Body {
        /// Number of the body.
        body: u32,
        /// Point of that body, m, its axes.
        at: Vec3,
    },
}

/// A point that moves in the world on a straight line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MovingEnd {
    /// Position at the time `since`, m, world.
    pub anchor: Vec3,
    /// Velocity, m/s, world.
    pub velocity: Vec3,
    /// Time at which it is at `anchor`, s.
    pub since: f64,
    /// Factor on the velocity over time.
    pub schedule: Schedule,
}

impl MovingEnd {
    /// Position at the time `t`, s, m, world.
    pub fn position(&self, t: f64) -> Vec3 {
        self.anchor + self.velocity * self.schedule.elapsed(self.since, t)
    }

    /// Velocity from the time `t`, s, on, m/s, world.
    pub fn velocity(&self, t: f64) -> Vec3 {
        self.velocity * self.schedule.after(t)
    }
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

impl Pulled {
    /// Position, m, and velocity, m/s, of a point of the body, which is `at` in its axes.
    fn point(&self, at: &Vec3) -> (Vec3, Vec3) {
        let arm = self.q * at;
        (self.x + arm, self.v + self.w.cross(&arm))
    }
}

impl LinkEnd {
    /// Position, m, and velocity, m/s; `None` if its body does not exist.
    fn point(&self, others: impl FnOnce(u32) -> Option<Pulled>, t: f64) -> Option<(Vec3, Vec3)> {
        match self {
            Self::World(end) => Some((end.position(t), end.velocity(t))),
            Self::Body { body, at } => Some(others(*body)?.point(at)),
        }
    }
}

impl Pull {
    /// The load on the body at the time `t`, s. `others`: other bodies by number, of which a link may hold one.
    pub fn load(&self, body: &Pulled, others: impl FnOnce(u32) -> Option<Pulled>, t: f64) -> PullLoad {
        match *self {
            Self::Spring { at, anchor, velocity, since, stiffness, damping, schedule } => {
                let (point, moves) = body.point(&at);
                let end = MovingEnd { anchor, velocity, since, schedule };
                let anchor = end.position(t);
                let force = (anchor - point) * stiffness + (end.velocity(t) - moves) * damping;
                PullLoad { point, anchor, force, torque: Vec3::zeros() }
            }
            Self::Link { at, end, rest_length, only_tension, stiffness, damping } => {
                let (point, velocity) = body.point(&at);
                let (anchor, moves) = end.point(others, t).unwrap_or((point, velocity));
                let line = anchor - point;
                let length = line.norm();
                // Ends at the same point have no line between them, and so no load.
                let along = if length > 0.0 { line / length } else { Vec3::zeros() };
                let tension = (length - rest_length) * stiffness + (moves - velocity).dot(&along) * damping;
                let is_slack = only_tension && (length <= rest_length || tension < 0.0);
                let force = if is_slack { Vec3::zeros() } else { along * tension };
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

    /// The end of a spring or link that moves in the world; `None` without one.
    pub fn moving_end(&self) -> Option<MovingEnd> {
        match *self {
            Self::Spring { anchor, velocity, since, schedule, .. } => {
                Some(MovingEnd { anchor, velocity, since, schedule })
            }
            Self::Link { end: LinkEnd::World(end), .. } => Some(end),
            Self::Link { end: LinkEnd::Body { .. }, .. } | Self::Torsion { .. } | Self::Ramp { .. } => None,
        }
    }

    /// Stiffness of a spring or link, N/m; `None` for others.
    pub fn stiffness(&self) -> Option<f64> {
        match self {
            Self::Spring { stiffness, .. } | Self::Link { stiffness, .. } => Some(*stiffness),
            Self::Torsion { .. } | Self::Ramp { .. } => None,
        }
    }

    /// Number of the body at the other end of a link; `None` without one.
    pub fn linked(&self) -> Option<u32> {
        match self {
            Self::Link { end: LinkEnd::Body { body, .. }, .. } => Some(*body),
            _ => None,
        }
    }

    /// The factor over time of a spring's driven end or of a force; `None` for a torsion spring and a link between bodies, which
    /// have none.
    pub fn schedule(&self) -> Option<Schedule> {
        match self {
            Self::Spring { schedule, .. }
            | Self::Ramp { schedule, .. }
            | Self::Link { end: LinkEnd::World(MovingEnd { schedule, .. }), .. } => Some(*schedule),
            Self::Torsion { .. } | Self::Link { end: LinkEnd::Body { .. }, .. } => None,
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
            Self::Link { at, end, rest_length, only_tension: _, stiffness, damping } => {
                let end = match end {
                    LinkEnd::World(MovingEnd { anchor, velocity, since, schedule: _ }) => {
                        finite(&[*anchor, *velocity], &[*since])
                    }
                    LinkEnd::Body { body: _, at } => finite(&[*at], &[]),
                };
                let is_length = rest_length.is_finite() && *rest_length >= 0.0;
                end && finite(&[*at], &[]) && is_length && is_spring(*stiffness, *damping)
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
