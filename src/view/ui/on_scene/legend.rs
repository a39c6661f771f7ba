//! The legend: meaning of colours and shapes, and the magnitude that a bar of given length represents.

use crate::app::timeline::display_state::DisplayState;
use crate::draw::overlay::chains::FULL;
use crate::draw::overlay::items::Head;
use crate::draw::text::format::number;
use crate::draw::text::legend::{DISCS, LegendRow, LegendSwitch, MAX_ROWS, rows, rows_that_fit};
use crate::laws::Vec3;
use crate::laws::friction::element::Mode;
use crate::observe::many_body::is_many_body;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::lens::Lens;
use crate::view::render::theme::{Theme, ThemeColours, chain_colour, size, viridis};
use crate::view::ui::on_scene::mode_disc::mode_disc;
use bevy_egui::egui::{self, Align2, Color32, FontId, Painter, Pos2, Stroke, pos2, vec2};

/// Height of a row, and the space around the rows, points.
const LINE: f32 = 19.0;
const PAD: f32 = 9.0;

/// What one row of the legend shows.
enum LegendLine {
    /// An arrow, an arc or a line.
    Sample(LegendRow),
    /// A colour scale.
    Ramp(String, Ramp),
    /// The discs of the modes.
    Discs,
}

impl LegendLine {
    /// The overlay that a click on the row turns off or on, and whether it is off.
    fn switch(&self) -> Option<(LegendSwitch, bool)> {
        match self {
            Self::Sample(row) => row.switch.map(|switch| (switch, row.is_off)),
            Self::Ramp(..) => None,
            Self::Discs => Some((LegendSwitch::Discs, false)),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Sample(row) => row.text(),
            Self::Ramp(text, _) => text.clone(),
            Self::Discs => tr(DISCS).to_owned(),
        }
    }
}

/// What the legend covers, and its rows that are switches: place, name, overlay, whether it is off.
pub(crate) struct PaintedLegend {
    /// The rectangle that the legend covers.
    pub rect: egui::Rect,
    /// The switches.
    pub switches: Vec<(egui::Rect, String, LegendSwitch, bool)>,
}

/// Paints the legend in the corner that covers no body and none of the `texts`, the heading and an inset, with as many
/// rows as fit there; `off`: rows of overlays that are off.
pub(crate) fn paint(
    painter: &Painter,
    lens: &Lens,
    shown: &DisplayState,
    theme: &Theme,
    texts: [egui::Rect; 2],
    bodies: &[egui::Rect],
    off: &[LegendRow],
) -> PaintedLegend {
    let is_many_body = is_many_body(shown.state.bodies.len());
    // Colour scales have no other explanation; friction comes first of the arrows.
    let ramps = ramps(shown, theme).into_iter().map(|(text, ramp)| LegendLine::Ramp(text, ramp));
    let mut samples = rows(&shown.list, &shown.on, &shown.scales, is_many_body).into_iter().map(LegendLine::Sample);
    let discs = (!shown.list.discs.is_empty() || !shown.list.badges.is_empty()).then_some(LegendLine::Discs);
    let first = samples.next();
    let mut all: Vec<LegendLine> = ramps.chain(first).chain(discs).chain(samples).collect();
    all.truncate(MAX_ROWS.saturating_sub(off.len()).max(1));
    all.extend(off.iter().cloned().map(LegendLine::Sample));
    let focus = shown.state.bodies.iter().find(|b| crate::draw::scale::moves(b)).map_or(Vec3::zeros(), |b| b.x);
    let bar = lens.pixels(&focus, shown.scales.length).clamp(12.0, 170.0);
    // A colour scale needs a minimum width.
    let bar = if all.iter().any(|row| matches!(row, LegendLine::Ramp(..))) { bar.max(64.0) } else { bar };
    // The discs side by side, and a bent arrow, are wider than a short bar.
    let column = bar.max(46.0);
    let extent = |rows: &[LegendLine]| {
        let font = FontId::proportional(size::SMALL);
        let wide = |row: &LegendLine| painter.layout_no_wrap(row.text(), font.clone(), theme.ink()).size().x;
        let widest = rows.iter().map(wide).fold(0.0, f32::max);
        // Quantized, so that the width does not jitter with the digits.
        let text = (widest / 16.0).ceil() * 16.0;
        vec2(column + 12.0 + text + 2.0 * PAD, LINE * rows.len() as f32 + 2.0 * PAD)
    };
    let id = egui::Id::new("legend rows");
    let last: usize = painter.ctx().data(|data| data.get_temp(id)).unwrap_or(MAX_ROWS);
    let corner = |rows: &usize| place(painter.ctx(), lens.area, texts, extent(&all[..*rows]), bodies);
    let fits = |rows: &usize| {
        let rect = corner(rows);
        let covers = texts.iter().any(|text| text.intersects(rect));
        // The bodies of a pile are everywhere.
        let margin = if *rows > last { 20.0 } else { 0.0 };
        leaves_room(lens.area, texts, rect.size()) && !covers && (is_many_body || !hides(rect, bodies, margin))
    };
    let count = rows_that_fit(all.len(), fits);
    painter.ctx().data_mut(|data| data.insert_temp(id, count.unwrap_or(0)));
    let mut painted = PaintedLegend { rect: egui::Rect::NOTHING, switches: Vec::new() };
    let Some(rect) = count.as_ref().map(corner) else { return painted };
    painted.rect = rect;
    painter.rect_filled(rect, 6.0, theme.plate());
    let mut at = rect.left_top() + vec2(PAD, PAD + 0.5 * LINE);
    for row in all.iter().take(count.unwrap_or(0)) {
        paint_row(painter, at, row, [bar, column], theme);
        if let Some((switch, is_off)) = row.switch() {
            let line = egui::Rect::from_x_y_ranges(rect.x_range().shrink(3.0), at.y - 0.5 * LINE..=at.y + 0.5 * LINE);
            painted.switches.push((line, row.text(), switch, is_off));
        }
        at.y += LINE;
    }
    painted
}

/// Makes the rows switches of their overlays; returns the one that was clicked.
pub(crate) fn switches(ctx: &egui::Context, legend: &PaintedLegend) -> Option<LegendSwitch> {
    let mut clicked = None;
    for (place, name, switch, is_off) in &legend.switches {
        let id = egui::Id::new(("legend", switch));
        let area = egui::Area::new(id).order(egui::Order::Middle).fixed_pos(place.min).constrain(false);
        let row = area.show(ctx, |ui| ui.allocate_exact_size(place.size(), egui::Sense::click()).1).inner;
        if row.hovered() {
            let stroke = Stroke::new(1.0, ctx.global_style().visuals.hyperlink_color);
            let painter = ctx.layer_painter(egui::LayerId::new(egui::Order::Middle, id));
            painter.rect_stroke(*place, 4.0, stroke, egui::StrokeKind::Inside);
        }
        let verb = tr(if *is_off { "legend-show" } else { "legend-hide" });
        let row = row.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(verb);
        if reader::named(row, &format!("{verb}: {name}")).clicked() {
            clicked = Some(*switch);
        }
    }
    clicked
}

/// Paints one row whose bar has the first width, in a column of the second.
fn paint_row(painter: &Painter, at: Pos2, row: &LegendLine, [bar, column]: [f32; 2], theme: &Theme) {
    let is_off = row.switch().is_some_and(|(_, is_off)| is_off);
    match row {
        LegendLine::Sample(row) if row.is_off => {
            // An empty box in place of the sample.
            let empty = egui::Rect::from_min_size(at - vec2(0.0, 5.5), vec2(11.0, 11.0));
            painter.rect_stroke(
                empty,
                2.0,
                Stroke::new(1.2, theme.ink().gamma_multiply(0.6)),
                egui::StrokeKind::Inside,
            );
        }
        LegendLine::Sample(row) if row.is_bent() => {
            bent_sample(painter, at + vec2(0.5 * column, 0.0), row, theme.role(row.role));
        }
        LegendLine::Sample(row) => sample(painter, at, bar, row, theme.role(row.role)),
        LegendLine::Ramp(_, colour) => {
            gradient(painter, egui::Rect::from_min_size(at - vec2(0.0, 5.0), vec2(bar, 10.0)), colour)
        }
        LegendLine::Discs => {
            for (k, mode) in [Mode::Stick, Mode::Slip, Mode::Open].into_iter().enumerate() {
                mode_disc(painter, at + vec2(7.0 + 16.0 * k as f32, 0.0), 6.0, mode, theme);
            }
        }
    }
    let font = FontId::proportional(size::SMALL);
    painter.text(
        at + vec2(column + 12.0, 0.0),
        Align2::LEFT_CENTER,
        row.text(),
        font,
        theme.ink().gamma_multiply(if is_off { 0.7 } else { 1.0 }),
    );
}

/// Whether a legend at this place would lie on a body, or be nearer to one than `margin`: a row that was left out
/// returns only with some distance, so that it does not flicker.
fn hides(legend: egui::Rect, bodies: &[egui::Rect], margin: f32) -> bool {
    bodies.iter().any(|body| body.expand(margin).intersects(legend))
}

/// Whether legend and texts together leave most of the scene visible; a magnified legend may not.
fn leaves_room(clip: egui::Rect, texts: [egui::Rect; 2], size: egui::Vec2) -> bool {
    const MAX_SHARE: f32 = 0.3;
    let taken: f32 = texts.into_iter().filter(egui::Rect::is_positive).map(|text| text.area()).sum();
    size.x * size.y <= MAX_SHARE * (clip.area() - taken)
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
    let inner = clip.shrink(10.0);
    // The heading may be in a lower corner.
    let is_above = heading.top() < inner.center().y;
    let below = vec2(0.0, if is_above { heading.bottom() + 8.0 - inner.top() } else { 0.0 });
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
    // Moves only off a body or for a tenth of its area, so that it does not jump back and forth.
    let [now, free] = [last, least].map(|k| covered(&corners[k]));
    let moves = now > free + 0.1 * size.x * size.y || (free == 0.0 && now > 0.0);
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
        ramps.push((
            tr_with("legend-tint", [("name", tint.of.name().into()), ("low", low.into()), ("high", high.into())]),
            Box::new(viridis),
        ));
    }
    let chains = &shown.list.chains;
    if chains.drawn > 0 {
        let values = [("force", number(FULL * chains.mean).into()), ("full", FULL.to_string().into())];
        let text = tr_with("legend-chains", values);
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
        // A heading in the lower left corner: the legend stays inside the scene.
        let lower = rect(10.0, 460.0, 120.0, 30.0);
        let inside = place(&egui::Context::default(), clip, [lower, nothing], size, &[body]);
        assert!(clip.contains_rect(inside) && !inside.intersects(lower) && !inside.intersects(body), "{inside}");
        // A low scene: below its heading there is no room.
        let low = rect(0.0, 0.0, 520.0, 180.0);
        let right = place(&egui::Context::default(), low, [heading, nothing], size, &[]);
        assert!(!right.intersects(heading), "{right}");
    }

    /// A legend never lies on a body; a row that was left out returns once it is clear of the body.
    #[test]
    fn the_legend_hides_no_body() {
        let rect = |x: f32, y: f32, w: f32, h: f32| egui::Rect::from_min_size(pos2(x, y), vec2(w, h));
        let legend = rect(200.0, 0.0, 200.0, 200.0);
        let hidden = |left: f32, margin: f32| hides(legend, &[rect(left, 50.0, 100.0, 100.0)], margin);
        assert_eq!([90.0, 110.0].map(|left| hidden(left, 0.0)), [false, true]);
        assert_eq!([70.0, 90.0].map(|left| hidden(left, 20.0)), [false, true]);
    }
}
