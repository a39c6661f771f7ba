//! The solution of an island, and how it was found.

use crate::laws::friction::limit::cones::ConeForm;
use crate::step::solve::cones::methods::apgd::SolverProgress;
use crate::step::solve::cones::methods::problem::Iterate;

/// Solution of an island, and how it was reached.
pub struct SolvedIsland {
    /// The solution.
    pub at: Iterate,
    /// How it was found.
    pub progress: SolverProgress,
    /// What was done because the island was not solved.
    pub remedy: Remedy,
}

/// How the impulses of an unsolved island were made safe.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Remedy {
    /// The island was solved in the relaxed form.
    pub is_relaxed: bool,
    /// The impulses were scaled down, else they would have added energy.
    pub is_scaled: bool,
}

impl Remedy {
    /// The form of the equations whose solution was sought last, instead of `asked`.
    pub(in crate::step::solve::cones) fn form(self, asked: ConeForm) -> ConeForm {
        if self.is_relaxed { ConeForm::Relaxed } else { asked }
    }

    /// The remedies of two solves of one island.
    pub(in crate::step::solve::cones) fn or(self, other: Self) -> Self {
        Self { is_relaxed: self.is_relaxed || other.is_relaxed, is_scaled: self.is_scaled || other.is_scaled }
    }
}
