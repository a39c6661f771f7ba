//! `stickslip generate`.

use super::failure::Failure;
use super::output::say;
use crate::record::part_file::write_whole;
use crate::scene::generate;
use clap::Args;
use clap::builder::TypedValueParser;
use std::path::PathBuf;

/// Flags of `generate`.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// Name of the scene: box-settle, drum or heap
    scene: String,
    /// Number of bodies that move, to whole layers
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1000, value_parser = bodies())]
    n: u64,
    /// File to write; without it the text is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The numbers of bodies that a scene can be generated with.
pub(super) fn bodies() -> impl TypedValueParser<Value = u64> {
    clap::value_parser!(u64).range(1..=4_000_000)
}

impl Generate {
    /// Writes the scene.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let text = text(&self.scene, self.n)?;
        match self.out {
            None => say(text.trim_end()),
            Some(path) if path.is_file() && std::fs::read(&path).is_ok_and(|old| old != text.as_bytes()) => {
                let help = "give another --out, or remove the file";
                Err(Failure::Input(miette::miette!(help = help, "{} exists and is another scene", path.display())))
            }
            Some(path) => {
                write_whole(&path, text.as_bytes()).map_err(|error| Failure::Other(error.to_string()))?;
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
