//! Fields of the cards: numbers that are sent when they are complete.

use crate::laws::Vec3;
use crate::texts::tr_with;
use crate::view::input::reader;
use crate::view::ui::widgets::{four_digits, labelled_number, number, plain_field};
use bevy_egui::egui::{self, Response};

/// A number that is being changed: it is sent when the drag ends, or the field is left. Returns the new value.
fn committed(
    ui: &mut egui::Ui,
    id: egui::Id,
    now: f64,
    add: impl FnOnce(&mut egui::Ui, &mut f64) -> Response,
) -> Option<f64> {
    let kept = ui.data(|data| data.get_temp::<f64>(id));
    let mut value = kept.unwrap_or(now);
    let field = add(ui, &mut value);
    let is_open = field.dragged() || field.has_focus();
    if is_open {
        ui.data_mut(|data| data.insert_temp(id, value));
        return None;
    }
    ui.data_mut(|data| data.remove::<f64>(id));
    // A field that is left as it was gives back what it shows, not the value.
    let is_same = value == now || four_digits(value) == four_digits(now);
    (!is_same).then_some(value)
}

/// A row with a number that is sent when it is complete.
pub(crate) fn row(ui: &mut egui::Ui, body: &str, name: &str, now: f64, unit: &str) -> Option<f64> {
    let id = ui.id().with((body, name));
    let speed = if now == 0.0 { 0.01 } else { 0.01 * now.abs() };
    let new = committed(ui, id, now, |ui, value| {
        let field = labelled_number(ui, name, plain_field(value, speed), unit);
        reader::named(field, &format!("{name}, {unit}"))
    });
    new.filter(|new| new.is_finite())
}

/// Rows of the components of a vector; `key`: of their name, with the axis. Returns the vector with the changed one.
pub(crate) fn vector_rows(ui: &mut egui::Ui, of: &str, key: &'static str, now: &Vec3, unit: &str) -> Option<Vec3> {
    let mut changed = None;
    for (k, axis) in ["x", "y", "z"].into_iter().enumerate() {
        // A product of rotations has the digits of rounding.
        let component = if now[k].abs() < 1e-12 * now.norm() { 0.0 } else { now[k] };
        if let Some(new) = row(ui, of, &tr_with(key, [("axis", axis.into())]), component, unit) {
            changed = Some(now + Vec3::ith(k, new - now[k]));
        }
    }
    changed
}

/// A number without a label of its own, sent when it is complete.
pub(crate) fn cell(ui: &mut egui::Ui, id: egui::Id, name: &str, now: f64, unit: &str) -> Option<f64> {
    let speed = if now == 0.0 { 0.01 } else { 0.01 * now.abs() };
    committed(ui, id, now, |ui, value| reader::named(number(ui, plain_field(value, speed), unit), name))
        .filter(|new| new.is_finite())
}

/// A line of text that is sent, without blanks at its ends, when the field is left with another text than `now`, not an empty one.
pub(crate) fn text_field(ui: &mut egui::Ui, id: egui::Id, name: &str, now: &str) -> Option<String> {
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| now.to_owned());
    let field = ui.add(egui::TextEdit::singleline(&mut text).desired_width(f32::INFINITY));
    let field = reader::named(field, name);
    if field.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    let text = text.trim();
    (field.lost_focus() && text != now && !text.is_empty()).then(|| text.to_owned())
}
