//! The physics against closed forms and the papers' numbers, and its independence of threads, instruction sets and
//! seeking. The paper's curves are compared by `stickslip verify`, which `tests/cli/verify.rs` of the program runs.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

mod bits;
mod body_edits;
#[path = "../common/builtin.rs"]
mod builtin;
mod classes;
mod collisions;
mod cones;
mod critical_step;
mod dae;
mod energy;
mod engine;
mod falling_through;
mod forms;
mod geodesics;
mod hands;
mod impact_log;
mod impacts;
mod invariants;
mod laws;
mod manifolds;
mod options;
mod own_systems;
mod paper;
mod past;
mod polygons;
mod release;
mod restitution;
mod rotation;
mod save;
mod schedules;
mod seams;
mod slip;
mod springs;
mod support;
mod tension;
mod timed_edits;
mod walls;
