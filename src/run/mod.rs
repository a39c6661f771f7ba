//! What drives a simulation.

pub mod simulation;
