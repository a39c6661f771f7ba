//! Modules of the lab one by one.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

mod assets;
mod audit;
mod builtin;
mod compare;
mod engines;
mod fit;
mod fuzz;
mod interop;
mod lessons;
mod mjcf;
mod pages;
mod plot;
mod reproduction;
mod sweep;
