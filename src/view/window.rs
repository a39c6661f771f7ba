//! Assembles the view, for the window and for off-screen pictures.

use crate::app::AppStart;
use crate::app::control::redraw::{self, NextFrame, PipelineWait};
use crate::app::files::saving::Saving;
use crate::app::state::location::Place;
use crate::app::state::session::Session;
use crate::view::export::WindowPicturePlugin;
use crate::view::icon;
use crate::view::input::InputPlugin;
use crate::view::render::camera;
use crate::view::sound::SoundPlugin;
use crate::view::start::ViewPlugin;
use crate::view::ui::PanelPlugin;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::{MouseButtonInput, MouseWheel};
use bevy::input::touch::TouchInput;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::render::render_resource::PipelineCache;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::render::{Render, RenderApp, RenderPlugin, RenderSystems};
use bevy::window::WindowScaleFactorChanged;
use bevy::window::{Monitor, PresentMode, PrimaryMonitor, PrimaryWindow, WindowResized, WindowResolution, WindowTheme};
use bevy::winit::{UpdateMode, WinitSettings};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether pipelines wait for their shaders; what they draw is missing until then, so the window cannot rest
/// ([`PipelineWait`]). Shared with the render world.
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

fn note_compiling(
    (compiling, pipelines): (Res<Compiling>, Res<PipelineCache>),
    mut wait: Local<PipelineWait>,
    mut start: Local<Option<Instant>>,
) {
    let now = start.get_or_insert_with(Instant::now).elapsed();
    compiling.0.store(wait.note(pipelines.waiting_pipelines().count(), now), Ordering::Relaxed);
}

/// Whether the user did something since the last frame, the window has another size, or that frame was incomplete. After
/// a resize, the panels know their sizes one frame later.
fn needs_frame(
    compiling: Res<Compiling>,
    (mut keys, mut buttons): (MessageReader<KeyboardInput>, MessageReader<MouseButtonInput>),
    (mut wheel, mut cursor): (MessageReader<MouseWheel>, MessageReader<CursorMoved>),
    mut touches: MessageReader<TouchInput>,
    (mut sizes, mut scales): (MessageReader<WindowResized>, MessageReader<WindowScaleFactorChanged>),
) -> bool {
    let strokes = keys.read().count() + buttons.read().count() + wheel.read().count();
    let inputs = strokes + cursor.read().count() + touches.read().count();
    let sizes = sizes.read().count() + scales.read().count();
    inputs + sizes > 0 || compiling.0.load(Ordering::Relaxed)
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

/// The app with a window, at a place of the run that [`begin`] gives it; [`App::run`] opens it.
pub fn app(place: Place) -> App {
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
    app.add_plugins((ViewPlugin, HandsPlugin, SoundPlugin, Compiling::default()))
        .add_systems(Update, (fit_screen, follow_system, icon::set));
    app.add_systems(Last, needs_frame.pipe(redraw::next_frame).pipe(rest));
    app.world_mut().resource_mut::<Session>().place = Some(place);
    app.add_systems(Startup, |mut commands: Commands, adapter: Res<RenderAdapterInfo>| {
        camera::spawn(&mut commands, default(), format!("{:?}", adapter.device_type) == "Cpu");
    });
    app
}

/// Gives an app its initial content.
pub fn begin(app: &mut App, start: AppStart) {
    if let AppStart::Faults(text) = &start {
        app.world_mut().resource_mut::<Saving>().faults = Some(text.clone());
    }
    app.world_mut().write_message(start.request());
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

/// Starts in the system's theme, once it is known.
fn follow_system(
    windows: Query<&Window, With<PrimaryWindow>>,
    mut theme: ResMut<crate::app::state::theme::Theme>,
    mut done: Local<bool>,
) {
    if let (Some(system), false) = (windows.iter().find_map(|window| window.window_theme), *done) {
        *done = true;
        theme.dark = system == WindowTheme::Dark;
    }
}

/// The interactive parts: panels, keyboard, mouse, files.
pub(crate) struct HandsPlugin;

impl Plugin for HandsPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((PanelPlugin, InputPlugin, WindowPicturePlugin));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A resize asks for frames, as an input does, and once.
    #[test]
    fn a_resize_asks_for_frames() {
        let mut app = App::new();
        app.init_resource::<Compiling>().add_message::<KeyboardInput>().add_message::<MouseButtonInput>();
        app.add_message::<MouseWheel>().add_message::<CursorMoved>().add_message::<TouchInput>();
        app.add_message::<WindowResized>().add_message::<WindowScaleFactorChanged>();
        let asks = |app: &mut App| app.world_mut().run_system_cached(needs_frame).expect("an answer");
        assert!(!asks(&mut app));
        app.world_mut().write_message(WindowResized { window: Entity::PLACEHOLDER, width: 900.0, height: 600.0 });
        assert!(asks(&mut app));
        assert!(!asks(&mut app));
    }
}
