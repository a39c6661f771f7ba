//! What the solver of static friction says of its steps.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Of each case.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DaeReport(pub Vec<DaeCase>);

/// Of the steps of a case in which a contact with the slide law `dae` pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DaeCase {
    /// How many there were.
    pub steps: u64,
    /// Sweeps over the contacts, summed over these steps.
    pub sweeps: u64,
    /// Steps that had all the sweeps they may have and ended above the tolerance.
    pub exhausted: u64,
    /// Contacts of the last step.
    pub contacts: usize,
    /// Those of them that were static.
    pub fixed: usize,
    /// Sweeps of the last step.
    pub last: u64,
}

impl DaeReport {
    /// A step of so many cases begins.
    pub(super) fn begin(&mut self, cases: usize) {
        self.0.resize_with(cases, DaeCase::default);
        self.0.iter_mut().for_each(|case| (case.contacts, case.fixed, case.last) = (0, 0, 0));
    }

    /// A case was solved.
    pub(super) fn note(&mut self, lane: u32, (sweeps, is_exhausted): (u64, bool), [contacts, fixed]: [usize; 2]) {
        let case = &mut self.0[lane as usize];
        case.steps += 1;
        case.sweeps += sweeps;
        case.exhausted += u64::from(is_exhausted);
        (case.contacts, case.fixed, case.last) = (contacts, fixed, sweeps);
    }
}
