//! The physics against closed forms and the papers' numbers, and its independence of threads, instruction sets and
//! seeking. The paper's curves are compared by `stickslip verify`, which `tests/cli/commands/verify.rs` of the program runs.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

mod bodies;
#[path = "../common/builtin.rs"]
mod builtin;
mod cones;
mod contacts;
mod critical_step;
mod dae;
mod energy;
mod impact;
mod laws;
mod paper;
mod polygons;
mod runs;
mod slip;
mod springs;
mod support;
