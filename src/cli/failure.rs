//! Failures of a command: the message to the user, and the exit code.

use super::fault_report::FaultReport;
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
        Self::Input(FaultReport::from(faults).into())
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
        let _ = writeln!(std::io::stderr(), "{}", self.text());
        ExitCode::from(code)
    }

    /// The message to the user; empty if it was printed already.
    pub fn text(&self) -> String {
        match self {
            Self::Input(report) => drawn(report),
            Self::Reported => String::new(),
            Self::Guard(why) => format!("stopped: {why}"),
            Self::Other(why) => format!("error: {why}"),
        }
    }
}

/// The report with its source line and remedy; names are never broken across lines.
pub(super) fn drawn(report: &miette::Report) -> String {
    let mut text = String::new();
    let handler = miette::GraphicalReportHandler::new().with_wrap_lines(false);
    let theme = miette::GraphicalTheme::unicode_nocolor();
    match handler.with_theme(theme).render_report(&mut text, report.as_ref()) {
        Ok(()) => text,
        Err(_) => format!("{report:?}"),
    }
}
