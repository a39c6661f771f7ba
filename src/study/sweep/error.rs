//! Why a sweep cannot be run.

use crate::scene::Faults;

/// What is wrong with a sweep, and what to do about it.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum SweepError {
    /// The file itself.
    #[error("{message}; {remedy}")]
    File {
        /// What is wrong.
        message: String,
        /// What to do.
        remedy: String,
    },
    /// No case is a legal scene; the faults of the first.
    #[error("the first case is no legal scene")]
    Scene(Box<Faults>),
}

impl SweepError {
    /// A fault with its remedy.
    pub(crate) fn new(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::File { message: message.into(), remedy: remedy.into() }
    }
}
