//! The strip "Compare laws": which laws run beside those on the screen, when they part, and their curves.

use super::plots::axes;
use super::{Desk, law_parameters};
use crate::laws::choice::AnyLaw;
use crate::run::differences::DifferenceKind;
use crate::scene::LawSet;
use crate::study::compare::plot::QUANTITIES;
use crate::view::compare::{Compare, MOST_OTHERS, Values};
use crate::view::format::{number, short};
use crate::view::reader;
use crate::view::session::Shown;
use crate::view::theme::{Theme, law_colour};
use bevy_egui::egui::{self, RichText};
use egui_plot::{Line, Plot, PlotPoints, VLine};

/// Said when a table is in the clipboard.
pub(crate) const COPIED: &str = "copied: paste it into a spreadsheet";
/// So many bodies are listed by name.
const MOST_NAMED: usize = 300;
/// Width of the table of laws, points.
const TABLE: f32 = 540.0;
/// The sets that a comparison begins with, as far as the scene can have them.
const FIRST: &str = "slide=cundall-strack,roll=constant-torque";

/// Begins with two sets of laws when the strip is opened and forgets all runs when it is closed.
pub(crate) fn follow(desk: &mut Desk) {
    let open = desk.panels.compare;
    if open == desk.compare.open {
        return;
    }
    desk.compare.open = open;
    let scene = desk.session.opened.as_ref().map(|opened| &opened.scene).filter(|_| open);
    let runs = |set: &LawSet| scene.is_some_and(|scene| scene.under(set).is_ok());
    desk.compare.sets = LawSet::list(FIRST).unwrap_or_default().into_iter().filter(runs).collect();
}

/// Shows the strip: the table at the left, the curves at the right.
pub(crate) fn show(ui: &mut egui::Ui, desk: &mut Desk) {
    let full = ui.available_rect_before_wrap();
    let edge = full.left() + TABLE.min(0.68 * full.width());
    let left = egui::Rect::from_min_max(full.min, egui::pos2(edge, full.bottom()));
    let right = egui::Rect::from_min_max(egui::pos2(edge + 8.0, full.top()), full.max);
    let (compare, shown, theme) = (&mut *desk.compare, &*desk.shown, &*desk.theme);
    let chosen = compare.quantity;
    ui.scope_builder(egui::UiBuilder::new().max_rect(left), |ui| {
        egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            sets(ui, compare, theme);
            if let Some(fault) = &compare.fault {
                ui.label(RichText::new(fault).color(ui.visuals().error_fg_color));
            }
            if compare.beside.runs.is_empty() {
                ui.label(RichText::new("Add a set: it runs beside the run on the screen, in the same step.").weak());
            } else {
                found(ui, compare, shown, theme, chosen);
            }
        });
    });
    let copied = ui.scope_builder(egui::UiBuilder::new().max_rect(right), |ui| curves(ui, compare, shown, theme));
    if copied.inner {
        ui.ctx().copy_text(compare.table());
        desk.session.say(COPIED, desk.time.elapsed_secs_f64());
    }
}

/// The chosen sets, a line each.
fn sets(ui: &mut egui::Ui, compare: &mut Compare, theme: &Theme) {
    let mut gone = None;
    let mut sets = compare.sets.clone();
    egui::Grid::new("sets").num_columns(6).show(ui, |ui| {
        for head in ["", "slide", "roll", "spin", "", ""] {
            ui.label(RichText::new(head).weak());
        }
        ui.end_row();
        for (k, set) in sets.iter_mut().enumerate() {
            ui.label(RichText::new("⏺").color(law_colour(k + 1, theme)).size(16.0));
            for component in ["slide", "roll", "spin"] {
                choice(ui, set, k, component);
            }
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
        let room = sets.len() < MOST_OTHERS;
        if ui.add_enabled(room, egui::Button::new("+ set of laws")).clicked() {
            let law = AnyLaw::of_component("roll").into_iter().nth(1 + sets.len());
            sets.push(named(law.into_iter().collect()));
        }
        let mut beside = compare.apart != 0.0;
        if ui.checkbox(&mut beside, "side by side").on_hover_text("one behind the other along x, else laid over each other").changed() {
            compare.apart = if beside { -2.6 } else { 0.0 };
        }
        let mut threshold = compare.threshold.log10();
        let slider = egui::Slider::new(&mut threshold, -12.0..=0.0).step_by(1.0).show_value(false);
        let tip = "Two runs differ from where a place differs by more than this part of the body's size (an angle, in rad), \
                   a force by more than this part of the normal force, a torque of the normal force times the size.";
        let slider = reader::named(ui.add(slider).on_hover_text(tip), "threshold of a difference, power of ten");
        if slider.changed() {
            compare.set_threshold(10f64.powf(threshold.round()));
        }
        ui.label(format!("threshold {}", short(compare.threshold))).on_hover_text(tip);
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
    let list = egui::ComboBox::from_id_salt((row, component)).width(104.0).selected_text(text);
    let list = list.show_ui(ui, |ui| {
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
    reader::named(list.response, &format!("{component} law of set {}", row + 1));
    if let Some(law) = wanted {
        *set = with(set, law, component);
    }
}

/// The set with another law for a component; with `None`, the one that the scene has.
fn with(set: &LawSet, law: Option<AnyLaw>, component: &str) -> LawSet {
    let mut laws: Vec<AnyLaw> = set.laws.iter().filter(|law| law.component() != component).copied().collect();
    laws.extend(law);
    named(laws)
}

/// A set under the ids and the given parameters of its laws.
fn named(laws: Vec<AnyLaw>) -> LawSet {
    let ids: Vec<String> =
        laws.iter().map(|law| format!("{}={}", law.component(), law.to_string().replace('"', ""))).collect();
    LawSet { name: if ids.is_empty() { "as in the scene".to_owned() } else { ids.join("/") }, laws }
}

/// When each set parts from what is on the screen, and the value it has now.
fn found(ui: &mut egui::Ui, compare: &Compare, shown: &Shown, theme: &Theme, chosen: usize) {
    let last = compare.samples.last().map(|(_, _, values)| values);
    egui::Grid::new("found").num_columns(3).striped(true).show(ui, |ui| {
        for head in ["laws", "first difference", QUANTITIES[chosen].label] {
            ui.label(RichText::new(head).weak());
        }
        ui.end_row();
        for (k, run) in compare.beside.runs.iter().enumerate() {
            let name = if k == 0 { on_screen(shown) } else { run.kept.set.name.clone() };
            ui.label(RichText::new(name).color(law_colour(k, theme)).strong());
            parting(ui, compare, k);
            let value = last.and_then(|values| values.get(k)).map_or(f64::NAN, |values| values[chosen]);
            ui.label(if value.is_nan() { "–".to_owned() } else { number(value) });
            ui.end_row();
        }
    });
    for (k, run) in compare.beside.runs.iter().enumerate() {
        let Some(load) = run.kept.jitters() else { continue };
        let text = format!(
            "{} jitters at rest: its {load} from step to step. It goes against the motion of the moment, and remembers \
             nothing that could hold the body.",
            if k == 0 { "The law on the screen" } else { run.kept.set.name.as_str() }
        );
        ui.add(egui::Label::new(RichText::new(text).color(law_colour(k, theme))).wrap());
    }
    let text = if compare.behind { "catching up …" } else { "" };
    ui.label(RichText::new(text).color(ui.visuals().warn_fg_color));
}

/// The laws of the run on the screen by their ids, where all contacts have the same.
fn on_screen(shown: &Shown) -> String {
    let mut laws = shown.state.contacts.iter().map(|contact| contact.law.friction.laws);
    match laws.next().filter(|first| laws.all(|law| law == *first)) {
        Some(first) => format!("{} (on the screen)", first.ids()),
        None => "on the screen".to_owned(),
    }
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

/// One quantity of all runs over time; true if its table is to be copied.
fn curves(ui: &mut egui::Ui, compare: &mut Compare, shown: &Shown, theme: &Theme) -> bool {
    let width = ui.available_width() - 4.0;
    let copied = ui.horizontal(|ui| {
        let text = QUANTITIES[compare.quantity].label;
        let list = egui::ComboBox::from_id_salt("quantity").width(104.0).selected_text(text).show_ui(ui, |ui| {
            for (k, other) in QUANTITIES.iter().enumerate() {
                ui.selectable_value(&mut compare.quantity, k, other.label).on_hover_text(other.about);
            }
        });
        reader::named(list.response, "quantity that is compared");
        let name = |k: usize| shown.state.bodies.get(k).map_or("", |body| body.name.as_str());
        ui.label("of");
        let list = egui::ComboBox::from_id_salt("body").width(84.0).selected_text(name(compare.body));
        let list = list.show_ui(ui, |ui| {
            let movers = shown.state.bodies.iter().enumerate().filter(|(_, body)| body.mass.mass.is_finite());
            for (k, body) in movers.take(MOST_NAMED) {
                ui.selectable_value(&mut compare.body, k, &body.name);
            }
        });
        reader::named(list.response, "body that is compared");
        ui.button("Copy table").on_hover_text("these curves, tab-separated, for a spreadsheet").clicked()
    });
    let (ink, chosen) = (ui.visuals().weak_text_color(), compare.quantity);
    let height = ui.available_height() - 4.0;
    let plot = axes(Plot::new("compared"), width, height).show(ui, |plot| {
        plot.vline(VLine::new("now", shown.state.time).color(ink).width(1.0));
        for (k, run) in compare.beside.runs.iter().enumerate() {
            let value = |values: &Vec<Values>| values.get(k).map_or(f64::NAN, |values| values[chosen]);
            let points: PlotPoints = compare.samples.iter().map(|(_, t, values)| [*t, value(values)]).collect();
            let colour = law_colour(k, theme);
            plot.line(Line::new(run.kept.set.name.clone(), points).color(colour).width(if k == 0 { 2.4 } else { 1.6 }));
        }
    });
    reader::picture(&plot.response, &format!("plot of {} of all runs over time", QUANTITIES[chosen].label));
    copied.inner
}
