//! `stickslip import`.

use super::failure::Failure;
use super::output::say;
use crate::record::part_file::write_whole;
use crate::scene::mjcf::{self, MjcfImport};
use crate::scene::read_text;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Flags of `import`.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The file to read
    file: String,
    /// Its format: mjcf is the XML of MuJoCo
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: From,
    /// File for the scene (default: print it)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// mjcf: leave out what cannot be expressed, naming each (default: refuse the file)
    #[arg(long)]
    partial: bool,
}

/// `--from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum From {
    /// MJCF, the XML of MuJoCo, as a scene.
    Mjcf,
}

impl Import {
    /// Reads the file and writes the scene.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        match self.from {
            From::Mjcf => self.mjcf(),
        }
    }

    fn mjcf(self) -> Result<(), Failure> {
        let text = read_text(&self.file).map_err(|error| {
            let help = "give an MJCF file, text in UTF-8";
            Failure::Input(miette::miette!(help = help, "cannot read {}: {error}", self.file))
        })?;
        let mode = if self.partial { MjcfImport::Partial } else { MjcfImport::Whole };
        let imported = mjcf::import(&self.file, &text, mode).map_err(|faults| Failure::Input(faults.into()))?;
        for note in &imported.notes {
            // Without a standard error, notes have no reader.
            let _ = writeln!(std::io::stderr(), "note: {note}");
        }
        match self.out {
            None => say(imported.scene.trim_end()),
            Some(path) if path.is_file() && std::fs::read(&path).is_ok_and(|old| old != imported.scene.as_bytes()) => {
                let help = "give another --out, or remove the file";
                Err(Failure::Input(miette::miette!(help = help, "{} exists and is a different scene", path.display())))
            }
            Some(path) => {
                write_whole(&path, imported.scene.as_bytes()).map_err(|error| Failure::Other(error.to_string()))?;
                say(&format!("written to {}", path.display()))
            }
        }
    }
}
