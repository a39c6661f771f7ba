//! The contacts of a case, gathered for the solver.

use crate::laws::dae::{DaeContact, DaeCoupling, DaeLevel};
use crate::laws::element::Mode;
use crate::laws::{Vec2, Vec3};
use crate::step::solve::mover::{InverseMass, Velocity};
use crate::world::body::{NormalConstraints, Wrench};
use std::ops::Range;

/// A body.
#[derive(Clone, Debug, Default)]
pub(super) struct DaeBody {
    /// M⁻¹.
    pub(super) mass: InverseMass,
    /// Constraints on it by known normal forces, if any.
    pub(super) supports: Option<Box<NormalConstraints>>,
    /// Current velocity.
    pub(super) now: Velocity,
    /// Velocity at the end of the step, without the unknown friction.
    pub(super) end: Velocity,
    /// Its motion is prescribed.
    pub(super) is_driven: bool,
}

impl DaeBody {
    /// Change of its velocities by this force, N, and torque, N·m, per second.
    #[inline(always)]
    pub(super) fn pushed(&self, force: Vec3, torque: &Vec3) -> Velocity {
        let force = self.supports.as_ref().map_or(force, |supports| supports.remove_from(force));
        self.mass.of(&force, torque)
    }
}

/// A contact.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DaeRow {
    /// Its row in the table of contacts.
    pub(super) at: u32,
    /// Indices of bodies i and j.
    pub(super) bodies: [u32; 2],
    /// u and w, world.
    pub(super) tangents: [Vec3; 2],
    /// From the centres of i and j to the contact point, m.
    pub(super) arms: [Vec3; 2],
    /// N, N, and its share of the pair's normal force.
    pub(super) normal: f64,
    pub(super) share: f64,
    /// μN, N.
    pub(super) limit: f64,
    /// Δt, s.
    pub(super) dt: f64,
    /// The direction a × n for motion in the plane normal to a, components (u, w).
    pub(super) along: Option<Vec2>,
    /// Of the law.
    pub(super) level: DaeLevel,
    pub(super) coupling: DaeCoupling,
    /// Slip velocities now and at the last step (`None` for a contact that begins), m/s.
    pub(super) now: Vec2,
    pub(super) before: Option<Vec2>,
    /// Friction on body i, N: initially that of the last step, clipped to the current limit.
    pub(super) load: Vec2,
    pub(super) mode: Mode,
}

/// The contacts of a case.
#[derive(Debug, Default)]
pub(in crate::step) struct DaeProblem {
    pub(super) lane: u32,
    /// Rows of its bodies in the step's list.
    pub(super) places: Vec<u32>,
    pub(super) bodies: Vec<DaeBody>,
    pub(super) rows: Vec<DaeRow>,
    /// Number of its contacts while they are being gathered.
    pub(super) count: usize,
    /// Friction on each body, N and N·m.
    pub(super) sums: Vec<Wrench>,
    /// The rows of each pair of bodies.
    pub(super) pairs: Vec<Range<usize>>,
    /// The largest sweep limit and the smallest tolerance of its laws.
    pub(super) sweeps: u64,
    pub(super) tolerance: f64,
    /// True if a constraint is imposed at acceleration level.
    pub(super) has_accelerations: bool,
}

impl DaeRow {
    /// `v_j − v_i` at the contact point now, m/s, components (u, w).
    pub(super) fn rate(&self, all: &[DaeBody]) -> Vec2 {
        let [i, j] = self.bodies.map(|body| &all[body as usize].now);
        let rate = j.v + j.w.cross(&self.arms[1]) - i.v - i.w.cross(&self.arms[0]);
        Vec2::new(self.tangents[0].dot(&rate), self.tangents[1].dot(&rate))
    }

    /// `m_eff n·A (n + f/N)`, with A the change of slip and normal acceleration per load on body i: how strongly a
    /// normal force separates the bodies while sliding friction accompanies it. `None` without slip or normal force.
    /// `mass`: m_eff, kg.
    pub(super) fn parting(&self, all: &[DaeBody], mass: f64) -> Option<f64> {
        if self.mode != Mode::Slip || self.normal <= 0.0 || self.load == Vec2::zeros() {
            return None;
        }
        let n = self.tangents[0].cross(&self.tangents[1]);
        let force = n + (self.tangents[0] * self.load.x + self.tangents[1] * self.load.y) / self.normal;
        let of = |k: usize| {
            let by = all[self.bodies[k] as usize].mass.of(&force, &self.arms[k].cross(&force));
            n.dot(&(by.v + by.w.cross(&self.arms[k])))
        };
        Some(mass * (of(0) + of(1)))
    }

    /// λ.
    pub(super) fn lambda(&self) -> f64 {
        DaeContact::lambda(self.limit, &self.load, self.along.as_ref())
    }

    /// The work of the last step's friction on the two bodies, with their mean velocity, J.
    pub(super) fn work(&self, load: &Vec2) -> f64 {
        self.before.map_or(0.0, |before| -load.dot(&(before + self.now)) * (0.5 * self.dt))
    }
}

impl DaeProblem {
    /// Clears the problem for this case.
    pub(super) fn begin(&mut self, lane: u32) {
        self.places.clear();
        self.pairs.clear();
        (self.count, self.lane, self.sweeps, self.tolerance, self.has_accelerations) =
            (0, lane, 0, f64::INFINITY, false);
    }
}
