//! Cameras and light, placed according to the orbit.

use crate::app::lessons::lesson_session::LessonSession;
use crate::app::state::layout::{Layers, Layout};
use crate::app::state::panels::{BuildMode, Panels};
use crate::app::state::session::{SceneOpened, Session};
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::draw::space::orbit::{FIELD, Orbit, is_planar, plane_axis, up_axis};
pub use crate::draw::space::projection::SceneArea;
use crate::draw::space::units::Units;
use crate::observe::state::State;
use crate::view::render::lit::SceneGraph;
use crate::view::render::lit::light::{SceneLight, ShadowFilter};
use bevy::camera::visibility::RenderLayers;
use bevy::camera::{CameraOutputMode, RenderTarget, ScalingMode, Viewport};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy::render::camera::CameraRenderGraph;
use bevy::render::render_resource::BlendState;
use bevy_egui::PrimaryEguiContext;

/// Render layer of the arrows, drawn over the bodies.
pub const OVERLAY: RenderLayers = RenderLayers::layer(1);

/// The orbit at the end of the last frame, and the step that it showed.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct LastView(Orbit, u64);

/// Notifies the run when the user moves the camera.
pub(crate) fn tell_moves(orbit: Res<Orbit>, last: Res<LastView>, mut playback: ResMut<Playback>) {
    playback.view_moves = *orbit != last.0;
}

/// Fits the drawing units to the bodies; the view stays where it is.
pub(crate) fn renew_units(units: &mut Units, state: &State, orbit: &mut Orbit) {
    let new = Units::from_state(state);
    if new != *units {
        orbit.rescale((new.per_metre / units.per_metre) as f32);
        *units = new;
    }
}

/// Frames the bodies when another scene is opened, to build in it fixed ones too, or a lesson restarted; afterwards keeps them
/// in sight while they move. At rest the camera is the user's: a selection or a new body does not move it, and once one has
/// built, nothing does.
pub(crate) fn follow(
    mut opened: MessageReader<SceneOpened>,
    (session, shown, past, layers): (Res<Session>, Res<DisplayState>, Res<Past>, Res<Layers>),
    (lesson_session, panels, mode): (Res<LessonSession>, Res<Panels>, Res<BuildMode>),
    mut orbit: ResMut<Orbit>,
    mut units: ResMut<Units>,
    mut last: ResMut<LastView>,
) {
    for SceneOpened { state, another } in opened.read() {
        renew_units(&mut units, state, &mut orbit);
        if *another || lesson_session.layout == Layout::Lesson {
            // Where one builds, the camera is the user's even while bodies move.
            let follow = !panels.shows_build();
            *orbit = Orbit { orthographic: orbit.orthographic, follow, ..Orbit::opening(up_axis(&state.gravity)) };
            match panels.shows_build() {
                true => orbit.frame_whole(state, &units),
                false => orbit.frame(state, &units, None),
            }
            if is_planar(state) {
                orbit.toggle_plane(plane_axis(state));
            }
        }
    }
    if mode.0 && orbit.follow && lesson_session.layout != Layout::Lesson {
        orbit.follow = false;
    }
    let moves = shown.state.step != last.1 || lesson_session.layout == Layout::Lesson;
    if session.opened.is_some() && past.back_to.is_none() && moves {
        let in_lesson = lesson_session.open.as_ref().filter(|_| lesson_session.layout == Layout::Lesson);
        let body = in_lesson.map(|playing| &playing.lesson.body);
        let main = shown.state.bodies.iter().position(|of| Some(&of.name) == body);
        orbit.keep_in_sight(&shown.state, &units, layers.0.selected, main);
    }
    *last = LastView(*orbit, shown.state.step);
}

/// Cameras in drawing order: bodies, arrows, panels.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneCamera {
    /// Bodies.
    Bodies,
    /// Arrows.
    Overlay,
    /// Panels and labels.
    Panels,
}

/// Half-width of what shadows fall on, in distances of the camera from its focus.
const SHADOW_REACH: f32 = 1.1;

/// Spawns the cameras and sets up the light. A software renderer is too slow for multisampling and smooth edges of shadows.
pub fn spawn(commands: &mut Commands, target: RenderTarget, is_software: bool) {
    let msaa = if is_software { Msaa::Off } else { Msaa::Sample4 };
    let filter = if is_software { ShadowFilter::Hardware2x2 } else { ShadowFilter::Gaussian };
    commands.insert_resource(SceneLight { filter, ..default() });
    let orbit = Orbit::default();
    let graph = CameraRenderGraph::new(SceneGraph);
    let look = (Camera3d::default(), graph, Tonemapping::None, projection(&orbit), transform(&orbit));
    commands.spawn((look.clone(), SceneCamera::Bodies, Camera { order: 0, ..default() }, target.clone(), msaa));
    let over = Camera { order: 1, clear_color: ClearColorConfig::None, ..default() };
    commands.spawn((look, SceneCamera::Overlay, over, target.clone(), OVERLAY, msaa));
    let panels = Camera {
        order: 2,
        output_mode: CameraOutputMode::Write {
            blend_state: Some(BlendState::PREMULTIPLIED_ALPHA_BLENDING),
            clear_color: ClearColorConfig::None,
        },
        clear_color: ClearColorConfig::Custom(Color::NONE),
        ..default()
    };
    let nothing = RenderLayers::none();
    commands.spawn((Camera2d, SceneCamera::Panels, PrimaryEguiContext, panels, target, nothing, Msaa::Off));
}

/// Unit vector toward the light: from above.
fn toward_light(orbit: &Orbit) -> Vec3 {
    orbit.upright() * Vec3::new(3.0, -2.2, 7.0).normalize()
}

/// Camera pose of an orbit.
fn transform(orbit: &Orbit) -> Transform {
    let pose = orbit.pose();
    Transform::from_translation(pose.eye).looking_to(pose.forward, pose.up)
}

/// Camera projection of an orbit.
fn projection(orbit: &Orbit) -> Projection {
    if orbit.is_orthographic() {
        Projection::Orthographic(OrthographicProjection {
            near: -1000.0,
            far: 1000.0,
            scaling_mode: ScalingMode::FixedVertical { viewport_height: orbit.height() },
            ..OrthographicProjection::default_3d()
        })
    } else {
        Projection::Perspective(PerspectiveProjection { fov: FIELD, near: 0.05, far: 4000.0, ..default() })
    }
}

/// Moves the cameras to the orbit's pose and sets their viewport to the scene area.
pub(crate) fn place(
    orbit: Res<Orbit>,
    area: Res<SceneArea>,
    windows: Query<&Window>,
    mut eyes: Query<(&SceneCamera, &mut Transform, &mut Projection, &mut Camera)>,
    mut light: ResMut<SceneLight>,
) {
    let factor = windows.iter().next().map_or(1.0, |w| w.scale_factor());
    let viewport = area.0.map(|rect| Viewport {
        physical_position: (rect.min * factor).as_uvec2(),
        physical_size: (rect.size() * factor).as_uvec2().max(UVec2::ONE),
        ..default()
    });
    for (eye, mut place, mut lens, mut camera) in &mut eyes {
        if *eye == SceneCamera::Panels {
            continue;
        }
        place.set_if_neq(transform(&orbit));
        *lens = projection(&orbit);
        let fits = windows.iter().next().is_none_or(|window| {
            viewport.as_ref().is_none_or(|v| {
                let end = v.physical_position + v.physical_size;
                end.x <= window.physical_width() && end.y <= window.physical_height()
            })
        });
        camera.viewport = if fits { viewport.clone() } else { None };
    }
    (light.toward, light.centre) = (toward_light(&orbit), orbit.focus);
    let reach = SHADOW_REACH * orbit.radius;
    // In steps: edges of shadows do not crawl while the camera approaches.
    if (light.radius / reach - 1.0).abs() > 0.15 {
        light.radius = reach;
    }
}
