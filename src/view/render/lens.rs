//! From the world to the screen and back, as the cameras see it.

use super::camera::SceneArea;
use crate::draw::orbit::Orbit;
use crate::draw::units::Units;
use crate::laws::Vec3 as Metres;
use bevy_egui::egui::{self, Pos2, vec2};

/// Brings points of the world to the screen, as the cameras will in the frame that is being made.
pub struct Lens<'a> {
    /// Where the camera is.
    pub orbit: &'a Orbit,
    /// The part of the screen that shows the scene, logical pixels.
    pub area: egui::Rect,
    /// Metres to drawing units.
    pub units: &'a Units,
}

impl Lens<'_> {
    /// Where a point is on the screen; `None` behind the eye.
    pub fn project(&self, at: &Metres) -> Option<Pos2> {
        let pose = self.orbit.pose();
        let away = self.units.point(at) - pose.eye;
        let scale = self.scale(away.dot(pose.forward))?;
        Some(self.area.center() + vec2(away.dot(pose.right), -away.dot(pose.up)) * scale)
    }

    /// The point under a place of the screen, in the plane through `at` across the line of sight.
    pub fn under(&self, place: Pos2, at: &Metres) -> Option<Metres> {
        let pose = self.orbit.pose();
        let depth = (self.units.point(at) - pose.eye).dot(pose.forward);
        let off = (place - self.area.center()) / self.scale(depth)?;
        let point = pose.eye + pose.forward * depth + pose.right * off.x - pose.up * off.y;
        Some(Metres::new(self.units.metres(point.x), self.units.metres(point.y), self.units.metres(point.z)))
    }

    /// How many pixels a length at a point has on the screen.
    pub fn pixels(&self, at: &Metres, length: f64) -> f32 {
        let pose = self.orbit.pose();
        let depth = (self.units.point(at) - pose.eye).dot(pose.forward);
        self.scale(depth).map_or(0.0, |scale| scale * self.units.length(length))
    }

    /// Pixels of a drawing unit at a distance ahead of the eye.
    fn scale(&self, depth: f32) -> Option<f32> {
        let at_focus = self.area.height() / self.orbit.height();
        if self.orbit.is_orthographic() {
            return Some(at_focus);
        }
        (depth > 0.05).then(|| at_focus * self.orbit.radius / depth)
    }
}

/// The part of the screen that shows the scene, in the units of texts and panels.
pub fn area_on_screen(ctx: &egui::Context, area: &SceneArea) -> egui::Rect {
    let point = |p: bevy::math::Vec2| (p / ctx.zoom_factor()).to_array().into();
    area.0.map_or(ctx.viewport_rect(), |r| egui::Rect::from_min_max(point(r.min), point(r.max)))
}
