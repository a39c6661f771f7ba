//! `stickslip import`.

use super::failure::Failure;
use super::output::say;
use crate::record::part_file::write_whole;
use crate::record::write_error::WriteError;
use crate::scene::read_text;
use crate::study::lammps::{DumpText, ImportError, SCENE, import};
use clap::Args;
use std::path::{Path, PathBuf};

/// Flags of `import`.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The program that made the files
    #[arg(long, value_enum, value_name = "PROGRAM")]
    from: From,
    /// Its dumps: of the atoms, and of the contacts if there is one
    #[arg(required = true, value_name = "DUMP")]
    dumps: Vec<PathBuf>,
    /// The scene that was exported [default: scene.ron beside the first dump]
    #[arg(long, value_name = "SCENE")]
    scene: Option<PathBuf>,
    /// The recording to write
    #[arg(long, value_name = "FILE", default_value = "imported.rec")]
    out: PathBuf,
}

/// `--from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum From {
    /// Text dumps of LAMMPS.
    Lammps,
}

impl Import {
    /// Reads the dumps and writes the recording.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let From::Lammps = self.from;
        let beside = self.dumps.first().and_then(|dump| dump.parent()).unwrap_or(Path::new("")).join(SCENE);
        let scene = self.scene.clone().unwrap_or(beside);
        let text = text_of(&scene, "give the scene that was exported: --scene scene.ron")?;
        let mut texts = Vec::new();
        for dump in &self.dumps {
            texts.push((dump.display().to_string(), text_of(dump, "give the dumps of a run of LAMMPS")?));
        }
        let dumps: Vec<DumpText> = texts.iter().map(|(name, text)| DumpText { name, text }).collect();
        let run = import(&scene.display().to_string(), &text, &dumps).map_err(|error| match error {
            ImportError::Dump(fault) => {
                let help = fault.remedy.clone();
                Failure::Input(miette::miette!(help = help, "{}:{}: {}", fault.file, fault.line, fault.why))
            }
            ImportError::Scene(faults) => Failure::Input(faults.into()),
        })?;
        let mut bytes = Vec::new();
        let written = run.recording.write(&mut bytes).map_err(|error| WriteError::at(&self.out, error));
        written.and_then(|()| write_whole(&self.out, &bytes)).map_err(|error| Failure::Other(error.to_string()))?;
        let out = self.out.display();
        say(&format!("{} frames of {} balls, one every {} s, in {out}", run.frames, run.balls, run.interval))?;
        say(&format!("{} contact loads; `stickslip open {out}` shows them", run.loads))?;
        match run.lost {
            0 => Ok(()),
            lost => {
                say(&format!("{lost} contact loads belong to bodies that do not overlap in their frame: not shown"))
            }
        }
    }
}

fn text_of(path: &Path, remedy: &str) -> Result<String, Failure> {
    read_text(path)
        .map_err(|error| Failure::Input(miette::miette!(help = remedy, "cannot read {}: {error}", path.display())))
}
