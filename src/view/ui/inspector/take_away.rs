//! Exports of a contact: to the law bench, to a file, or as a command that reproduces it.

use crate::app::plot_files;
use crate::app::session::{Notice, Request};
use crate::laws::element::Mode;
use crate::record::quantity::{Subject, all, component};
use crate::record::state::ContactView;
use crate::study::lawbench::drive::DrivenComponent;
use crate::view::ui::inspector::panel::InspectorPanel;
use bevy_egui::egui;

/// Shows the export buttons.
pub(super) fn show(ui: &mut egui::Ui, panel: &mut InspectorPanel, contact: &ContactView) {
    let (key, of) = (contact.pair.key, Subject::Contact(contact.pair.key));
    ui.horizontal_wrapped(|ui| {
        let tip = "drive every law with this contact's recorded motion";
        if ui.button("Send to law bench").on_hover_text(tip).clicked() {
            let component = of_interest(contact);
            panel.bench.change(move |bench| (bench.setting.component, bench.wanted) = (component, Some(key)));
            panel.rows.panels.change(|panels| panels.bench = true);
        }
        let tip = "all values of this contact at every stored step, as CSV";
        if ui.button("Save history").on_hover_text(tip).clicked() {
            let quantities: Vec<_> = all(of).collect();
            let text = plot_files::table(&quantities, &panel.rows.history, &panel.shown.state, ",");
            let said = plot_files::save("stickslip-contact", "csv", &text);
            panel.notices.write(Notice::new(said));
        }
        let tip = "a command that opens this run at this step and contact; a run with edits is recorded first";
        if ui.button("Copy repro").on_hover_text(tip).clicked() {
            panel.requests.write(Request::Repro(key));
        }
    });
}

/// The slipping component, or slide by default.
fn of_interest(contact: &ContactView) -> DrivenComponent {
    let slips = |k: usize| component(contact, k).mode == Mode::Slip && component(contact, k).spring.is_on();
    if slips(0) || !(slips(1) || slips(2) || slips(3)) {
        DrivenComponent::Slide
    } else if slips(3) {
        DrivenComponent::Spin
    } else {
        DrivenComponent::Roll
    }
}
