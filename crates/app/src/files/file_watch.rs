//! The open scene's file, watched by a thread, so that a change on disk wakes an idle window.

use crate::files::saving::POLL;
use crate::state::session::Session;
use bevy::ecs::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use stickslip_engine::files::{Version, version};

/// The open scene's file, watched by a thread while the window is idle.
#[derive(Resource, Clone, Default)]
pub struct WatchedFile(Arc<Mutex<Option<PathBuf>>>);

impl WatchedFile {
    /// Starts the thread; it calls `wake` after each change of the file, until that returns false.
    pub fn begin(wake: impl Fn() -> bool + Send + 'static) -> std::io::Result<Self> {
        let watched = Self::default();
        let file = Arc::clone(&watched.0);
        let look = move || {
            let mut last: Option<(Option<Version>, PathBuf)> = None;
            loop {
                std::thread::sleep(Duration::from_secs_f64(POLL));
                let path = file.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let now = path.map(|path| (version(&path), path));
                let differs = matches!((&last, &now), (Some(old), Some(new)) if old.1 == new.1 && old.0 != new.0);
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
    pub fn follow(session: Res<Session>, watched: Option<Res<Self>>) {
        let (Some(watched), true) = (watched, session.is_changed()) else { return };
        let file = session.opened.as_ref().and_then(|opened| opened.file.clone());
        *watched.0.lock().unwrap_or_else(PoisonError::into_inner) = file;
    }
}
