//! Two handles on one track: μ_k, hollow, and μ_s, filled. The distance between them is the drop
//! in friction when a contact begins to slip.

use crate::app::state::sliders::handle_label;
use crate::draw::text::words::parameter_name;
use crate::step::edits::FrictionParameter;
use crate::texts::tr_with;
use crate::view::input::reader;
use crate::view::render::theme::size;
use bevy_egui::egui::{self, Align2, Color32, FontId, Rect, RectAlign, Response, Sense, Stroke, Tooltip, pos2, vec2};

/// Right end of the track.
const MAX_MU: f64 = 1.2;
/// Left end of the track.
const MIN_MU: f64 = 0.0;
/// Step of a handle per arrow key.
const NUDGE: f64 = 0.01;

/// A requested value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum HandleEdit {
    /// μ_k.
    Kinetic(f64),
    /// μ_s.
    Static(f64),
    /// Reset both to the file's values.
    File,
}

/// Shows the track. A handle stops at the other one.
pub(crate) fn show(ui: &mut egui::Ui, kinetic: f64, fixed: f64, changed: bool) -> Option<HandleEdit> {
    let width = ui.available_width().max(120.0);
    let (rect, _) = ui.allocate_exact_size(vec2(width, 46.0), Sense::hover());
    let track =
        Rect::from_min_max(pos2(rect.left() + 14.0, rect.top() + 20.0), pos2(rect.right() - 14.0, rect.top() + 24.0));
    let at = |value: f64| {
        let part = ((value - MIN_MU) / (MAX_MU - MIN_MU)).clamp(0.0, 1.0) as f32;
        pos2(track.left() + part * track.width(), track.center().y)
    };
    let value = |x: f32| {
        let part = f64::from((x - track.left()) / track.width()).clamp(0.0, 1.0);
        ((MIN_MU + part * (MAX_MU - MIN_MU)) * 1000.0).round() / 1000.0
    };
    let ink = ui.visuals().text_color();
    let gap = ui.visuals().selection.bg_fill;
    ui.painter().rect_filled(track, 2.0, ui.visuals().widgets.inactive.bg_fill);
    ui.painter().rect_filled(Rect::from_two_pos(at(kinetic) - vec2(0.0, 4.0), at(fixed) + vec2(0.0, 4.0)), 2.0, gap);
    let mut asked = None;
    let handle = |filled: bool| ui.id().with(("two-handles", filled));
    for (which, now, filled) in [(FrictionParameter::MuK, kinetic, false), (FrictionParameter::MuS, fixed, true)] {
        let name = format!("{}, {}", which.info().label, parameter_name(which));
        let centre = at(now);
        let aside = if filled { vec2(5.0, 0.0) } else { vec2(-5.0, 0.0) };
        // Handles at equal values remain separate: each can be grabbed by its own half.
        let area = Rect::from_center_size(centre + aside, vec2(18.0, 34.0));
        let response = ui.interact(area, handle(filled), Sense::click_and_drag());
        let nudge = reader::slider(&response, &name, now, MIN_MU..=MAX_MU) as f64;
        paint(ui, &response, centre, filled, ink);
        let text = handle_label(which, now);
        let place =
            if filled { (Align2::LEFT_BOTTOM, vec2(-4.0, -11.0)) } else { (Align2::RIGHT_TOP, vec2(4.0, 10.0)) };
        let text = ui.painter().layout_no_wrap(text, FontId::proportional(size::SMALL), ink);
        let mut at = place.0.anchor_size(centre + place.1, text.size()).min;
        at.x = at.x.max(ui.max_rect().left());
        ui.painter().galley(at, text, ink);
        let new = match (response.dragged(), response.interact_pointer_pos(), nudge) {
            (true, Some(pointer), _) => Some(value(pointer.x - aside.x)),
            (_, _, nudge) if nudge != 0.0 => Some((now + nudge * NUDGE).clamp(MIN_MU, 10.0)),
            _ => None,
        };
        // Neither handle passes the other.
        let new = new.map(|new| if filled { new.max(kinetic) } else { new.min(fixed) });
        if let Some(new) = new.filter(|new| *new != now) {
            asked = Some(if filled { HandleEdit::Static(new) } else { HandleEdit::Kinetic(new) });
        }
        if response.double_clicked() && changed {
            asked = Some(HandleEdit::File);
        }
        let tip = tr_with("tune-handles", [("step", NUDGE.to_string().into())]);
        explain(ui, &response, &format!("{name}\n{tip}"));
    }
    asked
}

/// Shows a tip beside the panel at the height of a handle, where it covers no text of the panel.
fn explain(ui: &egui::Ui, handle: &Response, text: &str) {
    let row = Rect::from_x_y_ranges(ui.clip_rect().x_range(), handle.rect.y_range());
    let mut tip = Tooltip::for_enabled(handle);
    tip.popup = tip.popup.anchor(row).align(RectAlign::RIGHT);
    tip.show(|ui| ui.label(text));
}

fn paint(ui: &egui::Ui, response: &Response, centre: egui::Pos2, filled: bool, ink: Color32) {
    let visuals = ui.style().interact(response);
    let painter = ui.painter();
    let radius = if response.hovered() || response.dragged() { 8.0 } else { 7.0 };
    let fill = if filled { ink } else { ui.visuals().panel_fill };
    painter.circle(centre, radius, fill, Stroke::new(2.0, ink));
    if response.has_focus() {
        painter.circle_stroke(centre, radius + 4.0, Stroke::new(2.0, visuals.fg_stroke.color));
    }
}
