//! Building blocks shared by several panels.

use crate::app::actions::Action;
use crate::texts::{LANGUAGES, chosen, tr};
use crate::view::input::reader;
use bevy_egui::egui;

/// Section heading.
pub(crate) fn section(ui: &mut egui::Ui, title: &str) {
    ui.add_space(6.0);
    ui.label(egui::RichText::new(title).strong().size(14.5));
    ui.separator();
}

/// Contents of a side panel: scrolls, and reserves space for the scroll bar whether or not it is shown.
pub(crate) fn column(ui: &mut egui::Ui, add: impl FnOnce(&mut egui::Ui)) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 8.0);
        add(ui);
    });
}

/// The languages of the window by their own names; returns the choice of a click.
pub(crate) fn language(ui: &mut egui::Ui) -> Option<Action> {
    let mut wanted = None;
    let list = egui::ComboBox::from_id_salt("language").width(92.0).selected_text(chosen().name).show_ui(ui, |ui| {
        for language in &LANGUAGES {
            if ui.selectable_label(language.code == chosen().code, language.name).clicked() {
                wanted = Some(Action::Language(language.code));
            }
        }
    });
    reader::named(list.response.on_hover_text(tr("view-language")), tr("view-language"));
    wanted
}

/// Range of widths of a side panel, points: at most `share` of the window, so that magnified panels leave space for the
/// scene.
pub(crate) fn widths(ui: &egui::Ui, least: f32, most: f32, share: f32) -> std::ops::RangeInclusive<f32> {
    least..=most.min(share * ui.ctx().viewport_rect().width()).max(least)
}
