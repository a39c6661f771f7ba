//! Up to eight contacts, each in its SIMD lane.

use super::coordinates::Coordinates;
use super::problem::{DaePoint, DaeProblem, PointNumbers};
use super::spread::SpreadPoint;
use crate::laws::Vec3;
use crate::laws::friction::element::Mode;
use crate::laws::library::slide::dae::DaeContact;
use crate::laws::math::number::{Number, Row, V2, V3, WIDTH, Wide, both, columns, each};
use fearless_simd::Simd;
use fearless_simd::prelude::*;
use nalgebra::SVector;

/// The data of up to eight contacts that sweeps read. Idle lanes repeat the first contact, with a limit and a gain of
/// 0.
#[derive(Clone, Debug)]
pub(super) struct WideBatch<const T: usize, const D: usize, const P: usize> {
    /// Number of lanes in use.
    pub(super) count: usize,
    /// Indices of bodies i and of bodies j in the problem.
    pub(super) bodies: [[u32; WIDTH]; 2],
    /// Rows of the map from velocities of bodies i and j to slip velocities.
    rates: [[[Row; D]; T]; 2],
    /// Change of the velocities of bodies i and j by 1 N of friction over the step, by lane.
    pushes: [[[[f64; P]; T]; 2]; WIDTH],
    /// m_t/Δt, kg/s.
    gains: Row,
    /// Friction limit μN, N.
    pub(super) limits: Row,
    /// Friction on bodies i, N.
    pub(super) loads: [Row; T],
    /// Change of the friction in this sweep, not yet applied to the velocities, N.
    pub(super) changes: [Row; T],
    /// Which contacts are static, one bit each.
    pub(super) sticks: u64,
}

/// The data of the contacts of a batch that sweeps do not read, or only contact by contact.
#[derive(Clone, Debug)]
pub(super) struct WideBatchContacts<const T: usize> {
    /// Indices of the contacts in the problem.
    pub(super) points: [u32; WIDTH],
    /// Friction directions: world, and components (u, w).
    pub(super) directions: [V3<Row>; T],
    pub(super) tangents: [V2<Row>; T],
    /// [`PointNumbers::arms`] and [`PointNumbers::lever`].
    pub(super) arms: [V3<Row>; 2],
    pub(super) lever: Row,
    /// a × n for motion in the plane normal to a, else 0, components (u, w).
    pub(super) along: V2<Row>,
    /// Shares of m_t, kg.
    pub(super) masses: Row,
    /// Current slip velocities, m/s.
    pub(super) now: [Row; T],
}

/// Inputs for reading contacts into a batch.
pub(super) struct WideBatchSources<'a, C, M, const P: usize> {
    pub(super) problem: &'a DaeProblem,
    pub(super) space: &'a C,
    /// M⁻¹ of each body.
    pub(super) inverse: &'a [M],
    /// Current velocities of the bodies.
    pub(super) nows: &'a [[f64; P]],
}

impl<const T: usize> WideBatchContacts<T> {
    pub(super) const IDLE: Self = Self {
        points: [0; WIDTH],
        directions: [ZEROS; T],
        tangents: [V2 { u: ZERO, w: ZERO }; T],
        arms: [ZEROS; 2],
        lever: ZERO,
        along: V2 { u: ZERO, w: ZERO },
        masses: ZERO,
        now: [ZERO; T],
    };
}

const ZERO: Row = Row([0.0; WIDTH]);
const ZEROS: V3<Row> = V3 { x: ZERO, y: ZERO, z: ZERO };

impl<const T: usize, const D: usize, const P: usize> WideBatch<T, D, P> {
    pub(super) const IDLE: Self = Self {
        count: 0,
        bodies: [[0; WIDTH]; 2],
        rates: [[[ZERO; D]; T]; 2],
        pushes: [[[[0.0; P]; T]; 2]; WIDTH],
        gains: ZERO,
        limits: ZERO,
        loads: [ZERO; T],
        changes: [ZERO; T],
        sticks: 0,
    };

    /// Reads the contacts with these indices in the problem, at most eight, with the friction of the last step clipped
    /// to the current limit.
    #[inline(always)]
    pub(super) fn read<S: Simd, C: Coordinates<T, D, P>>(
        &mut self,
        simd: S,
        contacts: &mut WideBatchContacts<T>,
        indices: &[u32],
        from: &WideBatchSources<C, C::Mass, P>,
    ) {
        self.count = indices.len();
        contacts.points = each(|lane| indices[if lane < indices.len() { lane } else { 0 }]);
        let read = each(
            #[inline(always)]
            |lane| &from.problem.points[contacts.points[lane] as usize],
        );
        self.bodies = both(
            #[inline(always)]
            |k| each(|lane| read[lane].bodies[k]),
        );
        let numbers = PointNumbers::from_numbers([
            numbers_of(simd, &read, 0),
            numbers_of(simd, &read, 1),
            numbers_of(simd, &read, 2),
        ]);
        let rates = self.direct(contacts, &numbers, from.space);
        self.weigh::<S, C>(simd, contacts, (numbers.share, &rates), from);
        contacts.now = self.slip_rows::<C, S>(simd, from.nows);
        for lane in self.count..WIDTH {
            self.loads.iter_mut().for_each(|row| row.0[lane] = 0.0);
            (self.gains.0[lane], self.limits.0[lane]) = (0.0, 0.0);
        }
    }

    /// The data of a contact for [`super::spread`].
    pub(super) fn spread_point(
        &self,
        lane: usize,
        contacts: &WideBatchContacts<T>,
        DaeProblem { points, .. }: &DaeProblem,
    ) -> SpreadPoint<T> {
        let PointNumbers { n, arms, share, lever, .. } = points[contacts.points[lane] as usize].read();
        // Where a torque acts does not matter: torques from one place keep their sum alone.
        let arm = if lever > 0.0 { Vec3::zeros() } else { arms[0].into() };
        SpreadPoint {
            n: n.into(),
            directions: contacts.directions.map(|direction| direction.lane(lane)),
            arm,
            share,
            limit: self.limits.0[lane],
            load: SVector::from_fn(|t, _| self.loads[t].0[lane]),
        }
    }

    /// Finds the directions of friction, the limits and the initial friction; returns the rows that map velocities of
    /// the bodies to slip along these directions. The directions of a roll load T are those of its torque, −n × T; that of a
    /// spin load is −n.
    #[inline(always)]
    fn direct<S: Simd, C: Coordinates<T, D, P>>(
        &mut self,
        contacts: &mut WideBatchContacts<T>,
        PointNumbers { n, u, normal, arms, mu, lever, is_spin, across, last: [last, _], .. }: &PointNumbers<Wide<S>>,
        space: &C,
    ) -> [[[Wide<S>; D]; T]; 2] {
        let (n, u, limit) = (*n, *u, *mu * *normal);
        let w = n.cross(u);
        let across = DaeContact::tangent(*across, n);
        let along = V2 { u: u.dot(across), w: w.dot(across) };
        let zero = limit.like(0.0);
        let nothing = V3 { x: zero, y: zero, z: zero };
        let (is_torque, is_spin) = (zero.is_below(*lever), zero.is_below(*is_spin));
        let first = (-n).where_or(is_spin, (-w).where_or(is_torque, u));
        let second = nothing.where_or(is_spin, u.where_or(is_torque, w));
        let ([load_u, load_w], _) = DaeContact::within(limit, [last.u, last.w]);
        let mut rates = [[[limit; D]; T]; 2];
        for (t, tangent) in space.tangents(along).iter().enumerate() {
            let direction = first * tangent.u + second * tangent.w;
            for (k, sign) in [(0, -1.0), (1, 1.0)] {
                let sign = limit.like(sign);
                let force = nothing.where_or(is_torque, direction);
                let torque = (direction * *lever).where_or(is_torque, arms[k].cross(direction));
                rates[k][t] = space.of(force * sign, torque * sign);
                for (to, rate) in self.rates[k][t].iter_mut().zip(&rates[k][t]) {
                    *to = Row::from_wide(*rate);
                }
            }
            self.loads[t] = Row::from_wide(tangent.u * load_u + tangent.w * load_w);
            (contacts.directions[t], contacts.tangents[t]) =
                (V3::<Row>::from_wide(direction), V2::<Row>::from_wide(*tangent));
        }
        let along = V2 { u: zero.where_or(is_torque, along.u), w: zero.where_or(is_torque, along.w) };
        (contacts.along, self.limits) = (V2::<Row>::from_wide(along), Row::from_wide(limit));
        contacts.lever = Row::from_wide(*lever);
        contacts.arms = [V3::<Row>::from_wide(arms[0]), V3::<Row>::from_wide(arms[1])];
        rates
    }

    /// Finds m_t, and the change of the velocities by friction.
    ///
    /// The points of a pair are updated together, each with its `share` of m_t: their weighted steps together never
    /// overshoot the minimum of the quadratic form, and their friction is proportional to their normal forces.
    #[inline(always)]
    fn weigh<S: Simd, C: Coordinates<T, D, P>>(
        &mut self,
        simd: S,
        contacts: &mut WideBatchContacts<T>,
        (share, rates): (Wide<S>, &[[[Wide<S>; D]; T]; 2]),
        from: &WideBatchSources<C, C::Mass, P>,
    ) {
        let dt = Wide::splat(simd, from.problem.dt);
        let mut pushes = C::pushed(simd, from.inverse, &self.bodies, rates);
        // Rates of change of the slip by 1 N of friction.
        let [i, j] = both(
            #[inline(always)]
            |k| {
                let (by, of) = (&rates[k], &pushes[k]);
                [dot(&by[0], &of[0]), dot(&by[0], &of[T - 1]), dot(&by[T - 1], &of[T - 1])]
            },
        );
        let [uu, uw, ww] = [i[0] + j[0], i[1] + j[1], i[2] + j[2]];
        // With one direction there is no uw or ww.
        let zero = dt.like(0.0);
        let (uw, ww) = if T > 1 { (uw, ww) } else { (zero, zero) };
        let mass = share * DaeContact::tangential_mass([uu, uw, ww]);
        (contacts.masses, self.gains) = (Row::from_wide(mass), Row::from_wide(mass / dt));
        // The friction on a body opposes what its velocity adds to the slip.
        for push in pushes.iter_mut().flatten().flatten() {
            *push = -(dt * *push);
        }
        C::by_contact(simd, &pushes, &mut self.pushes);
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

    /// Slip velocities `v_j − v_i` at the end of the step, m/s, stored by lane.
    #[inline(always)]
    pub(super) fn slip_rows<C: Coordinates<T, D, P>, S: Simd>(&self, simd: S, ends: &[[f64; P]]) -> [Row; T] {
        let mut rows = [Row::default(); T];
        for (row, slip) in rows.iter_mut().zip(self.slips::<C, S>(simd, ends)) {
            *row = Row::from_wide(slip);
        }
        rows
    }

    /// Updates the friction of each contact from the current velocities; true if no friction changes by more than
    /// `enough`, N.
    #[inline(always)]
    pub(super) fn renew<C: Coordinates<T, D, P>, S: Simd>(
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
            (self.loads[t], self.changes[t]) = (Row::from_wide(loads[t]), Row::from_wide(changes[t]));
        }
        self.sticks = sticks.to_bitmask();
        // NaN does not count as a small change.
        DaeContact::size(changes).simd_le(Wide::splat(simd, enough)).all_true()
    }

    /// Applies the changes of friction to the velocities of the bodies.
    #[inline(always)]
    pub(super) fn push<C: Coordinates<T, D, P>, S: Simd>(&self, simd: S, changes: &[Row; T], ends: &mut [[f64; P]]) {
        for lane in 0..self.count {
            for k in 0..2 {
                let end = &mut ends[self.bodies[k][lane] as usize];
                for (t, change) in changes.iter().enumerate() {
                    C::change(simd, end, &self.pushes[lane][k][t], change.0[lane]);
                }
            }
        }
    }

    /// Sets the friction and mode of one contact; returns the size of the change of friction, N.
    pub(super) fn set(&mut self, lane: usize, (load, mode): (SVector<f64, T>, Mode)) -> f64 {
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

/// Row `row` of the numbers of eight contacts.
#[inline(always)]
fn numbers_of<S: Simd>(simd: S, read: &[&DaePoint; WIDTH], row: usize) -> [Wide<S>; WIDTH] {
    columns(
        simd,
        #[inline(always)]
        |lane| read[lane].numbers[row].0,
    )
}

#[inline(always)]
fn dot<N: Number, const D: usize>(a: &[N; D], b: &[N; D]) -> N {
    let mut sum = a[0] * b[0];
    for k in 1..D {
        sum = sum + a[k] * b[k];
    }
    sum
}
