//! Which contact is looked at, and how it is picked in the scene.

use crate::app::session::Shown;
use crate::draw::draw_list::Disc;
use crate::laws::Vec3;
use crate::view::ui::labels::Lens;
use crate::world::contact::ContactKey;
use bevy::prelude::Resource;
use bevy_egui::egui::Pos2;

/// What the right panel shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Tab {
    /// The sliders.
    #[default]
    Tune,
    /// The numbers of contacts and bodies.
    Inspect,
    /// How well the rigid contacts are solved.
    Solver,
}

/// What is inspected.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(crate) struct Inspect {
    /// Page of the right panel.
    pub tab: Tab,
    /// The contact picked; the first one of the state where there is none.
    pub picked: Option<ContactKey>,
    /// Contacts kept in the list whatever is picked.
    pub pinned: Vec<ContactKey>,
    /// The magnifier.
    pub micro: Micro,
}

/// The magnifier of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Micro {
    /// The window finds magnification and span by itself.
    pub auto: bool,
    /// Pixels of a metre over those of the scene.
    pub magnification: f64,
    /// So many steps back the two material points were in touch.
    pub steps: u64,
}

impl Default for Micro {
    fn default() -> Self {
        Self { auto: true, magnification: 1e4, steps: 100 }
    }
}

impl Inspect {
    /// Picks a contact and turns to its page.
    pub(crate) fn pick(&mut self, key: ContactKey) {
        self.picked = Some(key);
        self.tab = Tab::Inspect;
    }

    /// Nothing is picked or pinned any more.
    pub(crate) fn forget(&mut self) {
        (self.picked, self.pinned) = (None, Vec::new());
    }

    /// Keeps a contact in the list, or lets it go.
    pub(crate) fn pin(&mut self, key: ContactKey) {
        match self.pinned.iter().position(|pinned| *pinned == key) {
            Some(place) => {
                self.pinned.remove(place);
            }
            None => self.pinned.push(key),
        }
    }
}

/// A glyph smaller than this on the screen is hit within this distance, pixels.
const REACH: f64 = 9.0;

/// A ray from the eye, m, world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ray {
    /// Where it begins.
    pub from: Vec3,
    /// Unit direction.
    pub along: Vec3,
    /// Metres of a pixel at a distance of 1 m along the ray (0 without perspective), and at its beginning.
    pub pixel: (f64, f64),
}

impl Ray {
    /// The ray through a point of the screen.
    pub(crate) fn through(lens: &Lens, at: Pos2) -> Self {
        let place = lens.orbit.transform();
        let wide = |v: bevy::prelude::Vec3| Vec3::new(v.x.into(), v.y.into(), v.z.into());
        let (right, up, ahead) = (wide(*place.right()), wide(*place.up()), wide(*place.forward()));
        let offset = at - lens.area.center();
        // Drawing units of a pixel at the focus.
        let pixel = f64::from(lens.orbit.height()) / f64::from(lens.area.height());
        let aside = (right * f64::from(offset.x) - up * f64::from(offset.y)) * pixel;
        let (eye, radius) = (wide(place.translation), f64::from(lens.orbit.radius));
        let metres = 1.0 / lens.units.per_metre;
        if lens.orbit.is_orthographic() {
            let along = ahead / ahead.norm();
            Self { from: (eye + aside) * metres, along, pixel: (0.0, pixel * metres) }
        } else {
            let along = ahead * radius + aside;
            Self { from: eye * metres, along: along / along.norm(), pixel: (pixel / radius, 0.0) }
        }
    }

    /// How far along the ray it meets the disc, or passes it within `REACH` pixels of its middle, m.
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

/// The contact whose glyph is under the cursor: the nearest to the eye.
pub(crate) fn contact_at(lens: &Lens, at: Pos2, shown: &Shown) -> Option<ContactKey> {
    let ray = Ray::through(lens, at);
    let hits = shown.state.contacts.iter().filter_map(|contact| {
        let radius = 0.13 * shown.scales.body;
        let disc = Disc { center: contact.touch.c, normal: contact.touch.n, radius, mode: contact.slide.0.mode };
        Some((ray.meets(&disc)?, contact.pair.key))
    });
    hits.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, key)| key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::element::Mode;
    use crate::view::render::camera::Orbit;
    use crate::view::render::sync::Units;
    use bevy_egui::egui::{Rect, pos2, vec2};

    /// The ray through the projected middle of a disc meets it at its distance, with and without perspective; one
    /// through a point well beside it does not.
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
