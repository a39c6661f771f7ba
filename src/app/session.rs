//! What is open, and what is asked for.

use crate::app::layout::Layout;
use crate::app::place::Place;
use crate::record::recording::Recording;
use crate::record::state::State;
use crate::scene::Scene;
use crate::world::contact::ContactKey;
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use std::path::PathBuf;
use std::sync::Arc;

/// What a person has asked for; done at the start of the next frame.
#[derive(Message, Clone, Debug, PartialEq)]
pub(crate) enum Request {
    /// Opens a scene.
    Open(Box<Opened>),
    /// Starts the open scene anew.
    Reset,
    /// Reads the open scene's file again.
    Reload,
    /// Shows the gallery.
    Gallery,
    /// Goes to this step of the run, in its past or ahead.
    Seek(u64),
    /// Goes on in the other future.
    Swap,
    /// Forgets the other future.
    Forget,
    /// Saves the run so far as a recording.
    Record,
    /// Copies the command that shows this step and contact again.
    Repro(ContactKey),
    /// Shows so much of the window.
    Layout(Layout),
    /// Branches off with a tenth of the step, as a ghost.
    Finer,
    /// Sets a bookmark at the step on the screen, or takes it away.
    Bookmark,
    /// Opens a recording.
    Replay {
        /// Its file.
        file: String,
        /// What is in it.
        recording: Box<Recording>,
        /// The scene in it.
        scene: Box<Scene>,
    },
    /// Takes the last edit back.
    Undo,
    /// Makes the last edit that was taken back again.
    Redo,
    /// Saves the scene as it is now.
    Save {
        /// The file.
        path: PathBuf,
        /// The present poses and velocities become the start.
        poses: bool,
        /// What to do then.
        then: Option<Box<Request>>,
    },
    /// Opens a lesson, by its name.
    Lesson(String),
    /// Ends the program.
    Quit,
    /// Does it whatever unsaved changes it loses.
    Sure(Box<Request>),
}

/// A message for the person.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice(pub String);

impl Notice {
    /// Says this.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// Shows the last message.
pub(crate) fn show_notices(mut notices: MessageReader<Notice>, mut session: ResMut<Session>, time: Res<Time<Real>>) {
    if let Some(Notice(text)) = notices.read().last() {
        session.say(text, time.elapsed_secs_f64());
    }
}

/// A scene was opened, or begins anew.
#[derive(Message, Clone, Debug)]
pub(crate) struct SceneOpened {
    /// Its first state.
    pub state: Arc<State>,
    /// It is not the one that was open before.
    pub another: bool,
}

/// A scene and where it came from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Opened {
    /// Name of a built-in scene, or of the file.
    pub name: String,
    /// The file, if it is one.
    pub file: Option<PathBuf>,
    /// The text it was read from.
    pub text: String,
    /// The scene, as the file says.
    pub scene: Scene,
}

/// What is open.
#[derive(Resource, Default)]
pub(crate) struct Session {
    /// The open scene; `None` before one is chosen.
    pub opened: Option<Opened>,
    /// The gallery covers the window.
    pub gallery: bool,
    /// Where to look once something is open.
    pub place: Option<Place>,
    /// A message for the person, and the time it goes, s.
    pub notice: Option<(String, f64)>,
    /// What a person should know of the scene that is open, a line each.
    pub warnings: Vec<String>,
    /// The state shown is at or after the end of the scene.
    pub ended: bool,
}

impl Session {
    /// The step at which the scene ends.
    pub(crate) fn last_step(&self) -> Option<u64> {
        let scene = &self.opened.as_ref()?.scene;
        Some((scene.duration / scene.dt).round() as u64)
    }

    /// Shows a message for some seconds.
    pub(crate) fn say(&mut self, text: impl Into<String>, now: f64) {
        self.notice = Some((text.into(), now + 5.0));
    }
}
