//! `stickslip quantities`.

use crate::cli::failure::Failure;
use crate::cli::support::output::{check_page, say, write};
use clap::Args;
use std::path::PathBuf;
use stickslip_lab::pages::quantities::page;

/// Flags of `quantities`.
#[derive(Debug, Args)]
pub(crate) struct QuantitiesCommand {
    /// Write the page to this file (default: print it)
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl QuantitiesCommand {
    /// Prints or writes the list of quantities.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let Some(file) = &self.report else { return say(page("stickslip quantities").trim_end()) };
        let text = page(&format!("stickslip quantities --report {}", file.display()));
        check_page("--report", file)?;
        write(file, text.as_bytes())?;
        say(&format!("written to {}", file.display()))
    }
}
