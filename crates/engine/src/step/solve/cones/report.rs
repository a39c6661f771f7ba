//! Statistics of the rigid contact solver.

use super::methods::solved::Remedy;
use super::outcome::IslandStep;
use crate::laws::math::extremes::larger;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Statistics of the rigid contact solver, one entry per case.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ConesReport(pub Vec<CaseReport>);

/// Statistics over the steps of a case that had a rigid contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CaseReport {
    /// Number of steps with a rigid contact.
    pub steps: u64,
    /// Number of steps that ended above the tolerance.
    pub unconverged: u64,
    /// Number of steps in which an island was solved in the relaxed form, because the exact form ended above a tenth of
    /// gΔt.
    pub relaxed: u64,
    /// Number of steps in which the impulses of an island were scaled down, because they would have added energy.
    pub scaled: u64,
    /// The largest residual at the end of a step, m/s.
    pub worst_residual: f64,
    /// Passes over the contacts of an island: the maximum over the islands of a step, summed over the steps.
    pub iterations: u64,
    /// Contacts of an island times its passes, summed over islands and steps.
    pub contact_iterations: u64,
    /// Statistics of the last step.
    pub last: LastStep,
}

/// Statistics of the rigid contacts of a case in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LastStep {
    /// Number of rigid contacts.
    pub contacts: usize,
    /// Number of islands.
    pub islands: usize,
    /// Number of islands that ended above the tolerance.
    pub unconverged: usize,
    /// Number of islands solved in the relaxed form, because the exact form ended above a tenth of gΔt.
    pub relaxed: usize,
    /// Number of islands whose impulses were scaled down, because they would have added energy.
    pub scaled: usize,
    /// Maximum number of passes of an island.
    pub iterations: u64,
    /// The largest residual, m/s.
    pub residual: f64,
}

impl ConesReport {
    /// Begins a step of this many cases.
    pub(super) fn begin(&mut self, cases: usize) {
        self.0.resize_with(cases, CaseReport::default);
        self.0.iter_mut().for_each(|case| case.last = LastStep::default());
    }

    /// Records a solved island.
    pub(super) fn note(&mut self, case: u32, step: &IslandStep, tolerance: f64, contacts: usize) {
        let IslandStep { progress, remedy, .. } = step;
        let case = &mut self.0[case as usize];
        case.contact_iterations += contacts as u64 * progress.iterations;
        let last = &mut case.last;
        last.contacts += contacts;
        last.islands += 1;
        last.iterations = last.iterations.max(progress.iterations);
        let is_solved = progress.residual < tolerance && *remedy == Remedy::default();
        last.relaxed += usize::from(remedy.is_relaxed);
        last.scaled += usize::from(remedy.is_scaled);
        last.unconverged += usize::from(!is_solved);
        last.residual = larger(last.residual, progress.residual);
    }

    /// Ends the step.
    pub(super) fn end(&mut self) {
        for case in self.0.iter_mut().filter(|case| case.last.islands > 0) {
            case.steps += 1;
            case.unconverged += u64::from(case.last.unconverged > 0);
            case.relaxed += u64::from(case.last.relaxed > 0);
            case.scaled += u64::from(case.last.scaled > 0);
            case.iterations += case.last.iterations;
            case.worst_residual = larger(case.worst_residual, case.last.residual);
        }
    }
}
