//! Scenes from MJCF.

use crate::cli::failure::Failure;
use crate::cli::support::output::{say, write_scene};
use crate::files::read_text;
use std::io::Write;
use std::path::Path;
use stickslip_lab::interop::mjcf::{self, MjcfImport};

/// Reads the file and writes the scene.
pub(super) fn import(file: &Path, out: Option<&Path>, partial: bool) -> Result<(), Failure> {
    let name = file.display().to_string();
    let text = read_text(file).map_err(|error| {
        let help = "give an MJCF file, text in UTF-8";
        Failure::Input(miette::miette!(help = help, "cannot read {name}: {error}"))
    })?;
    let mode = if partial { MjcfImport::Partial } else { MjcfImport::Whole };
    let imported = mjcf::import(&name, &text, mode).map_err(Failure::from)?;
    for note in &imported.notes {
        // A note that cannot be printed is dropped.
        let _ = writeln!(std::io::stderr(), "note: {note}");
    }
    match out {
        None => say(imported.scene.trim_end()),
        Some(path) => write_scene("--out", path, &imported.scene),
    }
}
