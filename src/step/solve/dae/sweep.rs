//! Sweeps over the contacts of a case in a compact array, in the coordinates of its motion: three in a plane, six in
//! space.

use super::problem::{DaeProblem, DaeRow};
use super::report::DaeStep;
use super::rounds::in_rounds;
use crate::laws::dae::{DaeContact, DaeCoupling, DaeSlip};
use crate::laws::element::Mode;
use crate::laws::extremes::{larger, largest};
use crate::laws::{Vec2, Vec3};
use crate::step::solve::mover::Velocity;
use nalgebra::SVector;
use std::ops::Range;

/// In a case of this many contacts, sweeps from `RELAXED_FROM` on over-relax, reaching the same frictions in some 60 %
/// of the sweeps. The minimum of a convex quadratic form over disks is found with any factor below 2; where a few
/// contacts hold one body, over-relaxation gains nothing.
const MANY: usize = 64;
const RELAXED_FROM: u64 = 3;
const RELAXATION: f64 = 1.3;

/// Coordinates of velocities, of which a contact has T tangential directions.
pub(super) trait Coordinates<const T: usize, const D: usize> {
    /// The coordinates of a velocity, or of a direction with its moment.
    fn of(&self, velocity: &Velocity) -> [f64; D];
    /// The tangents of a contact, components (u, w).
    fn tangents(&self, row: &DaeRow) -> [Vec2; T];
}

/// Any motion.
pub(super) struct InSpace;

/// Motion in the plane normal to `a`, a unit vector.
pub(super) struct InPlane {
    pub(super) a: Vec3,
    pub(super) e1: Vec3,
    pub(super) e2: Vec3,
}

impl Coordinates<2, 6> for InSpace {
    fn of(&self, Velocity { v, w }: &Velocity) -> [f64; 6] {
        [v.x, v.y, v.z, w.x, w.y, w.z]
    }

    fn tangents(&self, _: &DaeRow) -> [Vec2; 2] {
        [Vec2::x(), Vec2::y()]
    }
}

impl Coordinates<1, 4> for InPlane {
    #[inline(always)]
    fn of(&self, Velocity { v, w }: &Velocity) -> [f64; 4] {
        [self.e1.dot(v), self.e2.dot(v), self.a.dot(w), 0.0]
    }

    fn tangents(&self, row: &DaeRow) -> [Vec2; 1] {
        [row.along.unwrap_or_else(Vec2::x)]
    }
}

/// A contact in these coordinates.
#[derive(Debug)]
struct CompactRow<const T: usize, const D: usize> {
    /// Its place in the problem.
    place: u32,
    /// Places of bodies i and j.
    bodies: [u32; 2],
    /// What the velocities of i and j add to the slip.
    rates: [[[f64; D]; T]; 2],
    /// Change of these velocities by 1 N of friction over the step.
    pushes: [[[f64; D]; T]; 2],
    /// Share of m_t; μN; Δt.
    contact: DaeContact,
    /// m_t/Δt, kg/s.
    gain: f64,
    /// Friction on body i, N.
    load: SVector<f64, T>,
    mode: Mode,
}

impl<const T: usize, const D: usize> CompactRow<T, D> {
    /// The points of a pair are updated together, each with its `share` of m_t: their weighted steps together never
    /// overshoot the minimum of the quadratic form, and their friction is proportional to their normal forces.
    fn of(place: usize, problem: &DaeProblem, space: &impl Coordinates<T, D>) -> Self {
        let row = &problem.rows[place];
        let (dt, tangents) = (row.dt, space.tangents(row));
        let (mut rates, mut pushes) = ([[[0.0; D]; T]; 2], [[[0.0; D]; T]; 2]);
        for (t, tangent) in tangents.iter().enumerate() {
            let direction = row.tangents[0] * tangent.x + row.tangents[1] * tangent.y;
            for (k, sign, by) in [(0, -1.0, dt), (1, 1.0, -dt)] {
                let (body, moment) = (&problem.bodies[row.bodies[k]], row.arms[k].cross(&direction));
                rates[k][t] = space.of(&Velocity { v: direction * sign, w: moment * sign });
                pushes[k][t] = space.of(&body.mass.of(&(body.supports.remove_from(direction) * by), &(moment * by)));
            }
        }
        let change = |a: usize, b: usize| -(dot(&rates[0][a], &pushes[0][b]) + dot(&rates[1][a], &pushes[1][b])) / dt;
        let last = T - 1;
        let across = if T > 1 { [change(0, last), change(last, last)] } else { [0.0; 2] };
        let mass = row.share * DaeContact::tangential_mass([change(0, 0), across[0], across[1]]);
        Self {
            place: place as u32,
            bodies: row.bodies.map(|body| body as u32),
            rates,
            pushes,
            contact: DaeContact { mass, limit: row.limit, dt },
            gain: mass / dt,
            load: SVector::from_fn(|t, _| tangents[t].dot(&row.load)),
            mode: Mode::Slip,
        }
    }

    /// `v_j − v_i` at the contact point at the end of the step, m/s.
    #[inline(always)]
    fn slip(&self, ends: &[[f64; D]]) -> SVector<f64, T> {
        let [i, j] = self.bodies.map(|body| &ends[body as usize]);
        SVector::from_fn(|t, _| dot(&self.rates[0][t], i) + dot(&self.rates[1][t], j))
    }

    /// Applies this friction, N on body i, to the velocities of the bodies.
    #[inline(always)]
    fn push(&self, load: &SVector<f64, T>, ends: &mut [[f64; D]]) {
        for k in 0..2 {
            let body = self.bodies[k] as usize;
            let mut end = ends[body];
            for t in 0..T {
                let push = self.pushes[k][t];
                for d in 0..D {
                    end[d] += push[d] * load[t];
                }
            }
            ends[body] = end;
        }
    }

    /// Replaces its friction; returns the size of the change, N.
    #[inline(always)]
    fn take(&mut self, (load, mode): (SVector<f64, T>, Mode), ends: &mut [[f64; D]]) -> f64 {
        let change = load - self.load;
        self.push(&change, ends);
        (self.load, self.mode) = (load, mode);
        if T == 1 { change[0].abs() } else { change.norm() }
    }
}

#[inline(always)]
fn dot<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    let mut sum = a[0] * b[0];
    for k in 1..D {
        sum += a[k] * b[k];
    }
    sum
}

/// The contacts of a case in these coordinates.
#[derive(Debug)]
pub(super) struct CompactRows<const T: usize, const D: usize> {
    rows: Vec<CompactRow<T, D>>,
    /// Those of each pair of bodies, in the order of sweeps.
    pairs: Vec<Range<usize>>,
    /// Velocities of the bodies at the end of the step, with the friction found so far.
    ends: Vec<[f64; D]>,
}

impl<const T: usize, const D: usize> Default for CompactRows<T, D> {
    fn default() -> Self {
        Self { rows: Vec::new(), pairs: Vec::new(), ends: Vec::new() }
    }
}

/// A case being solved.
pub(super) struct Sweeps<'p, C, const T: usize, const D: usize> {
    problem: &'p mut DaeProblem,
    space: C,
    rows: &'p mut [CompactRow<T, D>],
    pairs: &'p mut Vec<Range<usize>>,
    ends: &'p mut [[f64; D]],
}

impl<'p, C: Coordinates<T, D>, const T: usize, const D: usize> Sweeps<'p, C, T, D> {
    pub(super) fn of(problem: &'p mut DaeProblem, space: C, memory: &'p mut CompactRows<T, D>) -> Self {
        let CompactRows { rows, pairs, ends } = memory;
        ends.clear();
        ends.extend(problem.bodies.iter().map(|body| space.of(&body.end)));
        rows.clear();
        pairs.clear();
        for pair in in_rounds(problem) {
            let first = rows.len();
            rows.extend(pair.map(|place| CompactRow::of(place, problem, &space)));
            pairs.push(first..rows.len());
        }
        rows.iter().for_each(|row| row.push(&row.load, ends));
        Self { problem, space, rows, pairs, ends }
    }

    /// The friction that follows from the slip at the end of the step.
    #[inline(always)]
    fn renewed(&self, at: usize, relaxation: f64) -> (SVector<f64, T>, Mode) {
        let row = &self.rows[at];
        let end = row.slip(self.ends);
        if !self.problem.has_accelerations {
            return row.contact.within(row.load + end * (relaxation * row.gain));
        }
        let whole = self.whole(at);
        let tangents = self.space.tangents(whole);
        let flat = |slip: &Vec2| SVector::from_fn(|t, _| tangents[t].dot(slip));
        let slip = DaeSlip { end, now: flat(&whole.now), before: whole.before.as_ref().map(flat) };
        row.contact.renewed(whole.level, row.load, &slip)
    }

    /// The same contact as it was gathered.
    fn whole(&self, at: usize) -> &DaeRow {
        &self.problem.rows[self.rows[at].place as usize]
    }

    /// Finds the friction of all contacts; returns statistics of the step, and whether the sweeps ended above the
    /// tolerance.
    #[inline(always)]
    pub(super) fn run(self) -> (DaeStep, bool) {
        let is_lagged = |row: &DaeRow| row.coupling == DaeCoupling::Lagged;
        let lagged: Vec<usize> = (0..self.rows.len()).filter(|at| is_lagged(self.whole(*at))).collect();
        let mut news: Vec<_> = lagged.iter().map(|at| self.renewed(*at, 1.0)).collect();
        for (at, new) in lagged.iter().zip(news.drain(..)) {
            self.rows[*at].take(new, self.ends);
        }
        let (whole, rows) = (&self.problem.rows, &*self.rows);
        self.pairs.retain(|pair| pair.clone().any(|k| !is_lagged(&whole[rows[k].place as usize])));
        let pairs = &*self.pairs;
        if pairs.is_empty() {
            return (self.finish(1), false);
        }
        let enough = self.problem.tolerance * largest(self.rows.iter().map(|row| row.contact.limit));
        for sweep in 1..=self.problem.sweeps {
            let mut has_settled = true;
            let is_relaxed = self.rows.len() >= MANY && sweep >= RELAXED_FROM;
            let relaxation = if is_relaxed { RELAXATION } else { 1.0 };
            for pair in pairs {
                if pair.len() == 1 {
                    let new = self.renewed(pair.start, relaxation);
                    has_settled &= self.rows[pair.start].take(new, self.ends) <= enough;
                    continue;
                }
                news.extend(pair.clone().map(|at| self.renewed(at, relaxation)));
                for (at, new) in pair.clone().zip(news.drain(..)) {
                    has_settled &= self.rows[at].take(new, self.ends) <= enough;
                }
            }
            if has_settled {
                return (self.finish(sweep), false);
            }
        }
        let sweeps = self.problem.sweeps;
        (self.finish(sweeps), true)
    }

    /// Copies the frictions back to the problem.
    fn finish(self, sweeps: u64) -> DaeStep {
        let mut step = DaeStep { contacts: self.rows.len(), sweeps, ..DaeStep::default() };
        for row in &*self.rows {
            let whole = &mut self.problem.rows[row.place as usize];
            let tangents = self.space.tangents(whole);
            whole.load = (0..T).map(|t| tangents[t] * row.load[t]).sum();
            whole.mode = row.mode;
            if row.mode == Mode::Stick {
                step.fixed += 1;
                step.residual = larger(step.residual, row.slip(self.ends).norm() / row.contact.dt);
            }
        }
        step
    }
}
