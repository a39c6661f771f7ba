//! `stickslip open` and `stickslip` alone.

use super::Failure;
use super::source::Source;
use crate::view::{Start, run};
use clap::Args;
use std::path::PathBuf;

/// Flags of `open`.
#[derive(Debug, Args)]
pub struct Open {
    /// A scene file, or the name of a built-in scene
    scene: String,
    /// Change a value of the scene: friction.mu_s=0.3
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
}

impl Open {
    /// Opens the window on the scene.
    pub fn execute(self) -> Result<(), Failure> {
        let source = Source::find(&self.scene)?.with(&self.set)?;
        let scene = Box::new(source.scene()?);
        let path = PathBuf::from(&source.name);
        // With changes from the command line the file is not what is shown, so there is nothing to read again.
        let file = (self.set.is_empty() && path.is_file()).then_some(path);
        show(Start::Scene { name: source.name, file, text: source.text, scene })
    }
}

/// Opens the window at the gallery of built-in scenes.
pub fn gallery() -> Result<(), Failure> {
    show(Start::Gallery)
}

fn show(start: Start) -> Result<(), Failure> {
    run(start).map_err(|error| Failure::Other(error.to_string()))
}
