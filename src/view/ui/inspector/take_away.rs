//! Exports of a contact: to the law bench, to a file, or as a command that reproduces it.

use crate::app::files::plot_files;
use crate::app::state::request::FileRequest;
use crate::app::state::request::Request;
use crate::app::state::session::Notice;
use crate::app::studies::law_bench::slipping;
use crate::observe::quantity::{Subject, all};
use crate::observe::state::ContactView;
use crate::texts::tr;
use crate::view::ui::inspector::panel::InspectorPanel;
use bevy_egui::egui;

/// Shows the export buttons.
pub(super) fn show(ui: &mut egui::Ui, panel: &mut InspectorPanel, contact: &ContactView) {
    let (key, of) = (contact.pair.key, Subject::Contact(contact.pair.key));
    ui.horizontal_wrapped(|ui| {
        // A run of another engine has loads and no law.
        let is_ours = contact.played.is_none();
        let tip = tr("inspect-bench-tip");
        if is_ours && ui.button(tr("inspect-bench")).on_hover_text(tip).clicked() {
            let component = slipping(contact);
            panel.bench.change(move |bench| (bench.setting.component, bench.wanted) = (component, Some(key)));
            panel.rows.panels.change(|panels| panels.bench = true);
        }
        let tip = tr("inspect-save-tip");
        if ui.button(tr("inspect-save")).on_hover_text(tip).clicked() {
            let quantities: Vec<_> = all(of).collect();
            let text = plot_files::table(&quantities, &panel.rows.history, &panel.shown.state, ",");
            let said = plot_files::save("stickslip-contact", "csv", &text);
            panel.notices.write(Notice::new(said));
        }
        let tip = tr("inspect-repro-tip");
        if is_ours && ui.button(tr("inspect-repro")).on_hover_text(tip).clicked() {
            panel.requests.write(Request::File(FileRequest::Repro(key)));
        }
    });
}
