//! Projection from world to screen and back, consistent with the cameras.

use super::camera::SceneArea;
use crate::draw::orbit::Orbit;
use crate::draw::units::Units;
use crate::laws::Vec3 as Metres;
use bevy_egui::egui::{self, Pos2, vec2};

/// Projects world points to the screen as the cameras of the current frame do.
pub struct Lens<'a> {
    /// Camera orbit.
    pub orbit: &'a Orbit,
    /// The part of the screen that shows the scene, logical pixels.
    pub area: egui::Rect,
    /// Conversion from metres to drawing units.
    pub units: &'a Units,
}

impl Lens<'_> {
    /// Screen position of a point; `None` behind the eye.
    pub fn project(&self, at: &Metres) -> Option<Pos2> {
        let pose = self.orbit.pose();
        let away = self.units.point(at) - pose.eye;
        let scale = self.scale(away.dot(pose.forward))?;
        Some(self.area.center() + vec2(away.dot(pose.right), -away.dot(pose.up)) * scale)
    }

    /// The point at a screen position, in the plane through `at` perpendicular to the line of sight.
    pub fn under(&self, place: Pos2, at: &Metres) -> Option<Metres> {
        let pose = self.orbit.pose();
        let depth = (self.units.point(at) - pose.eye).dot(pose.forward);
        let off = (place - self.area.center()) / self.scale(depth)?;
        let point = pose.eye + pose.forward * depth + pose.right * off.x - pose.up * off.y;
        Some(Metres::new(self.units.metres(point.x), self.units.metres(point.y), self.units.metres(point.z)))
    }

    /// Screen length in pixels of a world length at a point.
    pub fn pixels(&self, at: &Metres, length: f64) -> f32 {
        let pose = self.orbit.pose();
        let depth = (self.units.point(at) - pose.eye).dot(pose.forward);
        self.scale(depth).map_or(0.0, |scale| scale * self.units.length(length))
    }

    /// Pixels per drawing unit at a distance ahead of the eye.
    fn scale(&self, depth: f32) -> Option<f32> {
        let at_focus = self.area.height() / self.orbit.height();
        if self.orbit.is_orthographic() {
            return Some(at_focus);
        }
        (depth > 0.05).then(|| at_focus * self.orbit.radius / depth)
    }
}

/// The part of the screen that shows the scene, in egui points.
pub fn area_on_screen(ctx: &egui::Context, area: &SceneArea) -> egui::Rect {
    let point = |p: bevy::math::Vec2| (p / ctx.zoom_factor()).to_array().into();
    area.0.map_or(ctx.viewport_rect(), |r| egui::Rect::from_min_max(point(r.min), point(r.max)))
}
