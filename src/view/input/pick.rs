//! Picking: a contact by its glyph, a body by its bounding sphere.

use crate::app::display_state::DisplayState;
use crate::app::inspect::Inspect;
use crate::draw::items::{Disc, is_pile};
use crate::draw::orbit::Orbit;
use crate::draw::ray::Ray;
use crate::draw::scale::extent;
use crate::draw::units::Units;
use crate::record::state::BodyState;
use crate::view::render::camera::SceneArea;
use crate::view::render::lens::Lens;
use crate::world::contact::ContactKey;
use bevy::math::Vec2;
use bevy_egui::egui::{Pos2, Rect, pos2};

/// The ray through a screen position.
pub(crate) fn ray(lens: &Lens, at: Pos2) -> Ray {
    let offset = at - lens.area.center();
    let pixel = f64::from(lens.orbit.height()) / f64::from(lens.area.height());
    Ray::through(lens.orbit, lens.units, [f64::from(offset.x), f64::from(offset.y)], pixel)
}

/// The contact under the cursor whose glyph is nearest to the eye, of those that `may` be picked.
fn contact_at(lens: &Lens, at: Pos2, shown: &DisplayState, may: impl Fn(&ContactKey) -> bool) -> Option<ContactKey> {
    let ray = ray(lens, at);
    let hits = shown.state.contacts.iter().filter(|contact| may(&contact.pair.key)).filter_map(|contact| {
        let radius = 0.13 * shown.scales.body;
        let disc = Disc { center: contact.touch.c, normal: contact.touch.n, radius, mode: contact.slide.0.mode };
        Some((ray.meets(&disc)?, contact.pair.key))
    });
    hits.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, key)| key)
}

/// The contact whose glyph is under the cursor, of those that may be picked.
pub(crate) fn contact_under(
    cursor: Vec2,
    (orbit, area, units): (&Orbit, &SceneArea, &Units),
    shown: &DisplayState,
    (inspect, selected): (&Inspect, Option<usize>),
) -> Option<ContactKey> {
    let area = area.0?;
    let is_pile = is_pile(&shown.state.bodies);
    let corner = |p: Vec2| pos2(p.x, p.y);
    let lens = Lens { orbit, area: Rect::from_min_max(corner(area.min), corner(area.max)), units };
    contact_at(&lens, corner(cursor), shown, |key| inspect.offers(key, selected, is_pile))
}

/// The body under the cursor nearest to the eye, by bounding sphere.
pub(crate) fn pick(
    cursor: Vec2,
    orbit: &Orbit,
    area: &SceneArea,
    units: &Units,
    shown: &DisplayState,
) -> Option<usize> {
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
    use crate::laws::Vec3;
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
            let through = ray(&lens, at);
            let distance = through.meets(&disc).expect("a hit");
            assert!((through.from + through.along * distance - center).norm() < 1e-5, "orthographic {orthographic}");
            let beside = at + vec2(lens.pixels(&center, 0.002).max(9.0) + 40.0, 0.0);
            assert_eq!(ray(&lens, beside).meets(&disc), None);
        }
    }
}
