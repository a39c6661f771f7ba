//! `stickslip open` and `stickslip` alone.

use crate::app::files::address::{self, AddressPart};
use crate::app::files::link;
use crate::app::{ContactSelector, Place};
use crate::cli::complete::scenes;
use crate::cli::failure::{self, Failure};
use crate::cli::support::source::{self, Source};
use crate::files::read_text;
use crate::record::recording::Recording;
use crate::texts::{LANGUAGES, choose_at_start};
use crate::view::{AppStart, run};
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use stickslip_lab::interop::run_folder::is_run_folder;
use stickslip_lab::lessons::answer_link;

/// Flags of `open`.
#[derive(Debug, Args)]
pub(crate) struct Open {
    /// A scene file, `-` for standard input, the name of a built-in scene, a recording, the folder of a run, answers (a table or a link), or a link to a scene
    #[arg(required_unless_present = "lesson", add = scenes())]
    scene: Option<OsString>,
    /// Open this lesson instead: brick-slips
    #[arg(long, value_name = "NAME", conflicts_with_all = ["scene", "set", "goto", "contact"])]
    lesson: Option<String>,
    /// Predict this in the lesson: a number in its unit, or the number of an answer
    #[arg(long, value_name = "VALUE", requires = "lesson", allow_negative_numbers = true)]
    predict: Option<f64>,
    /// Change a value of the scene: friction.mu_s=0.3
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Go to this step
    #[arg(long, value_name = "STEP", allow_negative_numbers = true)]
    goto: Option<u64>,
    /// Inspect this contact: two bodies, and the number of the point if there are several (incline,brick,2)
    #[arg(long, value_name = "I,J[,POINT]")]
    contact: Option<ContactSelector>,
    /// Language of the window [default: STICKSLIP_LANG, else the system's]
    #[arg(long, value_name = "CODE", value_parser = PossibleValuesParser::new(LANGUAGES.iter().map(|of| of.code)))]
    language: Option<String>,
}

impl Open {
    /// Opens the window on the scene.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        choose_at_start(self.language.as_deref());
        let place = Place { step: self.goto, contact: self.contact.clone(), prediction: None };
        let Some(name) = self.scene.clone() else { return lesson(self.lesson.unwrap_or_default(), self.predict) };
        if let Some(parts) = linked(&name) {
            return self.follow(&parts);
        }
        // Reading a long run takes as long as preparing the window; a fault in anything else is told at once.
        let shown = if is_run_folder(Path::new(&name)) {
            run(place, || self.content(&name))
        } else {
            self.content(&name).and_then(|start| show(start, place))
        };
        match shown {
            // Started from a file manager, nobody sees what is printed.
            Err(Failure::Input(report)) if !std::io::stderr().is_terminal() => {
                let text = failure::drawn(&report, false);
                match show(AppStart::Faults(text.clone()), Place::default()) {
                    Ok(()) => Err(Failure::Reported),
                    Err(_) => Err(Failure::Input(report)),
                }
            }
            result => result,
        }
    }

    /// Opens the window at a link to a scene or a lesson.
    fn follow(&self, parts: &[AddressPart]) -> Result<(), Failure> {
        if !self.set.is_empty() || self.goto.is_some() || self.contact.is_some() {
            let help = "add `&friction.mu_s=0.3` or `&goto=5000` to the link";
            return Err(Failure::Input(miette::miette!(
                help = help,
                "--set, --goto and --contact do not apply to a link"
            )));
        }
        let (start, place) = address::read(parts).map_err(|why| Failure::Input(miette::miette!("{why}")))?;
        show(start, place)
    }

    /// What the window opens with.
    fn content(&self, name: &OsStr) -> Result<AppStart, Failure> {
        if let Some(text) = answers(name) {
            if !self.set.is_empty() || self.goto.is_some() || self.contact.is_some() {
                return Err(Failure::Input(miette::miette!("--set, --goto and --contact do not apply to answers")));
            }
            let read = answer_link::read(&text).map_err(|why| Failure::Input(miette::miette!("{why}")))?;
            return Ok(AppStart::Answers(read));
        }
        if source::is_recording_file(name) {
            return self.replay(name, source::recording(Path::new(name))?);
        }
        if is_run_folder(Path::new(name)) {
            return self.replay(name, crate::cli::import::run_folder::shown(Path::new(name))?);
        }
        let source = Source::find(name)?.with(&self.set)?;
        let scene = Box::new(source.scene()?);
        let path = PathBuf::from(name);
        // With edits from the command line the scene differs from the file, so the file is not watched.
        let file = (self.set.is_empty() && path.is_file()).then_some(path);
        Ok(AppStart::Scene { name: source.name, file, text: source.text, scene })
    }

    fn replay(&self, file: &OsStr, recording: Recording) -> Result<AppStart, Failure> {
        if !self.set.is_empty() {
            let help = "rerun its scene: `stickslip run SCENE --set ... --record FILE`";
            return Err(Failure::Input(miette::miette!(help = help, "--set cannot change what was recorded")));
        }
        let recording = Box::new(recording);
        let scene = Box::new(source::scene_of(&recording)?);
        Ok(AppStart::Replay { file: source::shown(file), recording, scene })
    }
}

/// The parts of a link to a scene or a lesson; a file of that name comes first.
fn linked(name: &OsStr) -> Option<Vec<AddressPart>> {
    name.to_str().filter(|_| !Path::new(name).exists()).and_then(link::parts_in)
}

/// The text of answers to lessons: the argument itself if it is a link, or that of a file.
fn answers(name: &OsStr) -> Option<String> {
    if let Some(link) = name.to_str().filter(|text| answer_link::value_in(text).is_some()) {
        return Some(link.to_owned());
    }
    let text = Some(name).filter(|name| Path::new(name).is_file()).and_then(|file| read_text(file).ok())?;
    answer_link::is_answers(&text).then_some(text)
}

/// Opens the window on a lesson, with its prediction made if there is one.
fn lesson(name: String, predict: Option<f64>) -> Result<(), Failure> {
    let lesson = crate::cli::lesson::lesson_named(&name)?;
    let prediction = predict
        .map(|number| lesson.prediction(number))
        .transpose()
        .map_err(|help| Failure::Input(miette::miette!(help = help, "this cannot be predicted in lesson `{name}`")))?;
    show(AppStart::Lesson(name), Place { prediction, ..Place::default() })
}

/// Opens the window at the gallery of built-in scenes.
pub(crate) fn gallery() -> Result<(), Failure> {
    choose_at_start(None);
    show(AppStart::Gallery, Place::default())
}

fn show(start: AppStart, place: Place) -> Result<(), Failure> {
    run(place, || Ok(start))
}
