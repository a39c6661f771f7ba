//! The camera: orbit, pan, dolly, axis views, the plane view, and framing of a scene. Up is z, or the axis against gravity.

use crate::draw::scale::{extent, moves};
use crate::draw::space::units::{Units, direction};
use bevy::ecs::prelude::Resource;
use bevy::math::{Quat, Vec2, Vec3};
use std::f32::consts::{FRAC_PI_2, PI};
use stickslip_engine::observe::many_body::is_many_body;
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::scene::Motion;

/// Pose of the camera, drawing units and unit vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EyePose {
    /// Camera position.
    pub eye: Vec3,
    /// Right direction of the picture.
    pub right: Vec3,
    /// Up direction of the picture.
    pub up: Vec3,
    /// Viewing direction.
    pub forward: Vec3,
}

/// Vertical field of view, rad.
pub const FIELD: f32 = 0.6;

/// The orbit camera.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Orbit {
    /// The focus, drawing units.
    pub focus: Vec3,
    /// The signed world axis that points up in the picture: z, or the axis against gravity.
    pub up: Vec3,
    /// Azimuth of the camera about the up axis from +x (from +z with x up), rad.
    pub yaw: f32,
    /// Elevation of the camera above the horizon, rad.
    pub pitch: f32,
    /// Distance of the camera from the focus, drawing units.
    pub radius: f32,
    /// True for orthographic projection.
    pub orthographic: bool,
    /// Set in the plane view, which is orthographic and cannot be turned by hand: yaw and pitch to return to, rad.
    pub plane: Option<[f32; 2]>,
    /// True if the focus follows the bodies once they leave the middle of the picture.
    pub follow: bool,
}

impl Default for Orbit {
    fn default() -> Self {
        let (focus, up) = (Vec3::ZERO, Vec3::Z);
        Self { focus, up, yaw: -0.42, pitch: 0.3, radius: 10.0, orthographic: false, plane: None, follow: true }
    }
}

/// The axis that points up in pictures of a scene with this gravity, m/s²: z, unless gravity points along another
/// axis, or along +z, to within 25°. On slopes made by turning gravity up stays z.
pub fn up_axis(gravity: &stickslip_engine::laws::Vec3) -> Vec3 {
    let against = -direction(gravity).normalize_or_zero();
    let axis = nearest_axis(against);
    if against.dot(axis) > 0.9 { axis } else { Vec3::Z }
}

impl Orbit {
    /// The camera that a scene opens with, of this up axis; where y is up, it looks along -z, as engines with y up do.
    pub fn opening(up: Vec3) -> Self {
        let start = Self::default();
        let yaw = if up.y == 0.0 { start.yaw } else { -FRAC_PI_2 - start.yaw };
        Self { up, yaw, ..start }
    }

    /// Rotation from axes of which z is up to those of the world.
    pub fn upright(&self) -> Quat {
        Quat::from_rotation_arc(Vec3::Z, self.up)
    }

    /// Unit vector from the focus to the camera.
    pub fn toward_eye(&self) -> Vec3 {
        let (sin_pitch, cos_pitch) = self.pitch.sin_cos();
        let (sin_yaw, cos_yaw) = self.yaw.sin_cos();
        self.upright() * Vec3::new(cos_pitch * cos_yaw, cos_pitch * sin_yaw, sin_pitch)
    }

    /// Camera position and axes.
    pub fn pose(&self) -> EyePose {
        let (sin_yaw, cos_yaw) = self.yaw.sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch.sin_cos();
        let toward = self.toward_eye();
        let up = self.upright() * Vec3::new(-sin_pitch * cos_yaw, -sin_pitch * sin_yaw, cos_pitch);
        EyePose { eye: self.focus + toward * self.radius, right: up.cross(toward), up, forward: -toward }
    }

    /// Turns the camera about the focus by a drag, pixels.
    pub fn turn(&mut self, drag: Vec2) {
        self.yaw = (self.yaw - 0.006 * drag.x).rem_euclid(2.0 * PI);
        self.pitch = (self.pitch + 0.006 * drag.y).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Pans by a drag, pixels, in a picture of this height, pixels.
    pub fn pan(&mut self, drag: Vec2, height: f32) {
        let unit = self.height() / height.max(1.0);
        let pose = self.pose();
        self.focus += (pose.right * -drag.x + pose.up * drag.y) * unit;
    }

    /// Moves the camera closer (positive) or farther away by a number of wheel notches.
    pub fn dolly(&mut self, notches: f32) {
        self.zoom(0.88f32.powf(-notches.clamp(-10.0, 10.0)));
    }

    /// Moves the camera by wheel notches like [`Orbit::dolly`], and keeps what is at the pointer where it is in the
    /// picture, at the depth of the focus. `pointer`: from the centre of the picture, pixels, y down; `height` of the
    /// picture, pixels.
    pub fn dolly_at(&mut self, notches: f32, pointer: Vec2, height: f32) {
        let before = self.height();
        self.dolly(notches);
        let moved = (before - self.height()) / height.max(1.0);
        let pose = self.pose();
        self.focus += (pose.right * pointer.x - pose.up * pointer.y) * moved;
    }

    /// Enlarges the picture by a factor.
    pub fn zoom(&mut self, factor: f32) {
        self.radius = (self.radius / factor).clamp(0.3, 2000.0);
    }

    /// Height of the picture at the focus, drawing units.
    pub fn height(&self) -> f32 {
        2.0 * self.radius * (0.5 * FIELD).tan()
    }

    /// Sets the viewing direction by azimuth and elevation of the camera, rad; leaves the plane view.
    pub fn look(&mut self, yaw: f32, pitch: f32) {
        (self.yaw, self.pitch, self.plane) = (yaw.rem_euclid(2.0 * PI), pitch, None);
    }

    /// Switches between perspective and orthographic projection; leaves the plane view.
    pub fn toggle_perspective(&mut self) {
        self.orthographic = !self.is_orthographic();
        if self.plane.is_some() {
            self.toggle_plane(None);
        }
    }

    /// True if the projection is orthographic.
    pub fn is_orthographic(&self) -> bool {
        self.orthographic || self.plane.is_some()
    }

    /// Toggles the plane view across a unit axis, seen from its positive side so that positive rotation is
    /// counter-clockwise; without an axis, across the world axis closest to the camera direction. Leaving the plane
    /// view restores the former view.
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

    /// Puts the camera on the side of this unit vector; if it is vertical, y points up in the picture (-z where y is up).
    fn face(&mut self, side: Vec3) {
        let side = self.upright().inverse() * side;
        let is_vertical = side.x.hypot(side.y) < 1e-6;
        let yaw = if is_vertical { -FRAC_PI_2 * side.z.signum() } else { side.y.atan2(side.x) };
        // Near 90° rounding of the sine would tilt the view.
        let pitch = if is_vertical { FRAC_PI_2 * side.z.signum() } else { side.z.clamp(-1.0, 1.0).asin() };
        self.look(yaw, pitch);
    }

    /// Keeps the view where it is when a metre becomes `ratio` times as many drawing units.
    pub fn rescale(&mut self, ratio: f32) {
        self.focus *= ratio;
        self.radius *= ratio;
    }

    /// Frames the moving bodies, or the selected body if there is one.
    pub fn frame(&mut self, state: &State, units: &Units, selected: Option<usize>) {
        // For a few bodies, leaves room for their values.
        let room = if is_many_body(state.bodies.len()) { 2.4 } else { 3.6 };
        self.show(bounds(state, units, |index, body| selected.map_or(moves(body), |chosen| chosen == index)), room);
    }

    /// Frames all bodies of finite size, fixed ones too.
    pub fn frame_whole(&mut self, state: &State, units: &Units) {
        self.show(bounds(state, units, |_, _| true), 2.4);
    }

    /// Shows a box by its centre and half-diagonal, drawing units; `room`: height of the picture in half-diagonals.
    fn show(&mut self, bounds: Option<(Vec3, f32)>, room: f32) {
        let Some((middle, reach)) = bounds else { return };
        self.focus = middle;
        self.radius = (room * reach / FIELD).max(6.5);
    }

    /// Moves the focus with the moving or selected bodies, to keep them in the middle part of the picture. Where they are too
    /// far apart for it, the body `main` stays in sight.
    pub fn keep_in_sight(&mut self, state: &State, units: &Units, selected: Option<usize>, main: Option<usize>) {
        let of = |chosen: Option<usize>| {
            bounds(state, units, |index, body| chosen.map_or(moves(body), |chosen| chosen == index))
        };
        let Some((mut middle, _)) = of(selected) else { return };
        if let Some((main, _)) = main.and_then(|main| of(Some(main))) {
            middle = main + (middle - main).clamp_length_max(0.3 * self.height());
        }
        let away = middle - self.focus;
        let free = 0.09 * self.height();
        if self.follow && away.length() > free {
            self.focus += away * (1.0 - free / away.length());
        }
    }
}

/// The signed world axis closest to a direction.
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

/// Normal of the plane of motion: that of the first body with planar motion; else of the plane through gravity and the
/// velocity of the first body that moves across it, or the slope on which a body lies, seen from the side of the default
/// view. `None` if the state has no such plane.
pub fn plane_axis(state: &State) -> Option<Vec3> {
    let given = state.bodies.iter().find_map(|body| match &body.motion {
        Motion::Planar(axis) => direction(axis).try_normalize(),
        _ => None,
    });
    let velocities = state.bodies.iter().filter(|body| moves(body)).map(|body| body.v);
    let slopes = state.contacts.iter().map(|contact| contact.touch.n);
    let across = |along: stickslip_engine::laws::Vec3| {
        let normal = along.cross(&state.gravity);
        let is_clear = normal.norm() > 1e-3 * along.norm() * state.gravity.norm();
        is_clear.then(|| direction(&normal).normalize())
    };
    let found = || velocities.chain(slopes).find_map(across);
    let side = Orbit::opening(up_axis(&state.gravity)).toward_eye();
    given.or_else(|| found().map(|axis| axis * axis.dot(side).signum()))
}

/// True if all bodies that can move do so in one plane only.
pub fn is_planar(state: &State) -> bool {
    let mut moving = state.bodies.iter().filter(|body| moves(body)).peekable();
    moving.peek().is_some() && moving.all(|body| matches!(body.motion, Motion::Planar(_)))
}

/// Centre and half-diagonal of the box around the bodies of finite size that are `seen`, drawing units.
fn bounds(state: &State, units: &Units, seen: impl Fn(usize, &BodyState) -> bool) -> Option<(Vec3, f32)> {
    let bodies: Vec<(Vec3, f32)> = state
        .bodies
        .iter()
        .enumerate()
        .filter(|(index, body)| seen(*index, body))
        .filter_map(|(_, body)| Some((units.point(&body.x), units.length(extent(&body.shape)?))))
        .filter(|(x, _)| x.is_finite())
        .collect();
    let low = bodies.iter().map(|(x, r)| *x - *r).reduce(Vec3::min)?;
    let high = bodies.iter().map(|(x, r)| *x + *r).reduce(Vec3::max)?;
    Some((0.5 * (low + high), 0.5 * (high - low).length()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scenes of bodies that move in a plane open in that plane; a ball on a slope could leave it.
    #[test]
    fn a_planar_scene_is_seen_in_its_plane() {
        for (name, planar) in [("disk-panel-a", true), ("dae-bricks", true), ("sphere-up-35", false)] {
            let text = stickslip_lab::builtin::text(name).expect("a scene");
            let scene = stickslip_engine::scene::Scene::parse(name, text).expect("no fault");
            let state = stickslip_engine::run::simulation::Simulation::new(&scene).state();
            assert_eq!(is_planar(&state), planar, "{name}");
            assert!(!planar || plane_axis(&state).is_some(), "{name}");
        }
    }

    /// One of two blocks has slid 40 m away: the other one, which the lesson is about, stays in sight; without it the middle
    /// is followed.
    #[test]
    fn the_main_body_stays_in_sight() {
        let text = stickslip_lab::builtin::text("wood-and-ice").expect("a scene");
        let scene = stickslip_engine::scene::Scene::parse("blocks", text).expect("no fault");
        let mut state = stickslip_engine::run::simulation::Simulation::new(&scene).state();
        let units = Units::from_state(&state);
        let mut orbit = Orbit::default();
        orbit.frame(&state, &units, None);
        let at = |orbit: &Orbit, state: &State| (units.point(&state.bodies[1].x) - orbit.focus).length();
        let first = orbit;
        orbit.keep_in_sight(&state, &units, None, Some(1));
        assert_eq!(orbit, first, "near bodies are seen as without");
        state.bodies[2].x.y -= 40.0;
        orbit.keep_in_sight(&state, &units, None, Some(1));
        assert!(at(&orbit, &state) < 0.45 * orbit.height(), "{}", at(&orbit, &state));
        orbit.keep_in_sight(&state, &units, None, None);
        assert!(at(&orbit, &state) > orbit.height());
    }

    #[test]
    fn the_eye_looks_at_the_focus_with_z_up() {
        for (yaw, pitch) in [(0.3, 0.2), (-FRAC_PI_2, 0.0), (1.0, FRAC_PI_2)] {
            let mut orbit = Orbit::default();
            orbit.look(yaw, pitch);
            let pose = orbit.pose();
            let ahead = (orbit.focus - pose.eye).normalize();
            assert!((pose.forward - ahead).length() < 1e-5);
            assert!(pose.up.z >= -1e-6, "{yaw} {pitch}");
        }
    }

    /// Seen from the positive axis, the picture is right-handed: y right and z up across x, x right and y up across z.
    /// Leaving the plane view restores the initial view.
    #[test]
    fn the_view_of_a_plane_is_right_handed() {
        let slanted = Vec3::new(1.0, -2.0, 0.5).normalize();
        for axis in [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z, slanted] {
            let mut orbit = Orbit::default();
            orbit.toggle_plane(Some(axis));
            let pose = orbit.pose();
            assert!((pose.right.cross(pose.up) - axis).length() < 1e-5, "{axis}: {pose:?}");
            assert!(pose.up.z > 0.5 || (pose.up.y - 1.0).abs() < 1e-5, "{axis}: {pose:?}");
            assert!(orbit.is_orthographic());
            orbit.toggle_plane(Some(axis));
            assert!((orbit.toward_eye() - Orbit::default().toward_eye()).length() < 1e-6 && !orbit.is_orthographic());
        }
    }

    /// Up is against gravity where that is an axis, and stays z on slopes: with y up the picture has x to the right, and
    /// the view from the top has -z up.
    #[test]
    fn up_is_against_gravity() {
        use stickslip_engine::laws::Vec3 as Metres;
        let slope = 60f64.to_radians();
        for (gravity, up) in [
            (Metres::new(0.0, 0.0, -9.81), Vec3::Z),
            (Metres::zeros(), Vec3::Z),
            (Metres::new(0.0, -9.81, 0.0), Vec3::Y),
            (Metres::new(1.0, -9.81, 0.0), Vec3::Y),
            (Metres::new(0.0, 0.0, 9.81), Vec3::NEG_Z),
            (Metres::new(1.6, 0.0, 0.0), Vec3::NEG_X),
            (Metres::new(9.81 * slope.sin(), 0.0, -9.81 * slope.cos()), Vec3::Z),
        ] {
            assert_eq!(up_axis(&gravity), up, "{gravity}");
            let pose = Orbit::opening(up).pose();
            assert!(pose.up.dot(up) > 0.9 && pose.forward.dot(up) < 0.0, "{up}: {pose:?}");
        }
        let mut orbit = Orbit::opening(Vec3::Y);
        assert!(orbit.pose().right.x > 0.9, "{:?}", orbit.pose());
        orbit.toggle_plane(Some(Vec3::Z));
        assert!((orbit.pose().right - Vec3::X).length() < 1e-5 && (orbit.pose().up - Vec3::Y).length() < 1e-5);
        orbit.face(Vec3::Y);
        assert!((orbit.pose().up - Vec3::NEG_Z).length() < 1e-5, "{:?}", orbit.pose());
    }

    /// The point under the pointer stays there while the wheel zooms, with and without perspective.
    #[test]
    fn the_wheel_zooms_to_the_pointer() {
        let mut orbit = Orbit::default();
        let (pointer, height) = (Vec2::new(200.0, -120.0), 600.0);
        let at = |orbit: &Orbit| {
            let (pose, unit) = (orbit.pose(), orbit.height() / height);
            orbit.focus + (pose.right * pointer.x - pose.up * pointer.y) * unit
        };
        let before = at(&orbit);
        orbit.dolly_at(5.0, pointer, height);
        assert!(orbit.radius < 6.0 && (at(&orbit) - before).length() < 1e-4);
    }

    /// The plane of motion does not depend on the view before: a brick on a slope is seen across the slope, a ball at
    /// rest on a floor has no plane.
    #[test]
    fn the_plane_of_motion_follows_from_the_state() {
        use stickslip_engine::run::simulation::Simulation;
        use stickslip_engine::scene::Scene;
        let axis = |name: &str| {
            let scene = Scene::parse(name, stickslip_lab::builtin::text(name).expect("a scene")).expect("no fault");
            plane_axis(&Simulation::new(&scene).state())
        };
        for name in ["sphere-up-35", "brick-atan-mu-s", "dae-incline"] {
            assert!((axis(name).expect("a plane") - Vec3::X).length() < 1e-3, "{name}: {:?}", axis(name));
        }
        assert_eq!(axis("sphere-spin-0.006"), None);
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
