//! The schedules of the scene: the factor over time of each driven body, spring and force, as a table.

use crate::app::hand::schedule_draft::{ScheduleDraft, Scheduled, scheduled};
use crate::draw::text::format::{parse, short};
use crate::step::edits::QueueEdit;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::ui::manipulate_panel::HandsPanel;
use bevy_egui::egui::{self, DragValue, RichText};

/// Change of the number of rows.
enum RowChange {
    /// A second row of the same time.
    Step(usize),
    Remove(usize),
}

/// Shows the tables, if the scene has a body or pull with a factor over time.
pub(in crate::view::ui) fn show(ui: &mut egui::Ui, panel: &mut HandsPanel) {
    let scene = panel.session.opened.as_ref().map(|opened| &opened.scene);
    let all = scene.map_or_else(Vec::new, |scene| scheduled(&panel.shown.state, scene));
    if all.is_empty() {
        return;
    }
    egui::CollapsingHeader::new(tr("schedule-title")).show(ui, |ui| {
        for of in &all {
            ui.push_id((of.body, of.pull), |ui| table(ui, panel, of));
        }
    });
}

/// The table of one body or pull; its changes wait until they are applied.
fn table(ui: &mut egui::Ui, panel: &mut HandsPanel, of: &Scheduled) {
    let time = panel.shown.state.time;
    let kept = panel.form.schedules.iter().find(|draft| draft.is_of(of.body, of.pull, &of.schedule));
    let before = kept.cloned().unwrap_or_else(|| ScheduleDraft::new(of.body, of.pull, of.schedule));
    let mut draft = before.clone();
    ui.label(RichText::new(&of.name).strong());
    let change = rows(ui, of, &mut draft, time);
    match change {
        Some(RowChange::Step(k)) => draft.step(k),
        Some(RowChange::Remove(k)) => _ = draft.rows.remove(k),
        None => {}
    }
    ui.horizontal(|ui| {
        if ui.button(tr("schedule-add")).clicked() {
            draft.add(time);
        }
        if ui.add_enabled(!draft.rows.is_empty(), egui::Button::new(tr("schedule-clear"))).clicked() {
            draft.rows.clear();
        }
    });
    let is_done = draft.is_changed() && apply(ui, panel, &draft);
    if is_done || draft != before {
        let place = (of.body, of.pull);
        let left = Some(draft).filter(|draft| !is_done && draft.is_changed());
        panel.form.change(move |form| {
            form.schedules.retain(|other| (other.body, other.pull) != place);
            form.schedules.extend(left);
        });
    }
}

/// The rows, and between them the present time with the present factor.
fn rows(ui: &mut egui::Ui, of: &Scheduled, draft: &mut ScheduleDraft, time: f64) -> Option<RowChange> {
    if draft.rows.is_empty() {
        let none = if of.pull.is_some() { tr("schedule-none") } else { tr("schedule-none-driven") };
        ui.label(RichText::new(none).weak());
    }
    let now = tr_with("schedule-now", [("time", short(time).into()), ("factor", short(of.factor).into())]);
    let next = draft.next(time);
    let mut change = None;
    for k in 0..=draft.rows.len() {
        if k == next {
            ui.label(RichText::new(&now).small());
        }
        if let Some(row) = draft.rows.get_mut(k) {
            change = ui.push_id(k, |ui| fields(ui, of, k, row)).inner.or(change);
        }
    }
    change
}

/// Time and factor of a row, and its buttons.
fn fields(ui: &mut egui::Ui, of: &Scheduled, k: usize, row: &mut [f64; 2]) -> Option<RowChange> {
    let named = |what: &str| {
        tr_with("schedule-field", [("of", of.name.as_str().into()), ("row", (k + 1).into()), ("what", what.into())])
    };
    let shown = ui.horizontal(|ui| {
        let [time, factor] = row;
        for (number, what, unit) in [(time, tr("schedule-time"), "s"), (factor, tr("schedule-factor"), "")] {
            // All digits: a rounded number would be another one.
            let field = DragValue::new(number).speed(0.01).update_while_editing(false);
            let field = field.custom_formatter(|number, _| number.to_string()).custom_parser(parse);
            reader::named(ui.add(field).on_hover_text(what), &named(what));
            ui.label(RichText::new(unit).weak());
        }
        let step = ui.small_button(tr("schedule-step")).on_hover_text(tr("schedule-step-tip"));
        if reader::named(step, &named(tr("schedule-step-tip"))).clicked() {
            return Some(RowChange::Step(k));
        }
        let remove = ui.small_button("✖").on_hover_text(tr("schedule-remove"));
        reader::named(remove, &named(tr("schedule-remove"))).clicked().then_some(RowChange::Remove(k))
    });
    shown.inner
}

/// Offers to apply or to discard a changed table, and says what is wrong with it; returns true if it is settled.
fn apply(ui: &mut egui::Ui, panel: &mut HandsPanel, draft: &ScheduleDraft) -> bool {
    let edit = draft.edit();
    match &edit {
        Ok(_) => ui.label(RichText::new(tr("schedule-waits")).small().weak()),
        Err(why) => ui.label(RichText::new(why).small().color(ui.visuals().error_fg_color)),
    };
    let shown = ui.horizontal(|ui| {
        let applied = ui.add_enabled(edit.is_ok(), egui::Button::new(tr("schedule-apply"))).clicked();
        (applied, ui.button(tr("schedule-discard")).clicked())
    });
    let (applied, discarded) = shown.inner;
    if let (true, Ok(edit)) = (applied, edit) {
        panel.edits.write(QueueEdit(edit));
    }
    applied || discarded
}
