//! `stickslip language`.

use crate::cli::failure::Failure;
use crate::cli::support::output::{check_page, say, write};
use crate::scene::language::page;
use clap::Args;
use std::path::PathBuf;

/// Flags of `language`.
#[derive(Debug, Args)]
pub(crate) struct LanguageCommand {
    /// Write the page to this file (default: print it)
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl LanguageCommand {
    /// Prints or writes the reference of the scene language.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let Some(file) = &self.report else { return say(&page("stickslip language")) };
        let text = page(&format!("stickslip language --report {}", file.display()));
        check_page("--report", file)?;
        write(file, text.as_bytes())?;
        say(&format!("written to {}", file.display()))
    }
}
