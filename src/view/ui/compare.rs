//! The "Compare laws" strip: laws run alongside the displayed run, when they diverge, and their curves.

use super::law_parameters;
use super::plots::axes;
use crate::app::change::Binding;
use crate::app::compare::{Compare, ComparedValues, MAX_OTHER_SETS};
use crate::app::display_state::DisplayState;
use crate::app::law_sets::{AS_SHOWN, named, on_screen, solver_on_screen, title, with};
use crate::app::past::Past;
use crate::app::plot_range::PlotRange;
use crate::app::session::{Notice, Session};
use crate::app::tuning::Tuning;
use crate::draw::format::{number, short};
use crate::laws::choice::{AnyLaw, Laws};
use crate::laws::cones::ConeForm;
use crate::run::differences::DifferenceKind;
use crate::scene::{Cones, LawSet};
use crate::texts::tr;
use crate::view::input::reader;
use crate::view::render::theme::size;
use crate::view::render::theme::{Theme, law_colour};
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, RichText};
use egui_plot::{Line, Plot, PlotPoints, VLine};
use std::collections::BTreeSet;
use stickslip_lab::compare::plot::QUANTITIES;

/// Resources and messages used by the strip.
#[derive(SystemParam)]
pub(crate) struct ComparePanel<'w> {
    /// Short notices to the user.
    pub notices: MessageWriter<'w, Notice>,
    /// Runs under other laws.
    pub compare: Binding<'w, Compare>,
    /// Recorded past of the run.
    pub past: Res<'w, Past>,
    /// The open session.
    pub session: Res<'w, Session>,
    /// The displayed state.
    pub shown: Res<'w, DisplayState>,
    /// Colours.
    pub theme: Res<'w, Theme>,
    /// Slider values.
    pub tuning: Res<'w, Tuning>,
}

/// Notice shown once a table is on the clipboard.
pub(crate) const COPIED: &str = "compare-copied";
/// Longest list of bodies shown by name.
const MAX_NAMED: usize = 300;
/// Width of the law table, points.
const TABLE: f32 = 540.0;

/// Shows the strip: table at the left, curves at the right.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut ComparePanel) {
    if let Some(why) = panel.past.fixed() {
        ui.label(RichText::new(why).weak());
        return;
    }
    let full = ui.available_rect_before_wrap();
    let edge = full.left() + TABLE.min(0.68 * full.width());
    let left = egui::Rect::from_min_max(full.min, egui::pos2(edge, full.bottom()));
    let right = egui::Rect::from_min_max(egui::pos2(edge + 8.0, full.top()), full.max);
    let (compare, shown, theme) = (&mut panel.compare, &*panel.shown, &*panel.theme);
    let chosen = compare.quantity;
    let solver = solver_on_screen(panel.tuning.solver, panel.session.opened.as_ref().map(|opened| &opened.scene));
    ui.scope_builder(egui::UiBuilder::new().max_rect(left), |ui| {
        egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            sets(ui, compare, theme, &solver);
            if let Some(fault) = &compare.fault {
                ui.label(RichText::new(fault).color(ui.visuals().error_fg_color));
            }
            if compare.beside.runs.is_empty() {
                ui.label(RichText::new("Add a law set to run it in lockstep with the displayed run.").weak());
            } else {
                notes(ui, compare);
                found(ui, compare, (shown, &solver), theme, chosen);
            }
        });
    });
    let copied = ui.scope_builder(egui::UiBuilder::new().max_rect(right), |ui| curves(ui, compare, shown, theme));
    if copied.inner {
        ui.ctx().copy_text(compare.table());
        panel.notices.write(Notice::new(tr(COPIED)));
    }
}

/// The chosen law sets, one per row.
fn sets(ui: &mut egui::Ui, compare: &mut Binding<Compare>, theme: &Theme, solver: &Cones) {
    let mut gone = None;
    let mut sets = compare.sets.clone();
    let form_of_rigid = if sets.iter().any(LawSet::is_rigid) { "form" } else { "" };
    egui::Grid::new("sets").num_columns(7).min_col_width(0.0).show(ui, |ui| {
        for head in ["", "slide", "roll", "spin", form_of_rigid, "", ""] {
            ui.label(RichText::new(head).weak());
        }
        ui.end_row();
        for (k, set) in sets.iter_mut().enumerate() {
            ui.label(RichText::new("⏺").color(law_colour(k + 1, theme)).size(size::LARGE));
            for component in ["slide", "roll", "spin"] {
                choice(ui, set, k, component);
            }
            form(ui, set, k, solver);
            if let Some(law) = ui.push_id(k, |ui| law_parameters::button(ui, &set.laws)).inner {
                *set = with(set, Some(law), law.component());
            }
            if reader::named(ui.button("×").on_hover_text("remove this set"), "remove this set").clicked() {
                gone = Some(k);
            }
            ui.end_row();
        }
    });
    if let Some(k) = gone {
        sets.remove(k);
    }
    ui.horizontal(|ui| {
        more(ui, &mut sets, solver);
        let mut beside = compare.apart != 0.0;
        if ui.checkbox(&mut beside, "side by side").on_hover_text("offset along x; otherwise superimposed").changed() {
            compare.change(move |compare| compare.apart = if beside { -2.6 } else { 0.0 });
        }
        let mut threshold = compare.threshold.log10();
        let slider = egui::Slider::new(&mut threshold, -12.0..=0.0).step_by(1.0).show_value(false);
        let tip = "Two runs differ once a position differs by more than this fraction of the body's size (an angle: in \
                   rad), a force by more than this fraction of the normal force, or a torque of normal force × size.";
        let slider = reader::named(ui.add(slider).on_hover_text(tip), "difference threshold, power of ten");
        if slider.changed() {
            compare.change(move |compare| compare.set_threshold(10f64.powf(threshold.round())));
        }
        ui.label(format!("threshold {}", short(compare.threshold))).on_hover_text(tip);
    });
    if sets != compare.sets {
        compare.change(|compare| compare.sets = sets);
    }
}

/// Buttons that add a law set: springs, or rigid contacts in the first formulation not yet used.
fn more(ui: &mut egui::Ui, sets: &mut Vec<LawSet>, solver: &Cones) {
    let room = sets.len() < MAX_OTHER_SETS;
    if ui.add_enabled(room, egui::Button::new("+ Law set")).clicked() {
        let law = AnyLaw::for_component("roll").into_iter().nth(1 + sets.len());
        sets.push(named(law.into_iter().collect(), None));
    }
    let tip = "The same bodies with rigid contacts and friction cones: exact (Coulomb's law) and relaxed (Tasora & Anitescu). \
               Their limits follow from the springs.";
    if ui.add_enabled(room, egui::Button::new("+ Rigid")).on_hover_text(tip).clicked() {
        let has = |form: ConeForm| sets.iter().any(|set| set.is_rigid() && set.solver.unwrap_or(*solver).form == form);
        let form = if has(ConeForm::Exact) && !has(ConeForm::Relaxed) { ConeForm::Relaxed } else { ConeForm::Exact };
        sets.push(named(Laws::rigid().each().to_vec(), Some(Cones { form, ..*solver })));
    }
}

/// Formulation of the equations of a rigid-contact set.
fn form(ui: &mut egui::Ui, set: &mut LawSet, row: usize, solver: &Cones) {
    if !set.is_rigid() {
        ui.label("");
        return;
    }
    let now = set.solver.unwrap_or(*solver);
    let list = egui::ComboBox::from_id_salt((row, "form")).width(56.0).selected_text(now.form_name());
    let list = list.show_ui(ui, |ui| {
        for (name, form) in Cones::FORMS {
            if ui.selectable_label(form == now.form, name).clicked() {
                *set = named(set.laws.clone(), Some(Cones { form, ..now }));
            }
        }
    });
    reader::named(list.response, &format!("form of set {}", row + 1));
}

fn choice(ui: &mut egui::Ui, set: &mut LawSet, row: usize, component: &str) {
    let now = set.laws.iter().position(|law| law.component() == component);
    let text = now.map_or(AS_SHOWN, |k| set.laws[k].info().name);
    let mut wanted: Option<Option<AnyLaw>> = None;
    let list = egui::ComboBox::from_id_salt((row, component)).width(104.0).truncate().selected_text(text);
    let list = list.show_ui(ui, |ui| {
        if ui.selectable_label(now.is_none(), AS_SHOWN).clicked() {
            wanted = Some(None);
        }
        for law in AnyLaw::for_component(component) {
            let card = law.info();
            let tip = format!("{}\n{}", card.formula, card.notes);
            if ui.selectable_label(text == card.name, card.name).on_hover_text(tip).clicked() {
                wanted = Some(Some(law));
            }
        }
    });
    reader::named(list.response, &format!("{component} law of set {}", row + 1));
    if let Some(law) = wanted {
        *set = with(set, law, component);
    }
}

/// How rigid contacts differ from springs, stated once for all sets concerned.
fn notes(ui: &mut egui::Ui, compare: &Compare) {
    let all: BTreeSet<&String> = compare.beside.runs.iter().flat_map(|run| &run.kept.notes).collect();
    for note in all {
        ui.add(egui::Label::new(RichText::new(format!("rigid: {note}")).small().weak()).wrap());
    }
}

/// When each set diverges from the displayed run, and its value at the displayed step.
fn found(ui: &mut egui::Ui, compare: &Compare, (shown, solver): (&DisplayState, &Cones), theme: &Theme, chosen: usize) {
    egui::Grid::new("found").num_columns(3).striped(true).show(ui, |ui| {
        for head in ["laws", "first difference", &QUANTITIES[chosen].label()] {
            ui.label(RichText::new(head).weak());
        }
        ui.end_row();
        for (k, run) in compare.beside.runs.iter().enumerate() {
            let name = if k == 0 { on_screen(shown, solver) } else { title(&run.kept.set) };
            ui.label(RichText::new(name).color(law_colour(k, theme)).strong());
            parting(ui, compare, k);
            let value = compare.value(k).filter(|value| !value.is_nan());
            ui.label(value.map_or("–".to_owned(), number));
            ui.end_row();
        }
    });
    for (k, run) in compare.beside.runs.iter().enumerate() {
        let Some(load) = run.kept.jitters() else { continue };
        let text = format!(
            "{} jitters at rest: its {load} from step to step. It opposes the current velocity and has no memory that \
             could hold the body.",
            if k == 0 { "The displayed law".to_owned() } else { title(&run.kept.set) }
        );
        ui.add(egui::Label::new(RichText::new(text).color(law_colour(k, theme))).wrap());
    }
    let text = if compare.behind { "catching up …" } else { "" };
    ui.label(RichText::new(text).color(ui.visuals().warn_fg_color));
}

fn parting(ui: &mut egui::Ui, compare: &Compare, k: usize) {
    if k == 0 {
        ui.label("");
        return;
    }
    let text = match compare.beside.differences.earliest(0, k) {
        None => "none so far".to_owned(),
        Some(found) => format!("t = {:.4} s, {} of {}", found.time, found.kind.name(), found.of),
    };
    let tip = DifferenceKind::ALL.map(|kind| match compare.beside.differences.first(0, k, kind) {
        None => format!("{}: none so far", kind.name()),
        Some(f) => format!("{}: t = {:.4} s, {}: {} here, {}", kind.name(), f.time, f.of, f.values[0], f.values[1]),
    });
    ui.label(text).on_hover_text(tip.join("\n"));
}

/// One quantity of all runs over time; returns true if its table is to be copied.
fn curves(ui: &mut egui::Ui, compare: &mut Binding<Compare>, shown: &DisplayState, theme: &Theme) -> bool {
    let width = ui.available_width() - 4.0;
    let (mut chosen, mut of) = (compare.quantity, compare.body);
    let copied = ui.horizontal_wrapped(|ui| {
        let text = QUANTITIES[chosen].label();
        let list = egui::ComboBox::from_id_salt("quantity").width(104.0).selected_text(text).show_ui(ui, |ui| {
            for (k, other) in QUANTITIES.iter().enumerate() {
                ui.selectable_value(&mut chosen, k, other.label()).on_hover_text(other.entry.row.about);
            }
        });
        reader::named(list.response, "compared quantity");
        let name = |k: usize| shown.state.bodies.get(k).map_or("", |body| body.name.as_str());
        ui.label("of");
        let width = ui.available_size_before_wrap().x.clamp(48.0, 84.0);
        let list = egui::ComboBox::from_id_salt("body").width(width).truncate().selected_text(name(of));
        let list = list.show_ui(ui, |ui| {
            let moving_bodies = shown.state.bodies.iter().enumerate().filter(|(_, body)| body.mass.mass.is_finite());
            for (k, body) in moving_bodies.take(MAX_NAMED) {
                ui.selectable_value(&mut of, k, &body.name);
            }
        });
        reader::named(list.response, "compared body");
        ui.button("Copy table").on_hover_text("these curves, tab-separated, for a spreadsheet").clicked()
    });
    if (chosen, of) != (compare.quantity, compare.body) {
        compare.change(move |compare| (compare.quantity, compare.body) = (chosen, of));
    }
    let ink = ui.visuals().weak_text_color();
    let height = ui.available_height() - 4.0;
    let range = PlotRange::of_unit(QUANTITIES[chosen].entry.row.unit, &shown.state);
    let plot = axes(Plot::new("compared"), width, height).show(ui, |plot| {
        plot.vline(VLine::new("now", shown.state.time).color(ink).width(1.0));
        for (k, run) in compare.beside.runs.iter().enumerate() {
            let value = |values: &Vec<ComparedValues>| values.get(k).map_or(f64::NAN, |values| values[chosen]);
            let points: PlotPoints =
                compare.samples.iter().map(|(_, t, values)| range.point([*t, value(values)])).collect();
            let colour = law_colour(k, theme);
            plot.line(Line::new(title(&run.kept.set), points).color(colour).width(if k == 0 { 2.4 } else { 1.6 }));
        }
    });
    reader::picture(&plot.response, &format!("plot of {} of all runs over time", QUANTITIES[chosen].label()));
    copied.inner
}
