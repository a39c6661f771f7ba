//! Why a fit gives no value.

use crate::scene::Faults;

/// Why a fit gives no value, and what to do about it.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum FitError {
    /// Faults of the fit file, of its CSV table, or of the scene, with their places.
    #[error("{0}")]
    Faults(Box<Faults>),
    /// The measurements, the bracket and the scene do not go together.
    #[error("{message}; {remedy}")]
    Refused {
        /// What is wrong.
        message: String,
        /// What to do.
        remedy: String,
    },
    /// The guard stopped a run.
    #[error("{0}")]
    Guard(String),
}

impl FitError {
    /// A refusal with its remedy.
    pub(crate) fn refused(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Refused { message: message.into(), remedy: remedy.into() }
    }
}
