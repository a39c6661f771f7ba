//! Projection from the world to the picture and back, consistent with the cameras.

use crate::draw::space::orbit::Orbit;
use crate::draw::space::ray::Ray;
use crate::draw::space::units::Units;
use bevy::ecs::prelude::Resource;
use bevy::math::{Rect, Vec2};
use stickslip_engine::laws::Vec3 as Metres;

/// The part of the window that shows the scene, logical pixels.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct SceneArea(pub Option<Rect>);

/// Projects world points to the window as the cameras of the current frame do.
#[derive(Clone, Copy, Debug)]
pub struct SceneProjection<'a> {
    /// Camera orbit.
    pub orbit: &'a Orbit,
    /// The part of the window that shows the scene, pixels, y down.
    pub area: Rect,
    /// Conversion from metres to drawing units.
    pub units: &'a Units,
}

impl SceneProjection<'_> {
    /// Position of a point in the window, pixels; `None` behind the eye.
    pub fn project(&self, at: &Metres) -> Option<Vec2> {
        let pose = self.orbit.pose();
        let away = self.units.point(at) - pose.eye;
        let scale = self.scale(away.dot(pose.forward))?;
        Some(self.area.center() + Vec2::new(away.dot(pose.right), -away.dot(pose.up)) * scale)
    }

    /// The point at a position in the window, m, in the plane through `at` perpendicular to the line of sight.
    pub fn under(&self, place: Vec2, at: &Metres) -> Option<Metres> {
        let pose = self.orbit.pose();
        let depth = (self.units.point(at) - pose.eye).dot(pose.forward);
        let off = (place - self.area.center()) / self.scale(depth)?;
        let point = pose.eye + pose.forward * depth + pose.right * off.x - pose.up * off.y;
        Some(self.units.metres_of(point))
    }

    /// Length in the window, pixels, of a length in the world, m, at a point.
    pub fn pixels(&self, at: &Metres, length: f64) -> f32 {
        let pose = self.orbit.pose();
        let depth = (self.units.point(at) - pose.eye).dot(pose.forward);
        self.scale(depth).map_or(0.0, |scale| scale * self.units.length(length))
    }

    /// The ray through a position in the window.
    pub fn ray(&self, place: Vec2) -> Ray {
        let offset = place - self.area.center();
        let pixel = f64::from(self.orbit.height()) / f64::from(self.area.height());
        Ray::through(self.orbit, self.units, [f64::from(offset.x), f64::from(offset.y)], pixel)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::overlay::items::Disc;
    use stickslip_engine::laws::friction::element::Mode;

    /// The ray through the projected centre of a disc meets it at its distance, with and without perspective; one
    /// through a point well outside misses. The point under the projection is the centre again.
    #[test]
    fn the_ray_through_a_glyph_meets_it() {
        for orthographic in [false, true] {
            let mut orbit = Orbit { orthographic, ..Orbit::default() };
            orbit.look(0.7, 0.4);
            let units = Units { per_metre: 50.0 };
            let area = Rect::from_corners(Vec2::new(236.0, 0.0), Vec2::new(1070.0, 640.0));
            let projection = SceneProjection { orbit: &orbit, area, units: &units };
            let center = Metres::new(0.02, -0.015, 0.011);
            let disc = Disc { center, normal: Metres::z(), radius: 0.002, mode: Mode::Stick };
            let at = projection.project(&center).expect("in front of the eye");
            let through = projection.ray(at);
            let distance = through.meets(&disc).expect("a hit");
            assert!((through.from + through.along * distance - center).norm() < 1e-5, "orthographic {orthographic}");
            assert!((projection.under(at, &center).expect("in front") - center).norm() < 1e-5);
            let beside = at + Vec2::new(projection.pixels(&center, 0.002).max(9.0) + 40.0, 0.0);
            assert_eq!(projection.ray(beside).meets(&disc), None);
        }
    }
}
