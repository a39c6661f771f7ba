//! Reasons why a fit has no value.

use stickslip_engine::scene::Faults;

/// Why a fit has no value, and the remedy.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FitError {
    /// Faults in the fit file, its CSV table, or the scene, with their positions.
    #[error("{0}")]
    Faults(Box<Faults>),
    /// The measurements, the bracket and the scene are inconsistent.
    #[error("{message}; {remedy}")]
    Refused {
        /// What is wrong.
        message: String,
        /// How to correct it.
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
