//! Runs: the same bits, options, the way back, saved states, systems of other crates.

mod bits;
mod engine;
mod invariants;
mod options;
mod own_systems;
mod past;
mod save;
mod schedules;
