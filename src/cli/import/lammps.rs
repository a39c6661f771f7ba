//! Recordings from the dumps of LAMMPS.

use crate::cli::failure::Failure;
use crate::cli::support::output::{replaceable, say, write};
use crate::cli::support::source::is_recording_file;
use crate::files::{WriteError, read_text};
use crate::scene::text::plural::counted;
use std::path::{Path, PathBuf};
use stickslip_lab::interop::lammps::{DumpText, ImportError, SCENE, import};

/// Reads the dumps and writes the recording.
pub(super) fn import_dumps(dumps: &[PathBuf], scene: Option<&Path>, out: &Path) -> Result<(), Failure> {
    replaceable("--out", out, "is not a recording", |file| is_recording_file(file))?;
    let beside = dumps.first().and_then(|dump| dump.parent()).unwrap_or(Path::new("")).join(SCENE);
    let scene = scene.unwrap_or(&beside);
    let text = text_of(scene, "give the scene that was exported: --scene scene.ron")?;
    let mut texts = Vec::new();
    for dump in dumps {
        texts.push((dump.display().to_string(), text_of(dump, "give the dumps of a run of LAMMPS")?));
    }
    let dumps: Vec<DumpText> = texts.iter().map(|(name, text)| DumpText { name, text }).collect();
    let run = import(&scene.display().to_string(), &text, &dumps).map_err(|error| match error {
        ImportError::Dump(fault) => {
            let help = fault.remedy.clone();
            Failure::Input(miette::miette!(help = help, "{}:{}: {}", fault.file, fault.line, fault.why))
        }
        ImportError::Scene(faults) => faults.into(),
    })?;
    let mut bytes = Vec::new();
    let written = run.recording.write(&mut bytes).map_err(|error| WriteError::at(out, error));
    written.map_err(|error| Failure::Other(error.to_string()))?;
    write(out, &bytes)?;
    let shown = out.display();
    let [frames, balls] = [counted(run.frames, "frame"), counted(run.balls, "ball")];
    say(&format!("{frames} of {balls}, one every {} s, in {shown}", run.interval))?;
    say(&format!("{}; view with `stickslip open {shown}`", counted(run.loads, "contact load")))?;
    match run.lost {
        0 => Ok(()),
        lost => {
            let loads = counted(lost, "contact load");
            say(&format!("{loads} not shown: the bodies do not overlap in that frame"))
        }
    }
}

fn text_of(path: &Path, remedy: &str) -> Result<String, Failure> {
    read_text(path)
        .map_err(|error| Failure::Input(miette::miette!(help = remedy, "cannot read {}: {error}", path.display())))
}
