//! The legend: meaning of colours and shapes, and the magnitude that a bar of given length represents.

use crate::app::display_state::DisplayState;
use crate::draw::chains::FULL;
use crate::draw::format::number;
use crate::draw::items::{Head, Role};
use crate::draw::legend::{LegendRow, rows};
use crate::laws::Vec3;
use crate::record::many_body::is_many_body;
use crate::view::render::lens::Lens;
use crate::view::render::theme::{Theme, chain_colour, viridis};
use bevy_egui::egui::{self, Align2, Color32, FontId, Painter, Pos2, Stroke, pos2, vec2};

/// Text for the discs.
const DISCS: &str = "S, (s): sticks · K, (k): slips";

/// Paints the legend in the corner that covers no body and none of the `texts`, the heading and an inset; returns the
/// rectangle it covers.
pub(crate) fn paint(
    painter: &Painter,
    lens: &Lens,
    shown: &DisplayState,
    theme: &Theme,
    texts: [egui::Rect; 2],
    bodies: &[egui::Rect],
) -> egui::Rect {
    let rows = rows(&shown.list, &shown.on, &shown.scales, is_many_body(shown.state.bodies.len()));
    let focus = shown.state.bodies.iter().find(|b| crate::draw::scale::moves(b)).map_or(Vec3::zeros(), |b| b.x);
    let bar = lens.pixels(&focus, shown.scales.length).clamp(12.0, 170.0);
    let discs = !shown.list.discs.is_empty();
    let font = FontId::proportional(12.5);
    let (line, pad) = (19.0, 9.0);
    let ramps = ramps(shown, theme);
    let count = rows.len() + usize::from(discs) + ramps.len();
    if count == 0 {
        return egui::Rect::NOTHING;
    }
    // A colour scale needs a minimum width.
    let bar = if ramps.is_empty() { bar } else { bar.max(64.0) };
    // The two discs side by side, and a bent arrow, are wider than a short bar.
    let column = bar.max(28.0);
    let names = rows.iter().map(LegendRow::text).chain(ramps.iter().map(|(text, _)| text.clone()));
    let wide = |text: String| painter.layout_no_wrap(text, font.clone(), theme.ink()).size().x;
    let widest = names.chain(discs.then(|| DISCS.to_owned())).map(wide).fold(0.0, f32::max);
    // Quantized, so that the width does not jitter with the digits.
    let text = (widest / 16.0).ceil() * 16.0;
    let size = vec2(column + 12.0 + text + 2.0 * pad, line * count as f32 + 2.0 * pad);
    if !leaves_room(lens.area, texts, size) {
        return egui::Rect::NOTHING;
    }
    let rect = place(painter.ctx(), lens.area, texts, size, bodies);
    if texts.iter().any(|text| text.intersects(rect)) || hides_bodies(painter.ctx(), lens.area, rect, bodies) {
        return egui::Rect::NOTHING;
    }
    painter.rect_filled(rect, 6.0, theme.plate());
    let mut at = rect.left_top() + vec2(pad, pad + 0.5 * line);
    for row in &rows {
        let colour = theme.role(row.role);
        if row.is_bent() {
            bent_sample(painter, at + vec2(0.5 * column, 0.0), row, colour);
        } else {
            sample(painter, at, bar, row, colour);
        }
        painter.text(at + vec2(column + 12.0, 0.0), Align2::LEFT_CENTER, row.text(), font.clone(), theme.ink());
        at.y += line;
    }
    for (text, colour) in &ramps {
        gradient(painter, egui::Rect::from_min_size(at - vec2(0.0, 5.0), vec2(bar, 10.0)), colour);
        painter.text(at + vec2(column + 12.0, 0.0), Align2::LEFT_CENTER, text, font.clone(), theme.ink());
        at.y += line;
    }
    if discs {
        let colour = theme.role(Role::Friction);
        let mid = at + vec2(0.5 * column, 0.0);
        painter.circle_filled(mid - vec2(9.0, 0.0), 5.0, colour);
        painter.circle_stroke(mid + vec2(9.0, 0.0), 4.2, Stroke::new(2.0, colour));
        painter.text(at + vec2(column + 12.0, 0.0), Align2::LEFT_CENTER, DISCS, font, theme.ink());
    }
    rect
}

/// Whether legend and texts together leave most of the scene visible; a magnified legend may not.
fn leaves_room(clip: egui::Rect, texts: [egui::Rect; 2], size: egui::Vec2) -> bool {
    const MAX_SHARE: f32 = 0.3;
    let taken: f32 = texts.into_iter().filter(egui::Rect::is_positive).map(|text| text.area()).sum();
    size.x * size.y <= MAX_SHARE * (clip.area() - taken)
}

/// Whether a legend at this place would hide too much of the bodies. A hidden legend returns only below a smaller
/// share, so that it does not flicker.
fn hides_bodies(ctx: &egui::Context, clip: egui::Rect, legend: egui::Rect, bodies: &[egui::Rect]) -> bool {
    const SHARE_TO_GO: f32 = 0.3;
    const SHARE_TO_STAY_AWAY: f32 = 0.2;
    let area = |within: egui::Rect| -> f32 {
        let parts = bodies.iter().map(|body| body.intersect(within)).filter(egui::Rect::is_positive);
        parts.map(|part| part.area()).sum()
    };
    let id = egui::Id::new("legend hides bodies");
    let was: bool = ctx.data(|data| data.get_temp(id)).unwrap_or(false);
    let is = area(legend.intersect(clip)) > if was { SHARE_TO_STAY_AWAY } else { SHARE_TO_GO } * area(clip);
    ctx.data_mut(|data| data.insert_temp(id, is));
    is
}

/// A corner of the scene in which the legend covers no body: the upper right one unless another is free. It stays there
/// until a body comes near.
fn place(
    ctx: &egui::Context,
    clip: egui::Rect,
    [heading, inset]: [egui::Rect; 2],
    size: egui::Vec2,
    bodies: &[egui::Rect],
) -> egui::Rect {
    let (inner, below) = (clip.shrink(10.0), vec2(0.0, heading.bottom() + 8.0 - clip.shrink(10.0).top()));
    let right = egui::Rect::from_min_size(pos2(inner.right() - size.x, inner.top()), size);
    let right = if right.expand(6.0).intersects(heading) { right.translate(below) } else { right };
    let left = egui::Rect::from_min_size(inner.left_top() + below, size);
    let low = |x: f32| egui::Rect::from_min_size(pos2(x, inner.bottom() - size.y), size);
    let corners = [right, left, low(inner.left()), low(inner.right() - size.x)];
    let both = |rect: &egui::Rect, other: egui::Rect| Some(rect.intersect(other)).filter(egui::Rect::is_positive);
    let shared = |rect: &egui::Rect, other: egui::Rect| both(rect, other).map_or(0.0, |both| both.area());
    // A text under another one cannot be read.
    let covered = |rect: &egui::Rect| -> f32 {
        let texts = shared(rect, heading) + shared(rect, inset);
        10.0 * texts + bodies.iter().map(|body| shared(rect, *body)).sum::<f32>()
    };
    let id = egui::Id::new("legend corner");
    let last: usize = ctx.data(|data| data.get_temp(id)).unwrap_or(0);
    let least =
        (0..corners.len()).fold(0, |best, k| if covered(&corners[k]) < covered(&corners[best]) { k } else { best });
    // Moves only for a tenth of its area, so that it does not jump back and forth.
    let moves = covered(&corners[last]) > covered(&corners[least]) + 0.1 * size.x * size.y;
    let corner = if moves { least } else { last };
    ctx.data_mut(|data| data.insert_temp(id, corner));
    corners[corner]
}

/// Maps [0, 1] to a colour.
type Ramp = Box<dyn Fn(f64) -> Color32>;

/// The colour scales in use, with their meaning.
fn ramps(shown: &DisplayState, theme: &Theme) -> Vec<(String, Ramp)> {
    let mut ramps: Vec<(String, Ramp)> = Vec::new();
    if let Some(tint) = &shown.tint {
        let [low, high] = tint.ends();
        ramps.push((format!("{} · {low} to {high}", tint.of.name()), Box::new(viridis)));
    }
    let chains = &shown.list.chains;
    if chains.drawn > 0 {
        let text = format!("normal force · 0 to ≥ {} N ({FULL} × mean)", number(FULL * chains.mean));
        let theme = *theme;
        ramps.push((text, Box::new(move |share| chain_colour(share, &theme))));
    }
    ramps
}

/// A bar graded from the first colour to the last.
fn gradient(painter: &Painter, rect: egui::Rect, colour: &Ramp) {
    const PIECES: u16 = 24;
    let width = rect.width() / f32::from(PIECES);
    for piece in 0..PIECES {
        let left = rect.left() + width * f32::from(piece);
        let place = egui::Rect::from_min_size(pos2(left, rect.top()), vec2(width + 0.5, rect.height()));
        painter.rect_filled(place, 0.0, colour((f64::from(piece) + 0.5) / f64::from(PIECES)));
    }
}

fn bent_sample(painter: &Painter, middle: Pos2, row: &LegendRow, colour: Color32) {
    let radius = 13.0;
    let center = middle + vec2(-6.0, 6.0);
    let point = |k: i32| {
        let angle = std::f32::consts::FRAC_PI_2 * k as f32 / 8.0;
        center + vec2(angle.sin(), -angle.cos()) * radius
    };
    let width = if row.head == Some(Head::Open) { 2.4 } else { 3.0 };
    painter.line((0..=7).map(point).collect(), Stroke::new(width, colour));
    let tip = point(8) + vec2(0.0, 3.0);
    if row.head == Some(Head::Open) {
        painter.line_segment([tip, tip + vec2(-5.0, -7.0)], Stroke::new(width, colour));
        painter.line_segment([tip, tip + vec2(5.0, -7.0)], Stroke::new(width, colour));
    } else {
        let points = vec![tip, tip + vec2(-4.5, -8.0), tip + vec2(4.5, -8.0)];
        painter.add(egui::Shape::convex_polygon(points, colour, Stroke::NONE));
    }
}

fn sample(painter: &Painter, at: Pos2, bar: f32, row: &LegendRow, colour: Color32) {
    let (from, to) = (at, at + vec2(bar, 0.0));
    let width = if matches!(row.head, Some(Head::Thin) | None) { 1.8 } else { 3.2 };
    let stroke = Stroke::new(width, colour);
    let cone = |tip: Pos2| {
        let points = vec![tip, tip + vec2(-9.0, -4.5), tip + vec2(-9.0, 4.5)];
        painter.add(egui::Shape::convex_polygon(points, colour, Stroke::NONE));
    };
    match row.head {
        Some(Head::Open) => {
            painter.line_segment([from, to], stroke);
            painter.line_segment([to, to + vec2(-8.0, -5.0)], stroke);
            painter.line_segment([to, to + vec2(-8.0, 5.0)], stroke);
        }
        Some(Head::Double) => {
            painter.line_segment([from, to - vec2(12.0, 0.0)], stroke);
            cone(to);
            cone(to - vec2(6.5, 0.0));
        }
        Some(Head::Thick | Head::Thin) => {
            painter.line_segment([from, to - vec2(7.0, 0.0)], stroke);
            cone(to);
        }
        None => {
            painter.line_segment([from, to], stroke);
        }
    }
    if row.bar.is_some() {
        painter.line_segment([from + vec2(0.0, -4.0), from + vec2(0.0, 4.0)], Stroke::new(1.5, colour));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The legend may cover a quarter of the scene, unless texts already cover half of it.
    #[test]
    fn the_legend_leaves_room_for_the_scene() {
        let rect = |w: f32, h: f32| egui::Rect::from_min_size(pos2(0.0, 0.0), vec2(w, h));
        let (clip, size, nothing) = (rect(800.0, 500.0), vec2(400.0, 250.0), egui::Rect::NOTHING);
        assert!(leaves_room(clip, [rect(200.0, 50.0), nothing], size));
        assert!(!leaves_room(clip, [rect(400.0, 250.0), rect(400.0, 250.0)], size));
    }

    /// The legend takes the upper right corner, or another one if a body is there, but never the corner of the inset or
    /// of the heading, even if the legend was there first.
    #[test]
    fn the_legend_covers_no_text() {
        let rect = |x: f32, y: f32, w: f32, h: f32| egui::Rect::from_min_size(pos2(x, y), vec2(w, h));
        let (clip, size) = (rect(0.0, 0.0, 800.0, 500.0), vec2(200.0, 150.0));
        let (heading, inset) = (rect(10.0, 10.0, 300.0, 60.0), rect(540.0, 250.0, 250.0, 240.0));
        let (nothing, body) = (egui::Rect::NOTHING, rect(500.0, 0.0, 300.0, 200.0));
        let ctx = egui::Context::default();
        let free = place(&ctx, clip, [heading, nothing], size, &[]);
        assert_eq!(free.right_top(), pos2(790.0, 10.0));
        let everywhere = [body, rect(0.0, 0.0, 300.0, 500.0)];
        let beside = place(&ctx, clip, [heading, nothing], size, &everywhere);
        assert_eq!(beside.right_bottom(), pos2(790.0, 490.0));
        let moved = place(&ctx, clip, [heading, inset], size, &everywhere);
        assert!(!moved.intersects(inset) && !moved.intersects(heading), "{moved}");
        // A low scene: below its heading there is no room.
        let low = rect(0.0, 0.0, 520.0, 180.0);
        let right = place(&egui::Context::default(), low, [heading, nothing], size, &[]);
        assert!(!right.intersects(heading), "{right}");
    }

    /// A legend that would cover most of the only body is hidden; it returns once it would cover less than a fifth.
    #[test]
    fn the_legend_hides_no_body() {
        let rect = |x: f32, y: f32, w: f32, h: f32| egui::Rect::from_min_size(pos2(x, y), vec2(w, h));
        let (ctx, clip, legend) =
            (egui::Context::default(), rect(0.0, 0.0, 400.0, 300.0), rect(200.0, 0.0, 200.0, 200.0));
        let hides = |left: f32| hides_bodies(&ctx, clip, legend, &[rect(left, 50.0, 100.0, 100.0)]);
        assert_eq!([100.0, 125.0, 140.0, 125.0, 115.0].map(hides), [false, false, true, true, false]);
    }
}
