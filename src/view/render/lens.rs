//! Projection from world to screen in egui's points, consistent with the cameras.

use super::camera::SceneArea;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::projection::SceneProjection;
use crate::draw::space::units::Units;
use crate::laws::Vec3 as Metres;
use bevy::math::{Rect, Vec2};
use bevy_egui::egui::{self, Pos2, pos2};

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
    fn projection(&self) -> SceneProjection<'_> {
        let [min, max] = [self.area.min, self.area.max].map(|corner| Vec2::new(corner.x, corner.y));
        SceneProjection { orbit: self.orbit, area: Rect { min, max }, units: self.units }
    }

    /// Screen position of a point; `None` behind the eye.
    pub fn project(&self, at: &Metres) -> Option<Pos2> {
        self.projection().project(at).map(|at| pos2(at.x, at.y))
    }

    /// Screen length in pixels of a world length at a point.
    pub fn pixels(&self, at: &Metres, length: f64) -> f32 {
        self.projection().pixels(at, length)
    }
}

/// The part of the screen that shows the scene, in egui points.
pub fn area_on_screen(ctx: &egui::Context, area: &SceneArea) -> egui::Rect {
    let point = |p: Vec2| (p / ctx.zoom_factor()).to_array().into();
    area.0.map_or(ctx.viewport_rect(), |r| egui::Rect::from_min_max(point(r.min), point(r.max)))
}
