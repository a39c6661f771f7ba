//! Rigid-contact solver settings: rows of the tuning panel, and the one choice that a lesson shows.

use crate::draw::text::format::{parse, short};
use crate::scene::Cones;
use crate::step::edits::Edit;
use crate::texts::tr;
use crate::view::input::reader;
use crate::view::render::theme::size;
use crate::view::ui::parameters::tuning_panel::TuningPanel;
use crate::view::ui::widgets::section;
use bevy_egui::egui::{self, RichText};

/// Width of the names before the fields, points.
const NAME: f32 = 84.0;

/// Shows the rows if the scene has rigid contacts.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut TuningPanel) {
    let Some([file, now]) = panel.tuning.solver else { return };
    section(ui, tr("tune-solver"));
    let mut wanted = now;
    row(ui, tr("tune-form-row"), now.form != file.form, tr("tune-form-tip"), |ui| {
        choose(ui, "form", &mut wanted.form, &Cones::FORMS);
    });
    row(ui, tr("tune-method-row"), now.method != file.method, tr("tune-method-tip"), |ui| {
        choose(ui, "method", &mut wanted.method, &Cones::METHODS);
    });
    row(ui, tr("tune-impact-row"), now.impact != file.impact, tr("tune-impact-tip"), |ui| {
        choose(ui, "impact", &mut wanted.impact, &Cones::IMPACTS);
    });
    row(ui, tr("tune-tolerance-row"), now.tolerance != file.tolerance, tr("tune-tolerance-tip"), |ui| {
        let field = egui::DragValue::new(&mut wanted.tolerance).speed(0.02 * now.tolerance).suffix(" m/s");
        let field = field.custom_formatter(|value, _| short(value)).custom_parser(parse);
        reader::named(ui.add(field), tr("tune-tolerance-name"));
    });
    let tip = tr("tune-iterations-tip");
    row(ui, tr("tune-iterations-row"), now.max_iterations != file.max_iterations, tip, |ui| {
        let field = egui::DragValue::new(&mut wanted.max_iterations).speed(1.0 + 0.01 * now.max_iterations as f64);
        reader::named(ui.add(field), tr("tune-iterations-name"));
    });
    row(ui, tr("tune-warm-row"), now.warm_start != file.warm_start, tr("tune-warm-tip"), |ui| {
        reader::named(ui.checkbox(&mut wanted.warm_start, ""), tr("tune-warm-name"));
    });
    if now != file && ui.button(tr("tune-solver-reset")).clicked() {
        wanted = file;
    }
    set(panel, wanted, now);
}

/// Selects the formulation.
pub(crate) fn form(ui: &mut egui::Ui, panel: &mut TuningPanel) {
    let Some([_, now]) = panel.tuning.solver else { return };
    let mut wanted = now;
    ui.horizontal(|ui| {
        ui.label(RichText::new(tr("tune-form")).size(size::LARGE));
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
            let dot = ui.label(RichText::new("●").size(size::DOT).color(ui.visuals().warn_fg_color));
            reader::named(dot, tr("tune-changed"));
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
