//! Drivers of the steps of a world: a plain run, a run with stored history, the replay of a recording, and several runs
//! in lockstep.

pub mod differences;
pub mod replay;
pub mod rest;
pub mod side_by_side;
pub mod simulation;
pub mod timeline;
