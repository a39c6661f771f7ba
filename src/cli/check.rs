//! `stickslip check`.

use super::complete::scenes;
use super::failure::Failure;
use super::output::say;
use super::source::Source;
use crate::record::advice;
use crate::run::run_error::CANNOT_START;
use crate::run::simulation::Simulation;
use crate::scene::plural::counted;
use crate::scene::{Line, Scene};
use clap::Args;
use serde::Serialize;

/// Flags of `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckCommand {
    /// Scene files, or names of built-in scenes
    #[arg(required = true, add = scenes())]
    scenes: Vec<String>,
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
    /// List every fault of a file (default: the first 50; JSON has all)
    #[arg(long)]
    all: bool,
}

/// Number of faults listed per file unless all are requested.
const MAX_LISTED: usize = 50;

/// Result of checking one file.
#[derive(Debug, Serialize)]
struct CheckReport {
    file: String,
    ok: bool,
    faults: Vec<Line>,
    warnings: Vec<String>,
}

/// The warnings of a valid scene, or the faults of an invalid one.
fn checked(name: &str) -> Result<Vec<String>, Vec<Line>> {
    let source = Source::find(name).map_err(|failure| vec![unreadable(name, failure)])?;
    let scene = Scene::parse(&source.name, &source.text).map_err(|faults| faults.lines().collect::<Vec<_>>())?;
    drop(source);
    match Simulation::new(&scene).ready() {
        Err(message) => Err(vec![Line {
            file: name.to_owned(),
            line: 1,
            column: 1,
            path: String::new(),
            message,
            remedy: CANNOT_START.to_owned(),
        }]),
        Ok(mut simulation) => Ok(advice::at_start(&scene, &simulation.state())),
    }
}

impl CheckCommand {
    /// Checks every file; exits with code 2 if any has a fault.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let report = |name: &String| {
            let (ok, warnings, faults) = match checked(name) {
                Ok(warnings) => (true, warnings, Vec::new()),
                Err(faults) => (false, Vec::new(), faults),
            };
            CheckReport { file: name.clone(), ok, faults, warnings }
        };
        let reports: Vec<_> = self.scenes.iter().map(report).collect();
        if self.json {
            let text = serde_json::to_string_pretty(&reports).map_err(|e| Failure::Other(e.to_string()))?;
            say(&text)?;
        } else {
            let most = if self.all { usize::MAX } else { MAX_LISTED };
            for report in &reports {
                print(report, most)?;
            }
        }
        if reports.iter().all(|report| report.ok) { Ok(()) } else { Err(Failure::Reported) }
    }
}

fn print(report: &CheckReport, most: usize) -> Result<(), Failure> {
    if report.ok {
        say(&format!("{}: ok", report.file))?;
        return report.warnings.iter().try_for_each(|warning| say(&format!("{}: warning: {warning}", report.file)));
    }
    report.faults.iter().take(most).try_for_each(|fault| say(&fault.to_string()))?;
    match report.faults.len().saturating_sub(most) {
        0 => Ok(()),
        more => say(&format!("{}: {}; list all with `--all`", report.file, counted(more, "more fault"))),
    }
}

fn unreadable(name: &str, failure: Failure) -> Line {
    let (message, remedy) = match failure {
        Failure::Input(report) => (report.to_string(), report.help().map_or(String::new(), |help| help.to_string())),
        other => (format!("{other:?}"), String::new()),
    };
    Line { file: name.to_string(), line: 0, column: 0, path: String::new(), message, remedy }
}
