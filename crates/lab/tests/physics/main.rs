//! The physics of generated piles and stacks and of the closed forms of the lab; wrong laws, which `verify` must find.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

mod beside;
mod bodies;
mod contacts;
mod dae;
mod mutants;
mod piles;
#[allow(dead_code, reason = "the tests of the engine use the rest")]
#[path = "../../../engine/tests/physics/support.rs"]
mod support;
mod tables;
mod theory;

// The built-in scenes, by the name that the tests of the engine have for them.
use stickslip_lab::builtin;
