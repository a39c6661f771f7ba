//! Statistics of the static friction solver.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Statistics of the static friction solver, one entry per case.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DaeReport(pub Vec<DaeCase>);

/// Statistics over the steps of a case that had contacts with the slide law `dae`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DaeCase {
    /// Number of steps with such contacts.
    pub steps: u64,
    /// Number of sweeps over the contacts, summed over the steps.
    pub sweeps: u64,
    /// Number of steps that used up their sweeps and ended above the tolerance.
    pub exhausted: u64,
    /// Statistics of the last step.
    pub last: DaeStep,
}

/// Statistics of the `dae` contacts of a case in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DaeStep {
    /// Number of contacts.
    pub contacts: usize,
    /// Number of static contacts.
    pub fixed: usize,
    /// Number of sweeps over the contacts.
    pub sweeps: u64,
    /// The largest ‖u′‖/Δt of the static contacts, m/s², where u′ is the slip velocity left at the end of the step by
    /// the frictions found: 0 if every constraint holds exactly.
    pub residual: f64,
}

impl DaeReport {
    /// Begins a step of this many cases.
    pub(super) fn begin(&mut self, cases: usize) {
        self.0.resize_with(cases, DaeCase::default);
        self.0.iter_mut().for_each(|case| case.last = DaeStep::default());
    }

    /// Records a solved case.
    pub(super) fn note(&mut self, case: u32, step: DaeStep, is_exhausted: bool) {
        let case = &mut self.0[case as usize];
        case.steps += 1;
        case.sweeps += step.sweeps;
        case.exhausted += u64::from(is_exhausted);
        case.last = step;
    }
}
