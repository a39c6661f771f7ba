//! The law menu: one list per component. Each entry's tooltip describes its law.

use crate::app::state::session::Notice;
use crate::app::studies::law_card::{card, describe_law_change};
use crate::laws::SlideLaw;
use crate::laws::pair::choice::AnyLaw;
use crate::step::edits::Edit;
use crate::texts::{tr, tr_with};
use crate::view::ui::parameters::tuning_panel::TuningPanel;
use crate::view::ui::{parameters::law_parameters, parameters::speed_curve};
use bevy_egui::egui::{self, RichText};

/// Shows the three lists of the selected rule.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut TuningPanel) {
    let Some(set) = panel.tuning.sets.get(panel.tuning.chosen).cloned() else { return };
    for (now, file) in set.now.laws.each().into_iter().zip(set.file.laws.each()) {
        let wanted = ui.horizontal(|ui| menu(ui, panel, now, file)).inner;
        // The limits of rigid contacts have sliders instead.
        let has_fields = !now.is_cone() && !now.info().parameters.is_empty();
        let fields = |ui: &mut egui::Ui| ui.indent(now.component(), |ui| law_parameters::fields(ui, &now)).inner;
        let typed = has_fields.then(|| fields(ui)).flatten();
        if let Some(law) = wanted.or(typed) {
            panel.make(Edit::Law { rule: set.rule, law });
            panel.notices.write(Notice::new(describe_law_change(&now, &law)));
        }
        if now.component() == SlideLaw::COMPONENT
            && let Some(opened) = &panel.session.opened
        {
            speed_curve::show(ui, &set.now, &panel.shown.state, opened.scene.dt);
        }
    }
}

/// The name of a component's list of laws.
fn law_of(component: &str) -> &'static str {
    match component {
        "slide" => tr("law-slide"),
        "roll" => tr("law-roll"),
        _ => tr("law-spin"),
    }
}

/// One list; returns the law chosen, if it changed.
fn menu(ui: &mut egui::Ui, panel: &TuningPanel, now: AnyLaw, file: AnyLaw) -> Option<AnyLaw> {
    let component = now.component();
    let mut text = RichText::new(law_of(component));
    if now != file {
        text = text.strong();
    }
    let label = egui::Label::new(text).sense(egui::Sense::click());
    let label = ui.add_sized([64.0, 20.0], label).on_hover_text(tr("tune-double-click"));
    if label.double_clicked() && now != file {
        return Some(file);
    }
    let mut wanted = None;
    let shown = egui::ComboBox::from_id_salt(component).width(ui.available_width() - 12.0);
    let shown = shown.selected_text(now.info().name).show_ui(ui, |ui| {
        for law in AnyLaw::for_component(component) {
            let is_now = law.info() == now.info();
            // The law named in the file keeps the file's parameters.
            let law = if law.info() == file.info() { file } else { law };
            let lacks = lacks(panel, law).filter(|_| !is_now);
            let entry = ui.add_enabled(lacks.is_none(), egui::Button::selectable(is_now, law.info().name));
            if entry.clicked() && !is_now {
                wanted = Some(law);
            }
            let change = match lacks {
                Some(why) => format!("\n\n{why}"),
                None if is_now => String::new(),
                None => format!("\n\n{}", describe_law_change(&now, &law)),
            };
            tip(&entry, &format!("{}{change}", card(&law)));
        }
    });
    crate::view::input::reader::named(shown.response.on_hover_text(card(&now)), law_of(component));
    wanted
}

/// A tooltip next to the list, so that it does not cover other entries.
fn tip(entry: &egui::Response, text: &str) {
    let mut tip = if entry.enabled() { egui::Tooltip::for_enabled(entry) } else { egui::Tooltip::for_disabled(entry) };
    tip.popup = tip.popup.align(egui::RectAlign::LEFT_START);
    tip.show(|ui| ui.label(text));
}

/// Why the law cannot apply to the pairs of the selected rule.
fn lacks(panel: &TuningPanel, law: AnyLaw) -> Option<String> {
    let set = panel.tuning.sets.get(panel.tuning.chosen)?;
    let fault = panel.session.opened.as_ref()?.scene.lacks(set.rule, &set.now, law)?;
    Some(tr_with("law-lacks", [("fault", fault.to_string().into())]))
}
