//! Failures of a command: the message to the user, and the exit code.

use super::support::colour::{self, Tone};
use super::support::fault_report::FaultReport;
use crate::run::run_error::{CANNOT_START, RunError};
use crate::scene::Faults;
use std::io::Write;
use std::process::ExitCode;
use stickslip_lab::sweep::error::SweepError;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong and nothing was written; the report to print. Exit code 2.
    Input(miette::Report),
    /// As `Input`, but already reported. Exit code 2.
    Reported,
    /// The guard stopped the simulation, for this reason. Exit code 3.
    Guard(String),
    /// Anything else. Exit code 1.
    Other(String),
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Start(why) => Self::Input(miette::miette!(help = CANNOT_START, "{why}")),
            RunError::File(_) | RunError::Interrupted(_) => Self::Other(error.to_string()),
        }
    }
}

#[cfg(feature = "view")]
impl From<crate::view::StartError> for Failure {
    fn from(error: crate::view::StartError) -> Self {
        Self::Other(error.to_string())
    }
}

impl From<SweepError> for Failure {
    fn from(error: SweepError) -> Self {
        match error {
            SweepError::File { message, remedy, .. } => Self::Input(miette::miette!(help = remedy, "{message}")),
            SweepError::Scene(faults) => (*faults).into(),
        }
    }
}

impl From<Faults> for Failure {
    fn from(faults: Faults) -> Self {
        Self::Input(FaultReport::new(faults, "", &[]).into())
    }
}

impl Failure {
    /// Prints the message and returns the exit code.
    pub fn report(self) -> ExitCode {
        let code = match self {
            Self::Input(_) => 2,
            Self::Reported => return ExitCode::from(2),
            Self::Guard(_) => 3,
            Self::Other(_) => 1,
        };
        // If even the error cannot be printed, nothing is left to do.
        let _ = writeln!(std::io::stderr(), "{}", self.coloured(colour::on_error()));
        ExitCode::from(code)
    }

    /// The message to the user, without colour; empty if it was printed already.
    pub fn text(&self) -> String {
        self.coloured(false)
    }

    fn coloured(&self, is_coloured: bool) -> String {
        let error = |word| Tone::Error.paint(word, is_coloured);
        match self {
            Self::Input(report) => drawn(report, is_coloured),
            Self::Reported => String::new(),
            Self::Guard(why) => format!("{} {why}", error("stopped:")),
            Self::Other(why) => format!("{} {why}", error("error:")),
        }
    }
}

/// The report with its source line and remedy; names are never broken across lines. The faults of a file stand one
/// below the other, each under its own heading, with a common one only if there are several.
pub(super) fn drawn(report: &miette::Report, is_coloured: bool) -> String {
    match report.downcast_ref::<FaultReport>() {
        Some(faults) => {
            faults.heading() + &faults.diagnostics().map(|fault| diagnostic(fault, is_coloured)).collect::<String>()
        }
        None => diagnostic(report.as_ref(), is_coloured),
    }
}

fn diagnostic(diagnostic: &dyn miette::Diagnostic, is_coloured: bool) -> String {
    let mut text = String::new();
    let handler = miette::GraphicalReportHandler::new().with_wrap_lines(false);
    let theme = if is_coloured { miette::GraphicalTheme::unicode() } else { miette::GraphicalTheme::unicode_nocolor() };
    match handler.with_theme(theme).render_report(&mut text, diagnostic) {
        Ok(()) => text,
        Err(_) => format!("{diagnostic}\n"),
    }
}
