//! The open scene, and pending user requests.

use crate::state::location::Place;
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use std::path::PathBuf;
use std::sync::Arc;
use stickslip_engine::observe::state::State;
use stickslip_engine::scene::Scene;

/// A message for the user.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Notice(pub String);

impl Notice {
    /// Creates a message.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// Shows the last message.
pub fn show_notices(mut notices: MessageReader<Notice>, mut session: ResMut<Session>, time: Res<Time<Real>>) {
    if let Some(Notice(text)) = notices.read().last() {
        session.say(text, time.elapsed_secs_f64());
    }
}

/// Display time of a message, s: 20 characters a second, at least 5 s.
fn reading_time(text: &str) -> f64 {
    (text.chars().count() as f64 / 20.0).max(5.0)
}

/// Message: a scene was opened or restarted.
#[derive(Message, Clone, Debug)]
pub struct SceneOpened {
    /// Initial state of the scene.
    pub state: Arc<State>,
    /// True if the scene differs from the one open before.
    pub another: bool,
}

/// A scene and its source.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// Name of a built-in scene, or of the file.
    pub name: String,
    /// The file, if the scene has one.
    pub file: Option<PathBuf>,
    /// The text from which the scene was parsed; empty for an exported picture.
    pub text: String,
    /// The scene, as in the file.
    pub scene: Scene,
}

/// The session state.
#[derive(Resource, Default)]
pub struct Session {
    /// The open scene; `None` before a scene is chosen.
    pub opened: Option<Opened>,
    /// True while the gallery covers the window.
    pub gallery: bool,
    /// Step and contact to go to once a scene is open.
    pub place: Option<Place>,
    /// A message for the user, and its expiry time, s.
    pub notice: Option<(String, f64)>,
    /// Warnings about the open scene, one per line.
    pub warnings: Vec<String>,
    /// True if the displayed state is at or after the end of the scene.
    pub ended: bool,
}

impl Session {
    /// True if pairs of materials or bodies of the open scene have friction of their own.
    pub fn has_pairs(&self) -> bool {
        self.opened.as_ref().is_some_and(|opened| !opened.scene.pairs.is_empty())
    }

    /// The step at which the scene ends.
    pub fn last_step(&self) -> Option<u64> {
        let scene = &self.opened.as_ref()?.scene;
        Some((scene.duration / scene.dt).round() as u64)
    }

    /// True if a step is at or after the end of the scene.
    pub fn ends_at(&self, step: u64) -> bool {
        self.last_step().is_some_and(|last| step >= last)
    }

    /// Shows a message for the time it takes to read; `now`: wall-clock time, s.
    pub fn say(&mut self, text: impl Into<String>, now: f64) {
        let text = text.into();
        let until = now + reading_time(&text);
        self.notice = Some((text, until));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A short message stays for 5 s, one of 400 characters for 20 s.
    #[test]
    fn a_message_stays_until_it_is_read() {
        let mut session = Session::default();
        for (text, until) in [("saved".to_owned(), 6.0), ("x".repeat(400), 21.0)] {
            session.say(text.clone(), 1.0);
            assert_eq!(session.notice, Some((text, until)));
        }
    }
}
