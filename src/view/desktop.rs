//! Opens the window on a desktop.

use crate::app::AppStart;
use crate::app::files::file_watch::WatchedFile;
use crate::app::files::recent::RecentFiles;
use crate::app::state::location::Place;
use crate::app::state::start_error::{StartError, guarded};
use crate::view::window::{app, begin};
use bevy::prelude::*;
use bevy::winit::{EventLoopProxy, EventLoopProxyWrapper, WinitUserEvent};
use std::sync::atomic::Ordering;

/// Opens the window at a place of the run; returns when it is closed. `start` is prepared while the window is, on a thread of
/// its own: if it fails, no window opens.
pub fn run<E: From<StartError> + Send>(
    place: Place,
    start: impl FnOnce() -> Result<AppStart, E> + Send,
) -> Result<(), E> {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        return Err(start().map_or_else(|fault| fault, |_| StartError::NoScreen.into()));
    }
    std::thread::scope(|scope| {
        let start = scope.spawn(start);
        guarded("window", move |running| {
            let mut app = app(place);
            begin(&mut app, start.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            app.insert_resource(RecentFiles::of_user());
            app.add_systems(Startup, watch_file).add_systems(Last, WatchedFile::follow);
            app.add_systems(Update, move || running.store(true, Ordering::Relaxed));
            app.run();
            Ok(())
        })?
    })
}

/// Starts the thread that watches the open file, and wakes the idle window.
fn watch_file(mut commands: Commands, wake: Res<EventLoopProxyWrapper>) -> Result {
    let wake = EventLoopProxy::clone(&wake);
    commands.insert_resource(WatchedFile::begin(move || wake.send_event(WinitUserEvent::WakeUp).is_ok())?);
    Ok(())
}
