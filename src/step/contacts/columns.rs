//! The rows of the contact table as columns: some of them, and what comes after those.

use crate::step::workers::Columns;
use crate::world::contact::{ContactExtras, ContactIdentity, ContactPair, FrictionHistory, StepMotion};
use bevy_ecs::prelude::*;
use std::ops::Range;

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
pub(crate) type ContactMut<'a> =
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
    /// Some of the rows.
    #[inline(always)]
    pub fn at(&mut self, rows: Range<usize>) -> ContactColumns<'_> {
        ContactColumns {
            pairs: &mut self.pairs[rows.clone()],
            histories: &mut self.histories[rows.clone()],
            motions: &mut self.motions[rows.clone()],
            identities: &mut self.identities[rows.clone()],
            extras: &mut self.extras[rows],
        }
    }

    /// The first rows, at most so many, and the others.
    #[inline(always)]
    pub fn cut(self, rows: usize) -> (Self, Self) {
        let rows = rows.min(self.rows());
        self.split_at(rows)
    }
}
