//! Names of bodies, each beside its body and on no other.

use crate::app::timeline::display_state::DisplayState;
use crate::draw::scale::half_extents;
use crate::observe::state::BodyState;
use crate::view::render::lens::Lens;
use crate::view::render::theme::{Theme, ThemeColours, size};
use bevy_egui::egui::{FontId, Painter, Rect, Vec2, vec2};

/// Distance of a name from its body, points.
const GAP: f32 = 2.0;

/// Paints the names of the bodies beside them; appends the rectangles that they cover to `taken`.
pub(crate) fn paint(painter: &Painter, lens: &Lens, shown: &DisplayState, theme: &Theme, taken: &mut Vec<Rect>) {
    let boxes: Vec<(usize, Rect)> = shown
        .list
        .names
        .iter()
        .filter_map(|name| Some((name.index, on_screen(lens, shown.state.bodies.get(name.index)?)?)))
        .collect();
    for name in &shown.list.names {
        let Some((_, own)) = boxes.iter().find(|(index, _)| *index == name.index) else { continue };
        let colour = theme.text(name.role);
        let row = painter.layout_no_wrap(name.text.clone(), FontId::proportional(size::BODY), colour);
        let others = boxes.iter().filter(|(index, _)| *index != name.index).map(|(_, rect)| *rect);
        let covered: Vec<Rect> = taken.iter().copied().chain(others).collect();
        let Some(rect) = place(*own, row.size() + vec2(8.0, 2.0), painter.clip_rect(), &covered) else { continue };
        painter.rect_filled(rect, 4.0, theme.plate());
        painter.galley((rect.center() - 0.5 * row.size()).round(), row, colour);
        taken.push(rect);
    }
}

/// The place of a name above, below, right or left of its body: the first that lies in the picture and covers nothing.
fn place(body: Rect, name: Vec2, picture: Rect, covered: &[Rect]) -> Option<Rect> {
    let away = 0.5 * (body.size() + name) + Vec2::splat(GAP);
    let places = [vec2(0.0, -away.y), vec2(0.0, away.y), vec2(away.x, 0.0), vec2(-away.x, 0.0)];
    let mut rects = places.into_iter().map(|to| Rect::from_center_size(body.center() + to, name));
    rects.find(|rect| picture.contains_rect(*rect) && !covered.iter().any(|other| other.intersects(*rect)))
}

/// The rectangle around a body in the picture, points; `None` for an unbounded body or one behind the camera.
fn on_screen(lens: &Lens, body: &BodyState) -> Option<Rect> {
    let half = half_extents(&body.shape)?;
    let corners = (0..8).map(|k| {
        let sign = |bit: usize| if k >> bit & 1 == 0 { 1.0 } else { -1.0 };
        let corner = half.component_mul(&crate::laws::Vec3::new(sign(0), sign(1), sign(2)));
        lens.project(&(body.x + body.q * corner))
    });
    let corners: Option<Vec<_>> = corners.collect();
    Some(Rect::from_points(&corners?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::pos2;

    /// Two bodies one above the other in the picture: the name of the lower one is not on the upper one, nor farther from
    /// its own body than from the other.
    #[test]
    fn a_name_is_beside_its_body_and_on_no_other() {
        let picture = Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 400.0));
        let (lower, name) = (Rect::from_center_size(pos2(300.0, 250.0), vec2(120.0, 60.0)), vec2(90.0, 18.0));
        for upper in [pos2(300.0, 195.0), pos2(360.0, 200.0), pos2(300.0, 305.0), pos2(400.0, 250.0)] {
            let upper = Rect::from_center_size(upper, vec2(120.0, 50.0));
            let rect = place(lower, name, picture, &[upper]).expect("room");
            assert!(picture.contains_rect(rect) && !rect.intersects(upper) && !rect.intersects(lower), "{rect}");
            let gap = |body: Rect| body.distance_to_pos(rect.center());
            assert!(gap(lower) <= gap(upper), "{rect} of {lower} and {upper}");
        }
        let below = Rect::from_center_size(pos2(300.0, 30.0), vec2(120.0, 60.0));
        let rect = place(below, name, picture, &[]).expect("room");
        assert!(rect.top() > below.bottom(), "there is no room above: {rect}");
    }
}
