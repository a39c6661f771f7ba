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

mod audit;
mod bits;
mod broken;
mod commands;
mod compare;
mod destinations;
#[path = "../../crates/engine/tests/common/example.rs"]
mod example;
mod export;
mod faults;
mod fit;
mod hostile;
mod impacts;
mod import;
#[cfg(unix)]
mod job_array;
mod lammps;
mod lammps_run;
mod lawbench;
mod laws_page;
mod layering;
mod lesson;
mod limits;
mod memory;
mod nesting;
mod outputs;
#[path = "../common/program.rs"]
mod program;
mod readers;
mod readme;
mod recording;
mod refusals;
#[path = "../common/skipped.rs"]
mod report_skipped;
mod restart;
mod run_folder;
#[path = "../../crates/engine/tests/common/slope.rs"]
mod slope;
mod solvers_page;
mod study;
mod usage;
mod verify;
