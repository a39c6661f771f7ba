//! Rigid-contact solver settings: rows of the tuning panel, and the one choice that a lesson shows.

use super::widgets::section;
use crate::draw::format::{parse, short};
use crate::scene::Cones;
use crate::step::tune::Edit;
use crate::view::input::reader;
use crate::view::ui::tuning_panel::TuningPanel;
use bevy_egui::egui::{self, RichText};

/// Width of the names before the fields, points.
const NAME: f32 = 84.0;

/// Shows the rows if the scene has rigid contacts.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut TuningPanel) {
    let Some([file, now]) = panel.tuning.solver else { return };
    section(ui, "Rigid solver");
    let mut wanted = now;
    row(ui, "form", now.form != file.form, "Which equations hold between impulses and velocities.", |ui| {
        choose(ui, "form", &mut wanted.form, &Cones::FORMS);
    });
    row(ui, "method", now.method != file.method, "How they are solved.", |ui| {
        choose(ui, "method", &mut wanted.method, &Cones::METHODS);
    });
    row(ui, "impact", now.impact != file.impact, "What a coefficient of restitution means.", |ui| {
        choose(ui, "impact", &mut wanted.impact, &Cones::IMPACTS);
    });
    row(ui, "tolerance", now.tolerance != file.tolerance, "Largest residual of a converged step.", |ui| {
        let field = egui::DragValue::new(&mut wanted.tolerance).speed(0.02 * now.tolerance).suffix(" m/s");
        let field = field.custom_formatter(|value, _| short(value)).custom_parser(parse);
        reader::named(ui.add(field), "tolerance of the solver, m/s");
    });
    let tip = "Maximum passes over an island's contacts per step.";
    row(ui, "iterations ≤", now.max_iterations != file.max_iterations, tip, |ui| {
        let field = egui::DragValue::new(&mut wanted.max_iterations).speed(1.0 + 0.01 * now.max_iterations as f64);
        reader::named(ui.add(field), "maximum solver iterations");
    });
    row(ui, "warm start", now.warm_start != file.warm_start, "Each step starts from the last impulses.", |ui| {
        reader::named(ui.checkbox(&mut wanted.warm_start, ""), "warm start of the solver");
    });
    if now != file && ui.button("Reset solver to the file's values").clicked() {
        wanted = file;
    }
    set(panel, wanted, now);
}

/// Selects the formulation.
pub(crate) fn form(ui: &mut egui::Ui, panel: &mut TuningPanel) {
    let Some([_, now]) = panel.tuning.solver else { return };
    let mut wanted = now;
    ui.horizontal(|ui| {
        ui.label(RichText::new("form of the equations:").size(16.0));
        choose(ui, "lesson form", &mut wanted.form, &Cones::FORMS);
    });
    set(panel, wanted, now);
}

/// A name, marked if its value differs from the file's, and a field.
fn row(ui: &mut egui::Ui, name: &str, changed: bool, tip: &str, field: impl FnOnce(&mut egui::Ui)) {
    ui.horizontal(|ui| {
        let text = RichText::new(name);
        let label = egui::Label::new(if changed { text.strong() } else { text });
        ui.add_sized([NAME, 20.0], label).on_hover_text(tip);
        field(ui);
        if changed {
            let dot = ui.label(RichText::new("●").size(9.0).color(ui.visuals().warn_fg_color));
            reader::named(dot, "changed from the file");
        }
    });
}

/// A list of values under their names in scene files; `name` ends with that of the field.
pub(crate) fn choose<T: Copy + PartialEq>(ui: &mut egui::Ui, name: &str, value: &mut T, all: &[(&str, T)]) {
    let text = all.iter().find(|(_, one)| one == value).map_or("", |(name, _)| *name);
    let list = egui::ComboBox::from_id_salt(("solver", name)).width(104.0).selected_text(text).show_ui(ui, |ui| {
        for (written, one) in all {
            ui.selectable_value(value, *one, *written).on_hover_text(Cones::describe(name, written));
        }
    });
    reader::named(list.response, &format!("{name} of the solver"));
}

/// Requests the new settings if they changed and are valid.
fn set(panel: &mut TuningPanel, wanted: Cones, now: Cones) {
    if wanted != now && wanted.check().is_ok() {
        panel.make(Edit::Solver(wanted));
    }
}
