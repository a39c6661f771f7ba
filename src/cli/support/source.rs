//! Text of a scene, from a file, standard input or built in, with the changes of `--set` applied.

use crate::cli::failure::Failure;
use crate::cli::support::fault_report::{AppliedEdit, FaultReport};
use crate::files::{read_standard_input, read_text};
use crate::record::recording::{Recording, is_recording};
use crate::scene::{Scene, is_ron, set, text::nearest};
use clap::Args;
use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use stickslip_lab::builtin;

/// The argument that names standard input.
const STANDARD_INPUT: &str = "-";

/// Flags that change the scene of a run.
#[derive(Clone, Debug, Args)]
pub(crate) struct SceneChanges {
    /// Simulated time, overriding the scene's
    #[arg(long, visible_alias = "until", value_name = "S", allow_hyphen_values = true)]
    duration: Option<String>,
    /// Step size, overriding the scene's
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    dt: Option<String>,
    /// Change a value of the scene: friction.mu_s=0.3, bodies.ball.on.velocity=(0,0.8)
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
}

impl SceneChanges {
    /// True if no flag is given.
    pub(in crate::cli) fn is_empty(&self) -> bool {
        self.duration.is_none() && self.dt.is_none() && self.set.is_empty()
    }
}

/// The text of a scene and its name for error messages.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file, or the name of the built-in scene.
    pub name: String,
    /// RON.
    pub text: String,
    /// The changes made to the text.
    edits: Vec<AppliedEdit>,
}

impl Source {
    /// An unchanged text with this name.
    pub fn new(name: String, text: String) -> Self {
        Self { name, text, edits: Vec::new() }
    }

    /// Reads the file, or the built-in scene of that name; `-` is standard input.
    pub fn find(name: impl AsRef<OsStr>) -> Result<Self, Failure> {
        let name = name.as_ref();
        let shown = shown(name);
        if let Some(text) = name.to_str().and_then(builtin::text) {
            return Ok(Self::new(shown, text.to_owned()));
        }
        let refused = |help: String, what: String| Err(Failure::Input(miette::miette!(help = help, "{what}")));
        match read_named(name) {
            Ok(text) if is_recording(&text) => {
                let view =
                    if cfg!(feature = "view") { format!(", `stickslip open {shown}` shows it") } else { String::new() };
                let help = format!("`stickslip run --replay {shown}` replays it{view}");
                refused(help, format!("{shown} is a recording, not a scene"))
            }
            Ok(text) if text.trim_start().starts_with("Sweep") => {
                refused(format!("`stickslip sweep {shown}` runs it"), format!("{shown} is a sweep, not a scene"))
            }
            Ok(text) if text.trim_start().starts_with("Fit(") => {
                refused(format!("`stickslip fit {shown}` runs it"), format!("{shown} is a fit, not a scene"))
            }
            Ok(text) => Ok(Self::new(shown, text)),
            Err(error) => {
                let help = match error.kind() {
                    ErrorKind::InvalidData => "a scene is a text file in UTF-8: save it as such".to_owned(),
                    ErrorKind::IsADirectory => "give a file in it".to_owned(),
                    ErrorKind::Unsupported | ErrorKind::FileTooLarge => "check the path".to_owned(),
                    _ => hint(name),
                };
                refused(help, format!("cannot read {shown}: {error}"))
            }
        }
    }

    /// Applies each `PATH=VALUE` of `--set` to the text.
    pub fn with(mut self, edits: &[String]) -> Result<Self, Failure> {
        for edit in edits {
            let Some((path, value)) = edit.split_once('=') else {
                let help = "write it as friction.mu_s=0.3";
                return Err(Failure::Input(miette::miette!(help = help, "--set {edit}: `=` is missing")));
            };
            self.change(format!("--set {edit}"), path.trim(), value.trim())?;
        }
        Ok(self)
    }

    /// Applies the changes of all flags to the text.
    pub(crate) fn changed(self, by: &SceneChanges) -> Result<Self, Failure> {
        let mut source = self.with(&by.set)?;
        for (flag, path, value) in [("--dt", "time.dt", &by.dt), ("--duration", "time.duration", &by.duration)] {
            if let Some(value) = value {
                source.change(format!("{flag} {value}"), path, value)?;
            }
        }
        Ok(source)
    }

    fn change(&mut self, flag: String, path: &str, value: &str) -> Result<(), Failure> {
        if !is_ron(&self.text) {
            // The file is at fault, not an edit.
            self.scene()?;
        }
        self.text = set(&self.text, path, value).map_err(|fault| {
            let remedy = fault.remedy.clone();
            Failure::Input(miette::miette!(help = remedy, "{flag}: {}", fault.message))
        })?;
        self.edits.push(AppliedEdit { flag, path: path.to_owned() });
        Ok(())
    }

    /// The checked scene.
    pub fn scene(&self) -> Result<Scene, Failure> {
        Scene::parse(&self.name, &self.text)
            .map_err(|faults| Failure::Input(FaultReport::new(faults, &self.text, &self.edits).into()))
    }
}

/// The name of an argument for messages.
pub(in crate::cli) fn shown(name: &OsStr) -> String {
    if name == STANDARD_INPUT { "<stdin>".to_owned() } else { Path::new(name).display().to_string() }
}

/// Reads the text file of this name, or for `-` standard input, which can be read once.
pub(in crate::cli) fn read_named(name: &OsStr) -> io::Result<String> {
    static WAS_READ: AtomicBool = AtomicBool::new(false);
    if name != STANDARD_INPUT {
        return read_text(name);
    }
    if WAS_READ.swap(true, Ordering::Relaxed) {
        let why = "standard input was read already: name `-` once";
        return Err(io::Error::new(ErrorKind::Unsupported, why));
    }
    read_standard_input()
}

/// True if the file exists and begins like a recording. Standard input is not looked at.
pub fn is_recording_file(name: impl AsRef<OsStr>) -> bool {
    let name = name.as_ref();
    let is_file = name != STANDARD_INPUT && name.to_str().and_then(builtin::text).is_none();
    is_file && read_text(name).is_ok_and(|text| is_recording(&text))
}

/// Reads a recording.
pub fn recording(path: &Path) -> Result<Recording, Failure> {
    let shown = shown(path.as_os_str());
    let text = read_named(path.as_os_str())
        .map_err(|error| Failure::Input(miette::miette!("cannot read {shown}: {error}")))?;
    Recording::parse(&text).map_err(|fault| {
        let help = "`stickslip run SCENE --record FILE` makes a recording, as the window does with Ctrl + Shift + R";
        Failure::Input(miette::miette!(help = help, "{shown}: {fault}"))
    })
}

/// The checked scene of a recording, with its motion if it was imported.
pub(crate) fn scene_of(recording: &Recording) -> Result<Scene, Failure> {
    recording.checked_scene().map_err(Failure::from)
}

/// Advice for a name that is neither a file nor a built-in scene.
fn hint(name: &OsStr) -> String {
    let names = builtin::all().iter().map(|(name, _)| *name);
    let file = Path::new(name).file_name().unwrap_or(name).to_string_lossy();
    let advice = nearest::advice(file.strip_suffix(".ron").unwrap_or(&file), names, "built-in scenes");
    format!("give a file that exists or a built-in scene; {advice} (`stickslip scenes` lists them)")
}
