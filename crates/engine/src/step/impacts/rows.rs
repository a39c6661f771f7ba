//! The rows of the contact table as impacts read them.

use super::log::{ImpactPair, PointLoad};
use crate::laws::Vec3;
use crate::laws::friction::contact::{ContactHistory, ContactPoint, StepMotion};
use crate::laws::friction::frame::ContactFrame;
use crate::laws::math::extremes::largest;
use crate::step::contacts::pair_constants::PairConstants;
use crate::step::contacts::table::ContactTable;
use crate::step::solve::springs::single::read_slide;
use crate::world::Clock;
use crate::world::contact::{ContactDetails, ContactExtras, ContactIdentity, ContactPair, ContactRow};
use bevy_ecs::prelude::*;
use std::ops::Range;

/// The columns of the contact table. Rows are in the order of their keys, so those of a pair are contiguous.
pub(super) struct ContactRows<'a> {
    table: &'a ContactTable,
    clock: &'a Clock,
    pairs: &'a [ContactPair],
    histories: &'a [ContactHistory],
    motions: &'a [StepMotion],
    identities: &'a [ContactIdentity],
    extras: &'a [ContactExtras],
}

impl<'a> ContactRows<'a> {
    /// The rows of a query; `None` without any.
    pub(super) fn read(
        contacts: &'a Query<ContactRow<'static>>,
        (table, clock): (&'a ContactTable, &'a Clock),
    ) -> Option<Self> {
        let (pairs, histories, motions, identities, extras) = contacts.contiguous_iter().ok()?.next()?;
        Some(Self { table, clock, pairs, histories, motions, identities, extras })
    }

    /// The present step.
    pub(super) fn step(&self) -> u64 {
        self.clock.step
    }

    /// Case and bodies of the pair to which a row belongs.
    fn name_at(&self, row: usize) -> Option<(u32, ImpactPair)> {
        self.identities.get(row).map(|identity| (identity.key.case, [identity.key.i, identity.key.j]))
    }

    /// Bodies and constants of the pair to which a row belongs; `None` in another case than the first.
    pub(super) fn pair_at(&self, row: usize) -> Option<(ImpactPair, &'a PairConstants)> {
        let (case, pair) = self.name_at(row)?;
        let class = self.table.classes.get(self.pairs.get(row)?.class as usize)?;
        (case == 0).then_some((pair, class))
    }

    /// Rows of the bodies of the pair to which a row belongs.
    pub(super) fn body_rows(&self, row: usize) -> [u32; 2] {
        self.pairs[row].rows
    }

    /// The rows of the pair to which this row belongs.
    fn run_around(&self, row: usize) -> Range<usize> {
        let name = self.name_at(row);
        let before = (0..row).rev().take_while(|row| self.name_at(*row) == name).count();
        let after = (row..self.identities.len()).take_while(|row| self.name_at(*row) == name).count();
        row - before..row + after
    }

    /// The rows of each pair of which a contact began or ended in this step, in order.
    pub(super) fn flipped(&self) -> Vec<Range<usize>> {
        let mut flips = self.table.flips.clone();
        flips.sort_unstable();
        let mut runs: Vec<Range<usize>> = Vec::new();
        for row in flips.into_iter().map(|row| row as usize).filter(|row| *row < self.identities.len()) {
            if runs.last().is_none_or(|run| !run.contains(&row)) {
                runs.push(self.run_around(row));
            }
        }
        runs
    }

    /// The rows of a pair, which probably begin with row `hint`; `None` if it has none.
    pub(super) fn run_of(&self, pair: ImpactPair, hint: usize) -> Option<Range<usize>> {
        let name = Some((0, pair));
        let first = match self.name_at(hint) == name {
            true => hint,
            false => self.identities.partition_point(|of| (of.key.case, [of.key.i, of.key.j]) < (0, pair)),
        };
        (self.name_at(first) == name).then(|| self.run_around(first))
    }

    /// True if the pair of these rows touches.
    pub(super) fn touch(&self, run: &Range<usize>) -> bool {
        self.pairs[run.clone()].iter().any(ContactPair::touches)
    }

    /// The largest overlap in these rows, m; negative is a gap.
    pub(super) fn overlap(&self, run: &Range<usize>) -> f64 {
        largest(self.details(run.clone()).map(|(_, details)| details.geometry.point.overlap))
    }

    /// True if the rigid pair of these rows has a normal impulse in this step.
    pub(super) fn presses(&self, run: &Range<usize>) -> bool {
        self.details(run.clone())
            .any(|(_, details)| details.solution.reaction.is_some_and(|reaction| reaction.load[0] != 0.0))
    }

    /// The rows of a pair that touch, with their details.
    fn details(&self, run: Range<usize>) -> impl Iterator<Item = (usize, &'a ContactDetails)> {
        let (pairs, extras) = (self.pairs, self.extras);
        let touching = run.filter(move |row| pairs[*row].touches());
        touching.filter_map(move |row| Some((row, extras[row].0.as_deref()?)))
    }

    /// The impulses of a rigid pair in this step, over Δt.
    pub(super) fn rigid_loads(&self, run: Range<usize>) -> impl Iterator<Item = PointLoad> {
        self.details(run).filter_map(|(row, details)| {
            let [normal, u, w, ..] = details.solution.reaction?.load;
            self.load(row, &details.geometry.point, normal, [u, w])
        })
    }

    /// The loads of a pair with springs that act from this step on.
    pub(super) fn spring_loads(&self, run: Range<usize>) -> impl Iterator<Item = PointLoad> {
        run.filter(|row| self.pairs[*row].touches()).filter_map(|row| {
            let columns = (&self.pairs[row], &self.histories[row], &self.motions[row], &self.identities[row]);
            let of = (columns.0, columns.1, columns.2, columns.3, &self.extras[row]);
            let (point, slide) = read_slide(self.table, of, self.clock)?;
            self.load(row, &point, self.motions[row].normal, [slide.u, slide.w])
        })
    }

    /// The load at a point; `friction`: on body i, N, components (u, w).
    fn load(&self, row: usize, point: &ContactPoint, normal: f64, [u, w]: [f64; 2]) -> Option<PointLoad> {
        let class = self.table.classes.get(self.pairs[row].class as usize)?;
        let n = Vec3::from(point.n);
        let frame = ContactFrame::with_tangent(n, self.histories[row].u.into());
        // Before the surfaces of rigid bodies meet there is a gap, which adds nothing to the arms of the impulse.
        let arms = if class.is_rigid() { class.feet(point) } else { class.arms(point) }.map(Vec3::from);
        Some(PointLoad { normal, n, friction_on_j: -(frame.u * u + frame.w * w), arms, overlap: point.overlap })
    }
}
