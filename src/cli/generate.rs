//! `stickslip generate`.

use super::failure::Failure;
use super::output::say;
use crate::scene::generate;
use clap::Args;
use std::path::PathBuf;

/// Flags of `generate`.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// Name of the scene: box-settle, drum or heap
    scene: String,
    /// Number of bodies that move, to whole layers
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=4_000_000))]
    n: u64,
    /// File to write; without it the text is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Generate {
    /// Writes the scene.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let text = text(&self.scene, self.n)?;
        match self.out {
            None => say(text.trim_end()),
            Some(path) if std::fs::read(&path).is_ok_and(|old| old != text.as_bytes()) => {
                let help = "give another --out, or remove the file";
                Err(Failure::Input(miette::miette!(help = help, "{} exists and is another scene", path.display())))
            }
            Some(path) => {
                std::fs::write(&path, text).map_err(|e| Failure::Other(format!("{}: {e}", path.display())))?;
                say(&format!("written to {}", path.display()))
            }
        }
    }
}

/// The text of a generated scene, or why there is none.
pub(super) fn text(scene: &str, n: u64) -> Result<String, Failure> {
    generate::text(scene, n).map_err(|fault| {
        let remedy = fault.remedy.clone();
        Failure::Input(miette::miette!(help = remedy, "{}", fault.message))
    })
}
