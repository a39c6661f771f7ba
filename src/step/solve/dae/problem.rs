//! The contacts of a case on a compact array, and the sweeps over them.

use super::report::DaeStep;
use crate::laws::dae::{DaeContact, DaeCoupling, DaeLevel, DaeSlip};
use crate::laws::element::Mode;
use crate::laws::extremes::{larger, largest};
use crate::laws::{Vec2, Vec3};
use crate::step::solve::mover::{InverseMass, Velocity};
use crate::world::body::NormalConstraints;
use std::ops::Range;

/// A body.
#[derive(Clone, Copy, Debug)]
pub(super) struct DaeBody {
    /// M⁻¹.
    pub(super) mass: InverseMass,
    /// What known normal forces hold of it.
    pub(super) supports: NormalConstraints,
    /// Now.
    pub(super) now: Velocity,
    /// At the end of the step, with the friction found so far.
    pub(super) end: Velocity,
    /// It goes where it is told.
    pub(super) is_driven: bool,
}

/// A contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct DaeRow {
    /// Its row in the table of contacts.
    pub(super) at: usize,
    /// Bodies i and j.
    pub(super) bodies: [usize; 2],
    /// u and w, world.
    pub(super) tangents: [Vec3; 2],
    /// From the centres of i and j to the contact point, m.
    pub(super) arms: [Vec3; 2],
    /// N, N.
    pub(super) normal: f64,
    /// The direction a × n of a motion in the plane across a, components (u, w).
    pub(super) along: Option<Vec2>,
    /// Of the law.
    pub(super) level: DaeLevel,
    pub(super) coupling: DaeCoupling,
    /// Share of m_t; μN; Δt.
    pub(super) contact: DaeContact,
    /// Velocities that 1 N along each tangent over the step gives the bodies.
    responses: [[Velocity; 2]; 2],
    /// Slip velocities now and at the last step, m/s.
    pub(super) slip: DaeSlip,
    /// Friction on body i, N.
    pub(super) load: Vec2,
    pub(super) mode: Mode,
}

/// The contacts of a case.
#[derive(Debug, Default)]
pub(super) struct DaeProblem {
    pub(super) lane: u32,
    /// The places of its bodies in the step's list.
    pub(super) places: Vec<u32>,
    pub(super) bodies: Vec<DaeBody>,
    pub(super) rows: Vec<DaeRow>,
    /// Those of each pair of bodies.
    pub(super) pairs: Vec<Range<usize>>,
    /// The most that any of its laws allows, and the least tolerance.
    pub(super) sweeps: u64,
    pub(super) tolerance: f64,
}

impl DaeRow {
    /// Of two bodies that touch. The points of a pair move together and have their `share` of m_t each: their weighted steps together
    /// never go past the least of the quadratic form, and their friction stands in the ratio of their normal forces.
    pub(super) fn new(
        (at, bodies): (usize, [usize; 2]),
        (tangents, arms): ([Vec3; 2], [Vec3; 2]),
        (normal, limit, share, dt): (f64, f64, f64, f64),
        all: &[DaeBody],
    ) -> Self {
        let response = |tangent: &Vec3| {
            [0, 1].map(|k: usize| {
                let body = &all[bodies[k]];
                body.mass.of(&(body.supports.remove_from(*tangent) * dt), &(arms[k].cross(tangent) * dt))
            })
        };
        let responses = [response(&tangents[0]), response(&tangents[1])];
        let change = |a: usize, b: usize| {
            let of = |k: usize| {
                let by: &Velocity = &responses[b][k];
                tangents[a].dot(&by.v) + arms[k].cross(&tangents[a]).dot(&by.w)
            };
            (of(0) + of(1)) / dt
        };
        let mass = DaeContact::tangential_mass([change(0, 0), change(0, 1), change(1, 1)]);
        let mut row = Self {
            at,
            bodies,
            tangents,
            arms,
            normal,
            along: None,
            level: DaeLevel::default(),
            coupling: DaeCoupling::default(),
            contact: DaeContact { mass: share * mass, limit, dt },
            responses,
            slip: DaeSlip { end: Vec2::zeros(), now: Vec2::zeros(), before: None },
            load: Vec2::zeros(),
            mode: Mode::Slip,
        };
        row.slip.now = row.rate(all, |body| &body.now);
        row
    }

    /// `v_j − v_i` at the contact point, m/s.
    fn rate(&self, all: &[DaeBody], of: impl Fn(&DaeBody) -> &Velocity) -> Vec2 {
        let [i, j] = self.bodies.map(|body| of(&all[body]));
        let rate = j.v + j.w.cross(&self.arms[1]) - i.v - i.w.cross(&self.arms[0]);
        Vec2::new(self.tangents[0].dot(&rate), self.tangents[1].dot(&rate))
    }

    /// `m_eff n·A (n + f/N)`, with A the change of the slip and normal acceleration by a load on body i: how a normal force parts the bodies
    /// while friction slides with it. `None` of what does not slip or does not press. `mass`: m_eff, kg.
    pub(super) fn parting(&self, all: &[DaeBody], mass: f64) -> Option<f64> {
        if self.mode != Mode::Slip || self.normal <= 0.0 || self.load == Vec2::zeros() {
            return None;
        }
        let n = self.tangents[0].cross(&self.tangents[1]);
        let force = n + (self.tangents[0] * self.load.x + self.tangents[1] * self.load.y) / self.normal;
        let of = |k: usize| {
            let by = all[self.bodies[k]].mass.of(&force, &self.arms[k].cross(&force));
            n.dot(&(by.v + by.w.cross(&self.arms[k])))
        };
        Some(mass * (of(0) + of(1)))
    }

    /// Gives the bodies what this friction, N on body i, changes their velocities by.
    fn push(&self, load: &Vec2, all: &mut [DaeBody]) {
        for (k, sign) in [(0, 1.0), (1, -1.0)] {
            let end = &mut all[self.bodies[k]].end;
            for (response, part) in self.responses.iter().zip(load.iter()) {
                end.v += response[k].v * (part * sign);
                end.w += response[k].w * (part * sign);
            }
        }
    }

    /// The friction that the slip at the end of the step asks for.
    fn renewed(&self, all: &[DaeBody]) -> (Vec2, Mode) {
        let slip = DaeSlip { end: self.rate(all, |body| &body.end), ..self.slip };
        self.contact.renewed(self.level, self.load, &slip)
    }

    /// Takes a friction in the place of its own.
    fn take(&mut self, (load, mode): &(Vec2, Mode), all: &mut [DaeBody]) {
        self.push(&(load - self.load), all);
        (self.load, self.mode) = (*load, *mode);
    }

    /// λ.
    pub(super) fn lambda(&self) -> f64 {
        self.contact.lambda(&self.load, self.along.as_ref())
    }
}

impl DaeProblem {
    /// Finds the friction of all contacts: how many sweeps it took, and whether they ended above the tolerance.
    ///
    /// The frictions minimise `½ fᵀAf + u₀·f/Δt` over ‖f_c‖ ≤ μN_c, with A the matrix of what frictions change slip accelerations by and u₀
    /// the slip without them: a convex problem, whose accelerations are unique and whose forces need not be.
    pub(super) fn solve(&mut self) -> (u64, bool) {
        let Self { bodies, rows, pairs, .. } = self;
        rows.iter().for_each(|row| row.push(&row.load, bodies));
        let is_lagged = |row: &DaeRow| row.coupling == DaeCoupling::Lagged;
        let mut news = Vec::with_capacity(rows.len());
        news.extend(rows.iter().map(|row| if is_lagged(row) { row.renewed(bodies) } else { (row.load, row.mode) }));
        rows.iter_mut().zip(&news).for_each(|(row, new)| row.take(new, bodies));
        pairs.retain(|pair| pair.clone().any(|k| !is_lagged(&rows[k])));
        if pairs.is_empty() {
            return (1, false);
        }
        let enough = self.tolerance * largest(rows.iter().map(|row| row.contact.limit));
        for sweep in 1..=self.sweeps {
            let mut change = 0.0;
            for pair in &*pairs {
                let rows = &mut rows[pair.clone()];
                news.clear();
                news.extend(rows.iter().map(|row| row.renewed(bodies)));
                for (row, new) in rows.iter_mut().zip(&news) {
                    change = larger(change, (new.0 - row.load).norm());
                    row.take(new, bodies);
                }
            }
            if change <= enough {
                return (sweep, false);
            }
        }
        (self.sweeps, true)
    }

    /// What there is to say of the step once it is solved.
    pub(super) fn step(&self, sweeps: u64) -> DaeStep {
        let mut step = DaeStep { contacts: self.rows.len(), sweeps, ..DaeStep::default() };
        for row in self.rows.iter().filter(|row| row.mode == Mode::Stick) {
            step.fixed += 1;
            let slip = row.rate(&self.bodies, |body| &body.end);
            step.residual = larger(step.residual, slip.norm() / row.contact.dt);
        }
        step
    }
}
