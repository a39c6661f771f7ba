//! Scene files and lessons: their meaning, and the reports of faulty ones.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

mod broken;
mod faults;
mod files;
mod lessons;
mod mjcf;
mod placed;
