//! Drives the steps of a world: a plain run, a run with stored history, a run that writes its tables and checkpoints,
//! the replay of a recording, several worlds in lockstep.

pub mod checkpoint;
pub mod differences;
pub mod drive;
pub mod headless;
pub mod replay;
pub mod rest;
pub mod run_error;
pub mod side_by_side;
pub mod simulation;
pub mod tables;
pub mod timeline;
