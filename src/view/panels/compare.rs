//! The window "Compare laws": which laws run beside those on the screen, when they part, and their curves.

use super::Panels;
use crate::laws::choice::AnyLaw;
use crate::scene::LawSet;
use crate::study::compare::differ::Kind;
use crate::study::compare::plot::QUANTITIES;
use crate::study::compare::short;
use crate::view::compare::{Compare, MOST_OTHERS};
use crate::view::session::Shown;
use crate::view::theme::{Theme, law_colour};
use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::RichText;
use egui_plot::{Line, Plot, PlotPoints, VLine};

/// So many bodies are listed by name.
const MOST_NAMED: usize = 300;

/// Shows the window where it is wanted.
pub fn show(
    mut contexts: EguiContexts,
    mut panels: ResMut<Panels>,
    mut compare: ResMut<Compare>,
    shown: Res<Shown>,
    theme: Res<Theme>,
    mut quantity: Local<Option<usize>>,
) -> Result {
    if !panels.compare {
        if !compare.sets.is_empty() {
            compare.sets.clear();
        }
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let mut open = true;
    egui::Window::new("Compare laws").open(&mut open).default_pos([245.0, 380.0]).default_width(520.0).show(
        &ctx,
        |ui| {
            sets(ui, &mut compare, &theme);
            if let Some(fault) = &compare.fault {
                ui.label(RichText::new(fault).color(ui.visuals().error_fg_color));
            }
            if compare.rivals.is_empty() {
                ui.label(RichText::new("Add a set: it runs beside the run on the screen, in the same step.").weak());
                return;
            }
            if compare.behind {
                ui.label(RichText::new("catching up …").color(ui.visuals().warn_fg_color));
            }
            parting(ui, &compare, &theme);
            curves(ui, &mut compare, &shown, &theme, &mut quantity);
        },
    );
    panels.compare = open;
    Ok(())
}

/// The chosen sets, a line each.
fn sets(ui: &mut egui::Ui, compare: &mut Compare, theme: &Theme) {
    let mut gone = None;
    let mut sets = compare.sets.clone();
    egui::Grid::new("sets").num_columns(6).show(ui, |ui| {
        for head in ["", "slide", "roll", "spin", ""] {
            ui.label(RichText::new(head).weak());
        }
        ui.end_row();
        for (k, set) in sets.iter_mut().enumerate() {
            ui.label(RichText::new("⏺").color(law_colour(k + 1, theme)).size(16.0));
            for component in ["slide", "roll", "spin"] {
                choice(ui, set, k, component);
            }
            if ui.button("remove").clicked() {
                gone = Some(k);
            }
            ui.end_row();
        }
    });
    if let Some(k) = gone {
        sets.remove(k);
    }
    ui.horizontal(|ui| {
        let room = sets.len() < MOST_OTHERS;
        if ui.add_enabled(room, egui::Button::new("+ set of laws")).clicked() {
            let law = AnyLaw::of_component("roll").into_iter().nth(1 + sets.len());
            sets.push(named(law.into_iter().collect()));
        }
        let mut beside = compare.apart != 0.0;
        if ui.checkbox(&mut beside, "side by side").on_hover_text("one behind the other along x, else laid over each other").changed() {
            compare.apart = if beside { -2.6 } else { 0.0 };
        }
        let mut threshold = compare.differences.threshold.log10();
        let slider = egui::Slider::new(&mut threshold, -12.0..=0.0).step_by(1.0).show_value(false);
        let tip = "Two runs differ from where a place differs by more than this part of the body's size (an angle, in rad), \
                   a force by more than this part of the normal force, a torque of the normal force times the size.";
        if ui.add(slider).on_hover_text(tip).changed() {
            compare.set_threshold(10f64.powf(threshold.round()));
        }
        ui.label(format!("threshold {:.0e}", compare.differences.threshold)).on_hover_text(tip);
    });
    if sets != compare.sets {
        compare.sets = sets;
    }
}

fn choice(ui: &mut egui::Ui, set: &mut LawSet, row: usize, component: &str) {
    const AS_SHOWN: &str = "as in the scene";
    let now = set.laws.iter().position(|law| law.component() == component);
    let text = now.map_or(AS_SHOWN, |k| set.laws[k].card().id);
    let mut wanted: Option<Option<AnyLaw>> = None;
    egui::ComboBox::from_id_salt((row, component)).width(128.0).selected_text(text).show_ui(ui, |ui| {
        if ui.selectable_label(now.is_none(), AS_SHOWN).clicked() {
            wanted = Some(None);
        }
        for law in AnyLaw::of_component(component) {
            let card = law.card();
            let tip = format!("{}\n{}\n{}", card.name, card.formula, card.notes);
            if ui.selectable_label(text == card.id, card.id).on_hover_text(tip).clicked() {
                wanted = Some(Some(law));
            }
        }
    });
    if let Some(law) = wanted {
        let mut laws: Vec<AnyLaw> = set.laws.iter().filter(|law| law.component() != component).copied().collect();
        laws.extend(law);
        *set = named(laws);
    }
}

/// A set under the ids of its laws.
fn named(laws: Vec<AnyLaw>) -> LawSet {
    let ids: Vec<String> = laws.iter().map(|law| format!("{}={}", law.component(), law.card().id)).collect();
    LawSet { name: if ids.is_empty() { "as in the scene".to_owned() } else { ids.join("/") }, laws }
}

/// When each set parts from what is on the screen.
fn parting(ui: &mut egui::Ui, compare: &Compare, theme: &Theme) {
    for (k, rival) in compare.rivals.iter().enumerate().skip(1) {
        let text = match compare.differences.earliest(0, k) {
            None => "no difference so far".to_owned(),
            Some(found) => {
                format!("first difference at t = {:.4} s ({} of {})", found.time, found.kind.name(), found.of)
            }
        };
        let tip = Kind::ALL.map(|kind| match compare.differences.first(0, k, kind) {
            None => format!("{}: none so far", kind.name()),
            Some(f) => format!("{}: t = {:.4} s, {}: {} here, {}", kind.name(), f.time, f.of, f.values[0], f.values[1]),
        });
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(&rival.set.name).color(law_colour(k, theme)).strong());
            ui.label(text).on_hover_text(tip.join("\n"));
        });
    }
}

/// One quantity of all runs over time.
fn curves(ui: &mut egui::Ui, compare: &mut Compare, shown: &Shown, theme: &Theme, quantity: &mut Option<usize>) {
    let chosen = quantity.unwrap_or_else(|| QUANTITIES.iter().position(|q| q.name == "v").unwrap_or(0));
    ui.horizontal(|ui| {
        let text = QUANTITIES[chosen].label;
        egui::ComboBox::from_id_salt("quantity").width(120.0).selected_text(text).show_ui(ui, |ui| {
            for (k, other) in QUANTITIES.iter().enumerate() {
                if ui.selectable_label(k == chosen, other.label).on_hover_text(other.about).clicked() {
                    *quantity = Some(k);
                }
            }
        });
        let name = |k: usize| shown.state.bodies.get(k).map_or("", |body| body.name.as_str());
        ui.label("of");
        egui::ComboBox::from_id_salt("body").width(100.0).selected_text(name(compare.body)).show_ui(ui, |ui| {
            let movers = shown.state.bodies.iter().enumerate().filter(|(_, body)| body.mass.mass.is_finite());
            for (k, body) in movers.take(MOST_NAMED) {
                ui.selectable_value(&mut compare.body, k, &body.name);
            }
        });
    });
    let ink = ui.visuals().weak_text_color();
    Plot::new("compared").height(130.0).allow_scroll(false).show(ui, |plot| {
        plot.vline(VLine::new("now", shown.state.time).color(ink).width(1.0));
        for (run, rival) in compare.rivals.iter().enumerate() {
            let value =
                |values: &Vec<_>| values.get(run).map_or(f64::NAN, |v: &crate::view::compare::Values| v[chosen]);
            let points: PlotPoints = compare.samples.iter().map(|(_, t, values)| [*t, value(values)]).collect();
            let colour = law_colour(run, theme);
            plot.line(Line::new(rival.set.name.clone(), points).color(colour).width(if run == 0 { 2.4 } else { 1.6 }));
        }
    });
    if let Some((_, _, values)) = compare.samples.last() {
        let now: Vec<String> = values.iter().map(|values| short(values[chosen])).collect();
        ui.label(RichText::new(format!("last: {}", now.join("   "))).weak());
    }
}
