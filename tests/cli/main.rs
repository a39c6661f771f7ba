//! The program as scripts and shells see it: commands, files, exit codes, refusals, generated pages; and the rules for
//! its sources.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

mod bits;
mod commands;
#[path = "../../crates/engine/tests/common/example.rs"]
mod example;
mod files;
#[cfg(unix)]
mod job_array;
mod layering;
mod pages;
#[path = "../common/program.rs"]
mod program;
mod refusals;
#[path = "../common/skipped.rs"]
mod report_skipped;
#[path = "../../crates/engine/tests/common/slope.rs"]
mod slope;
