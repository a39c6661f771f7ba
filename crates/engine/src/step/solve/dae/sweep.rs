//! Sweeps over the contacts of a case, eight at a time.

use super::coordinates::Coordinates;
use super::problem::{DaeProblem, PointNumbers};
use super::rounds::Rounds;
use super::spread::{SpreadPoint, spread};
use super::wide_batch::{WideBatch, WideBatchContacts, WideBatchSources};
use crate::laws::Vec2;
use crate::laws::library::slide::dae::{DaeContact, DaeSlip};
use crate::laws::math::extremes::larger;
use crate::laws::math::number::{Row, WIDTH};
use fearless_simd::Simd;
use nalgebra::SVector;
use std::ops::Range;

/// In a case with at least `MANY` contacts, or with torques among the unknowns, sweeps from `RELAXED_FROM` on over-relax by
/// `RELAXATION`, which reaches the same friction in about 60 % of the sweeps. Any factor below 2 converges to the minimum of
/// a convex quadratic form over disks; where a few slide contacts hold one body, over-relaxation gains nothing. Slide and
/// roll of a solid ball are coupled by 5/7, so that 1.3 is the best factor for the two, and a sweep leaves 0.30 of the
/// error instead of 0.71.
const MANY: usize = 64;
const RELAXED_FROM: u64 = 3;
const RELAXATION: f64 = 1.3;

/// The contacts of a case, in groups of eight, in the coordinates `C`.
#[derive(Debug)]
pub(super) struct WideBatches<C: Coordinates<T, D, P>, const T: usize, const D: usize, const P: usize> {
    pub(super) batches: Vec<WideBatch<T, D, P>>,
    /// Data of the contacts of each octet that sweeps rarely read.
    pub(super) contacts: Vec<WideBatchContacts<T>>,
    /// Number of octets in use.
    pub(super) used: usize,
    /// Octets of the lagged contacts, which take the friction of all others from the last step.
    lagged: Range<usize>,
    /// Octets of each round, in the order of sweeps.
    rounds: Vec<Range<usize>>,
    order: Rounds,
    /// Scratch list: the points of a pair with several, while their friction is spread.
    face: Vec<SpreadPoint<T>>,
    /// M⁻¹ of each body.
    inverse: Vec<C::Mass>,
    /// Current velocities of the bodies.
    nows: Vec<[f64; P]>,
    /// Velocities of the bodies at the end of the step, with the friction found so far.
    pub(super) ends: Vec<[f64; P]>,
}

impl<C: Coordinates<T, D, P>, const T: usize, const D: usize, const P: usize> Default for WideBatches<C, T, D, P> {
    fn default() -> Self {
        Self {
            batches: Vec::new(),
            contacts: Vec::new(),
            used: 0,
            lagged: 0..0,
            rounds: Vec::new(),
            order: Rounds::default(),
            face: Vec::new(),
            inverse: Vec::new(),
            nows: Vec::new(),
            ends: Vec::new(),
        }
    }
}

impl<C: Coordinates<T, D, P>, const T: usize, const D: usize, const P: usize> WideBatches<C, T, D, P> {
    /// Reads the contacts of a problem, in rounds.
    #[inline(always)]
    pub(super) fn fill<S: Simd>(&mut self, simd: S, problem: &DaeProblem, space: &C) {
        let mut order = std::mem::take(&mut self.order);
        order.arrange(problem);
        let Self { inverse, nows, ends, .. } = self;
        inverse.clear();
        nows.clear();
        ends.clear();
        for body in &problem.bodies {
            inverse.push(space.mass(body));
            nows.push(space.stored(&body.now));
            ends.push(space.stored(&body.end));
        }
        self.used = 0;
        self.rounds.clear();
        self.read(simd, &problem.lagged, problem, space);
        self.lagged = 0..self.used;
        for pairs in order.each() {
            let first = self.used;
            self.read(simd, pairs, problem, space);
            self.rounds.push(first..self.used);
        }
        self.order = order;
        for batch in &self.batches[..self.used] {
            batch.push::<C, S>(simd, &batch.loads, &mut self.ends);
        }
    }

    /// Reads the contacts of `pairs` into new octets, and spreads the friction of pairs with several points.
    #[inline(always)]
    fn read<S: Simd>(&mut self, simd: S, pairs: &[Range<usize>], problem: &DaeProblem, space: &C) {
        let Self { batches, contacts, used, inverse, nows, face, .. } = self;
        let first = *used;
        let from = WideBatchSources { problem, space, inverse, nows };
        let (mut indices, mut count) = ([0; WIDTH], 0);
        let mut points = pairs.iter().cloned().flatten().peekable();
        while let Some(point) = points.next() {
            indices[count] = point as u32;
            count += 1;
            if count < WIDTH && points.peek().is_some() {
                continue;
            }
            if *used == batches.len() {
                batches.push(WideBatch::IDLE);
                contacts.push(WideBatchContacts::IDLE);
            }
            batches[*used].read(simd, &mut contacts[*used], &indices[..count], &from);
            (*used, count) = (*used + 1, 0);
        }
        let mut place = 0;
        for pair in pairs {
            if pair.len() > 1 {
                let lanes = (place..place + pair.len()).map(|at| (first + at / WIDTH, at % WIDTH));
                let point = |(at, lane): (usize, usize)| batches[at].spread_point(lane, &contacts[at], problem);
                face.clear();
                face.extend(lanes.clone().map(point));
                spread(face);
                for ((at, lane), point) in lanes.zip(face.iter()) {
                    (0..T).for_each(|t| batches[at].loads[t].0[lane] = point.load[t]);
                }
            }
            place += pair.len();
        }
    }

    /// Updates the friction of the contacts of a round from the current velocities, then applies the changes to the
    /// velocities. True if no friction changed by more than `enough`, N.
    #[inline(always)]
    fn renew<S: Simd>(
        &mut self,
        simd: S,
        problem: &mut DaeProblem,
        round: Range<usize>,
        relaxation: f64,
        enough: f64,
    ) -> bool {
        let mut has_settled = true;
        if problem.has_single {
            for batch in round.clone() {
                has_settled &= self.renew_singly(simd, problem, batch, enough);
            }
        } else {
            let Self { batches, ends, .. } = &mut *self;
            for batch in &mut batches[round.clone()] {
                has_settled &= batch.renew::<C, S>(simd, ends, relaxation, enough);
            }
        }
        let Self { batches, ends, .. } = &mut *self;
        for batch in &batches[round] {
            batch.push::<C, S>(simd, &batch.changes, ends);
        }
        has_settled
    }

    /// Updates the friction of a batch contact by contact, for cases with a constraint at acceleration level or a law with
    /// implicit coupling; does not
    /// apply the changes. True if no friction changed by more than `enough`, N.
    #[inline(always)]
    fn renew_singly<S: Simd>(&mut self, simd: S, problem: &mut DaeProblem, at: usize, enough: f64) -> bool {
        let Self { batches, contacts, ends, .. } = self;
        let (batch, contacts) = (&mut batches[at], &contacts[at]);
        let slips = batch.slip_rows::<C, S>(simd, ends);
        let mut has_settled = true;
        for lane in 0..batch.count {
            let point = problem.points[contacts.points[lane] as usize];
            if let Some(implicit) = point.implicit.and_then(|number| problem.implicit.get_mut(number as usize)) {
                let tangents: [Vec2; T] = std::array::from_fn(|t| contacts.tangents[t].lane(lane));
                let sum = |of: &[Row; T]| (0..T).map(|t| tangents[t] * of[t].0[lane]).sum::<Vec2>();
                let slip = [sum(&contacts.now), sum(&slips)];
                let (load, mode) = implicit.renewed(sum(&batch.loads), slip, contacts.masses.0[lane]);
                let load = SVector::from_fn(|t, _| tangents[t].dot(&load));
                has_settled &= batch.set(lane, (load, mode)) <= enough;
                continue;
            }
            let PointNumbers { last: [_, last], .. } = point.read();
            let before =
                (!point.begins).then(|| SVector::from_fn(|t, _| contacts.tangents[t].lane(lane).dot(&last.into())));
            let end = SVector::from_fn(|t, _| slips[t].0[lane]);
            let now = SVector::from_fn(|t, _| contacts.now[t].0[lane]);
            let slip = DaeSlip { end, now, before };
            let contact = DaeContact { mass: contacts.masses.0[lane], limit: batch.limits.0[lane], dt: problem.dt };
            let load = SVector::from_fn(|t, _| batch.loads[t].0[lane]);
            has_settled &= batch.set(lane, contact.renewed(point.level, load, &slip)) <= enough;
        }
        has_settled
    }

    /// Finds the friction of all contacts; returns the number of sweeps, and whether they ended above the tolerance.
    #[inline(always)]
    pub(super) fn sweep<S: Simd>(&mut self, simd: S, problem: &mut DaeProblem) -> (u64, bool) {
        if !self.lagged.is_empty() {
            self.renew(simd, problem, self.lagged.clone(), 1.0, 0.0);
        }
        if self.rounds.is_empty() {
            return (1, false);
        }
        let count = problem.points.len();
        let limits = self.batches[..self.used].iter().flat_map(|batch| batch.limits.0);
        let enough = problem.tolerance * limits.fold(0.0, larger);
        for sweep in 1..=problem.sweeps {
            let is_relaxed = (count >= MANY || problem.has_torques) && sweep >= RELAXED_FROM;
            let relaxation = if is_relaxed { RELAXATION } else { 1.0 };
            let mut has_settled = true;
            for round in 0..self.rounds.len() {
                has_settled &= self.renew(simd, problem, self.rounds[round].clone(), relaxation, enough);
            }
            if has_settled {
                return (sweep, false);
            }
        }
        (problem.sweeps, true)
    }
}
