//! What the plots show, as files and on the clipboard.

use crate::app::plot_files::{figure, samples, save, shown, table};
use crate::study::figure::svg;
use crate::view::ui::plots::panel::PlotsPanel;
use bevy_egui::egui;

/// The menu.
pub(crate) fn menu(ui: &mut egui::Ui, desk: &mut PlotsPanel) {
    let (graphs, history, state) = (&desk.graphs, &desk.history, &desk.shown.state);
    let form = desk.forecast.of(state.time, desk.edit_log.0.len());
    let end = desk.session.opened.as_ref().map_or(0.0, |opened| opened.scene.duration);
    let other = desk.past.ghost.as_deref().map(|ghost| (&ghost.history, ghost.from));
    let now = desk.time.elapsed_secs_f64();
    let mut done = None;
    if ui.button("figure of all plots (SVG)").clicked() {
        done = Some(save("stickslip-plots", "svg", &svg(&figure(graphs, history, state, (form, end), other))));
    }
    if ui.button("all samples of the curves (CSV)").clicked() {
        done = Some(save("stickslip-plots", "csv", &table(&shown(graphs), history, state, ",")));
    }
    if ui.button("copy the samples (for a spreadsheet)").clicked() {
        ui.ctx().copy_text(samples(graphs, history, state));
        done = Some("copied".to_owned());
    }
    if let Some(text) = done {
        desk.session.say(text, now);
        ui.close();
    }
}
