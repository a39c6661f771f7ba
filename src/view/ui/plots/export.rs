//! Exports the plots to files and to the clipboard.

use crate::app::files::plot_files::{figure, samples, save, shown, table};
use crate::app::state::session::Notice;
use crate::app::timeline::ghost::Ghost;
use crate::texts::tr;
use crate::view::ui::plots::panel::PlotsPanel;
use bevy_egui::egui;
use stickslip_lab::plot::svg;

/// The export menu.
pub(crate) fn menu(ui: &mut egui::Ui, panel: &mut PlotsPanel) {
    let (graphs, history, state) = (&panel.graphs, &panel.history, &panel.shown.state);
    let form = panel.forecast.of(state, &panel.edit_log.0);
    let end = panel.session.opened.as_ref().map_or(0.0, |opened| opened.scene.duration);
    let other = panel.past.ghost.as_deref().and_then(Ghost::curves);
    let mut done = None;
    if ui.button(tr("plot-figure")).clicked() {
        done = Some(save("stickslip-plots", "svg", &svg(&figure(graphs, history, state, (form, end), other))));
    }
    if ui.button(tr("plot-samples")).clicked() {
        done = Some(save("stickslip-plots", "csv", &table(&shown(graphs), history, state, ",")));
    }
    if ui.button(tr("plot-copy")).clicked() {
        ui.ctx().copy_text(samples(graphs, history, state));
        done = Some(tr("plot-copied").to_owned());
    }
    if let Some(text) = done {
        panel.notices.write(Notice::new(text));
        ui.close();
    }
}
