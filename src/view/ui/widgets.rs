//! What several panels are made of.

use bevy_egui::egui;

/// The heading of a part of a panel.
pub(crate) fn section(ui: &mut egui::Ui, title: &str) {
    ui.add_space(6.0);
    ui.label(egui::RichText::new(title).strong().size(14.5));
    ui.separator();
}

/// What a panel at the side holds: it scrolls, and keeps clear of the bar whether or not that is there.
pub(crate) fn column(ui: &mut egui::Ui, add: impl FnOnce(&mut egui::Ui)) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 8.0);
        add(ui);
    });
}
