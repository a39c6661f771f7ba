//! `stickslip`: parse the command line, run a command, map an error to its exit code.

use clap::Parser;
use std::process::ExitCode;
use stickslip::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().execute() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
