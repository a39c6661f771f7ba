//! Fields for a law's own parameters; an empty field means the law's default.

use crate::app::law_card::read;
use crate::draw::format::short;
use crate::laws::choice::AnyLaw;
use crate::laws::law::{Parameter, ParameterForm};
use crate::view::input::reader;
use bevy_egui::egui::{self, RichText};

/// Width of a field, points.
const FIELD: f32 = 92.0;

/// One field per parameter; returns the law with its new parameters once one is entered.
pub(crate) fn fields(ui: &mut egui::Ui, law: &AnyLaw) -> Option<AnyLaw> {
    let mut changed = *law;
    let mut wanted = false;
    for (parameter, number) in law.info().parameters.iter().zip(changed.numbers()) {
        ui.horizontal(|ui| {
            let unit = if parameter.unit == "1" { "" } else { parameter.unit };
            let name = ui.label(RichText::new(parameter.name).small()).on_hover_text(parameter.meaning);
            if let Some(typed) = field(ui, parameter, *number, name.id) {
                (*number, wanted) = (typed, true);
            }
            ui.label(RichText::new(unit).small().weak());
        });
    }
    wanted.then_some(changed)
}

/// The fields behind a button, for laws that have any; returns the changed law.
pub(crate) fn button(ui: &mut egui::Ui, laws: &[AnyLaw]) -> Option<AnyLaw> {
    let with = |law: &&AnyLaw| !law.info().parameters.is_empty();
    let given = |law: &AnyLaw| AnyLaw::numbers(&mut law.clone()).iter().any(|number| number.is_some());
    let text = if laws.iter().any(given) { "⚙ ●" } else { "⚙" };
    let menu =
        egui::containers::menu::MenuConfig::default().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let shown = ui.add_enabled_ui(laws.iter().any(|law| with(&law)), |ui| {
        let button = egui::containers::menu::MenuButton::new(text).config(menu);
        let (button, inside) = button.ui(ui, |ui| {
            let mut changed = None;
            for law in laws.iter().filter(with) {
                ui.label(RichText::new(law.info().name).strong()).on_hover_text(law.info().formula);
                ui.push_id(law.component(), |ui| changed = fields(ui, law).or(changed));
            }
            changed
        });
        reader::named(button, "parameters of these laws");
        inside.and_then(|inside| inside.inner)
    });
    shown.response.on_hover_text("parameters of these laws");
    shown.inner
}

/// The new value of a field: a number, or nothing for the default; `None` while unchanged or invalid.
fn field(ui: &mut egui::Ui, parameter: &Parameter, now: Option<f64>, label: egui::Id) -> Option<Option<f64>> {
    let id = ui.make_persistent_id(parameter.name);
    let kept = ui.data(|data| data.get_temp::<String>(id));
    let mut text = kept.clone().unwrap_or_else(|| {
        now.map_or(String::new(), |now| match parameter.form {
            ParameterForm::Word(_) => parameter.form.written(now),
            _ => short(now),
        })
    });
    let typed = read(parameter, &text);
    let mut edit = egui::TextEdit::singleline(&mut text).desired_width(FIELD).hint_text(parameter.default);
    if typed.is_err() {
        edit = edit.text_color(ui.visuals().error_fg_color);
    }
    let tip = format!("{}\nempty: {}", parameter.meaning, parameter.default);
    let response = ui.add(edit).labelled_by(label);
    let changed = response.changed();
    let done = response.lost_focus();
    match &typed {
        Err(why) => response.on_hover_text(format!("{tip}\n{why}")),
        Ok(_) => response.on_hover_text(tip),
    };
    if !done {
        // Keep the text being typed until Enter or until another field is clicked.
        if changed {
            ui.data_mut(|data| data.insert_temp(id, text));
        }
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    read(parameter, &text).ok().filter(|typed| kept.is_some() && *typed != now)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Typed and committed with Enter, in a window of egui alone.
    #[test]
    fn a_typed_number_is_put_into_the_law() {
        let law = AnyLaw::for_component("roll").into_iter().find(|law| law.info().id == "constant-torque").unwrap();
        let ctx = egui::Context::default();
        let mut seen = None;
        let mut frame = |events: Vec<egui::Event>| {
            let input = egui::RawInput { events, ..egui::RawInput::default() };
            let _ = ctx.run_ui(input, |ui| seen = fields(ui, &law).or(seen));
            seen
        };
        frame(Vec::new());
        let key = |key| egui::Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        };
        frame(vec![key(egui::Key::Tab)]);
        frame(Vec::new());
        assert_eq!(frame(vec![egui::Event::Text("0.12".to_owned())]), None, "still typing");
        let mut law = frame(vec![key(egui::Key::Enter)]).expect("typed");
        assert_eq!(law.numbers().into_iter().next().copied(), Some(Some(0.12)));
    }
}
