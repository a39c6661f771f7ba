//! `--json` and `--quiet` of the commands that run scenes.

use crate::cli::failure::Failure;
use crate::cli::support::output::{say, say_json};
use crate::cli::support::progress::{StepProgress, warn};
use clap::Args;
use serde::Serialize;

/// What a command prints on standard output: text, JSON or nothing.
#[derive(Clone, Copy, Debug, Args)]
pub(in crate::cli) struct Verbosity {
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
    /// Print nothing on standard output, and only warnings and errors on standard error
    #[arg(long, conflicts_with = "json")]
    pub(in crate::cli) quiet: bool,
}

impl Verbosity {
    /// True if the result is to be printed as text.
    fn is_text(self) -> bool {
        !self.json && !self.quiet
    }

    /// Progress of a run with this number of steps, hidden by `--quiet`.
    pub(in crate::cli) fn progress(self, steps: u64) -> StepProgress {
        if self.quiet { StepProgress::silent(steps) } else { StepProgress::new(steps) }
    }

    /// Prints the result of a command.
    pub(in crate::cli) fn print(self, json: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), Failure> {
        match (self.json, self.quiet) {
            (true, _) => say_json(json),
            (_, true) => Ok(()),
            _ => say(&text()),
        }
    }

    /// Prints a remark that the JSON document does not need.
    pub(in crate::cli) fn remark(self, text: &str) -> Result<(), Failure> {
        if self.is_text() { say(text) } else { Ok(()) }
    }

    /// Prints a warning: beside the text on standard output, else on standard error.
    pub(in crate::cli) fn warn(self, text: &str) -> Result<(), Failure> {
        if self.is_text() {
            return say(&format!("warning: {text}"));
        }
        warn(text);
        Ok(())
    }
}
