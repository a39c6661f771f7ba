//! The "Compare laws" strip: laws run alongside the displayed run, when they diverge, and their curves.

use crate::app::plots::plot_range::PlotRange;
use crate::app::state::change::Binding;
use crate::app::state::session::{Notice, Session};
use crate::app::state::tuning::Tuning;
use crate::app::studies::compare::{Compare, ComparedValues, MAX_OTHER_SETS};
use crate::app::studies::law_sets::{AS_SHOWN, named, on_screen, solver_on_screen, title, with};
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::past::Past;
use crate::draw::text::format::{number, short};
use crate::laws::friction::limit::cones::ConeForm;
use crate::laws::pair::choice::{AnyLaw, Laws};
use crate::run::differences::DifferenceKind;
use crate::scene::{Cones, LawSet};
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::size;
use crate::view::render::theme::{Theme, law_colour};
use crate::view::ui::parameters::law_parameters;
use crate::view::ui::plots::axes;
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
pub(crate) fn table_copied() -> &'static str {
    tr("compare-copied")
}
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
                ui.label(RichText::new(tr("compare-add")).weak());
            } else {
                notes(ui, compare);
                found(ui, compare, (shown, &solver), theme, chosen);
            }
        });
    });
    let copied = ui.scope_builder(egui::UiBuilder::new().max_rect(right), |ui| curves(ui, compare, shown, theme));
    if copied.inner {
        ui.ctx().copy_text(compare.table());
        panel.notices.write(Notice::new(table_copied()));
    }
}

/// The chosen law sets, one per row.
fn sets(ui: &mut egui::Ui, compare: &mut Binding<Compare>, theme: &Theme, solver: &Cones) {
    let mut gone = None;
    let mut sets = compare.sets.clone();
    let form_of_rigid = if sets.iter().any(LawSet::is_rigid) { tr("compare-form") } else { "" };
    egui::Grid::new("sets").num_columns(7).min_col_width(0.0).show(ui, |ui| {
        for head in ["", tr("compare-slide"), tr("compare-roll"), tr("compare-spin"), form_of_rigid, "", ""] {
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
            if reader::named(ui.button("×").on_hover_text(tr("compare-remove")), tr("compare-remove")).clicked() {
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
        if ui.checkbox(&mut beside, tr("compare-beside")).on_hover_text(tr("compare-beside-tip")).changed() {
            compare.change(move |compare| compare.apart = if beside { -2.6 } else { 0.0 });
        }
        let mut threshold = compare.threshold.log10();
        let slider = egui::Slider::new(&mut threshold, -12.0..=0.0).step_by(1.0).show_value(false);
        let tip = tr("compare-threshold-tip");
        let slider = reader::named(ui.add(slider).on_hover_text(tip), tr("compare-threshold-name"));
        if slider.changed() {
            compare.change(move |compare| compare.set_threshold(10f64.powf(threshold.round())));
        }
        ui.label(tr_with("compare-threshold", [("value", short(compare.threshold).into())])).on_hover_text(tip);
    });
    if sets != compare.sets {
        compare.change(|compare| compare.sets = sets);
    }
}

/// Buttons that add a law set: springs, or rigid contacts in the first formulation not yet used.
fn more(ui: &mut egui::Ui, sets: &mut Vec<LawSet>, solver: &Cones) {
    let room = sets.len() < MAX_OTHER_SETS;
    if ui.add_enabled(room, egui::Button::new(tr("compare-law-set"))).clicked() {
        let law = AnyLaw::for_component("roll").into_iter().nth(1 + sets.len());
        sets.push(named(law.into_iter().collect(), None));
    }
    let tip = tr("compare-rigid-tip");
    if ui.add_enabled(room, egui::Button::new(tr("compare-rigid"))).on_hover_text(tip).clicked() {
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
    reader::named(list.response, &tr_with("compare-form-of", [("set", (row + 1).into())]));
}

fn choice(ui: &mut egui::Ui, set: &mut LawSet, row: usize, component: &str) {
    let now = set.laws.iter().position(|law| law.component() == component);
    let text = now.map_or(tr(AS_SHOWN), |k| set.laws[k].info().name);
    let mut wanted: Option<Option<AnyLaw>> = None;
    let list = egui::ComboBox::from_id_salt((row, component)).width(104.0).truncate().selected_text(text);
    let list = list.show_ui(ui, |ui| {
        if ui.selectable_label(now.is_none(), tr(AS_SHOWN)).clicked() {
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
    reader::named(
        list.response,
        &tr_with("compare-law-of", [("component", component.into()), ("set", (row + 1).into())]),
    );
    if let Some(law) = wanted {
        *set = with(set, law, component);
    }
}

/// How rigid contacts differ from springs, stated once for all sets concerned.
fn notes(ui: &mut egui::Ui, compare: &Compare) {
    let all: BTreeSet<&String> = compare.beside.runs.iter().flat_map(|run| &run.kept.notes).collect();
    for note in all {
        ui.add(
            egui::Label::new(
                RichText::new(tr_with("compare-rigid-note", [("note", note.as_str().into())])).small().weak(),
            )
            .wrap(),
        );
    }
}

/// When each set diverges from the displayed run, and its value at the displayed step.
fn found(ui: &mut egui::Ui, compare: &Compare, (shown, solver): (&DisplayState, &Cones), theme: &Theme, chosen: usize) {
    egui::Grid::new("found").num_columns(3).striped(true).show(ui, |ui| {
        for head in [tr("compare-laws"), tr("compare-first"), &QUANTITIES[chosen].label()] {
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
        let who = if k == 0 { tr("compare-displayed-law").to_owned() } else { title(&run.kept.set) };
        let text = tr_with("compare-jitters", [("law", who.into()), ("load", load.into())]);
        ui.add(egui::Label::new(RichText::new(text).color(law_colour(k, theme))).wrap());
    }
    let text = if compare.behind { tr("compare-catching-up") } else { "" };
    ui.label(RichText::new(text).color(ui.visuals().warn_fg_color));
}

/// Name of a kind of difference.
fn difference_name(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Pose => tr("compare-pose"),
        DifferenceKind::Mode => tr("compare-mode"),
        DifferenceKind::Force => tr("compare-force"),
        DifferenceKind::Torque => tr("compare-torque"),
    }
}

fn parting(ui: &mut egui::Ui, compare: &Compare, k: usize) {
    if k == 0 {
        ui.label("");
        return;
    }
    let text = match compare.beside.differences.earliest(0, k) {
        None => tr("compare-none").to_owned(),
        Some(found) => {
            let (time, kind) = (format!("{:.4}", found.time), difference_name(found.kind));
            let of = found.of.to_string().into();
            tr_with("compare-found", [("time", time.into()), ("kind", kind.into()), ("body", of)])
        }
    };
    let tip = DifferenceKind::ALL.map(|kind| match compare.beside.differences.first(0, k, kind) {
        None => format!("{}: {}", difference_name(kind), tr("compare-none")),
        Some(f) => {
            let (time, of) = (format!("{:.4}", f.time).into(), f.of.to_string().into());
            let [own, other] = [0, 1].map(|k: usize| f.values[k].to_string().into());
            let kind = difference_name(kind).into();
            tr_with("compare-values", [("kind", kind), ("time", time), ("of", of), ("own", own), ("other", other)])
        }
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
        reader::named(list.response, tr("compare-quantity"));
        let name = |k: usize| shown.state.bodies.get(k).map_or("", |body| body.name.as_str());
        ui.label(tr("compare-of"));
        let width = ui.available_size_before_wrap().x.clamp(48.0, 84.0);
        let list = egui::ComboBox::from_id_salt("body").width(width).truncate().selected_text(name(of));
        let list = list.show_ui(ui, |ui| {
            let moving_bodies = shown.state.bodies.iter().enumerate().filter(|(_, body)| body.mass.mass.is_finite());
            for (k, body) in moving_bodies.take(MAX_NAMED) {
                ui.selectable_value(&mut of, k, &body.name);
            }
        });
        reader::named(list.response, tr("compare-body"));
        ui.button(tr("lesson-copy")).on_hover_text(tr("compare-copy-tip")).clicked()
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
    reader::picture(&plot.response, &tr_with("compare-plot", [("quantity", QUANTITIES[chosen].label().into())]));
    copied.inner
}
