//! A case of `stickslip verify`: its name, its duration, and the function that runs it.

use super::plan::VerifyPlan;
use super::rows::CaseRows;
use crate::trace::StudyError;

/// A case of the paper, of rigid contacts, of polygons, beyond the papers or of another program's suite.
#[derive(Clone, Copy)]
pub struct Case {
    /// Identifier by which the case is selected.
    pub id: &'static str,
    /// Section and question.
    pub title: &'static str,
    /// Computing time on one core of a machine of 2026, s.
    pub(super) seconds: f64,
    /// Adds the rows of the case.
    pub(super) run: fn(&VerifyPlan, &mut CaseRows) -> Result<(), StudyError>,
}

impl Case {
    /// Computing time of the case on one core of a machine of 2026, s.
    pub fn takes(&self, plan: &VerifyPlan) -> f64 {
        // The class map has all rows or every fourth one, the matrix of closed forms all runs or a sample.
        let factor = match self.id {
            "sphere-map" if plan.whole => 4.0,
            id if plan.matrix && (id.starts_with("beside") || id.starts_with("conformance")) => 15.0,
            _ => 1.0,
        };
        factor * self.seconds
    }

    /// True for a case of the suite of another program, whose rows are on `docs/suites.md`.
    pub fn is_suite(&self) -> bool {
        self.id.starts_with("suites-")
    }
}
