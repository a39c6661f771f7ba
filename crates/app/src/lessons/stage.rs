//! How far a lesson has come: what is answered, and whether the moment that it asks about has come.

use stickslip_engine::observe::state::State;
use stickslip_lab::lessons::{LessonOutcome, Prediction, UnaskedOutcome};

/// The answer of the user to the question of a lesson.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LessonAnswering {
    /// Nothing yet.
    Open,
    /// A number, by the slider.
    Chosen(f64),
    /// The prediction with which the run is compared.
    Pinned(Prediction),
}

/// The moment that a lesson asks about.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonMoment {
    /// It has not come.
    Awaited,
    /// Something else set it off: it may come again, once its condition has lapsed.
    OffTheory {
        /// The state in which the condition held.
        met: State,
        /// The judgement of the prediction by the run.
        outcome: Option<LessonOutcome>,
        /// The step after `met` at which the condition no longer held.
        lapsed: Option<u64>,
    },
    /// It has come, and answers the question.
    Came {
        /// The first state in which the condition held.
        met: State,
        /// The judgement of the prediction by the run.
        outcome: Option<LessonOutcome>,
        /// True once the lesson has paused the run after the moment.
        has_rested: bool,
    },
}

impl LessonMoment {
    /// The moment of this state, not judged yet.
    pub fn new(met: State, is_off_theory: bool) -> Self {
        match is_off_theory {
            true => Self::OffTheory { met, outcome: None, lapsed: None },
            false => Self::Came { met, outcome: None, has_rested: false },
        }
    }

    /// This moment with the outcome of its judgement.
    pub(super) fn judged(self, outcome: Option<LessonOutcome>) -> Self {
        let is_off = outcome.as_ref().and_then(|outcome| outcome.instead) == Some(UnaskedOutcome::OffTheory);
        match self {
            Self::Awaited => Self::Awaited,
            Self::OffTheory { met, lapsed, .. } if is_off => Self::OffTheory { met, outcome, lapsed },
            Self::Came { met, has_rested, .. } if !is_off => Self::Came { met, outcome, has_rested },
            Self::OffTheory { met, .. } => Self::Came { met, outcome, has_rested: false },
            Self::Came { met, .. } => Self::OffTheory { met, outcome, lapsed: None },
        }
    }

    pub(super) fn met(&self) -> Option<&State> {
        match self {
            Self::Awaited => None,
            Self::OffTheory { met, .. } | Self::Came { met, .. } => Some(met),
        }
    }

    pub(super) fn outcome(&self) -> Option<&LessonOutcome> {
        match self {
            Self::Awaited => None,
            Self::OffTheory { outcome, .. } | Self::Came { outcome, .. } => outcome.as_ref(),
        }
    }
}
