//! Assembles the view, for the window and for off-screen pictures.

use crate::app::AppStart;
use crate::app::file_watch::WatchedFile;
use crate::app::place::Place;
use crate::app::redraw::{self, NextFrame};
use crate::app::saving::Saving;
use crate::app::session::{Opened, Request, Session};
use crate::app::start_error::{StartError, guarded};
use crate::view::export::WindowPicturePlugin;
use crate::view::icon;
use crate::view::input::InputPlugin;
use crate::view::render::camera;
use crate::view::start::ViewPlugin;
use crate::view::ui::PanelPlugin;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::{MouseButtonInput, MouseWheel};
use bevy::input::touch::TouchInput;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::window::{Monitor, PresentMode, PrimaryMonitor, PrimaryWindow, WindowResolution};
use bevy::winit::{EventLoopProxy, EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};
use std::sync::atomic::Ordering;

/// Opens the window at a place of the run; returns when it is closed.
pub fn run(start: AppStart, place: Place) -> Result<(), StartError> {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        return Err(StartError::NoScreen);
    }
    guarded("window", move |running| {
        let mut app = windowed(start);
        app.world_mut().resource_mut::<Session>().place = Some(place);
        app.add_systems(Update, move || running.store(true, Ordering::Relaxed));
        app.run();
    })
}

/// Whether the user did something since the last frame.
fn has_input(
    (mut keys, mut buttons): (MessageReader<KeyboardInput>, MessageReader<MouseButtonInput>),
    (mut wheel, mut cursor): (MessageReader<MouseWheel>, MessageReader<CursorMoved>),
    mut touches: MessageReader<TouchInput>,
) -> bool {
    let strokes = keys.read().count() + buttons.read().count() + wheel.read().count();
    strokes + cursor.read().count() + touches.read().count() > 0
}

/// Applies the decision about the next frame.
fn rest(In(next): In<NextFrame>, mut settings: ResMut<WinitSettings>) {
    let mode = match next {
        NextFrame::Now => UpdateMode::Continuous,
        NextFrame::After(wait) => UpdateMode::reactive_low_power(wait),
    };
    if settings.focused_mode != mode {
        (settings.focused_mode, settings.unfocused_mode) = (mode, mode);
    }
}

/// Starts the thread that watches the open file, and wakes the idle window.
fn watch_file(mut commands: Commands, wake: Res<EventLoopProxyWrapper>) -> Result {
    let wake = EventLoopProxy::clone(&wake);
    commands.insert_resource(WatchedFile::begin(move || wake.send_event(WinitUserEvent::WakeUp).is_ok())?);
    Ok(())
}

/// The app with a window.
fn windowed(start: AppStart) -> App {
    let mut app = App::new();
    let window = Window {
        title: "stickslip".to_owned(),
        resolution: WindowResolution::new(1400, 880),
        present_mode: PresentMode::AutoVsync,
        ..default()
    };
    let plugins =
        DefaultPlugins.set(WindowPlugin { primary_window: Some(window), close_when_requested: false, ..default() });
    app.add_plugins(plugins).insert_resource(WinitSettings::continuous());
    app.add_plugins((ViewPlugin, HandsPlugin)).add_systems(Update, (fit_screen, icon::set));
    app.add_systems(Startup, watch_file)
        .add_systems(Last, (WatchedFile::follow, has_input.pipe(redraw::next_frame).pipe(rest)));
    let request = match start {
        AppStart::Gallery => Request::Gallery,
        AppStart::Faults(text) => {
            app.world_mut().resource_mut::<Saving>().faults = Some(text);
            Request::Gallery
        }
        AppStart::Lesson(name) => Request::Lesson(name),
        AppStart::Scene { name, file, text, scene } => {
            Request::Open(Box::new(Opened { name, file, text, scene: *scene }))
        }
        AppStart::Replay { file, recording, scene } => Request::Replay { file, recording, scene },
    };
    app.world_mut().write_message(request);
    app.add_systems(Startup, |mut commands: Commands, adapter: Res<RenderAdapterInfo>| {
        // A software renderer is too slow for antialiasing.
        let slow = format!("{:?}", adapter.device_type) == "Cpu";
        camera::spawn(&mut commands, default(), if slow { Msaa::Off } else { Msaa::Sample4 });
    });
    app
}

/// Shrinks a window that is larger than the screen, once.
fn fit_screen(
    screens: Query<&Monitor, With<PrimaryMonitor>>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut done: Local<bool>,
) {
    let (Ok(screen), Ok(mut window), false) = (screens.single(), windows.single_mut(), *done) else { return };
    *done = true;
    let room = Vec2::new(screen.physical_width as f32, screen.physical_height as f32) / window.scale_factor();
    let size = Vec2::new(window.width(), window.height()).min(room * Vec2::new(0.96, 0.9));
    if size != Vec2::new(window.width(), window.height()) {
        window.resolution.set(size.x, size.y);
        window.position = WindowPosition::Centered(bevy::window::MonitorSelection::Primary);
    }
}

/// The interactive parts: panels, keyboard, mouse, files.
pub(crate) struct HandsPlugin;

impl Plugin for HandsPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((PanelPlugin, InputPlugin, WindowPicturePlugin));
    }
}
