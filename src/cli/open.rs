//! `stickslip open` and `stickslip` alone.

use super::Failure;
use super::source::{self, Source};
use crate::view::{Between, Place, Start, run};
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
    /// Go to this step
    #[arg(long, value_name = "STEP")]
    goto: Option<u64>,
    /// Inspect this contact: two bodies, and the number of the point if there are several (incline,brick,2)
    #[arg(long, value_name = "I,J[,POINT]")]
    contact: Option<Between>,
}

impl Open {
    /// Opens the window on the scene.
    pub fn execute(self) -> Result<(), Failure> {
        let place = Place { step: self.goto, contact: self.contact.clone() };
        if source::is_recording_file(&self.scene) {
            return self.replay(place);
        }
        let source = Source::find(&self.scene)?.with(&self.set)?;
        let scene = Box::new(source.scene()?);
        let path = PathBuf::from(&source.name);
        // With changes from the command line the file is not what is shown, so there is nothing to read again.
        let file = (self.set.is_empty() && path.is_file()).then_some(path);
        show(Start::Scene { name: source.name, file, text: source.text, scene }, place)
    }
}

impl Open {
    fn replay(self, place: Place) -> Result<(), Failure> {
        if !self.set.is_empty() {
            let help = "run its scene anew: `stickslip run SCENE --set ... --record FILE`";
            return Err(Failure::Input(miette::miette!(help = help, "--set cannot change what was recorded")));
        }
        let recording = Box::new(source::recording(Path::new(&self.scene))?);
        let source = Source { name: recording.name.clone(), text: recording.scene.clone() };
        let scene = Box::new(source.scene()?);
        show(Start::Replay { file: self.scene, recording, scene }, place)
    }
}

/// Opens the window at the gallery of built-in scenes.
pub fn gallery() -> Result<(), Failure> {
    show(Start::Gallery, Place::default())
}

fn show(start: Start, place: Place) -> Result<(), Failure> {
    run(start, place).map_err(|error| Failure::Other(error.to_string()))
}
