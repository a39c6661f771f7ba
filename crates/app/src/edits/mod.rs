//! Edits of a run: jumps and other futures, undo, limits and step size.

pub mod backfill;
pub mod describe;
pub mod document;
pub mod limits;
pub mod step_size;
pub mod travel;
pub mod undo;
