//! The physics against closed forms and the paper's numbers. Its curves are compared by `stickslip verify` (`study.rs`).

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

mod bodies;
mod collisions;
mod contacts;
mod energy;
mod engine;
mod forms;
mod geodesics;
mod hands;
mod invariants;
mod laws;
mod paper;
mod piles;
mod save;
mod slip;
mod support;
mod tables;
mod theory;
mod walls;
