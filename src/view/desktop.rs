//! Opens the window on a desktop.

use crate::app::AppStart;
use crate::app::file_watch::WatchedFile;
use crate::app::place::Place;
use crate::app::start_error::{StartError, guarded};
use crate::view::render::camera::Eye;
use crate::view::window::app;
use bevy::anti_alias::fxaa::{Fxaa, Sensitivity};
use bevy::prelude::*;
use bevy::render::view::screenshot::Screenshot;
use bevy::winit::{EventLoopProxy, EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};
use std::sync::atomic::Ordering;

/// Opens the window at a place of the run; returns when it is closed.
pub fn run(start: AppStart, place: Place) -> Result<(), StartError> {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        return Err(StartError::NoScreen);
    }
    guarded("window", move |running| {
        let mut app = app(start, place);
        app.add_systems(Startup, watch_file).add_systems(Last, WatchedFile::follow);
        app.add_systems(PostUpdate, smooth_at_rest);
        app.add_systems(Update, move || running.store(true, Ordering::Relaxed));
        app.run();
    })
}

/// Starts the thread that watches the open file, and wakes the idle window.
fn watch_file(mut commands: Commands, wake: Res<EventLoopProxyWrapper>) -> Result {
    let wake = EventLoopProxy::clone(&wake);
    commands.insert_resource(WatchedFile::begin(move || wake.send_event(WinitUserEvent::WakeUp).is_ok())?);
    Ok(())
}

/// Smooths the edges of a picture that stays, or is saved, where there is no multisampling: on a software renderer that
/// takes too long for each frame of a motion, and so does this filter.
fn smooth_at_rest(
    mut commands: Commands,
    settings: Res<WinitSettings>,
    saved: Query<(), With<Screenshot>>,
    mut eyes: Query<(Entity, &Eye, &Msaa, Option<&mut Fxaa>)>,
) {
    let stays = settings.focused_mode != UpdateMode::Continuous || !saved.is_empty();
    for (id, eye, msaa, filter) in &mut eyes {
        if let Some(mut filter) = filter {
            if filter.enabled != stays {
                filter.enabled = stays;
            }
        } else if *eye == Eye::Overlay && *msaa == Msaa::Off {
            // The overlays are drawn last, into the picture of the bodies.
            // Only at clear edges: it would break up the thin lines of the ground.
            let edge_threshold = Sensitivity::Low;
            commands.entity(id).insert(Fxaa { enabled: stays, edge_threshold, ..default() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The filter is on while the window waits for events or its picture is saved, off in motion, and nowhere beside
    /// multisampling.
    #[test]
    fn edges_are_smoothed_at_rest() {
        let mut app = App::new();
        app.add_systems(PostUpdate, smooth_at_rest).insert_resource(WinitSettings::continuous());
        let overlay = app.world_mut().spawn((Eye::Overlay, Msaa::Off)).id();
        let others =
            [(Eye::Overlay, Msaa::Sample4), (Eye::Panels, Msaa::Off)].map(|eye| app.world_mut().spawn(eye).id());
        let smooths = |app: &mut App, mode: UpdateMode| {
            app.world_mut().resource_mut::<WinitSettings>().focused_mode = mode;
            app.update();
            assert!(others.iter().all(|eye| app.world().get::<Fxaa>(*eye).is_none()));
            app.world().get::<Fxaa>(overlay).map(|filter| filter.enabled)
        };
        let rest = UpdateMode::reactive_low_power(std::time::Duration::from_secs(1));
        assert_eq!(smooths(&mut app, UpdateMode::Continuous), Some(false));
        assert_eq!(smooths(&mut app, rest), Some(true));
        assert_eq!(smooths(&mut app, UpdateMode::Continuous), Some(false));
        let saved = app.world_mut().spawn(Screenshot::primary_window()).id();
        assert_eq!(smooths(&mut app, UpdateMode::Continuous), Some(true));
        app.world_mut().despawn(saved);
        assert_eq!(smooths(&mut app, UpdateMode::Continuous), Some(false));
    }
}
