//! Initial content of the window.

use std::path::PathBuf;
use stickslip_engine::record::recording::Recording;
use stickslip_engine::scene::Scene;
use stickslip_lab::lessons::answer::LessonAnswer;

/// Initial content of the window.
#[derive(Clone, Debug)]
pub enum AppStart {
    /// The gallery of built-in scenes.
    Gallery,
    /// A scene.
    Scene {
        /// Name of the built-in scene or of the file.
        name: String,
        /// The file, if it can be reloaded.
        file: Option<PathBuf>,
        /// Source text.
        text: String,
        /// Parsed scene.
        scene: Box<Scene>,
    },
    /// The gallery, with an explanation why the file cannot be opened.
    Faults(String),
    /// A lesson, by name.
    Lesson(String),
    /// The answers of a class, over the gallery.
    Answers(Vec<LessonAnswer>),
    /// A recording.
    Replay {
        /// File of the recording.
        file: String,
        /// Contents of the recording.
        recording: Box<Recording>,
        /// Scene of the recording.
        scene: Box<Scene>,
    },
}
