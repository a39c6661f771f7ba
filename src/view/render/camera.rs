//! The camera: orbit, pan, dolly, views along the axes, the view of a plane, orthographic, and framing of a scene. World is Z-up.

use crate::app::layout::Layers;
use crate::app::past::Past;
use crate::app::playback::Playback;
use crate::app::session::{SceneOpened, Session};
use crate::app::shown::Shown;
use crate::draw::units::{Units, direction};
use crate::record::crowd::is_crowd;
use crate::record::state::State;
use crate::scene::Motion;
use bevy::camera::visibility::RenderLayers;
use bevy::camera::{CameraOutputMode, RenderTarget, ScalingMode, Viewport};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::light::{CascadeShadowConfig, CascadeShadowConfigBuilder};
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy_egui::PrimaryEguiContext;
use std::f32::consts::{FRAC_PI_2, PI};

/// Layer of the arrows, drawn over the bodies.
pub const OVERLAY: RenderLayers = RenderLayers::layer(1);

/// Vertical field of view, rad.
const FIELD: f32 = 0.6;

/// Where the camera is and looks.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Orbit {
    /// The point looked at, drawing units.
    pub focus: Vec3,
    /// Direction of the eye about z from +x, rad.
    pub yaw: f32,
    /// Height of the eye over the horizon, rad.
    pub pitch: f32,
    /// Distance of the eye, drawing units.
    pub radius: f32,
    /// No perspective.
    pub orthographic: bool,
    /// In the view of a plane, which has no perspective and is not turned by hand: yaw and pitch to go back to, rad.
    pub plane: Option<[f32; 2]>,
    /// The focus goes with the bodies once they leave the middle of the picture.
    pub follow: bool,
}

impl Default for Orbit {
    fn default() -> Self {
        Self { focus: Vec3::ZERO, yaw: -0.42, pitch: 0.3, radius: 10.0, orthographic: false, plane: None, follow: true }
    }
}

impl Orbit {
    /// Unit vector from the focus to the eye.
    pub fn toward_eye(&self) -> Vec3 {
        let (sin_pitch, cos_pitch) = self.pitch.sin_cos();
        let (sin_yaw, cos_yaw) = self.yaw.sin_cos();
        Vec3::new(cos_pitch * cos_yaw, cos_pitch * sin_yaw, sin_pitch)
    }

    /// Where the camera stands.
    pub fn transform(&self) -> Transform {
        let (sin_yaw, cos_yaw) = self.yaw.sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch.sin_cos();
        let up = Vec3::new(-sin_pitch * cos_yaw, -sin_pitch * sin_yaw, cos_pitch);
        Transform::from_translation(self.focus + self.toward_eye() * self.radius).looking_at(self.focus, up)
    }

    /// Turns by a drag of so many pixels.
    pub fn turn(&mut self, drag: Vec2) {
        self.yaw = (self.yaw - 0.006 * drag.x).rem_euclid(2.0 * PI);
        self.pitch = (self.pitch + 0.006 * drag.y).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Moves the focus by a drag of so many pixels in a picture of that height.
    pub fn pan(&mut self, drag: Vec2, height: f32) {
        let unit = self.height() / height.max(1.0);
        let place = self.transform();
        self.focus += (place.right() * -drag.x + place.up() * drag.y) * unit;
    }

    /// Nearer (positive) or further by so many notches of the wheel.
    pub fn dolly(&mut self, notches: f32) {
        self.radius = (self.radius * 0.88f32.powf(notches.clamp(-10.0, 10.0))).clamp(0.3, 2000.0);
    }

    /// Height of the picture at the focus, drawing units.
    pub fn height(&self) -> f32 {
        2.0 * self.radius * (0.5 * FIELD).tan()
    }

    /// Looks along an axis of the world.
    pub fn look(&mut self, yaw: f32, pitch: f32) {
        (self.yaw, self.pitch, self.plane) = (yaw.rem_euclid(2.0 * PI), pitch, None);
    }

    /// True where lines into the depth stay parallel.
    pub fn is_orthographic(&self) -> bool {
        self.orthographic || self.plane.is_some()
    }

    /// To the view of the plane across a unit axis, with the eye where the axis points, so that a positive turn is counter-clockwise;
    /// where there is none, across the axis of the world that is nearest to the eye. From there back to the view before.
    pub fn toggle_plane(&mut self, axis: Option<Vec3>) {
        let [yaw, pitch] = [self.yaw, self.pitch];
        match self.plane {
            Some([yaw, pitch]) => self.look(yaw, pitch),
            None => {
                self.face(axis.unwrap_or_else(|| nearest_axis(self.toward_eye())));
                self.plane = Some([yaw, pitch]);
            }
        }
    }

    /// The eye on this side, unit vector; y is upward where z cannot be.
    fn face(&mut self, side: Vec3) {
        let is_vertical = side.x.hypot(side.y) < 1e-6;
        let yaw = if is_vertical { -FRAC_PI_2 * side.z.signum() } else { side.y.atan2(side.x) };
        self.look(yaw, side.z.clamp(-1.0, 1.0).asin());
    }

    /// Puts the moving bodies, or the one selected, into the picture.
    pub fn frame(&mut self, state: &State, units: &Units, selected: Option<usize>) {
        let Some((middle, reach)) = bounds(state, units, selected) else { return };
        self.focus = middle;
        // Beside a few bodies there is room for their numbers.
        let room = if is_crowd(state.bodies.len()) { 2.4 } else { 3.6 };
        self.radius = (room * reach / FIELD).max(6.5);
    }

    /// Moves the focus after the bodies, keeping them in the middle part of the picture.
    pub fn keep_in_sight(&mut self, state: &State, units: &Units, selected: Option<usize>) {
        let Some((middle, _)) = bounds(state, units, selected) else { return };
        let away = middle - self.focus;
        let free = 0.09 * self.height();
        if self.follow && away.length() > free {
            self.focus += away * (1.0 - free / away.length());
        }
    }

    /// The projection of the camera.
    pub fn projection(&self) -> Projection {
        if self.is_orthographic() {
            Projection::Orthographic(OrthographicProjection {
                near: -1000.0,
                far: 1000.0,
                scaling_mode: ScalingMode::FixedVertical { viewport_height: self.height() },
                ..OrthographicProjection::default_3d()
            })
        } else {
            Projection::Perspective(PerspectiveProjection { fov: FIELD, near: 0.05, far: 4000.0, ..default() })
        }
    }
}

/// The view at the end of the last frame.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct LastView(Orbit);

/// Tells the run when a hand moves the view.
pub(crate) fn tell_moves(orbit: Res<Orbit>, last: Res<LastView>, mut playback: ResMut<Playback>) {
    playback.view_moves = *orbit != last.0;
}

/// Another scene is seen from where scenes are seen, whatever became of the view of the last one; then the view goes with
/// the bodies.
pub(crate) fn follow(
    mut opened: MessageReader<SceneOpened>,
    (session, shown, past, layers): (Res<Session>, Res<Shown>, Res<Past>, Res<Layers>),
    mut orbit: ResMut<Orbit>,
    mut units: ResMut<Units>,
    mut last: ResMut<LastView>,
) {
    for SceneOpened { state, another } in opened.read() {
        *units = Units::of(state);
        if *another {
            *orbit = Orbit { orthographic: orbit.orthographic, ..Orbit::default() };
            orbit.frame(state, &units, None);
        }
    }
    if session.opened.is_some() && past.back_to.is_none() {
        orbit.keep_in_sight(&shown.state, &units, layers.0.selected);
    }
    last.0 = *orbit;
}

/// The axis of the world, with its sign, that a direction is nearest to.
fn nearest_axis(toward: Vec3) -> Vec3 {
    let size = toward.abs();
    if size.z >= size.x && size.z >= size.y {
        Vec3::Z * toward.z.signum()
    } else if size.x >= size.y {
        Vec3::X * toward.x.signum()
    } else {
        Vec3::Y * toward.y.signum()
    }
}

/// The axis of the plane in which the first of the bodies with such a motion moves.
pub(crate) fn plane_axis(state: &State) -> Option<Vec3> {
    state.bodies.iter().find_map(|body| match &body.motion {
        Motion::Planar(axis) => direction(axis).try_normalize(),
        _ => None,
    })
}

/// Middle and reach of the moving bodies (or one body), drawing units.
fn bounds(state: &State, units: &Units, selected: Option<usize>) -> Option<(Vec3, f32)> {
    let bodies: Vec<(Vec3, f32)> = state
        .bodies
        .iter()
        .enumerate()
        .filter(|(index, body)| selected.map_or(crate::draw::scale::moves(body), |chosen| chosen == *index))
        .filter_map(|(_, body)| Some((units.point(&body.x), units.length(crate::draw::scale::extent(&body.shape)?))))
        .filter(|(x, _)| x.is_finite())
        .collect();
    let low = bodies.iter().map(|(x, r)| *x - *r).reduce(Vec3::min)?;
    let high = bodies.iter().map(|(x, r)| *x + *r).reduce(Vec3::max)?;
    Some((0.5 * (low + high), 0.5 * (high - low).length()))
}

/// The cameras: bodies, arrows over them, panels over all.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eye {
    /// Bodies.
    Bodies,
    /// Arrows.
    Overlay,
    /// Panels and texts.
    Panels,
}

/// The part of the window that shows the scene, logical pixels.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct SceneArea(pub Option<Rect>);

/// Spawns the cameras and the light.
pub fn spawn(commands: &mut Commands, target: RenderTarget, msaa: Msaa) {
    let orbit = Orbit::default();
    let look = (Camera3d::default(), Tonemapping::None, orbit.projection(), orbit.transform());
    commands.spawn((look.clone(), Eye::Bodies, Camera { order: 0, ..default() }, target.clone(), msaa));
    let over = Camera { order: 1, clear_color: ClearColorConfig::None, ..default() };
    commands.spawn((look, Eye::Overlay, over, target.clone(), OVERLAY, msaa));
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
    commands.spawn((Camera2d, Eye::Panels, PrimaryEguiContext, panels, target, nothing, Msaa::Off));
    commands.spawn((
        DirectionalLight { illuminance: 2300.0, shadow_maps_enabled: true, shadow_depth_bias: 0.02, ..default() },
        Transform::from_xyz(3.0, -2.2, 7.0).looking_at(Vec3::ZERO, Vec3::Z),
        cascades(10.0),
    ));
}

fn cascades(radius: f32) -> CascadeShadowConfig {
    CascadeShadowConfigBuilder { num_cascades: 1, minimum_distance: 0.1, maximum_distance: 1.9 * radius, ..default() }
        .build()
}

/// Brings the cameras where the orbit says and the scene into its part of the window.
pub fn place(
    orbit: Res<Orbit>,
    area: Res<SceneArea>,
    windows: Query<&Window>,
    mut eyes: Query<(&Eye, &mut Transform, &mut Projection, &mut Camera)>,
    mut lights: Query<&mut CascadeShadowConfig>,
    mut shadows_for: Local<f32>,
) {
    let factor = windows.iter().next().map_or(1.0, |w| w.scale_factor());
    let viewport = area.0.map(|rect| Viewport {
        physical_position: (rect.min * factor).as_uvec2(),
        physical_size: (rect.size() * factor).as_uvec2().max(UVec2::ONE),
        ..default()
    });
    for (eye, mut place, mut projection, mut camera) in &mut eyes {
        if *eye == Eye::Panels {
            continue;
        }
        place.set_if_neq(orbit.transform());
        *projection = orbit.projection();
        let fits = windows.iter().next().is_none_or(|window| {
            viewport.as_ref().is_none_or(|v| {
                let end = v.physical_position + v.physical_size;
                end.x <= window.physical_width() && end.y <= window.physical_height()
            })
        });
        camera.viewport = if fits { viewport.clone() } else { None };
    }
    if (*shadows_for / orbit.radius - 1.0).abs() > 0.15 {
        *shadows_for = orbit.radius;
        for mut config in &mut lights {
            *config = cascades(orbit.radius);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eye_looks_at_the_focus_with_z_up() {
        for (yaw, pitch) in [(0.3, 0.2), (-FRAC_PI_2, 0.0), (1.0, FRAC_PI_2)] {
            let mut orbit = Orbit::default();
            orbit.look(yaw, pitch);
            let place = orbit.transform();
            let ahead = (orbit.focus - place.translation).normalize();
            assert!((*place.forward() - ahead).length() < 1e-5);
            assert!(place.up().z >= -1e-6, "{yaw} {pitch}");
        }
    }

    /// Seen from where the axis points, the two axes of the plane turn into each other counter-clockwise: y to the right and z upward
    /// across x, x to the right and y upward across z. Going back ends where it began.
    #[test]
    fn the_view_of_a_plane_is_right_handed() {
        let slanted = Vec3::new(1.0, -2.0, 0.5).normalize();
        for axis in [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z, slanted] {
            let mut orbit = Orbit::default();
            orbit.toggle_plane(Some(axis));
            let place = orbit.transform();
            assert!((place.right().cross(*place.up()) - axis).length() < 1e-5, "{axis}: {place:?}");
            assert!(place.up().z > 0.5 || (place.up().y - 1.0).abs() < 1e-5, "{axis}: {place:?}");
            assert!(matches!(orbit.projection(), Projection::Orthographic(_)));
            orbit.toggle_plane(Some(axis));
            assert!((orbit.toward_eye() - Orbit::default().toward_eye()).length() < 1e-6 && orbit.plane.is_none());
            assert!(matches!(orbit.projection(), Projection::Perspective(_)));
        }
    }

    #[test]
    fn without_a_plane_the_nearest_axis_is_looked_along() {
        for (toward, axis) in [
            (Vec3::new(0.2, -0.9, 0.3), Vec3::NEG_Y),
            (Vec3::new(0.8, 0.1, -0.2), Vec3::X),
            (Vec3::new(0.1, 0.1, -0.7), Vec3::NEG_Z),
        ] {
            let mut orbit = Orbit::default();
            orbit.face(toward.normalize());
            orbit.toggle_plane(None);
            assert!((orbit.toward_eye() - axis).length() < 1e-6, "{toward}");
        }
    }
}
