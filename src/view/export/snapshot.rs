//! Pictures of the window, and of a scene rendered off screen at given times.

use crate::app::files::film_file::FilmError;
use crate::app::state::layout::Layers;
use crate::app::state::session::{Opened, SceneOpened, Session};
use crate::app::state::start_error::{StartError, guarded};
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::past::Past;
use crate::app::{display::read_display_state, edits::travel, files::open};
use crate::draw::space::orbit::{Orbit, up_axis};
use crate::draw::space::units::Units;
use crate::files::{WriteError, write_whole};
use crate::record::hash::WorldHash;
use crate::record::recording::Recording;
use crate::scene::Scene;
use crate::step::Outcome;
use crate::step::edits::Edit;
use crate::view::render::NoBackground;
use crate::view::render::camera::{self, SceneArea};
use crate::view::render::lens::{Lens, area_on_screen};
use crate::view::render::theme::{Theme, ThemeColours};
use crate::view::start::ViewPlugin;
use crate::view::ui::on_scene::labels::{self, OverScene};
use crate::world::Clock;
use bevy::app::SubApps;
use bevy::asset::RenderAssetUsages;
use bevy::camera::RenderTarget;
use bevy::image::ImageFormat;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// Why a picture could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// The renderer cannot start on this machine.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The guard stopped the run before the requested time.
    #[error("the simulation was stopped: {0}")]
    Stopped(String),
    /// The requested time is outside the run.
    #[error("no picture at {0} s: times start at 0")]
    Time(String),
    /// A video was requested but ffmpeg is missing.
    #[error(
        "video output needs ffmpeg, which was not found: install it (`apt-get install ffmpeg`), or give --out a name \
         that ends in .gif, or a folder for PNG pictures"
    )]
    NoFfmpeg,
    /// The user wants no more of it.
    #[error("stopped")]
    Cancelled,
    /// The picture could not be read back from the renderer.
    #[error("the renderer returned no picture")]
    Nothing,
    /// The file could not be written.
    #[error("cannot write {path}: {why}")]
    Write {
        /// Path of the file.
        path: String,
        /// Cause of the failure.
        why: String,
    },
}

impl From<FilmError> for SnapshotError {
    fn from(error: FilmError) -> Self {
        match error {
            FilmError::NoFfmpeg => Self::NoFfmpeg,
            FilmError::Write(WriteError { path, why, .. }) => Self::Write { path, why },
        }
    }
}

/// If true, pictures are rendered without text.
#[derive(Resource, Default)]
pub(crate) struct WithoutText(pub(crate) bool);

/// Size of the labels of pictures, relative to those of the window.
#[derive(Resource)]
struct TextScale(f32);

/// The last picture read back from the renderer.
#[derive(Resource, Default)]
struct Picture(Option<Image>);

/// Renders a scene at the given times with overlays and labels, without a window or screen; returns the files
/// written: `out` itself for one time, `out` with `-0.004s` before its extension for each of several.
pub fn snapshot(scene: &Scene, at: &[f64], out: &Path, size: (u32, u32)) -> Result<Vec<PathBuf>, SnapshotError> {
    if let Some(bad) = at.iter().find(|t| !t.is_finite() || **t < 0.0) {
        return Err(SnapshotError::Time(bad.to_string()));
    }
    let mut times: Vec<f64> = at.to_vec();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let mut offscreen = OffscreenApp::open(scene, size)?;
    let mut files = Vec::new();
    for time in &times {
        offscreen.step_to(*time)?;
        offscreen.frame_all();
        let path = if times.len() == 1 { out.to_path_buf() } else { named(out, *time) };
        let picture = offscreen.picture(3)?;
        save(picture, &path)?;
        files.push(path);
    }
    Ok(files)
}

/// Appends the time to a file name: `out.png` at 0.004 s is `out-0.004s.png`.
fn named(out: &Path, time: f64) -> PathBuf {
    let stem = out.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
    let ending = out.extension().map_or("png".to_owned(), |e| e.to_string_lossy().into_owned());
    out.with_file_name(format!("{stem}-{time}s.{ending}"))
}

pub(crate) fn save(picture: Image, path: &Path) -> Result<(), SnapshotError> {
    save_as(picture, path, false)
}

/// Writes a picture, with its transparency if asked to.
pub(crate) fn save_as(picture: Image, path: &Path, is_transparent: bool) -> Result<(), SnapshotError> {
    let fault = |why: String| SnapshotError::Write { path: path.display().to_string(), why };
    let picture = picture.try_into_dynamic().map_err(|why| fault(why.to_string()))?;
    let ending = path.extension().map_or_else(String::new, |ending| ending.to_string_lossy().to_lowercase());
    let format = ImageFormat::from_extension(&ending).and_then(|format| format.as_image_crate_format());
    let format = format.ok_or_else(|| fault(format!("cannot write .{ending} pictures: use .png")))?;
    let mut bytes = Cursor::new(Vec::new());
    // The files are a third of the size that the fast setting gives.
    let written = match (format, is_transparent) {
        (image::ImageFormat::Png, true) => picture.to_rgba8().write_with_encoder(best(&mut bytes)),
        (image::ImageFormat::Png, false) => picture.to_rgb8().write_with_encoder(best(&mut bytes)),
        (format, _) => picture.to_rgb8().write_to(&mut bytes, format),
    };
    written.map_err(|why| fault(why.to_string()))?;
    write_whole(path, bytes.get_ref()).map_err(|error| fault(error.why))
}

fn best(bytes: &mut Cursor<Vec<u8>>) -> PngEncoder<&mut Cursor<Vec<u8>>> {
    PngEncoder::new_with_quality(bytes, CompressionType::Best, FilterType::NoFilter)
}

/// A view of the window that an off-screen picture takes over.
#[derive(Clone)]
pub(crate) struct PictureView {
    /// The scene, and its edits with their steps.
    pub(crate) opened: Opened,
    pub(crate) edits: Vec<(u64, Edit)>,
    /// Camera.
    pub(crate) orbit: Orbit,
    /// Overlays and the selected body.
    pub(crate) layers: Layers,
    /// Colours.
    pub(crate) theme: Theme,
    /// Width and height, pixels.
    pub(crate) size: (u32, u32),
    /// Pixels per pixel of the window.
    pub(crate) scale: f32,
    /// True without a background.
    pub(crate) is_transparent: bool,
}

/// A headless app that renders scenes.
pub(crate) struct OffscreenApp {
    apps: SubApps,
    target: Handle<Image>,
}

impl OffscreenApp {
    /// Opens a scene at step 0.
    pub(crate) fn open(scene: &Scene, size: (u32, u32)) -> Result<Self, StartError> {
        guarded("renderer", |_| Self::new(scene, size))
    }

    /// Opens the scene of a view of the window at step 0.
    pub(crate) fn open_view(view: &PictureView) -> Result<Self, StartError> {
        let mut offscreen = Self::open(&view.opened.scene, view.size)?;
        let world = offscreen.world();
        let last = view.edits.last().map_or(0, |(step, _)| *step);
        world.resource_mut::<Past>().timeline.replay(view.edits.clone(), Vec::new(), last);
        world.insert_resource(view.orbit);
        world.insert_resource(view.layers);
        world.insert_resource(view.theme);
        world.insert_resource(TextScale(view.scale));
        if view.is_transparent {
            world.insert_resource(NoBackground);
        }
        // Of the materials, too, a body has its colour.
        world.resource_mut::<Session>().opened = Some(view.opened.clone());
        Ok(offscreen)
    }

    fn new(scene: &Scene, (width, height): (u32, u32)) -> Self {
        let mut app = App::new();
        let window = WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() };
        let render = RenderPlugin { synchronous_pipeline_compilation: true, ..default() };
        app.add_plugins(DefaultPlugins.set(window).set(render).disable::<WinitPlugin>());
        app.add_plugins(ViewPlugin).init_resource::<Picture>().init_resource::<WithoutText>();
        app.add_systems(EguiPrimaryContextPass, paint);
        let area = Rect::new(0.0, 0.0, width as f32, height as f32);
        app.insert_resource(SceneArea(Some(area)));
        let target = app.world_mut().resource_mut::<Assets<Image>>().add(canvas(width, height));
        let handle = target.clone();
        app.add_systems(Startup, move |mut commands: Commands| {
            camera::spawn(&mut commands, RenderTarget::from(handle.clone()), false);
        });
        app.finish();
        app.cleanup();
        let opened = Opened { name: String::new(), file: None, text: String::new(), scene: scene.clone() };
        show(app.world_mut(), opened);
        Self { apps: std::mem::take(app.sub_apps_mut()), target }
    }

    pub(crate) fn world(&mut self) -> &mut World {
        self.apps.main.world_mut()
    }

    /// Schedules the edits of a recording at their steps.
    pub(crate) fn replay(&mut self, recording: &Recording) {
        let mut past = self.world().resource_mut::<Past>();
        past.timeline.replay(recording.edits.clone(), recording.hashes.clone(), recording.last_step());
        WorldHash::enable(self.world());
    }

    /// The first step whose state differs from the recorded one.
    pub(crate) fn diverged(&mut self) -> Option<u64> {
        self.world().resource::<Past>().timeline.difference().map(|difference| difference.step)
    }

    /// Advances to the step nearest to `time`, s.
    pub(crate) fn step_to(&mut self, time: f64) -> Result<(), SnapshotError> {
        let world = self.world();
        let last = (time / world.resource::<Clock>().dt).round() as u64;
        let due = last.saturating_sub(world.resource::<Clock>().step);
        travel::take_steps(world, due, f64::INFINITY, |_, _| false);
        if let Some(why) = world.resource::<Outcome>().stopped.clone() {
            return Err(SnapshotError::Stopped(why));
        }
        read_display_state::read_display_state(world);
        Ok(())
    }

    /// Frames all bodies in the picture.
    pub(crate) fn frame_all(&mut self) {
        let world = self.world();
        let (state, units) = (
            world.resource::<DisplayState>().state.clone(),
            Units::from_state(&world.resource::<DisplayState>().state),
        );
        world.resource_mut::<Orbit>().frame(&state, &units, None);
    }

    /// Renders `warm` frames to load fonts, pipelines and textures, then more until a picture comes back.
    pub(crate) fn picture(&mut self, warm: usize) -> Result<Image, SnapshotError> {
        for _ in 0..warm {
            self.apps.update();
        }
        let target = self.target.clone();
        self.world().resource_mut::<Picture>().0 = None;
        self.world().spawn(Screenshot::image(target)).observe(
            |captured: On<ScreenshotCaptured>, mut picture: ResMut<Picture>| picture.0 = Some(captured.image.clone()),
        );
        for _ in 0..200 {
            self.apps.update();
            if let Some(picture) = self.world().resource_mut::<Picture>().0.take() {
                return Ok(picture);
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        Err(SnapshotError::Nothing)
    }
}

/// Opens a scene. The camera frames the moment of each picture, not the start of the scene.
pub(crate) fn show(world: &mut World, opened: Opened) {
    open::open(world, opened);
    world.resource_mut::<Messages<SceneOpened>>().clear();
    let units = Units::from_state(&world.resource::<DisplayState>().state);
    world.insert_resource(units);
    let state = &world.resource::<DisplayState>().state;
    let mut orbit = Orbit::opening(up_axis(&state.gravity));
    orbit.frame(state, &units, None);
    world.insert_resource(orbit);
}

fn canvas(width: u32, height: u32) -> Image {
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = Image::new_uninit(size, TextureDimension::D2, format, RenderAssetUsages::RENDER_WORLD);
    image.texture_descriptor.usage |=
        TextureUsages::RENDER_ATTACHMENT | TextureUsages::COPY_SRC | TextureUsages::TEXTURE_BINDING;
    image
}

/// Paints the labels of the scene over the picture.
fn paint(
    mut contexts: EguiContexts,
    orbit: Res<Orbit>,
    shown: Res<DisplayState>,
    units: Res<Units>,
    theme: Res<Theme>,
    area: Res<SceneArea>,
    session: Res<Session>,
    bare: Res<WithoutText>,
    scale: Option<Res<TextScale>>,
    mut dressed: Local<bool>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    if !*dressed {
        theme.apply(&ctx);
        ctx.set_zoom_factor(scale.map_or(1.0, |scale| scale.0));
        *dressed = true;
    }
    if bare.0 {
        return Ok(());
    }
    let title = session.opened.as_ref().map_or("", |opened| opened.scene.title.as_str());
    let lens = Lens { orbit: &orbit, area: area_on_screen(&ctx, &area), units: &units };
    labels::paint(&ctx, &lens, &shown, &theme, &OverScene::title(title));
    Ok(())
}
