//! `stickslip open` and `stickslip` alone.

use super::Failure;
use super::source::{self, Source};
use crate::view::{Start, run};
use clap::Args;
use std::path::{Path, PathBuf};

/// Flags of `open`.
#[derive(Debug, Args)]
pub struct Open {
    /// A scene file, the name of a built-in scene, or a recording
    scene: String,
    /// Change a value of the scene: friction.mu_s=0.3
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
}

impl Open {
    /// Opens the window on the scene.
    pub fn execute(self) -> Result<(), Failure> {
        if source::is_recording_file(&self.scene) {
            return self.replay();
        }
        let source = Source::find(&self.scene)?.with(&self.set)?;
        let scene = Box::new(source.scene()?);
        let path = PathBuf::from(&source.name);
        // With changes from the command line the file is not what is shown, so there is nothing to read again.
        let file = (self.set.is_empty() && path.is_file()).then_some(path);
        show(Start::Scene { name: source.name, file, text: source.text, scene })
    }
}

impl Open {
    fn replay(self) -> Result<(), Failure> {
        if !self.set.is_empty() {
            let help = "run its scene anew: `stickslip run SCENE --set ... --record FILE`";
            return Err(Failure::Input(miette::miette!(help = help, "--set cannot change what was recorded")));
        }
        let recording = Box::new(source::recording(Path::new(&self.scene))?);
        let source = Source { name: recording.name.clone(), text: recording.scene.clone() };
        let scene = Box::new(source.scene()?);
        show(Start::Replay { file: self.scene, recording, scene })
    }
}

/// Opens the window at the gallery of built-in scenes.
pub fn gallery() -> Result<(), Failure> {
    show(Start::Gallery)
}

fn show(start: Start) -> Result<(), Failure> {
    run(start).map_err(|error| Failure::Other(error.to_string()))
}
