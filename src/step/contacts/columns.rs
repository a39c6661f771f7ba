//! The rows of the contact table as columns: some of them, and what comes after those.

use super::geometry::BLOCK;
use super::reduction::Sums;
use crate::step::solve::springs::StepContext;
use crate::step::workers::Columns;
use crate::world::contact::{ContactExtras, ContactIdentity, ContactPair, FrictionHistory, StepMotion};
use bevy_ecs::prelude::*;
use prefetch_index::prefetch_index;

/// The columns of some rows.
#[derive(Default)]
pub struct ContactColumns<'a> {
    /// Which bodies; stick or slip.
    pub pairs: &'a mut [ContactPair],
    /// Histories and frames.
    pub histories: &'a mut [FrictionHistory],
    /// What happened in this step.
    pub motions: &'a mut [StepMotion],
    /// Which contacts.
    pub identities: &'a mut [ContactIdentity],
    /// What only some have.
    pub extras: &'a mut [ContactExtras],
}

/// The components of a contact as a query hands them out to be changed.
pub type ContactMut<'a> =
    (&'a mut ContactPair, &'a mut FrictionHistory, &'a mut StepMotion, &'a mut ContactIdentity, &'a mut ContactExtras);

/// Works on the columns of all contacts, which lie in one table.
pub(in crate::step) fn with_columns(contacts: &mut Query<ContactMut>, work: impl FnOnce(ContactColumns)) {
    let Ok(mut tables) = contacts.contiguous_iter_mut() else { return };
    let Some((mut pairs, mut histories, mut motions, mut identities, mut extras)) = tables.next() else { return };
    work(ContactColumns {
        pairs: pairs.bypass_change_detection(),
        histories: histories.bypass_change_detection(),
        motions: motions.bypass_change_detection(),
        identities: identities.bypass_change_detection(),
        extras: extras.bypass_change_detection(),
    });
}

impl Columns for ContactColumns<'_> {
    fn rows(&self) -> usize {
        self.pairs.len()
    }

    fn split_at(self, row: usize) -> (Self, Self) {
        let Self { pairs, histories, motions, identities, extras } = self;
        let (pairs, histories) = (pairs.split_at_mut(row), histories.split_at_mut(row));
        let (motions, identities, extras) =
            (motions.split_at_mut(row), identities.split_at_mut(row), extras.split_at_mut(row));
        let more = Self {
            pairs: pairs.1,
            histories: histories.1,
            motions: motions.1,
            identities: identities.1,
            extras: extras.1,
        };
        let some = Self {
            pairs: pairs.0,
            histories: histories.0,
            motions: motions.0,
            identities: identities.0,
            extras: extras.0,
        };
        (some, more)
    }
}

impl ContactColumns<'_> {
    /// The first rows, at most so many, and the others.
    #[inline(always)]
    pub fn cut(self, rows: usize) -> (Self, Self) {
        let rows = rows.min(self.rows());
        self.split_at(rows)
    }
}

/// Prefetches what the rows after a block will need, a few cache lines at a time; a core stalls beyond some ten to twenty
/// outstanding misses. (Bodies i come in order; the processor sees that by itself.)
pub struct Prefetcher<'a> {
    pairs: &'a [ContactPair],
    histories: &'a [FrictionHistory],
    motions: &'a [StepMotion],
    /// The row that is next.
    next: usize,
    /// The last one that touches.
    touching: usize,
}

impl<'a> Prefetcher<'a> {
    /// Of these rows.
    pub fn of(coming: &'a ContactColumns) -> Self {
        let ContactColumns { pairs, histories, motions, .. } = coming;
        Self { pairs, histories, motions, next: 0, touching: 0 }
    }

    /// Fetches what the next three rows need.
    #[inline(always)]
    pub fn fetch(&mut self, context: &StepContext, sums: &Sums) {
        for _ in 0..3 {
            let Some(pair) = self.pairs.get(self.next) else { return };
            let j = pair.rows[1];
            prefetch_index(context.at.bodies, j as usize);
            prefetch_index(context.turns, j as usize);
            sums.fetch(j);
            // Those that do not touch repeat the last one: a branch would often be mispredicted.
            self.touching = if pair.touches() { self.next } else { self.touching };
            let FrictionHistory(halves) = &self.histories[self.touching];
            prefetch_index(halves, 0);
            prefetch_index(halves, 1);
            prefetch_index(self.motions, self.touching);
            self.next += 1;
        }
        // The pairs themselves lie three on a line.
        prefetch_index(self.pairs, self.next + BLOCK);
    }

    /// Fetches what is left of the next block.
    #[inline(always)]
    pub fn finish(&mut self, context: &StepContext, sums: &Sums) {
        while self.next < BLOCK.min(self.pairs.len()) {
            self.fetch(context, sums);
        }
    }
}
