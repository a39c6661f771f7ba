//! `stickslip check`.

use super::complete::scenes;
use super::failure::Failure;
use super::support::colour::{self, Tone};
use super::support::output::{say, say_json};
use super::support::source::{Source, shown};
use crate::observe::advice;
use crate::run::run_error::CANNOT_START;
use crate::run::simulation::Simulation;
use crate::scene::text::plural::counted;
use crate::scene::{Line, Scene};
use clap::Args;
use serde::Serialize;
use std::ffi::{OsStr, OsString};

/// Flags of `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckCommand {
    /// Scene files, `-` for standard input, or names of built-in scenes
    #[arg(required = true, add = scenes())]
    scenes: Vec<OsString>,
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
fn checked(name: &OsStr) -> Result<Vec<String>, Vec<Line>> {
    let source = Source::find(name).map_err(|failure| vec![unreadable(shown(name), failure)])?;
    let scene = Scene::parse(&source.name, &source.text).map_err(|faults| faults.lines().collect::<Vec<_>>())?;
    let file = source.name;
    drop(source.text);
    match Simulation::new(&scene).ready() {
        Err(message) => {
            Err(vec![Line { file, line: 1, column: 1, path: String::new(), message, remedy: CANNOT_START.to_owned() }])
        }
        Ok(mut simulation) => Ok(advice::at_start(&scene, &simulation.state())),
    }
}

impl CheckCommand {
    /// Checks every file; exits with code 2 if any has a fault.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let report = |name: &OsString| {
            let (ok, warnings, faults) = match checked(name) {
                Ok(warnings) => (true, warnings, Vec::new()),
                Err(faults) => (false, Vec::new(), faults),
            };
            CheckReport { file: shown(name), ok, faults, warnings }
        };
        let reports: Vec<_> = self.scenes.iter().map(report).collect();
        if self.json {
            say_json(&reports)?;
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
        let label = Tone::Warning.paint("warning:", colour::on_output());
        return report.warnings.iter().try_for_each(|warning| say(&format!("{}: {label} {warning}", report.file)));
    }
    report.faults.iter().take(most).try_for_each(|fault| say(&fault.to_string()))?;
    match report.faults.len().saturating_sub(most) {
        0 => Ok(()),
        more => say(&format!("{}: {}; list all with `--all`", report.file, counted(more, "more fault"))),
    }
}

fn unreadable(file: String, failure: Failure) -> Line {
    let (message, remedy) = match failure {
        Failure::Input(report) => (report.to_string(), report.help().map_or(String::new(), |help| help.to_string())),
        other => (format!("{other:?}"), String::new()),
    };
    Line { file, line: 0, column: 0, path: String::new(), message, remedy }
}
