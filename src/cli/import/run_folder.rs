//! Recordings from run folders of any engine.

use crate::cli::failure::Failure;
use crate::cli::support::output::{replaceable, say, write, write_scene};
use crate::cli::support::source::is_recording_file;
use crate::files::WriteError;
use crate::record::recording::Recording;
use crate::scene::text::plural::counted;
use std::io::Write;
use std::path::Path;
use stickslip_lab::interop::run_folder::{self, FolderFault, FolderRun, RebuildFault, SteppedBy};

/// Reads the folder and writes the recording.
pub(super) fn import(dir: &Path, out: &Path) -> Result<(), Failure> {
    replaceable("--out", out, "is not a recording", |file| is_recording_file(file))?;
    let recording = recording(dir)?;
    let mut bytes = Vec::new();
    let written = recording.write(&mut bytes).map_err(|error| WriteError::at(out, error));
    written.map_err(|error| Failure::Other(error.to_string()))?;
    write(out, &bytes)?;
    let frames = recording.played.as_ref().map_or(&[][..], |played| &played.frames);
    let bodies = frames.first().map_or(0, |frame| frame.bodies.len());
    let points = frames.iter().map(|frame| frame.contacts.len()).sum();
    let interval = recording.played.as_ref().map_or(0.0, |played| played.header.interval());
    let [frames, bodies] = [counted(frames.len(), "frame"), counted_bodies(bodies)];
    let (points, shown) = (counted(points, "contact point"), out.display());
    say(&format!("{frames} of {bodies}, one every {interval} s, in {shown}"))?;
    say(&format!("{points}; view with `stickslip open {shown}`"))
}

/// Reads the folder and writes a scene of its bodies as in the first row, stepped by our own laws; prints what was chosen or
/// left out to standard error.
pub(super) fn rebuild(dir: &Path, by: SteppedBy, out: Option<&Path>) -> Result<(), Failure> {
    let rebuilt =
        run_folder::rebuild(&dir.display().to_string(), &run(dir)?.run, 0, by).map_err(|fault| match fault {
            RebuildFault::Refused(faults) => faults.into(),
            RebuildFault::Untold(_) | RebuildFault::Springs(_) => {
                Failure::Input(miette::miette!("{}: {fault}", dir.display()))
            }
        })?;
    for note in &rebuilt.assumed {
        // A note that cannot be printed is dropped.
        let _ = writeln!(std::io::stderr(), "note: {note}");
    }
    match out {
        None => say(rebuilt.text.trim_end()),
        Some(path) => write_scene("--out", path, &rebuilt.text),
    }
}

fn counted_bodies(count: usize) -> String {
    if count == 1 { "1 body".to_owned() } else { format!("{count} bodies") }
}

/// The run of a folder; prints notes about what was not read to standard error.
pub(crate) fn run(dir: &Path) -> Result<FolderRun, Failure> {
    let found = run_folder::read(dir).map_err(failure)?;
    for note in &found.notes {
        // A note that cannot be printed is dropped.
        let _ = writeln!(std::io::stderr(), "note: {note}");
    }
    Ok(found)
}

/// The run of a folder to be shown in the window.
#[cfg(feature = "view")]
pub(crate) fn shown(dir: &Path) -> Result<Recording, Failure> {
    Ok(run_folder::shown(&dir.display().to_string(), run(dir)?.run))
}

/// The run of a folder as a recording that plays it.
pub(crate) fn recording(dir: &Path) -> Result<Recording, Failure> {
    Ok(run_folder::recording(&dir.display().to_string(), run(dir)?.run)?)
}

fn failure(fault: FolderFault) -> Failure {
    let help = fault.remedy.clone();
    Failure::Input(miette::miette!(help = help, "{}:{}: {}", fault.file, fault.line, fault.why))
}
