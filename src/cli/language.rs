//! `stickslip language`.

use super::failure::Failure;
use super::output::say;
use crate::files::write_whole;
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
        write_whole(file, text.as_bytes()).map_err(|error| Failure::Other(error.to_string()))?;
        say(&format!("written to {}", file.display()))
    }
}
