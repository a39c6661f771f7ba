//! The window with the findings of the audit of an imported run; a click goes to the step and the contact.

use crate::app::state::change::Binding;
use crate::app::state::inspect::Inspect;
use crate::app::state::panels::Panels;
use crate::app::state::request::Request;
use crate::app::state::request::TimeRequest;
use crate::app::studies::run_audit::RunAudit;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::playback::Playback;
use crate::draw::text::format;
use crate::observe::state::State;
use crate::texts::{tr, tr_with};
use crate::view::render::theme::size;
use crate::world::contact::ContactKey;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::RichText;
use stickslip_lab::audit::{Audit, AuditFinding};

/// Shows the window if it is open and the run is an imported one.
pub(crate) fn show(
    mut contexts: EguiContexts,
    mut panels: Binding<Panels>,
    audit: Res<RunAudit>,
    (shown, mut inspect, mut playback): (Res<DisplayState>, Binding<Inspect>, Binding<Playback>),
    mut requests: MessageWriter<Request>,
) -> Result {
    if !panels.audit || !(audit.is_working() || audit.found.is_some()) {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let (mut open, mut goal) = (true, None);
    let window = egui::Window::new(tr("audit-title")).id("audit".into()).open(&mut open);
    window.default_pos([270.0, 90.0]).default_width(620.0).show(&ctx, |ui| match &audit.found {
        Some(found) => goal = findings(ui, found),
        None => _ = ui.label(RichText::new(tr("audit-waits")).weak()),
    });
    if let Some(finding) = goal {
        playback.change(Playback::stop);
        requests.write(Request::Time(TimeRequest::Seek(finding.step)));
        if let Some(key) = contact_of(&shown.state, &finding) {
            inspect.change(move |inspect| inspect.pick(key));
        }
    }
    panels.bind(|panels| &mut panels.audit, |shown| *shown = open);
    Ok(())
}

/// Lists what was found; returns the finding that was clicked.
fn findings(ui: &mut egui::Ui, audit: &Audit) -> Option<AuditFinding> {
    let mut clicked = None;
    if let Some(of) = &audit.conventions {
        ui.label(of.says());
    }
    ui.label(RichText::new(verdict(audit)).strong());
    egui::ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
        for (number, finding) in audit.findings.iter().enumerate() {
            ui.separator();
            ui.push_id(number, |ui| {
                ui.horizontal_wrapped(|ui| {
                    let step = tr_with("audit-step", [("step", finding.step.to_string().into())]);
                    if ui.button(step).on_hover_text(tr("audit-go")).clicked() {
                        clicked = Some(finding.clone());
                    }
                    ui.label(RichText::new(finding.check.title()).strong());
                    ui.label(bodies(finding));
                });
                ui.label(&finding.says);
                let numbers = [("value", finding.value), ("limit", finding.limit)];
                let numbers = numbers.map(|(name, value)| (name, format::number(value).into()));
                ui.label(RichText::new(tr_with("audit-numbers", numbers)).weak().size(size::CAPTION));
            });
        }
        for remark in &audit.remarks {
            ui.separator();
            ui.label(RichText::new(remark).weak());
        }
    });
    clicked
}

/// The number of findings in words.
pub(crate) fn verdict(audit: &Audit) -> String {
    match audit.findings.len() {
        0 => tr("audit-none").to_owned(),
        count => format::counted_text("count-findings", count),
    }
}

/// The bodies of a finding.
fn bodies(finding: &AuditFinding) -> String {
    if finding.j.is_empty() { finding.i.clone() } else { format!("{} · {}", finding.i, finding.j) }
}

/// What a finding says in a line, for the timeline.
pub(crate) fn line(finding: &AuditFinding) -> String {
    format!("{} · {}\n{}", finding.check.title(), bodies(finding), finding.says)
}

/// The contact of a finding, if its bodies touch in this state.
fn contact_of(state: &State, finding: &AuditFinding) -> Option<ContactKey> {
    let name = |index: u32| state.bodies.get(index as usize).map(|body| body.name.as_str());
    let is_of = |key: &ContactKey| name(key.i) == Some(&finding.i) && name(key.j) == Some(&finding.j);
    state.contacts.iter().map(|contact| contact.pair.key).find(is_of)
}
