//! The overlap of two prisms under a magnifier: its area, its centroid, the contact line P₁P₂ and the normal. It is much wider than
//! deep, so that its depth is drawn larger by a round factor that is written beside.

use super::micro::metres;
use crate::draw::draw_list::Role;
use crate::draw::format::{quantity, short};
use crate::draw::overlap::SeenOverlap;
use crate::draw::scale::round_below;
use crate::laws::Vec2;
use crate::laws::extremes::range;
use crate::record::state::ContactView;
use crate::view::input::reader;
use crate::view::ui::inspector::panel::InspectorPanel;
use bevy_egui::egui::{self, Align2, Color32, FontId, Pos2, Rect, RichText, Sense, Stroke, vec2};

/// The overlap in the plane, m from the centroid: t to the right, n upward.
#[derive(Clone, Debug, PartialEq)]
struct FlatOverlap {
    corners: Vec<Vec2>,
    ends: [Vec2; 2],
}

/// Pixels of a metre along t, and by how much more along n.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DepthScale {
    pixels: f64,
    depth: f64,
}

impl FlatOverlap {
    fn of(seen: &SeenOverlap, contact: &ContactView) -> Self {
        let (c, n) = (contact.touch.c, contact.touch.n);
        let flat = |p: &crate::laws::Vec3| Vec2::new(seen.along.dot(&(p - c)), n.dot(&(p - c)));
        Self { corners: seen.corners.iter().map(flat).collect(), ends: [flat(&seen.ends[0]), flat(&seen.ends[1])] }
    }

    /// What fills a good part of a picture of this size, pixels; the depth is never drawn smaller than the width.
    fn scale(&self, width: f64, height: f64) -> DepthScale {
        let size = [0, 1].map(|axis| range(self.corners.iter().map(|corner| corner[axis])));
        let [across, deep] = [width / size[0], height / size[1]];
        DepthScale { pixels: if deep < across { deep } else { across }, depth: round_below(deep / across).max(1.0) }
    }
}

/// Shows the overlap of a contact that has one.
pub(super) fn show(ui: &mut egui::Ui, desk: &InspectorPanel, contact: &ContactView) {
    let (Some(seen), Some(line)) = (SeenOverlap::of(&desk.shown.state, contact), contact.touch.line) else { return };
    let flat = FlatOverlap::of(&seen, contact);
    let area = quantity(contact.touch.overlap * line.width, "m²");
    ui.label(RichText::new(format!("A = {area} · b = {}", quantity(line.width, "m"))).size(12.5))
        .on_hover_text("area of the overlap; length of the sum of the edges that either body gives it");
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 120.0), Sense::hover());
    let scale = flat.scale(0.72 * f64::from(rect.width()), 0.42 * f64::from(rect.height()));
    paint(ui, rect, &flat, scale, [desk.theme.role(Role::Normal), desk.theme.role(Role::Contact)]);
    let tip = format!(
        "overlap of {area}: its area, its centroid C, the contact line from P₁ to P₂, n into body i; depth × {}",
        short(scale.depth)
    );
    reader::picture(&response, &tip);
    response.on_hover_text(tip);
}

fn paint(ui: &egui::Ui, rect: Rect, flat: &FlatOverlap, scale: DepthScale, [fill, line]: [Color32; 2]) {
    let painter = ui.painter_at(rect);
    let (ink, weak) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
    let font = FontId::proportional(12.0);
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
    text(rect.left_bottom() + vec2(8.0, -3.0), Align2::LEFT_BOTTOM, format!("depth × {}", short(scale.depth)));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0.1 m × 1e-4 m in 200 × 50 pixels: 2000 pixels of a metre across, 500 000 into the depth, which is 200 times as much after
    /// rounding; a square stays one.
    #[test]
    fn only_the_depth_is_enlarged() {
        let rectangle = |width: f64, depth: f64| {
            let corner = |x: f64, y: f64| Vec2::new(x * width, y * depth);
            let corners = vec![corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
            FlatOverlap { ends: [corners[0], corners[1]], corners }
        };
        let scale = rectangle(0.1, 1e-4).scale(200.0, 50.0);
        assert!((scale.pixels - 2000.0).abs() < 1e-9, "{scale:?}");
        assert_eq!(scale.depth, 200.0);
        let scale = rectangle(0.1, 0.1).scale(200.0, 50.0);
        assert!((scale.pixels - 500.0).abs() < 1e-9, "{scale:?}");
        assert_eq!(scale.depth, 1.0);
    }
}
