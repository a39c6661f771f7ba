//! The physics against closed forms, the paper's numbers and, where `../shared/reference` is there, its whole curves.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test fails loudly and says what it measured"
)]

mod bodies;
mod collisions;
mod contacts;
mod curves;
mod energy;
mod engine;
mod geodesics;
mod hands;
mod invariants;
mod laws;
mod paper;
mod piles;
mod save;
mod support;
mod theory;
mod walls;
