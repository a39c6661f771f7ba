//! Magnified overlap of two prisms: area, centroid, contact line P₁P₂ and normal. The overlap is much wider than
//! deep, so its depth is exaggerated by a round factor, which is displayed.

use crate::draw::overlay::flat_overlap::{DepthScale, FlatOverlap};
use crate::draw::overlay::items::Role;
use crate::draw::overlay::overlap::SeenOverlap;
use crate::draw::scale::round_below;
use crate::draw::text::format::{metres, quantity, short};
use crate::laws::Vec2;
use crate::observe::state::ContactView;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::ThemeColours;
use crate::view::render::theme::size;
use crate::view::ui::inspector::panel::InspectorPanel;
use bevy_egui::egui::{self, Align2, Color32, FontId, Pos2, Rect, RichText, Sense, Stroke, vec2};

/// Shows the overlap of a contact, if it has one.
pub(super) fn show(ui: &mut egui::Ui, panel: &InspectorPanel, contact: &ContactView) {
    let (Some(seen), Some(line)) = (SeenOverlap::from_contact(&panel.shown.state, contact), contact.touch.line) else {
        return;
    };
    let flat = FlatOverlap::project(&seen, contact);
    let area = quantity(contact.touch.overlap * line.width, "m²");
    ui.label(RichText::new(format!("A = {area} · b = {}", quantity(line.width, "m"))).size(size::SMALL))
        .on_hover_text(tr("inspect-area-tip"));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 120.0), Sense::hover());
    let scale = flat.scale(0.72 * f64::from(rect.width()), 0.42 * f64::from(rect.height()));
    paint(ui, rect, &flat, scale, [panel.theme.role(Role::Normal), panel.theme.role(Role::Contact)]);
    let tip = tr_with("inspect-overlap-tip", [("area", area.into()), ("depth", short(scale.depth).into())]);
    reader::picture(&response, &tip);
    response.on_hover_text(tip);
}

fn paint(ui: &egui::Ui, rect: Rect, flat: &FlatOverlap, scale: DepthScale, [fill, line]: [Color32; 2]) {
    let painter = ui.painter_at(rect);
    let (ink, weak) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
    let font = FontId::proportional(size::CAPTION);
    painter.rect_filled(rect, 4.0, ui.visuals().extreme_bg_color);
    let at = |p: &Vec2| rect.center() + vec2((p.x * scale.pixels) as f32, (-p.y * scale.pixels * scale.depth) as f32);
    let corners: Vec<Pos2> = flat.corners.iter().map(at).collect();
    painter.add(egui::Shape::convex_polygon(corners, fill.gamma_multiply(0.3), Stroke::new(1.2, fill)));
    let ends = [at(&flat.ends[0]), at(&flat.ends[1])];
    painter.line_segment(ends, Stroke::new(2.0, line));
    for (end, name) in ends.into_iter().zip(["P₁", "P₂"]) {
        let outward = if end.x < rect.center().x { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
        painter.circle_filled(end, 3.0, line);
        painter.text(
            end + vec2(if end.x < rect.center().x { -6.0 } else { 6.0 }, 0.0),
            outward,
            name,
            font.clone(),
            ink,
        );
    }
    let middle = rect.center();
    painter.arrow(middle, vec2(0.0, -0.34 * rect.height()), Stroke::new(1.5, line));
    painter.text(middle + vec2(8.0, -0.34 * rect.height()), Align2::LEFT_CENTER, "n", font.clone(), ink);
    painter.circle_filled(middle, 3.0, ink);
    painter.text(middle + vec2(6.0, 9.0), Align2::LEFT_CENTER, "C", font.clone(), ink);
    let length = round_below(0.3 * f64::from(rect.width()) / scale.pixels);
    let end = rect.right_bottom() - vec2(10.0, 7.0);
    let start = end - vec2((length * scale.pixels) as f32, 0.0);
    painter.line_segment([start, end], Stroke::new(2.5, ink));
    let text = |at: Pos2, align: Align2, words: String| painter.text(at, align, words, font.clone(), weak);
    text(start - vec2(6.0, -4.0), Align2::RIGHT_BOTTOM, metres(length));
    text(
        rect.left_bottom() + vec2(8.0, -3.0),
        Align2::LEFT_BOTTOM,
        tr_with("inspect-depth", [("depth", short(scale.depth).into())]),
    );
}
