//! Commands that need the window, in a build without one: they say what to build.

use crate::cli::failure::Failure;
use clap::Args;

/// Accepts and ignores any arguments.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Windowless {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    rest: Vec<String>,
}

impl Windowless {
    /// Help of a command that does this, with the reason why it is missing.
    pub(crate) fn about(what: &str) -> String {
        format!("{what} (not in this build, which has no window: build it with its default features)")
    }

    /// Fails, and says how to get the command.
    pub(crate) fn refuse(&self, command: &str) -> Failure {
        let asked = std::iter::once(command).chain(self.rest.iter().map(String::as_str)).collect::<Vec<_>>().join(" ");
        Failure::Other(format!(
            "this build has no window, so it cannot `{asked}`; build it with its default features: `cargo build` without \
             `--no-default-features`, or `cargo install --path .`"
        ))
    }
}
