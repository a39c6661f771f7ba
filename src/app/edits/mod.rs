//! Edits of a run: jumps and other futures, undo, limits and step size.

pub(crate) mod backfill;
pub(crate) mod describe;
pub(crate) mod limits;
pub(crate) mod step_size;
pub(crate) mod travel;
pub(crate) mod undo;
