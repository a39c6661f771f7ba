//! Fields for a law's own parameters; an empty field means the law's default.

use crate::app::studies::law_card::read;
use crate::draw::text::format::short;
use crate::laws::friction::law::{Parameter, ParameterForm};
use crate::laws::pair::choice::AnyLaw;
use crate::texts::{tr, tr_with};
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
            let typed = match parameter.form {
                ParameterForm::Word(words) => choice(ui, parameter, words, *number),
                _ => field(ui, parameter, *number, name.id),
            };
            if let Some(typed) = typed {
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
        reader::named(button, tr("law-parameters"));
        inside.and_then(|inside| inside.inner)
    });
    shown.response.on_hover_text(tr("law-parameters"));
    shown.inner
}

/// The new value of a choice among words: the index of a word, or nothing for the default; `None` while unchanged.
fn choice(ui: &mut egui::Ui, parameter: &Parameter, words: &[&str], now: Option<f64>) -> Option<Option<f64>> {
    let index_of_default = words.iter().position(|word| *word == parameter.default).map(|place| place as f64);
    let mut chosen = None;
    for (place, word) in words.iter().enumerate() {
        let index = Some(place as f64);
        let label = ui.selectable_label(now.or(index_of_default) == index, RichText::new(*word).small());
        if label.on_hover_text(parameter.meaning).clicked() {
            chosen = Some(index.filter(|_| index != index_of_default));
        }
    }
    chosen.filter(|chosen| *chosen != now)
}

/// The new value of a field: a number, or nothing for the default; `None` while unchanged or invalid.
fn field(ui: &mut egui::Ui, parameter: &Parameter, now: Option<f64>, label: egui::Id) -> Option<Option<f64>> {
    let id = ui.make_persistent_id(parameter.name);
    let kept = ui.data(|data| data.get_temp::<String>(id));
    let mut text = kept.clone().unwrap_or_else(|| now.map_or(String::new(), short));
    let typed = read(parameter, &text);
    let mut edit = egui::TextEdit::singleline(&mut text).desired_width(FIELD).hint_text(parameter.default);
    if typed.is_err() {
        edit = edit.text_color(ui.visuals().error_fg_color);
    }
    let tip =
        format!("{}\n{}", parameter.meaning, tr_with("law-empty", [("default", parameter.default.to_string().into())]));
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

    /// A parameter with a few words is chosen by a click on one of them; nothing else can be entered.
    #[test]
    fn a_word_is_chosen_by_a_click() {
        let words = |law: &AnyLaw| {
            let is_word = |parameter: &Parameter| matches!(parameter.form, ParameterForm::Word(_));
            law.info().parameters.iter().position(is_word)
        };
        let law = AnyLaw::all().into_iter().find(|law| words(law).is_some()).unwrap();
        let place = words(&law).unwrap();
        let ParameterForm::Word(list) = law.info().parameters[place].form else { panic!("words") };
        let other = list.iter().position(|word| *word != law.info().parameters[place].default).unwrap();
        let ctx = egui::Context::default();
        let (mut seen, mut at) = (None, None);
        let mut frame = |events: Vec<egui::Event>| {
            let input = egui::RawInput { events, ..egui::RawInput::default() };
            let output = ctx.run_ui(input, |ui| seen = fields(ui, &law).or(seen));
            let texts = output.shapes.iter().filter_map(|shape| match &shape.shape {
                egui::Shape::Text(text) if text.galley.text() == list[other] => Some(text.visual_bounding_rect()),
                _ => None,
            });
            at = texts.map(|rect| rect.center()).next().or(at);
            (seen, at)
        };
        frame(Vec::new());
        let pos = frame(Vec::new()).1.expect("the word");
        let button = |pressed| egui::Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        frame(vec![egui::Event::PointerMoved(pos), button(true)]);
        let mut law = frame(vec![button(false)]).0.expect("a choice");
        assert_eq!(law.numbers().into_iter().nth(place).copied(), Some(Some(other as f64)));
    }

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
