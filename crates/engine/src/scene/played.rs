//! A motion that another program computed: poses, velocities and contacts with their loads at equal intervals.
//!
//! Values that the program did not report are `None`, and are shown as not known, never as 0.

use super::run_header::RunHeader;
use crate::laws::friction::element::Mode;
use crate::laws::{Rotation, Vec3};

/// Frames at steps 0, 1, 2, ... of a scene whose step size is the interval between the frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedRun {
    /// What the numbers mean.
    pub header: RunHeader,
    /// Frames by step; after the last frame, everything keeps its last state.
    pub frames: Vec<PlayedFrame>,
}

/// The bodies and contacts at one step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedFrame {
    /// Step in the program that computed the run.
    pub step: u64,
    /// Bodies, ordered by index; other bodies stay where the scene places them.
    pub bodies: Vec<PlayedBody>,
    /// Contact points, ordered by (i, j, feature).
    pub contacts: Vec<PlayedContact>,
}

/// One body in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedBody {
    /// Index of the body in the scene, from 0.
    pub body: u32,
    /// Centre of mass, m, world.
    pub x: Vec3,
    /// Rotation from body axes to world axes.
    pub q: Rotation,
    /// Velocity of the centre of mass, m/s, and angular velocity, rad/s, world.
    pub velocity: Option<[Vec3; 2]>,
    /// External force, N, and torque about the centre, N·m, without gravity, world. They act when the loads of contacts
    /// do.
    pub external: Option<[Vec3; 2]>,
}

/// One contact point in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayedContact {
    /// Index of body i in the scene.
    pub i: u32,
    /// Index of body j in the scene, greater than i.
    pub j: u32,
    /// Number that identifies the point among those of the pair.
    pub feature: u32,
    /// Contact point C, m, world.
    pub c: Vec3,
    /// Unit normal into body i, world, of the instant at which the load acted.
    pub n: Vec3,
    /// From the centres of i and j to the point where the load acted, m, world; `None` if that is C at the pose that the header
    /// names.
    pub arms: Option<[Vec3; 2]>,
    /// Overlap, m; negative is a gap.
    pub overlap: Option<f64>,
    /// Normal force N, N, not negative; along n on body i, against n on body j.
    pub normal: f64,
    /// Friction force on body j at C, N, world.
    pub friction_on_j: Option<Vec3>,
    /// Torques on body i and on body j beside the moments of the force at C, N·m, world.
    pub torques: Option<[Vec3; 2]>,
    /// First tangent of the program that computed the run, world.
    pub tangent: Option<Vec3>,
    /// Coefficient of static friction.
    pub mu: Option<f64>,
    /// Largest spin torque over N, m.
    pub sigma: Option<f64>,
    /// Largest roll torque over N, m.
    pub rho: Option<f64>,
    /// Remaining error of the contact's solver, m/s.
    pub residual: Option<f64>,
    /// Modes of slide, of roll on i and on j, and of spin, as the program that computed the run tells them.
    pub modes: [Option<Mode>; 4],
    /// Size of the part of friction that its limit caps, N, if the rest is a damper's.
    pub capped: Option<f64>,
}

/// Fraction of μN from which a contact counts as slipping: engines stop their iterations short of the limit.
const AT_LIMIT: f64 = 0.999;

impl PlayedContact {
    /// Key within a frame.
    pub fn key(&self) -> (u32, u32, u32) {
        (self.i, self.j, self.feature)
    }

    /// Force on body j, N, world; without friction if that is not known.
    pub fn force_on_j(&self) -> Vec3 {
        self.friction_on_j.unwrap_or_default() - self.n * self.normal
    }

    /// Friction over its limit μN; `None` if μ or the friction is not known, or if nothing presses.
    pub fn used(&self) -> Option<f64> {
        self.share(self.friction_on_j?.norm())
    }

    /// A friction force, N, over its limit μN; `None` if μ is not known, or if nothing presses.
    fn share(&self, friction: f64) -> Option<f64> {
        let limit = self.mu? * self.normal;
        (limit > 0.0).then(|| friction / limit)
    }

    /// The part of friction that its limit caps, over that limit; `None` where [`Self::used`] is.
    pub fn capped_used(&self) -> Option<f64> {
        let friction = self.friction_on_j?.norm();
        self.share(self.capped.unwrap_or(friction))
    }

    /// Mode of slide: as told, else by friction and its limit; `None` if neither is known. `mu_k`: kinetic coefficient, at whose
    /// limit a contact slips if its bodies move along each other at `speed`, m/s.
    pub fn slide_mode(&self, mu_k: Option<f64>, speed: f64) -> Option<Mode> {
        let by_friction = || {
            let (used, mu) = self.used().zip(self.mu)?;
            let is_kinetic = mu_k.is_some_and(|mu_k| (used * mu / mu_k - 1.0).abs() < 1.0 - AT_LIMIT && speed > 0.0);
            Some(Mode::from_slips(used >= AT_LIMIT || is_kinetic))
        };
        self.modes[0].or_else(by_friction)
    }

    /// Modes of roll on i and on j, and of spin: as told, else by the torque and its limit; `None` if neither is known.
    pub fn turn_modes(&self) -> [Option<Mode>; 3] {
        let along = self.torques.map(|[on_i, on_j]| {
            let across = |torque: Vec3| (torque - self.n * self.n.dot(&torque)).norm();
            [across(on_i), across(on_j), self.n.dot(&on_i).abs()]
        });
        let mode = |k: usize, per_load: Option<f64>| {
            let by_torque = || {
                let limit = per_load? * self.normal;
                let torque = along?[k];
                (limit > 0.0).then(|| Mode::from_slips(torque >= AT_LIMIT * limit))
            };
            self.modes[k + 1].or_else(by_torque)
        };
        [mode(0, self.rho), mode(1, self.rho), mode(2, self.sigma)]
    }
}

impl PlayedRun {
    /// Frame at a step, the last frame for later steps; `None` without frames.
    pub fn at(&self, step: u64) -> Option<&PlayedFrame> {
        self.frames.get(usize::try_from(step).unwrap_or(usize::MAX)).or_else(|| self.frames.last())
    }

    /// Largest index of a body in the run; `None` if there are none.
    pub fn last_body(&self) -> Option<u32> {
        let of_frame = |frame: &PlayedFrame| {
            let bodies = frame.bodies.iter().map(|body| body.body);
            bodies.chain(frame.contacts.iter().map(|contact| contact.j)).max()
        };
        self.frames.iter().filter_map(of_frame).max()
    }
}

impl PlayedFrame {
    /// The body with this index, if the frame lists it.
    pub fn body(&self, body: u32) -> Option<&PlayedBody> {
        self.bodies.binary_search_by_key(&body, |at| at.body).ok().map(|at| &self.bodies[at])
    }

    /// The contact point with this key, if the frame lists it.
    pub fn contact(&self, key: (u32, u32, u32)) -> Option<&PlayedContact> {
        self.contacts.binary_search_by_key(&key, PlayedContact::key).ok().map(|at| &self.contacts[at])
    }

    /// True if bodies and contacts are in order, each once, and i comes before j.
    pub fn is_in_order(&self) -> bool {
        self.bodies.is_sorted_by(|a, b| a.body < b.body)
            && self.contacts.is_sorted_by(|a, b| a.key() < b.key())
            && self.contacts.iter().all(|at| at.i < at.j)
    }
}
