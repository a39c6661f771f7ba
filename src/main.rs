//! `stickslip`: parse the command line, run a command, map an error to its exit code.

use clap::{CommandFactory, Parser};
use clap_complete::CompleteEnv;
use std::process::ExitCode;
use stickslip::cli::Cli;

/// Backs large allocations with huge pages where the system allows: the contacts of a pile take tens of megabytes.
#[cfg(not(target_arch = "wasm32"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    stickslip::name_build();
    // Answers a completion request of the shell and exits; otherwise returns at once.
    CompleteEnv::with_factory(Cli::command).complete();
    match Cli::parse().execute() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
