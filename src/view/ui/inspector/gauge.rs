//! Gauge of λ for constraint-based static friction: a bar from 0 to 1 with pointer, state and value.

use crate::draw::overlay::gauge::{Gauge, tip};
use crate::draw::overlay::items::Role;
use crate::draw::text::format::{number, quantity};
use crate::laws::friction::element::Mode;
use crate::observe::state::ContactView;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::ThemeColours;
use crate::view::render::theme::size;
use crate::view::ui::inspector::panel::InspectorPanel;
use bevy_egui::egui::{self, Align2, FontId, Rect, RichText, Sense, Stroke, pos2, vec2};

/// Height of the bar and of the text below it, points.
const BAR: f32 = 14.0;
const TEXTS: f32 = 16.0;
/// Margin at both ends that keeps the pointer inside.
const MARGIN: f32 = 8.0;

/// Shows the gauge of a contact that has one.
pub(super) fn show(ui: &mut egui::Ui, panel: &InspectorPanel, contact: &ContactView) {
    let Some(gauge) = Gauge::from_contact(&panel.shown.state, contact) else { return };
    super::disks::note_on_faces(ui, panel, contact);
    let share = {
        let share = format!("{:.0}", 100.0 * gauge.used()).into();
        tr_with("inspect-share", [("share", share), ("limit", quantity(gauge.limit, "N").into())])
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("λ = {}", number(gauge.lambda))).strong());
        ui.label(format!("{} · {share}", gauge.state()));
    });
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), BAR + TEXTS), Sense::hover());
    paint(ui, rect, &gauge, panel.theme.role(Role::Friction));
    let tip = tip(&gauge);
    reader::picture(&response, &tip);
    response.on_hover_text(tip);
}

fn paint(ui: &egui::Ui, rect: Rect, gauge: &Gauge, colour: egui::Color32) {
    let painter = ui.painter_at(rect);
    let (ink, weak) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
    let bar = Rect::from_min_size(rect.min + vec2(MARGIN, 0.0), vec2(rect.width() - 2.0 * MARGIN, BAR));
    let at = |lambda: f64| bar.left() + bar.width() * lambda.clamp(0.0, 1.0) as f32;
    let (middle, end) = (at(0.5), at(gauge.end()));
    let open = Rect::from_min_max(bar.min, pos2(end, bar.bottom()));
    painter.rect_filled(open, 2.0, ui.visuals().extreme_bg_color);
    let pointer = at(gauge.lambda);
    let filled =
        Rect::from_min_max(pos2(pointer.min(middle), bar.top() + 3.0), pos2(pointer.max(middle), bar.bottom() - 3.0));
    painter.rect_filled(filled, 0.0, colour.gamma_multiply(0.35));
    painter.rect_stroke(open, 2.0, Stroke::new(1.0, weak), egui::StrokeKind::Inside);
    painter.vline(middle, bar.y_range(), Stroke::new(1.5, ink));
    let centre = pos2(pointer, bar.center().y);
    if gauge.mode == Mode::Stick {
        painter.circle_filled(centre, 5.5, colour);
    } else {
        painter.circle(centre, 5.0, ui.visuals().extreme_bg_color, Stroke::new(2.0, colour));
    }
    let font = FontId::proportional(size::CAPTION);
    let text = |x: f32, align: Align2, words: &str| {
        painter.text(pos2(x, rect.bottom()), align, words, font.clone(), weak);
    };
    if gauge.along.is_some() {
        text(rect.left(), Align2::LEFT_BOTTOM, tr("inspect-slips-plus"));
        text(middle, Align2::CENTER_BOTTOM, "½");
        text(rect.right(), Align2::RIGHT_BOTTOM, tr("inspect-slips-minus"));
    } else {
        text(rect.left(), Align2::LEFT_BOTTOM, tr("inspect-slips"));
        text(middle, Align2::CENTER_BOTTOM, tr("inspect-half"));
        text(rect.right(), Align2::RIGHT_BOTTOM, "3D: 0…½");
    }
}
