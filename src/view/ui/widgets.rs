//! Building blocks shared by several panels.

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

/// Range of widths of a side panel, points: at most `share` of the window, so that magnified panels leave space for the
/// scene.
pub(crate) fn widths(ui: &egui::Ui, least: f32, most: f32, share: f32) -> std::ops::RangeInclusive<f32> {
    least..=most.min(share * ui.ctx().viewport_rect().width()).max(least)
}
