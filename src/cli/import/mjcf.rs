//! Scenes from MJCF.

use crate::cli::failure::Failure;
use crate::cli::output::say;
use crate::files::{read_text, write_whole};
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
        Some(path) if path.is_file() && std::fs::read(path).is_ok_and(|old| old != imported.scene.as_bytes()) => {
            let help = "give another --out, or remove the file";
            Err(Failure::Input(miette::miette!(help = help, "{} exists and is a different scene", path.display())))
        }
        Some(path) => {
            write_whole(path, imported.scene.as_bytes()).map_err(|error| Failure::Other(error.to_string()))?;
            say(&format!("written to {}", path.display()))
        }
    }
}
