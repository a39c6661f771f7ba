//! Reasons why a run has no result, or an incomplete one.

use crate::files::WriteError;

/// Remedy for a scene that stops in step 0.
pub const CANNOT_START: &str = "correct the scene: the file is valid, but its run would fail";

/// Why a command that runs scenes ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] WriteError),
    /// The guard stops the scene in step 0; nothing was written.
    #[error("{0}")]
    Start(String),
    /// The run was interrupted; the results up to that step are written.
    #[error("{0}")]
    Interrupted(String),
}

/// The message of an interrupted run.
pub fn interrupted(step: u64, steps: u64) -> String {
    format!("interrupted by a signal at step {step} of {steps}")
}
