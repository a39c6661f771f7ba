//! What the window opens with.

use crate::record::recording::Recording;
use crate::scene::Scene;
use std::path::PathBuf;

/// What the window opens with.
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
    /// The gallery, and over it why the file cannot be opened.
    Faults(String),
    /// A lesson, by name.
    Lesson(String),
    /// A recording.
    Replay {
        /// Its file.
        file: String,
        /// Its contents.
        recording: Box<Recording>,
        /// Its scene.
        scene: Box<Scene>,
    },
}
