//! Sweeps over the contacts of a case, eight at a time, in the coordinates of its motion: three in a plane, six in
//! space.

use super::problem::{DaeBody, DaeProblem, DaeRow};
use super::report::DaeStep;
use super::rounds::Rounds;
use crate::laws::dae::{DaeContact, DaeCoupling, DaeSlip};
use crate::laws::element::Mode;
use crate::laws::extremes::{larger, largest};
use crate::laws::number::{Row, WIDTH, Wide, both, columns};
use crate::laws::{Vec2, Vec3};
use crate::step::solve::mover::Velocity;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, f64x4};
use nalgebra::SVector;
use std::ops::Range;

/// In a case of this many contacts, sweeps from `RELAXED_FROM` on over-relax, reaching the same frictions in some 60 %
/// of the sweeps. The minimum of a convex quadratic form over disks is found with any factor below 2; where a few
/// contacts hold one body, over-relaxation gains nothing.
const MANY: usize = 64;
const RELAXED_FROM: u64 = 3;
const RELAXATION: f64 = 1.3;

/// D coordinates of velocities, of which a contact has T tangential directions; P numbers of memory hold them.
pub(super) trait Coordinates<const T: usize, const D: usize, const P: usize> {
    /// What these coordinates need of a body besides itself.
    type Mass: Clone + std::fmt::Debug;
    /// For this body.
    fn mass(&self, body: &DaeBody) -> Self::Mass;
    /// The velocities of the bodies i and of the bodies j of eight contacts.
    fn gathered<S: Simd>(simd: S, ends: &[[f64; P]], bodies: &[[u32; WIDTH]; 2]) -> [[Wide<S>; D]; 2];
    /// M⁻¹ times a force with its moment, in these coordinates.
    fn pushed(&self, body: &DaeBody, mass: &Self::Mass, by: &[f64; P]) -> [f64; P];
    /// The coordinates of a velocity, or of a direction with its moment; what memory is left over is 0.
    fn of(&self, velocity: &Velocity) -> [f64; P];
    /// The tangents of a contact, components (u, w).
    fn tangents(&self, row: &DaeRow) -> [Vec2; T];
}

/// Any motion.
#[derive(Debug)]
pub(super) struct InSpace;

/// Motion in the plane normal to `a`, a unit vector.
#[derive(Debug)]
pub(super) struct InPlane {
    pub(super) a: Vec3,
    pub(super) e1: Vec3,
    pub(super) e2: Vec3,
}

impl Coordinates<2, 6, 8> for InSpace {
    type Mass = ();

    fn mass(&self, _: &DaeBody) {}

    #[inline(always)]
    fn gathered<S: Simd>(simd: S, ends: &[[f64; 8]], bodies: &[[u32; WIDTH]; 2]) -> [[Wide<S>; 6]; 2] {
        both(
            #[inline(always)]
            |k| {
                let [x, y, z, a, b, c, ..] = columns(
                    simd,
                    #[inline(always)]
                    |lane| ends[bodies[k][lane] as usize],
                );
                [x, y, z, a, b, c]
            },
        )
    }

    #[inline(always)]
    fn pushed(&self, body: &DaeBody, (): &(), [x, y, z, a, b, c, ..]: &[f64; 8]) -> [f64; 8] {
        self.of(&body.pushed(Vec3::new(*x, *y, *z), &Vec3::new(*a, *b, *c)))
    }

    #[inline(always)]
    fn of(&self, Velocity { v, w }: &Velocity) -> [f64; 8] {
        [v.x, v.y, v.z, w.x, w.y, w.z, 0.0, 0.0]
    }

    fn tangents(&self, _: &DaeRow) -> [Vec2; 2] {
        [Vec2::x(), Vec2::y()]
    }
}

impl Coordinates<1, 3, 4> for InPlane {
    /// M⁻¹ of translation, 1/kg, by columns, and of rotation, 1/(kg·m²).
    type Mass = ([[f64; 2]; 2], f64);

    fn mass(&self, body: &DaeBody) -> Self::Mass {
        let turning = self.a.dot(&(body.mass.angular * self.a));
        if body.supports.is_none() {
            return ([[body.mass.linear, 0.0], [0.0, body.mass.linear]], turning);
        }
        let column = |e: &Vec3| {
            let v = body.pushed(*e, &Vec3::zeros()).v;
            [self.e1.dot(&v), self.e2.dot(&v)]
        };
        ([column(&self.e1), column(&self.e2)], turning)
    }

    #[inline(always)]
    fn gathered<S: Simd>(simd: S, ends: &[[f64; 4]], bodies: &[[u32; WIDTH]; 2]) -> [[Wide<S>; 3]; 2] {
        let [x_i, y_i, turning_i, _, x_j, y_j, turning_j, _] = columns(
            simd,
            #[inline(always)]
            |lane| {
                let [i, j] = [&ends[bodies[0][lane] as usize], &ends[bodies[1][lane] as usize]];
                f64x4::simd_from(simd, *i).combine(f64x4::simd_from(simd, *j))
            },
        );
        [[x_i, y_i, turning_i], [x_j, y_j, turning_j]]
    }

    #[inline(always)]
    fn pushed(&self, _: &DaeBody, ([x, y], turning): &Self::Mass, by: &[f64; 4]) -> [f64; 4] {
        [x[0] * by[0] + y[0] * by[1], x[1] * by[0] + y[1] * by[1], turning * by[2], 0.0]
    }

    #[inline(always)]
    fn of(&self, Velocity { v, w }: &Velocity) -> [f64; 4] {
        [self.e1.dot(v), self.e2.dot(v), self.a.dot(w), 0.0]
    }

    fn tangents(&self, row: &DaeRow) -> [Vec2; 1] {
        [row.along.unwrap_or_else(Vec2::x)]
    }
}

/// Up to eight contacts of one round in these coordinates, each in its lane. Idle lanes have no load.
#[derive(Clone, Debug)]
struct Octet<const T: usize, const D: usize, const P: usize> {
    /// Number of lanes in use.
    count: usize,
    /// Their places in the problem.
    places: [u32; WIDTH],
    /// Places of the bodies i, and of the bodies j.
    bodies: [[u32; WIDTH]; 2],
    /// What the velocities of i and j add to the slip.
    rates: [[[Row; D]; T]; 2],
    /// Change of these velocities by 1 N of friction over the step, by lane.
    pushes: [[[[f64; P]; T]; 2]; WIDTH],
    /// Shares of m_t, kg.
    masses: Row,
    /// m_t/Δt, kg/s.
    gains: Row,
    /// μN, N.
    limits: Row,
    /// Friction on bodies i, N.
    loads: [Row; T],
    /// Its change in this sweep, not yet applied to the bodies, N.
    changes: [Row; T],
    /// Which contacts are static, one bit each.
    sticks: u64,
}

impl<const T: usize, const D: usize, const P: usize> Octet<T, D, P> {
    const IDLE: Self = Self {
        count: 0,
        places: [0; WIDTH],
        bodies: [[0; WIDTH]; 2],
        rates: [[[Row([0.0; WIDTH]); D]; T]; 2],
        pushes: [[[[0.0; P]; T]; 2]; WIDTH],
        masses: Row([0.0; WIDTH]),
        gains: Row([0.0; WIDTH]),
        limits: Row([0.0; WIDTH]),
        loads: [Row([0.0; WIDTH]); T],
        changes: [Row([0.0; WIDTH]); T],
        sticks: 0,
    };

    /// Takes the contact at this place of the problem into the next lane.
    ///
    /// The points of a pair are updated together, each with its `share` of m_t: their weighted steps together never
    /// overshoot the minimum of the quadratic form, and their friction is proportional to their normal forces.
    #[inline(always)]
    fn take<C: Coordinates<T, D, P>>(&mut self, place: usize, problem: &DaeProblem, space: &C, inverse: &[C::Mass]) {
        let lane = self.count;
        self.count += 1;
        let row = &problem.rows[place];
        let (dt, tangents) = (row.dt, space.tangents(row));
        let (mut rates, pushes) = ([[[0.0; P]; T]; 2], &mut self.pushes[lane]);
        for (t, tangent) in tangents.iter().enumerate() {
            let direction = row.tangents[0] * tangent.x + row.tangents[1] * tangent.y;
            for (k, sign) in [(0, -1.0), (1, 1.0)] {
                let (body, moment) = (row.bodies[k] as usize, row.arms[k].cross(&direction));
                rates[k][t] = space.of(&Velocity { v: direction * sign, w: moment * sign });
                // The friction on a body opposes what its velocity adds to the slip.
                let push = space.pushed(&problem.bodies[body], &inverse[body], &rates[k][t]);
                pushes[k][t] = push.map(|push| -dt * push);
                for (to, rate) in self.rates[k][t].iter_mut().zip(rates[k][t]) {
                    to.0[lane] = rate;
                }
            }
            self.loads[t].0[lane] = tangent.dot(&row.load);
        }
        let change = |a: usize, b: usize| {
            -(dot::<D, P>(&rates[0][a], &pushes[0][b]) + dot::<D, P>(&rates[1][a], &pushes[1][b])) / dt
        };
        let last = T - 1;
        let across = if T > 1 { [change(0, last), change(last, last)] } else { [0.0; 2] };
        let mass = row.share * DaeContact::tangential_mass([change(0, 0), across[0], across[1]]);
        self.places[lane] = place as u32;
        for k in 0..2 {
            self.bodies[k][lane] = row.bodies[k];
        }
        (self.masses.0[lane], self.gains.0[lane], self.limits.0[lane]) = (mass, mass / dt, row.limit);
    }

    /// Removes what earlier contacts left in the lanes that are not in use.
    fn leave_idle(&mut self) {
        for lane in self.count..WIDTH {
            self.rates.iter_mut().flatten().flatten().for_each(|row| row.0[lane] = 0.0);
            self.loads.iter_mut().for_each(|row| row.0[lane] = 0.0);
            (self.gains.0[lane], self.limits.0[lane]) = (0.0, 0.0);
            self.bodies.iter_mut().for_each(|bodies| bodies[lane] = 0);
        }
    }

    /// `v_j − v_i` at each contact point at the end of the step, m/s.
    #[inline(always)]
    fn slips<C: Coordinates<T, D, P>, S: Simd>(&self, simd: S, ends: &[[f64; P]]) -> [Wide<S>; T] {
        let at = C::gathered(simd, ends, &self.bodies);
        let zero = Wide::splat(simd, 0.0);
        let mut slips = [zero; T];
        for (t, slip) in slips.iter_mut().enumerate() {
            let of = both(
                #[inline(always)]
                |k| {
                    let rates = &self.rates[k][t];
                    let mut sum: Wide<S> = at[k][0] * rates[0].wide(simd);
                    for d in 1..D {
                        sum += at[k][d] * rates[d].wide(simd);
                    }
                    sum
                },
            );
            *slip = of[0] + of[1];
        }
        slips
    }

    /// The same, by lane.
    #[inline(always)]
    fn slip_rows<C: Coordinates<T, D, P>, S: Simd>(&self, simd: S, ends: &[[f64; P]]) -> [Row; T] {
        let mut rows = [Row::default(); T];
        for (row, slip) in rows.iter_mut().zip(self.slips::<C, S>(simd, ends)) {
            slip.store_array(&mut row.0);
        }
        rows
    }

    /// Finds the friction of each contact from the velocities as they are, and its change; true if none changes by more
    /// than `enough`, N.
    #[inline(always)]
    fn renew<C: Coordinates<T, D, P>, S: Simd>(
        &mut self,
        simd: S,
        ends: &[[f64; P]],
        relaxation: f64,
        enough: f64,
    ) -> bool {
        let slips = self.slips::<C, S>(simd, ends);
        let (gain, limit) = (self.gains.wide(simd) * relaxation, self.limits.wide(simd));
        let mut loads = [limit; T];
        for t in 0..T {
            loads[t] = self.loads[t].wide(simd) + slips[t] * gain;
        }
        let (loads, sticks) = DaeContact::within(limit, loads);
        let mut changes = loads;
        for t in 0..T {
            changes[t] = loads[t] - self.loads[t].wide(simd);
            loads[t].store_array(&mut self.loads[t].0);
            changes[t].store_array(&mut self.changes[t].0);
        }
        self.sticks = sticks.to_bitmask();
        // NaN is no small change.
        DaeContact::size(changes).simd_le(Wide::splat(simd, enough)).all_true()
    }

    /// Applies the changes of friction to the velocities of the bodies.
    #[inline(always)]
    fn push(&self, changes: &[Row; T], ends: &mut [[f64; P]]) {
        for lane in 0..self.count {
            for k in 0..2 {
                let end = &mut ends[self.bodies[k][lane] as usize];
                for (t, change) in changes.iter().enumerate() {
                    let (push, change) = (&self.pushes[lane][k][t], change.0[lane]);
                    for p in 0..P {
                        end[p] += push[p] * change;
                    }
                }
            }
        }
    }

    /// Sets the friction of one contact, and its change.
    fn set(&mut self, lane: usize, (load, mode): (SVector<f64, T>, Mode)) -> f64 {
        let mut change = load;
        for t in 0..T {
            change[t] -= self.loads[t].0[lane];
            (self.loads[t].0[lane], self.changes[t].0[lane]) = (load[t], change[t]);
        }
        let bit = 1 << lane;
        self.sticks = if mode == Mode::Stick { self.sticks | bit } else { self.sticks & !bit };
        change.norm()
    }
}

#[inline(always)]
fn dot<const D: usize, const P: usize>(a: &[f64; P], b: &[f64; P]) -> f64 {
    let mut sum = a[0] * b[0];
    for k in 1..D {
        sum += a[k] * b[k];
    }
    sum
}

/// The contacts of a case in these coordinates.
#[derive(Debug)]
pub(super) struct OctetRows<C: Coordinates<T, D, P>, const T: usize, const D: usize, const P: usize> {
    octets: Vec<Octet<T, D, P>>,
    /// What the coordinates need of each body.
    inverse: Vec<C::Mass>,
    /// Those of each round, in the order of sweeps.
    rounds: Vec<Range<usize>>,
    /// Velocities of the bodies at the end of the step, with the friction found so far.
    ends: Vec<[f64; P]>,
}

impl<C: Coordinates<T, D, P>, const T: usize, const D: usize, const P: usize> Default for OctetRows<C, T, D, P> {
    fn default() -> Self {
        Self { octets: Vec::new(), inverse: Vec::new(), rounds: Vec::new(), ends: Vec::new() }
    }
}

/// A case being solved.
pub(super) struct Sweeps<'p, C: Coordinates<T, D, P>, const T: usize, const D: usize, const P: usize> {
    problem: &'p mut DaeProblem,
    space: C,
    /// Contacts that take the friction of the others from the last step come first.
    lagged: Range<usize>,
    rows: &'p mut OctetRows<C, T, D, P>,
}

impl<'p, C: Coordinates<T, D, P>, const T: usize, const D: usize, const P: usize> Sweeps<'p, C, T, D, P> {
    pub(super) fn of(problem: &'p mut DaeProblem, space: C, rows: &'p mut OctetRows<C, T, D, P>) -> Self {
        let OctetRows { octets, inverse, rounds, ends } = rows;
        inverse.clear();
        inverse.extend(problem.bodies.iter().map(|body| space.mass(body)));
        ends.clear();
        ends.extend(problem.bodies.iter().map(|body| space.of(&body.end)));
        rounds.clear();
        let is_lagged = |pair: &Range<usize>| problem.rows[pair.start].coupling == DaeCoupling::Lagged;
        let (lagged, coupled): (Vec<_>, Vec<_>) =
            problem.pairs.iter().filter(|pair| !pair.is_empty()).cloned().partition(is_lagged);
        let mut used = 0;
        let mut fill = |pairs: &[Range<usize>]| {
            let first = used;
            for place in pairs.iter().cloned().flatten() {
                if used == first || octets[used - 1].count == WIDTH {
                    if used == octets.len() {
                        octets.push(Octet::IDLE);
                    }
                    octets[used].count = 0;
                    used += 1;
                }
                octets[used - 1].take(place, problem, &space, inverse);
            }
            if used > first {
                octets[used - 1].leave_idle();
            }
            first..used
        };
        let lagged = fill(&lagged);
        rounds.extend(Rounds::of(problem, coupled).each().map(&mut fill));
        octets.truncate(used);
        for octet in &*octets {
            octet.push(&octet.loads, ends);
        }
        Self { problem, space, lagged, rows }
    }

    /// Finds the friction of the contacts of a round, and its changes, from the velocities as they are; then applies
    /// these. True if no friction changed by more than `enough`, N.
    #[inline(always)]
    fn renew<S: Simd>(&mut self, simd: S, round: Range<usize>, relaxation: f64, enough: f64) -> bool {
        let mut has_settled = true;
        if self.problem.has_accelerations {
            for octet in round.clone() {
                has_settled &= self.renew_singly(simd, octet, enough);
            }
        } else {
            let OctetRows { octets, ends, .. } = &mut *self.rows;
            for octet in &mut octets[round.clone()] {
                has_settled &= octet.renew::<C, S>(simd, ends, relaxation, enough);
            }
        }
        let OctetRows { octets, ends, .. } = &mut *self.rows;
        for octet in &octets[round] {
            octet.push(&octet.changes, ends);
        }
        has_settled
    }

    /// The same for an octet one by one, where a constraint is imposed on the acceleration.
    #[inline(always)]
    fn renew_singly<S: Simd>(&mut self, simd: S, at: usize, enough: f64) -> bool {
        let OctetRows { octets, ends, .. } = &mut *self.rows;
        let octet = &mut octets[at];
        let slips = octet.slip_rows::<C, S>(simd, ends);
        let mut has_settled = true;
        for lane in 0..octet.count {
            let row = &self.problem.rows[octet.places[lane] as usize];
            let tangents = self.space.tangents(row);
            let flat = |slip: &Vec2| SVector::from_fn(|t, _| tangents[t].dot(slip));
            let end = SVector::from_fn(|t, _| slips[t].0[lane]);
            let slip = DaeSlip { end, now: flat(&row.now), before: row.before.as_ref().map(flat) };
            let contact = DaeContact { mass: octet.masses.0[lane], limit: row.limit, dt: row.dt };
            let load = SVector::from_fn(|t, _| octet.loads[t].0[lane]);
            has_settled &= octet.set(lane, contact.renewed(row.level, load, &slip)) <= enough;
        }
        has_settled
    }

    /// Finds the friction of all contacts; returns statistics of the step, and whether the sweeps ended above the
    /// tolerance.
    #[inline(always)]
    pub(super) fn run<S: Simd>(mut self, simd: S) -> (DaeStep, bool) {
        if !self.lagged.is_empty() {
            self.renew(simd, self.lagged.clone(), 1.0, 0.0);
        }
        if self.rows.rounds.is_empty() {
            return (self.finish(simd, 1), false);
        }
        let count = self.problem.rows.len();
        let enough = self.problem.tolerance * largest(self.problem.rows.iter().map(|row| row.limit));
        let sweeps = self.problem.sweeps;
        for sweep in 1..=sweeps {
            let is_relaxed = count >= MANY && sweep >= RELAXED_FROM;
            let relaxation = if is_relaxed { RELAXATION } else { 1.0 };
            let mut has_settled = true;
            for round in 0..self.rows.rounds.len() {
                let round = self.rows.rounds[round].clone();
                has_settled &= self.renew(simd, round, relaxation, enough);
            }
            if has_settled {
                return (self.finish(simd, sweep), false);
            }
        }
        (self.finish(simd, sweeps), true)
    }

    /// Copies the frictions back to the problem.
    #[inline(always)]
    fn finish<S: Simd>(self, simd: S, sweeps: u64) -> DaeStep {
        let OctetRows { octets, ends, .. } = self.rows;
        let mut step = DaeStep { contacts: self.problem.rows.len(), sweeps, ..DaeStep::default() };
        for octet in octets {
            let slips = octet.slip_rows::<C, S>(simd, ends);
            for lane in 0..octet.count {
                let whole = &mut self.problem.rows[octet.places[lane] as usize];
                let tangents = self.space.tangents(whole);
                whole.load = (0..T).map(|t| tangents[t] * octet.loads[t].0[lane]).sum();
                whole.mode = if octet.sticks >> lane & 1 == 1 { Mode::Stick } else { Mode::Slip };
                if whole.mode == Mode::Stick {
                    step.fixed += 1;
                    let slip: SVector<f64, T> = SVector::from_fn(|t, _| slips[t].0[lane]);
                    step.residual = larger(step.residual, slip.norm() / whole.dt);
                }
            }
        }
        step
    }
}
