//! Text of a scene, from a file or built in, with `--set` applied.

use super::failure::Failure;
use crate::files::read_text;
use crate::record::recording::{Recording, is_recording};
use crate::scene::{Scene, is_ron, nearest, set};
use std::io::ErrorKind;
use std::path::Path;
use stickslip_lab::builtin;

/// The text of a scene and its name for error messages.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file, or the name of the built-in scene.
    pub name: String,
    /// RON.
    pub text: String,
}

impl Source {
    /// Reads the file, or the built-in scene of that name.
    pub fn find(name: &str) -> Result<Self, Failure> {
        if let Some(text) = builtin::text(name) {
            return Ok(Self { name: name.to_string(), text: text.to_string() });
        }
        match read_text(name) {
            Ok(text) if is_recording(&text) => {
                let shown =
                    if cfg!(feature = "view") { format!(", `stickslip open {name}` shows it") } else { String::new() };
                let help = format!("`stickslip run --replay {name}` replays it{shown}");
                Err(Failure::Input(miette::miette!(help = help, "{name} is a recording, not a scene")))
            }
            Ok(text) if text.trim_start().starts_with("Sweep") => {
                let help = format!("`stickslip sweep {name}` runs it");
                Err(Failure::Input(miette::miette!(help = help, "{name} is a sweep, not a scene")))
            }
            Ok(text) if text.trim_start().starts_with("Fit(") => {
                let help = format!("`stickslip fit {name}` runs it");
                Err(Failure::Input(miette::miette!(help = help, "{name} is a fit, not a scene")))
            }
            Ok(text) => Ok(Self { name: name.to_string(), text }),
            Err(error) => {
                let help = match error.kind() {
                    ErrorKind::InvalidData => "a scene is a text file in UTF-8: save it as such".to_owned(),
                    ErrorKind::IsADirectory => "give a file in it".to_owned(),
                    ErrorKind::Unsupported | ErrorKind::FileTooLarge => "check the path".to_owned(),
                    _ => hint(name),
                };
                Err(Failure::Input(miette::miette!(help = help, "cannot read {name}: {error}")))
            }
        }
    }

    /// Applies each `PATH=VALUE` to the text.
    pub fn with(mut self, edits: &[String]) -> Result<Self, Failure> {
        if !edits.is_empty() && !is_ron(&self.text) {
            // The file is at fault, not an edit.
            self.scene()?;
        }
        for edit in edits {
            let Some((path, value)) = edit.split_once('=') else {
                let help = "write it as friction.mu_s=0.3";
                return Err(Failure::Input(miette::miette!(help = help, "--set {edit}: `=` is missing")));
            };
            self.text = set(&self.text, path.trim(), value.trim()).map_err(|fault| {
                let remedy = fault.remedy.clone();
                Failure::Input(miette::miette!(help = remedy, "--set {edit}: {}", fault.message))
            })?;
        }
        Ok(self)
    }

    /// The checked scene.
    pub fn scene(&self) -> Result<Scene, Failure> {
        Scene::parse(&self.name, &self.text).map_err(Failure::from)
    }
}

/// True if the file exists and begins like a recording.
pub fn is_recording_file(name: &str) -> bool {
    builtin::text(name).is_none() && read_text(name).is_ok_and(|text| is_recording(&text))
}

/// Reads a recording.
pub fn recording(path: &Path) -> Result<Recording, Failure> {
    let text =
        read_text(path).map_err(|error| Failure::Input(miette::miette!("cannot read {}: {error}", path.display())))?;
    Recording::parse(&text).map_err(|fault| {
        let help = "`stickslip run SCENE --record FILE` makes a recording, as the window does with Ctrl + Shift + R";
        Failure::Input(miette::miette!(help = help, "{}: {fault}", path.display()))
    })
}

/// The checked scene of a recording, with its motion if it was imported.
pub(crate) fn scene_of(recording: &Recording) -> Result<Scene, Failure> {
    recording.checked_scene().map_err(Failure::from)
}

/// Advice for a name that is neither a file nor a built-in scene.
fn hint(name: &str) -> String {
    let names = builtin::all().iter().map(|(name, _)| *name);
    let advice = nearest::advice(name, names, "built-in scenes");
    format!("give a file that exists or a built-in scene; {advice} (`stickslip scenes` lists them)")
}
