//! What the solver of static friction says of its steps.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Of each case.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DaeReport(pub Vec<DaeCase>);

/// Of the steps of a case in which a contact with the slide law `dae` pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DaeCase {
    /// How many there were.
    pub steps: u64,
    /// Sweeps over the contacts, summed over these steps.
    pub sweeps: u64,
    /// Steps that had all the sweeps they may have and ended above the tolerance.
    pub exhausted: u64,
    /// The last step.
    pub last: DaeStep,
}

/// Of the contacts of a case with the slide law `dae` in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DaeStep {
    /// How many there were.
    pub contacts: usize,
    /// Those of them that were static.
    pub fixed: usize,
    /// Sweeps over them.
    pub sweeps: u64,
    /// The largest ‖u′‖/Δt of those that were static, m/s², with u′ the slip velocity that the frictions found leave at the end of the
    /// step: 0 where each holds exactly.
    pub residual: f64,
}

impl DaeReport {
    /// A step of so many cases begins.
    pub(super) fn begin(&mut self, cases: usize) {
        self.0.resize_with(cases, DaeCase::default);
        self.0.iter_mut().for_each(|case| case.last = DaeStep::default());
    }

    /// A case was solved.
    pub(super) fn note(&mut self, lane: u32, step: DaeStep, is_exhausted: bool) {
        let case = &mut self.0[lane as usize];
        case.steps += 1;
        case.sweeps += step.sweeps;
        case.exhausted += u64::from(is_exhausted);
        case.last = step;
    }
}
