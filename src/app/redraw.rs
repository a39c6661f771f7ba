//! When the window is drawn next: at once while anything moves or computes, a few more times after the last input,
//! and then only on events, so that a paused window leaves the machine idle.

use crate::app::compare::Compare;
use crate::app::ghost::Ghost;
use crate::app::hand::Grab;
use crate::app::past::Past;
use crate::app::playback::Playback;
use crate::app::saving::POLL;
use crate::app::session::{Request, Session};
use crate::world::Clock;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::{MouseButtonInput, MouseWheel};
use bevy::input::touch::TouchInput;
use bevy::window::CursorMoved;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// Frames drawn in direct succession after the last input, so that the effect of a click is visible at once.
const AFTERGLOW: u32 = 20;
/// Frames drawn at [`INTERVAL`] after those: tooltips open with a delay, pipelines are compiled in the background.
const LATE: u32 = 4;
/// Interval between late frames, and while a notice is shown.
const INTERVAL: Duration = Duration::from_millis(600);
/// Interval between the frames of an idle window.
const IDLE: Duration = Duration::from_secs(3600);

/// When the next frame is drawn if no event arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextFrame {
    /// Directly after this one.
    Now,
    /// After this time.
    After(Duration),
}

/// What keeps the window drawing.
#[derive(SystemParam)]
pub(crate) struct Activity<'w, 's> {
    clock: Res<'w, Clock>,
    compare: Res<'w, Compare>,
    grab: Res<'w, Grab>,
    past: Res<'w, Past>,
    playback: Res<'w, Playback>,
    requests: Res<'w, Messages<Request>>,
    session: Res<'w, Session>,
    keys: MessageReader<'w, 's, KeyboardInput>,
    buttons: MessageReader<'w, 's, MouseButtonInput>,
    wheel: MessageReader<'w, 's, MouseWheel>,
    cursor: MessageReader<'w, 's, CursorMoved>,
    touches: MessageReader<'w, 's, TouchInput>,
}

impl Activity<'_, '_> {
    /// True while the picture changes by itself, or the user does something.
    fn is_any(&mut self) -> bool {
        let Self { playback, past, clock, .. } = self;
        let runs = playback.playing || playback.single > 0 || self.grab.held.is_some();
        let is_behind = |ghost: &Ghost| ghost.state.is_none() && clock.step >= ghost.from;
        let computes = !self.requests.is_empty()
            || past.goal.is_some()
            || self.compare.behind
            || past.ghost.as_deref().is_some_and(is_behind);
        let input = [self.keys.read().count(), self.buttons.read().count(), self.wheel.read().count()];
        let pointer = [self.cursor.read().count(), self.touches.read().count()];
        runs || computes || input.iter().chain(&pointer).any(|n| *n > 0)
    }
}

/// Counts the frames since the last activity.
pub(crate) fn next_frame(mut activity: Activity, mut idle: Local<u32>) -> NextFrame {
    *idle = if activity.is_any() { 0 } else { idle.saturating_add(1) };
    match *idle {
        0..=AFTERGLOW => NextFrame::Now,
        idle if idle <= AFTERGLOW + LATE || activity.session.notice.is_some() => NextFrame::After(INTERVAL),
        _ => NextFrame::After(IDLE),
    }
}

/// The open scene's file, watched by a thread while the window is idle.
#[derive(Resource, Clone, Default)]
pub(crate) struct WatchedFile(Arc<Mutex<Option<PathBuf>>>);

impl WatchedFile {
    /// Starts the thread; it calls `wake` after each change of the file, until that returns false.
    pub(crate) fn begin(wake: impl Fn() -> bool + Send + 'static) -> std::io::Result<Self> {
        let watched = Self::default();
        let file = Arc::clone(&watched.0);
        let look = move || {
            let mut last: Option<(PathBuf, Option<SystemTime>)> = None;
            loop {
                std::thread::sleep(Duration::from_secs_f64(POLL));
                let now =
                    file.lock().unwrap_or_else(PoisonError::into_inner).clone().map(|path| (changed(&path), path));
                let now = now.map(|(time, path)| (path, time));
                let differs = matches!((&last, &now), (Some(old), Some(new)) if old.0 == new.0 && old.1 != new.1);
                last = now;
                if differs && !wake() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("file watch".to_owned()).spawn(look)?;
        Ok(watched)
    }

    /// Watches the open scene's file.
    pub(crate) fn follow(session: Res<Session>, watched: Option<Res<Self>>) {
        let (Some(watched), true) = (watched, session.is_changed()) else { return };
        let file = session.opened.as_ref().and_then(|opened| opened.file.clone());
        *watched.0.lock().unwrap_or_else(PoisonError::into_inner) = file;
    }
}

/// Time of the last change of a file; `None` if it is missing.
pub(crate) fn changed(file: &Path) -> Option<SystemTime> {
    std::fs::metadata(file).and_then(|data| data.modified()).ok()
}
