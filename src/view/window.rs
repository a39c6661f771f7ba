//! Puts the parts of the view together, for the window and for pictures off screen.

use crate::app::compare::Compare;
use crate::app::gallery::Gallery;
use crate::app::ghost;
use crate::app::goto::Place;
use crate::app::history::History;
use crate::app::past::Past;
use crate::app::playback::Playback;
use crate::app::saving;
use crate::app::session::{self, Layers, Opened, Request, Session, Shown};
use crate::app::tuning::Tuning;
use crate::record::recording::Recording;
use crate::scene::Scene;
use crate::step::StepPlugin;
use crate::view::input::clipboard;
use crate::view::input::grab;
use crate::view::input::reader;
use crate::view::input::{keys, mouse};
use crate::view::render::beads::{self, BeadPlugin};
use crate::view::render::camera::{self, Orbit, SceneArea};
use crate::view::render::gizmos;
use crate::view::render::grounds;
use crate::view::render::meshes;
use crate::view::render::plane_grid;
use crate::view::render::sync::{self, Remake, Units};
use crate::view::render::theme::Theme;
use crate::view::ui::{self, Panels};
use crate::world::Clock;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::{MouseButtonInput, MouseWheel};
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::window::{Monitor, PresentMode, PrimaryMonitor, PrimaryWindow, WindowResolution};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::{
    EguiGlobalSettings, EguiInput, EguiPlugin, EguiPostUpdateSet, EguiPreUpdateSet, EguiPrimaryContextPass,
    PrimaryEguiContext, egui,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What the window shows first.
#[derive(Clone, Debug)]
pub enum AppStart {
    /// The gallery of built-in scenes.
    Gallery,
    /// A scene.
    Scene {
        /// The name of the built-in scene or of the file.
        name: String,
        /// The file, if it may be read again.
        file: Option<PathBuf>,
        /// Its text.
        text: String,
        /// The scene.
        scene: Box<Scene>,
    },
    /// A lesson, by its name.
    Lesson(String),
    /// A recording.
    Replay {
        /// Its file.
        file: String,
        /// What is in it.
        recording: Box<Recording>,
        /// The scene in it.
        scene: Box<Scene>,
    },
}

/// Why the window or a picture cannot be made on this machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// There is no screen to open a window on.
    #[error(
        "there is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set (on a machine without one: \
         `apt-get install xvfb`, then `xvfb-run stickslip …`; `stickslip run` and `stickslip snapshot` need no screen)"
    )]
    NoScreen,
    /// A library or driver is missing.
    #[error("cannot start the {what}: {why}\n\nhelp: {help}")]
    Missing {
        /// Window or renderer.
        what: &'static str,
        /// The message of the part that failed.
        why: String,
        /// What to install.
        help: &'static str,
    },
}

/// Debian's names of what a window and a picture need.
const PACKAGES: &str = "on Debian or Ubuntu: apt-get install libvulkan1 mesa-vulkan-drivers libxkbcommon-x11-0 libx11-xcb1 \
    libxcursor1 libxi6 libxrandr2 (and xvfb on a machine without a screen)";

/// Opens the window at a place of the run and returns when it is closed.
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

/// Runs `work`; a panic before it says that it is running becomes an error with a remedy.
pub(crate) fn guarded<T>(what: &'static str, work: impl FnOnce(Arc<AtomicBool>) -> T) -> Result<T, StartError> {
    let running = Arc::new(AtomicBool::new(false));
    let reason = Arc::new(Mutex::new(String::new()));
    let usual = Arc::new(std::panic::take_hook());
    let (is_running, note, loud) = (running.clone(), reason.clone(), usual.clone());
    std::panic::set_hook(Box::new(move |info| {
        if is_running.load(Ordering::Relaxed) {
            loud(info);
        } else if let Ok(mut note) = note.lock() {
            let text = info.payload_as_str().unwrap_or("unknown fault");
            if note.is_empty() {
                *note = text.lines().next().unwrap_or(text).to_owned();
            }
        }
    }));
    let result = catch_unwind(AssertUnwindSafe(|| work(running.clone())));
    std::panic::set_hook(Box::new(move |info| usual(info)));
    result.map_err(|_| StartError::Missing {
        what,
        why: reason.lock().map_or_else(|_| String::new(), |why| why.clone()),
        help: PACKAGES,
    })
}

/// The gallery covers what is open, and its tools with it.
fn no_gallery(session: Res<Session>) -> bool {
    !session.gallery
}

/// The window at rest is drawn so often, s.
const AT_REST: f32 = 0.5;
/// Frames drawn after the last input: what a click asks for is on the screen before the window rests.
const AFTERGLOW: u32 = 20;

/// Draws without a pause while something moves or is at work, else only when something happens: a paused window leaves
/// the machine to others.
fn rest(
    (playback, past, compare, grab): (Res<Playback>, Res<Past>, Res<Compare>, Res<grab::Grab>),
    (mut keys, mut buttons): (MessageReader<KeyboardInput>, MessageReader<MouseButtonInput>),
    (mut wheel, mut cursor): (MessageReader<MouseWheel>, MessageReader<CursorMoved>),
    (session, clock): (Res<Session>, Res<Clock>),
    mut settings: ResMut<WinitSettings>,
    mut left: Local<u32>,
) {
    let runs = playback.playing || playback.single > 0 || grab.held.is_some();
    let behind = |ghost: &ghost::Ghost| ghost.state.is_none() && clock.step >= ghost.from;
    let at_work =
        session.request.is_some() || past.goal.is_some() || compare.behind || past.ghost.as_deref().is_some_and(behind);
    let input = [keys.read().count(), buttons.read().count(), wheel.read().count(), cursor.read().count()];
    *left = if runs || at_work || input.iter().any(|n| *n > 0) { AFTERGLOW } else { left.saturating_sub(1) };
    let mode = match *left {
        0 => UpdateMode::reactive_low_power(Duration::from_secs_f32(AT_REST)),
        _ => UpdateMode::Continuous,
    };
    if settings.focused_mode != mode {
        (settings.focused_mode, settings.unfocused_mode) = (mode, mode);
    }
}

/// Drops what says that no modifier key changed: `bevy_egui` says so in every frame, egui asks for another frame after
/// every event, and the window would never rest.
fn drop_repeats(mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>, mut last: Local<egui::Modifiers>) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => std::mem::replace(&mut *last, *now) != *now,
            _ => true,
        });
    }
}

/// The app with its window.
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
    app.add_plugins((ViewPlugin, HandsPlugin)).add_systems(Update, fit_screen).add_systems(Last, rest);
    let request = match start {
        AppStart::Gallery => Request::Gallery,
        AppStart::Lesson(name) => Request::Lesson(name),
        AppStart::Scene { name, file, text, scene } => {
            Request::Open(Box::new(Opened { name, file, text, scene: *scene }))
        }
        AppStart::Replay { file, recording, scene } => Request::Replay { file, recording, scene },
    };
    app.world_mut().resource_mut::<Session>().request = Some(request);
    app.add_systems(Startup, |mut commands: Commands, adapter: Res<RenderAdapterInfo>| {
        // A renderer on the processor has no time for smooth edges.
        let slow = format!("{:?}", adapter.device_type) == "Cpu";
        camera::spawn(&mut commands, default(), if slow { Msaa::Off } else { Msaa::Sample4 });
    });
    app
}

/// A window that is larger than the screen is made to fit it, once.
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

/// What a person sees and does beside the scene itself: panels, keys, mouse, files.
pub(crate) struct HandsPlugin;

impl Plugin for HandsPlugin {
    fn build(&self, app: &mut App) {
        let tools = ui::law_bench::show.run_if(no_gallery);
        let hands = (keys::keys, grab::grab, mouse::mouse).chain().after(EguiPreUpdateSet::BeginPass);
        let files = (saving::closing, saving::dropped, saving::watch).chain();
        app.add_systems(EguiPrimaryContextPass, (ui::show, tools).chain()).add_systems(PreUpdate, (hands, files));
        app.add_message::<bevy::a11y::ActionRequest>()
            .add_systems(
                PreUpdate,
                (reader::act, clipboard::paste, drop_repeats)
                    .chain()
                    .before(EguiPreUpdateSet::BeginPass)
                    .after(EguiPreUpdateSet::ProcessInput),
            )
            .add_systems(
                PostUpdate,
                (clipboard::copy, reader::fill_names)
                    .chain()
                    .after(EguiPostUpdateSet::ProcessOutput)
                    .before(EguiPostUpdateSet::PostProcessOutput),
            );
    }
}

/// Everything the window and the off-screen pictures share.
pub(crate) struct ViewPlugin;

/// What the window knows, before anything is open.
pub(crate) fn resources(app: &mut App) {
    app.init_resource::<Session>()
        .init_resource::<crate::draw::traces::Trails>()
        .init_resource::<Shown>()
        .init_resource::<Layers>()
        .init_resource::<Playback>()
        .init_resource::<Past>()
        .init_resource::<Orbit>()
        .init_resource::<grab::Grab>()
        .init_resource::<crate::app::course::Course>()
        .init_resource::<ui::hands::BodyForm>()
        .init_resource::<saving::Saving>()
        .init_resource::<clipboard::Board>()
        .init_resource::<crate::app::undo::Undo>()
        .init_resource::<SceneArea>()
        .init_resource::<Theme>()
        .init_resource::<Units>()
        .init_resource::<Remake>()
        .init_resource::<Panels>()
        .init_resource::<Tuning>()
        .init_resource::<History>()
        .init_resource::<Compare>()
        .init_resource::<crate::app::law_bench::LawBench>()
        .init_resource::<crate::app::graphs::Graphs>()
        .init_resource::<crate::app::inspect::Inspect>()
        .init_resource::<crate::app::forecast::Forecast>()
        .init_resource::<Gallery>()
        .init_resource::<ui::gallery_pictures::Pictures>();
}

impl Plugin for ViewPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((StepPlugin, EguiPlugin::default(), BeadPlugin));
        app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = false;
        resources(app);
        app.insert_resource(GlobalAmbientLight { brightness: 420.0, ..default() });
        app.add_systems(
            Startup,
            |mut commands: Commands,
             mut meshes: ResMut<Assets<Mesh>>,
             mut materials: ResMut<Assets<StandardMaterial>>| {
                gizmos::spawn(&mut commands, &mut meshes, &mut materials);
                plane_grid::spawn(&mut commands, &mut meshes, &mut materials);
            },
        );
        let scene = (
            sync::grow_tubes,
            sync::remake,
            sync::follow_bodies,
            beads::redraw,
            grounds::grow,
            crate::view::render::ghost::draw,
            crate::view::render::tinted::draw,
            dress,
            camera::place,
            plane_grid::redraw,
            gizmos::redraw,
        );
        app.add_systems(Update, (session::drive, crate::app::law_bench::fetch, scene.chain()).chain());
    }
}

/// The colour behind everything.
fn dress(theme: Res<Theme>, mut clear: ResMut<ClearColor>) {
    clear.0 = meshes::color(theme.background());
}
