//! What drives the steps of a world: a plain run, a run whose past is kept, a recording run again, several worlds in the
//! same step.

pub mod differences;
pub mod replay;
pub(crate) mod rest;
pub mod side_by_side;
pub mod simulation;
pub mod timeline;
