//! `stickslip audit`.

use crate::cli::failure::Failure;
use crate::cli::import::run_folder;
use crate::cli::support::output::{folder, say};
use crate::cli::support::source;
use crate::files::WriteError;
use crate::record::folder::{ResultFolder, ResultKind};
use crate::scene::text::plural::counted;
use clap::Args;
use std::path::{Path, PathBuf};
use stickslip_lab::audit::{Audit, AuditInput, audit, compare, csv, json, of_recording, text};
use stickslip_lab::interop::run_folder::{is_run_folder, scene};

/// Flags of `audit`.
#[derive(Debug, Args)]
pub(crate) struct AuditCommand {
    /// The folder of a run (run.json, bodies, contacts), or a recording
    #[arg(value_name = "DIR|REC")]
    run: PathBuf,
    /// Another run of the same scene: where the two first differ
    #[arg(long, value_name = "DIR|REC")]
    against: Option<PathBuf>,
    /// Folder for audit.json and audit.csv; created if missing
    #[arg(long, value_name = "DIR", value_parser = folder())]
    out: Option<PathBuf>,
}

impl AuditCommand {
    /// Audits the run; fails with exit code 1 if something differs.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let input = input(&self.run)?;
        let found = audit(&input);
        say(text(&self.run.display().to_string(), &input, &found).trim_end())?;
        if let Some(dir) = &self.out {
            write(dir, &found).map_err(|error| Failure::Other(error.to_string()))?;
        }
        let mut differs = found.findings.len();
        if let Some(other) = &self.against {
            let differences = compare(&input.run, &self::input(other)?.run, &input.sizes);
            for difference in &differences {
                say(&format!("against {}: {}", other.display(), difference.says))?;
            }
            if differences.is_empty() {
                say(&format!("against {}: the same bits in every common step", other.display()))?;
            }
            differs += differences.len();
        }
        match differs {
            0 => Ok(()),
            count => Err(Failure::Other(format!("{}: {}", self.run.display(), counted(count, "finding")))),
        }
    }
}

/// The run in a folder or a recording.
fn input(path: &Path) -> Result<AuditInput, Failure> {
    if is_run_folder(path) {
        let run = run_folder::run(path)?.run;
        let scene = scene(&path.display().to_string(), &run)?;
        return Ok(AuditInput::new(run, &scene));
    }
    if path.is_dir() {
        let help = "a run folder has run.json, bodies.csv and contacts.csv; `stickslip run SCENE --out DIR` writes one";
        return Err(Failure::Input(miette::miette!(help = help, "{} has no run.json", path.display())));
    }
    Ok(of_recording(&source::recording(path)?)?)
}

fn write(dir: &Path, found: &Audit) -> Result<(), WriteError> {
    let mut folder = ResultFolder::begin(dir, ResultKind::Audit)?;
    let list = json(found).map_err(|why| WriteError::at(&dir.join("audit.json"), why))?;
    folder.write("audit.csv", csv(found).as_bytes())?;
    folder.write("audit.json", list.as_bytes())
}
