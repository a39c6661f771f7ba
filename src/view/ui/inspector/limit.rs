//! The joint limit of slide force and spin torque of a contact, with the load on it.

use crate::draw::overlay::items::Role;
use crate::draw::overlay::limit_curve::LimitDiagram;
use crate::laws::Vec2;
use crate::laws::friction::element::Mode;
use crate::observe::state::ContactView;
use crate::view::input::reader;
use crate::view::render::theme::ThemeColours;
use crate::view::render::theme::size;
use crate::view::ui::inspector::panel::InspectorPanel;
use bevy_egui::egui::{self, Align2, FontId, Pos2, Sense, Stroke, vec2};

/// Side of the picture, and its margin, points.
const SIDE: f32 = 132.0;
const MARGIN: f32 = 16.0;

/// Shows the limit of a contact that has one.
pub(super) fn show(ui: &mut egui::Ui, panel: &InspectorPanel, contact: &ContactView) {
    let Some(curve) = LimitDiagram::of_surface(contact) else { return };
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::hover());
    let painter = ui.painter_at(rect);
    let (ink, weak) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
    let colour = panel.theme.role(Role::Friction);
    painter.rect_filled(rect, 4.0, ui.visuals().extreme_bg_color);
    // |F| to the right, |T| upwards.
    let origin = rect.left_bottom() + vec2(MARGIN, -MARGIN);
    let unit = SIDE - 2.0 * MARGIN;
    let at = |place: &Vec2| origin + vec2(place.x as f32, -place.y as f32) * unit;
    let letter = |at: Pos2, text: &str| {
        painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(size::CAPTION), weak);
    };
    for (end, name) in [(Vec2::new(1.1, 0.0), curve.axes[0]), (Vec2::new(0.0, 1.1), curve.axes[1])] {
        painter.line_segment([origin, at(&end)], Stroke::new(0.5, weak));
        letter(at(&end) - vec2(end.y as f32, -(end.x as f32)) * 8.0, name);
    }
    painter.line(curve.rim_places().iter().map(at).collect(), Stroke::new(1.5, ink));
    let tip = at(&curve.place());
    painter.line_segment([origin, tip], Stroke::new(1.8, colour));
    match curve.mode {
        Mode::Stick => painter.circle_filled(tip, 5.0, colour),
        Mode::Slip | Mode::Open => painter.circle(tip, 4.5, ui.visuals().extreme_bg_color, Stroke::new(2.0, colour)),
    };
    let tip = curve.describe();
    reader::picture(&response, &tip);
    response.on_hover_text(tip);
}
