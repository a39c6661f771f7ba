//! `stickslip`: parse the command line, run a command, map an error to its exit code.

use clap::{CommandFactory, Parser};
use clap_complete::CompleteEnv;
use std::process::ExitCode;
use stickslip::cli::Cli;

/// Its large allocations are backed by huge pages where the system allows it: contacts of a pile fill tens of megabytes.
#[cfg(not(target_arch = "wasm32"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // A shell that asks what a word may become is answered, and that was all.
    CompleteEnv::with_factory(Cli::command).complete();
    match Cli::parse().execute() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
