//! `stickslip`: parse the command line, run a command, map an error to its exit code.

use clap::Parser;
use std::process::ExitCode;
use stickslip::cli::Cli;

/// Its large allocations are backed by huge pages where the system allows it: contacts of a pile fill tens of megabytes.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match Cli::parse().execute() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
