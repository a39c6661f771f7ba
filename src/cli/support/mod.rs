//! Shared by several commands: progress, faults, output, the source of a scene.

pub(in crate::cli) mod colour;
pub(in crate::cli) mod fault_report;
pub(in crate::cli) mod interrupt;
pub(in crate::cli) mod output;
pub(in crate::cli) mod progress;
pub(in crate::cli) mod run_text;
pub mod source;
pub(in crate::cli) mod verbosity;
#[cfg(not(feature = "view"))]
pub(in crate::cli) mod windowless;
