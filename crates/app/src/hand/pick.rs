//! Picking: a contact by its glyph, a body by its bounding sphere or its drawn shape.

use crate::draw::overlay::items::{Disc, is_pile};
use crate::draw::scale::{extent, moves};
use crate::draw::space::projection::SceneProjection;
use crate::state::inspect::Inspect;
use crate::timeline::display_state::DisplayState;
use bevy::math::Vec2;
use stickslip_engine::observe::state::BodyState;
use stickslip_engine::world::contact::ContactKey;

/// Radius of a drawn body below which a press near it is a press on it, pixels.
const SMALL: f32 = 12.0;

/// The contact whose glyph is under the cursor and nearest to the eye, of those that may be picked.
pub fn contact_under(
    cursor: Vec2,
    projection: &SceneProjection,
    shown: &DisplayState,
    (inspect, selected): (&Inspect, Option<usize>),
) -> Option<ContactKey> {
    let is_pile = is_pile(&shown.state.bodies);
    let ray = projection.ray(cursor);
    let offered = shown.state.contacts.iter().filter(|c| inspect.offers(&c.pair.key, selected, is_pile));
    let hits = offered.filter_map(|contact| {
        let radius = 0.13 * shown.scales.body;
        let disc = Disc { center: contact.touch.c, normal: contact.touch.n, radius, mode: contact.slide.0.mode };
        Some((ray.meets(&disc)?, contact.pair.key))
    });
    hits.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, key)| key)
}

/// The body of finite size that is seen under the cursor, fixed or not; else the one near it, by bounding sphere, that moves
/// or is drawn small.
pub fn pick(cursor: Vec2, projection: &SceneProjection, shown: &DisplayState) -> Option<usize> {
    let ray = projection.ray(cursor);
    let finite = || shown.state.bodies.iter().enumerate().filter(|(_, body)| extent(&body.shape).is_some());
    let hits = finite().filter_map(|(index, body)| Some((ray.meets_body(body)?, index)));
    if let Some((_, index)) = hits.min_by(|a, b| a.0.total_cmp(&b.0)) {
        return Some(index);
    }
    let eye = projection.orbit.pose().eye;
    // A direct hit takes precedence over a small body nearby.
    let near = |body: &BodyState| {
        let drawn = projection.pixels(&body.x, extent(&body.shape)?);
        let away = projection.project(&body.x)?.distance(cursor);
        let is_near = (moves(body) || drawn < SMALL) && away < drawn.max(8.0);
        is_near.then(|| (away >= drawn, eye.distance(projection.units.point(&body.x))))
    };
    let mut best: Option<(usize, (bool, f32))> = None;
    for (index, body) in finite() {
        if let Some(place) = near(body).filter(|place| best.is_none_or(|(_, b)| *place < b)) {
            best = Some((index, place));
        }
    }
    best.map(|(index, _)| index)
}

/// The body that is seen under the cursor, if it moves under forces: beside it, a press is on the background. A body
/// that is drawn small counts with its surroundings.
pub fn movable_under(cursor: Vec2, projection: &SceneProjection, shown: &DisplayState) -> Option<usize> {
    let ray = projection.ray(cursor);
    let bodies = &shown.state.bodies;
    let hits = bodies.iter().enumerate().filter_map(|(index, body)| Some((ray.meets_body(body)?, index)));
    let seen = hits.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index);
    let is_small = |index: &usize| {
        let body = &bodies[*index];
        extent(&body.shape).is_some_and(|size| projection.pixels(&body.x, size) < SMALL)
    };
    let near = || pick(cursor, projection, shown).filter(is_small);
    seen.or_else(near).filter(|index| moves(&bodies[*index]))
}
