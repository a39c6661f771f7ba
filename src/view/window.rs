//! Assembles the view, for the window and for off-screen pictures.

use crate::app::AppStart;
use crate::app::place::Place;
use crate::app::redraw::{self, NextFrame};
use crate::app::saving::Saving;
use crate::app::session::Session;
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
use bevy::render::render_resource::PipelineCache;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::render::{Render, RenderApp, RenderPlugin, RenderSystems};
use bevy::window::{Monitor, PresentMode, PrimaryMonitor, PrimaryWindow, WindowResolution};
use bevy::winit::{UpdateMode, WinitSettings};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether pipelines wait for their shaders; what they draw is missing until then, so the window cannot rest. Shared
/// with the render world.
#[derive(Resource, Clone, Default)]
struct Compiling(Arc<AtomicBool>);

impl Plugin for Compiling {
    fn build(&self, app: &mut App) {
        app.insert_resource(self.clone());
        if let Some(render) = app.get_sub_app_mut(RenderApp) {
            render.insert_resource(self.clone()).add_systems(Render, note_compiling.in_set(RenderSystems::Cleanup));
        }
    }
}

fn note_compiling(compiling: Res<Compiling>, pipelines: Res<PipelineCache>) {
    compiling.0.store(pipelines.waiting_pipelines().next().is_some(), Ordering::Relaxed);
}

/// Whether the user did something since the last frame, or that frame was incomplete.
fn needs_frame(
    compiling: Res<Compiling>,
    (mut keys, mut buttons): (MessageReader<KeyboardInput>, MessageReader<MouseButtonInput>),
    (mut wheel, mut cursor): (MessageReader<MouseWheel>, MessageReader<CursorMoved>),
    mut touches: MessageReader<TouchInput>,
) -> bool {
    let strokes = keys.read().count() + buttons.read().count() + wheel.read().count();
    let inputs = strokes + cursor.read().count() + touches.read().count();
    inputs > 0 || compiling.0.load(Ordering::Relaxed)
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

/// CSS selector of the canvas in a web page; ignored on a desktop.
const CANVAS: &str = "#stickslip";

/// The app with a window, at a place of the run; [`App::run`] opens it.
pub fn app(start: AppStart, place: Place) -> App {
    let mut app = App::new();
    let window = Window {
        title: "stickslip".to_owned(),
        resolution: WindowResolution::new(1400, 880),
        present_mode: PresentMode::AutoVsync,
        canvas: Some(CANVAS.to_owned()),
        fit_canvas_to_parent: true,
        ..default()
    };
    let plugins =
        DefaultPlugins.set(WindowPlugin { primary_window: Some(window), close_when_requested: false, ..default() });
    // Compile pipelines synchronously: every picture is complete and takes no longer.
    let plugins = plugins.set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() });
    app.add_plugins(plugins).insert_resource(WinitSettings::continuous());
    app.add_plugins((ViewPlugin, HandsPlugin, Compiling::default())).add_systems(Update, (fit_screen, icon::set));
    app.add_systems(Last, needs_frame.pipe(redraw::next_frame).pipe(rest));
    if let AppStart::Faults(text) = &start {
        app.world_mut().resource_mut::<Saving>().faults = Some(text.clone());
    }
    app.world_mut().resource_mut::<Session>().place = Some(place);
    app.world_mut().write_message(start.request());
    app.add_systems(Startup, |mut commands: Commands, adapter: Res<RenderAdapterInfo>| {
        camera::spawn(&mut commands, default(), format!("{:?}", adapter.device_type) == "Cpu");
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
