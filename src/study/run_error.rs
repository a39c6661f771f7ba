//! Why a run has no result, or not the whole one.

use crate::record::write_error::WriteError;

/// What to do about a scene that stops in step 0.
pub const CANNOT_START: &str = "mend the scene; it is legal, but it cannot be run";

/// Why a command that runs scenes broke off.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file.
    #[error(transparent)]
    File(#[from] WriteError),
    /// The guard stops the scene in step 0; nothing was written.
    #[error("{0}")]
    Start(String),
    /// It was asked to end; what was done until then is written.
    #[error("{0}")]
    Interrupted(String),
}

/// What a run says that was asked to end.
pub(super) fn interrupted(step: u64, steps: u64) -> String {
    format!("interrupted by a signal at step {step} of {steps}")
}
