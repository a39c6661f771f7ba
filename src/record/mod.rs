//! What is kept of a run.

pub mod state;
