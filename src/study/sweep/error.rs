//! Why a sweep cannot be run.

use crate::scene::Faults;

/// A fault of a sweep and its remedy.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SweepError {
    /// The file itself is at fault.
    #[error("{message}; {remedy}")]
    File {
        /// What is wrong.
        message: String,
        /// What to do.
        remedy: String,
    },
    /// No case gives a legal scene; the faults of the first.
    #[error("the first case is not a legal scene")]
    Scene(Box<Faults>),
}

impl SweepError {
    /// A fault with its remedy.
    pub(crate) fn new(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::File { message: message.into(), remedy: remedy.into() }
    }
}
