//! Picking: a contact by its glyph, a body by its bounding sphere.

use crate::app::shown::Shown;
use crate::draw::draw_list::Disc;
use crate::draw::orbit::Orbit;
use crate::draw::scale::extent;
use crate::draw::units::Units;
use crate::laws::Vec3;
use crate::record::state::BodyState;
use crate::view::render::camera::SceneArea;
use crate::view::render::lens::Lens;
use crate::world::contact::ContactKey;
use bevy::math::Vec2;
use bevy_egui::egui::{Pos2, Rect, pos2};

/// Minimum pick radius of a glyph, pixels.
const REACH: f64 = 9.0;

/// A ray from the eye, m, world frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ray {
    /// Origin.
    pub from: Vec3,
    /// Unit direction.
    pub along: Vec3,
    /// Metres per pixel: per metre along the ray (0 without perspective), and at the origin.
    pub pixel: (f64, f64),
}

impl Ray {
    /// The ray through a screen position.
    pub(crate) fn through(lens: &Lens, at: Pos2) -> Self {
        let pose = lens.orbit.pose();
        let wide = |v: bevy::prelude::Vec3| Vec3::new(v.x.into(), v.y.into(), v.z.into());
        let (right, up, ahead) = (wide(pose.right), wide(pose.up), wide(pose.forward));
        let offset = at - lens.area.center();
        // Drawing units per pixel at the focus.
        let pixel = f64::from(lens.orbit.height()) / f64::from(lens.area.height());
        let aside = (right * f64::from(offset.x) - up * f64::from(offset.y)) * pixel;
        let (eye, radius) = (wide(pose.eye), f64::from(lens.orbit.radius));
        let metres = 1.0 / lens.units.per_metre;
        if lens.orbit.is_orthographic() {
            let along = ahead / ahead.norm();
            Self { from: (eye + aside) * metres, along, pixel: (0.0, pixel * metres) }
        } else {
            let along = ahead * radius + aside;
            Self { from: eye * metres, along: along / along.norm(), pixel: (pixel / radius, 0.0) }
        }
    }

    /// Distance along the ray at which it meets the disc or passes within `REACH` pixels of its centre, m.
    pub(crate) fn meets(&self, disc: &Disc) -> Option<f64> {
        let to = disc.center - self.from;
        let ahead = to.dot(&self.along);
        let reach = REACH * (self.pixel.0 * ahead + self.pixel.1);
        let passes = (to - self.along * ahead).norm() <= reach;
        let slope = self.along.dot(&disc.normal);
        let plane = if slope.abs() > 1e-9 { to.dot(&disc.normal) / slope } else { ahead };
        let hits = (self.along * plane - to).norm() <= disc.radius;
        (ahead > 0.0 && (passes || hits)).then_some(ahead)
    }
}

/// The contact under the cursor whose glyph is nearest to the eye.
fn contact_at(lens: &Lens, at: Pos2, shown: &Shown) -> Option<ContactKey> {
    let ray = Ray::through(lens, at);
    let hits = shown.state.contacts.iter().filter_map(|contact| {
        let radius = 0.13 * shown.scales.body;
        let disc = Disc { center: contact.touch.c, normal: contact.touch.n, radius, mode: contact.slide.0.mode };
        Some((ray.meets(&disc)?, contact.pair.key))
    });
    hits.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, key)| key)
}

/// The contact whose glyph is under the cursor.
pub(crate) fn contact_under(
    cursor: Vec2,
    orbit: &Orbit,
    area: &SceneArea,
    units: &Units,
    shown: &Shown,
) -> Option<ContactKey> {
    let area = area.0?;
    let corner = |p: Vec2| pos2(p.x, p.y);
    let lens = Lens { orbit, area: Rect::from_min_max(corner(area.min), corner(area.max)), units };
    contact_at(&lens, corner(cursor), shown)
}

/// The body under the cursor nearest to the eye, by bounding sphere.
pub(crate) fn pick(cursor: Vec2, orbit: &Orbit, area: &SceneArea, units: &Units, shown: &Shown) -> Option<usize> {
    let area = area.0?;
    let corner = |p: Vec2| pos2(p.x, p.y);
    let lens = Lens { orbit, area: Rect::from_min_max(corner(area.min), corner(area.max)), units };
    let eye = orbit.pose().eye;
    // A direct hit takes precedence over a small body nearby.
    let under = |body: &BodyState| {
        let size = extent(&body.shape)?;
        let away = lens.project(&body.x)?.distance(corner(cursor));
        let reach = lens.pixels(&body.x, size);
        (away < reach.max(8.0)).then(|| (away >= reach, eye.distance(units.point(&body.x))))
    };
    let mut best: Option<(usize, (bool, f32))> = None;
    for (index, body) in shown.state.bodies.iter().enumerate() {
        if let Some(place) = under(body).filter(|place| best.is_none_or(|(_, b)| *place < b)) {
            best = Some((index, place));
        }
    }
    best.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::element::Mode;
    use bevy_egui::egui::vec2;

    /// The ray through the projected centre of a disc meets it at its distance, with and without perspective; one
    /// through a point well outside misses.
    #[test]
    fn the_ray_through_a_glyph_meets_it() {
        for orthographic in [false, true] {
            let mut orbit = Orbit { orthographic, ..Orbit::default() };
            orbit.look(0.7, 0.4);
            let units = Units { per_metre: 50.0 };
            let area = Rect::from_min_max(pos2(236.0, 0.0), pos2(1070.0, 640.0));
            let lens = Lens { orbit: &orbit, area, units: &units };
            let center = Vec3::new(0.02, -0.015, 0.011);
            let disc = Disc { center, normal: Vec3::z(), radius: 0.002, mode: Mode::Stick };
            let at = lens.project(&center).expect("in front of the eye");
            let ray = Ray::through(&lens, at);
            let distance = ray.meets(&disc).expect("a hit");
            assert!((ray.from + ray.along * distance - center).norm() < 1e-5, "orthographic {orthographic}");
            let beside = at + vec2(lens.pixels(&center, 0.002).max(9.0) + 40.0, 0.0);
            assert_eq!(Ray::through(&lens, beside).meets(&disc), None);
        }
    }
}
