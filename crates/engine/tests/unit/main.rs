//! Modules of the engine one by one, and scene files: their meaning, and the reports of faulty ones.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

#[path = "../common/builtin.rs"]
mod builtin;
#[path = "../common/example.rs"]
mod example;
mod files;
mod laws;
mod record;
mod run;
mod scene;
mod shapes;
#[path = "../common/slope.rs"]
mod slope;
mod step;
