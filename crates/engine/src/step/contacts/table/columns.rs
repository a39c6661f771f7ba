//! The rows of the contact table as columns that can be cut.

use crate::laws::friction::contact::{ContactHistory, StepMotion};
use crate::step::workers::Columns;
use crate::world::contact::{ContactExtras, ContactIdentity, ContactPair};
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use std::ops::Range;

/// The columns of a range of rows.
#[derive(Default)]
pub struct ContactColumns<'a> {
    /// Bodies and modes.
    pub pairs: &'a mut [ContactPair],
    /// Histories and frames.
    pub histories: &'a mut [ContactHistory],
    /// Increments of this step.
    pub motions: &'a mut [StepMotion],
    /// Identities of the contacts.
    pub identities: &'a mut [ContactIdentity],
    /// Data that only some contacts have.
    pub extras: &'a mut [ContactExtras],
}

/// The components of a contact as a mutable query.
pub(crate) type ContactMut<'a> =
    (&'a mut ContactPair, &'a mut ContactHistory, &'a mut StepMotion, &'a mut ContactIdentity, &'a mut ContactExtras);

/// The components of one contact.
pub(in crate::step::contacts) type ContactMutItem<'w, 's> = <ContactMut<'static> as QueryData>::Item<'w, 's>;

/// Runs `work` on the columns of all contacts, which share one table. Its writes set no change ticks: every contact that
/// touches is written in every step.
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
    /// The columns of a subrange of the rows.
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

    /// Splits after at most this many rows.
    #[inline(always)]
    pub fn cut(self, rows: usize) -> (Self, Self) {
        let rows = rows.min(self.rows());
        self.split_at(rows)
    }
}
