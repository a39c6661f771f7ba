//! The "Law bench" window: one contact, one motion, the loops of all laws at once.

use crate::app::state::change::Binding;
use crate::app::state::panels::Panels;
use crate::app::state::session::Notice;
use crate::app::studies::law_bench::{BenchSetting, LawBench, clipped, load_range};
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::past::Past;
use crate::draw::text::format;
use crate::laws::pair::choice::AnyLaw;
use crate::scene::text::plural::counted;
use crate::view::input::reader;
use crate::view::render::theme::size;
use crate::view::render::theme::{Theme, law_colour};
use crate::view::ui::parameters::law_parameters;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Color32, RichText};
use egui_plot::{AxisHints, Line, MarkerShape, Plot, Points};
use stickslip_lab::law_bench::drive::{DrivenComponent, Wave};
use stickslip_lab::law_bench::report::name;

/// Points per curve.
const POINTS: usize = 1500;
/// Maximum number of marked peaks per curve.
const MAX_PEAKS: usize = 8;

/// Shows the window if it is open.
pub(crate) fn show(
    mut contexts: EguiContexts,
    mut panels: Binding<Panels>,
    mut bench: Binding<LawBench>,
    mut notices: MessageWriter<Notice>,
    (shown, past): (Res<DisplayState>, Res<Past>),
    theme: Res<Theme>,
) -> Result {
    if !panels.bench {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let mut open = true;
    egui::Window::new("Law bench").open(&mut open).default_pos([270.0, 90.0]).default_width(800.0).show(&ctx, |ui| {
        if let Some(why) = past.fixed() {
            ui.label(RichText::new(why).weak());
            return;
        }
        let mut setting = bench.setting.clone();
        contact(ui, &mut bench, &shown);
        motion(ui, &mut setting, bench.past.is_some());
        if let Some(fault) = &bench.fault {
            ui.label(RichText::new(fault).color(ui.visuals().error_fg_color));
        }
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| laws(ui, &bench, &mut setting, &theme));
            ui.vertical(|ui| loops(ui, &bench, &theme));
        });
        ui.horizontal(|ui| {
            let tip = "bench.csv, summary.csv, loops.svg, loops.png, loops.csv, written to a new folder here";
            if ui.button("Export (CSV, SVG, PNG)").on_hover_text(tip).clicked() {
                notices.write(Notice::new(bench.export()));
            }
            if !bench.left_out.is_empty() {
                let text = RichText::new(format!("{} left out", counted(bench.left_out.len(), "law"))).weak();
                ui.label(text).on_hover_text(bench.left_out.join("\n"));
            }
        });
        if setting != bench.setting {
            bench.change(move |bench| bench.setting = setting);
        }
    });
    panels.bind(|panels| &mut panels.bench, |shown| *shown = open);
    Ok(())
}

/// Selects the contact under test.
fn contact(ui: &mut egui::Ui, bench: &mut Binding<LawBench>, shown: &DisplayState) {
    ui.horizontal(|ui| {
        let of = bench.bench.as_ref().map_or(String::new(), |bench| {
            format!("{} and {}, N = {} N", bench.bodies[0], bench.bodies[1], format::number(bench.normal))
        });
        ui.label(RichText::new(of).strong());
        let state = &shown.state;
        ui.menu_button("Send to law bench ▾", |ui| {
            if state.contacts.is_empty() {
                ui.label("no contacts");
            }
            for contact in state.contacts.iter().take(24) {
                let key = contact.pair.key;
                let body = |k: u32| state.bodies.get(k as usize).map_or("?", |body| body.name.as_str());
                let point = if key.feature > 0 { format!(", point {}", key.feature) } else { String::new() };
                if ui.button(format!("{} and {}{point}", body(key.i), body(key.j))).clicked() {
                    bench.change(move |bench| bench.wanted = Some(key));
                    ui.close();
                }
            }
        })
        .response
        .on_hover_text("drive every law with the recorded motion of a contact of this run");
        if ui.button("Ball on a plane").on_hover_text("the elastic ball of `stickslip bench-law`").clicked() {
            bench.change(LawBench::clear);
        }
    });
}

/// Selects its motion.
fn motion(ui: &mut egui::Ui, setting: &mut BenchSetting, has_past: bool) {
    ui.horizontal(|ui| {
        for component in DrivenComponent::ALL {
            ui.selectable_value(&mut setting.component, component, component.name());
        }
        ui.separator();
        for wave in Wave::ALL {
            if ui.selectable_label(!setting.recorded && setting.wave == wave, wave.name()).clicked() {
                (setting.wave, setting.recorded) = (wave, false);
            }
        }
        let past = ui.add_enabled(has_past, egui::Button::selectable(setting.recorded, "recorded motion"));
        if past.on_hover_text("the motion of this contact recorded in the open run").clicked() {
            setting.recorded = true;
        }
    });
    ui.add_enabled_ui(!setting.recorded, |ui| {
        ui.horizontal(|ui| {
            let slider = |value, range, text| egui::Slider::new(value, range).logarithmic(true).text(text);
            ui.add(slider(&mut setting.reach, 0.05..=500.0, "× slip deflection"))
                .on_hover_text("relative to the deflection at which the paper's law slips");
            ui.add(slider(&mut setting.frequency, 0.01..=100.0, "Hz"));
            ui.add(slider(&mut setting.load, 0.01..=100.0, "× N"))
                .on_hover_text("relative to the contact's normal force");
        });
    });
}

/// The laws and their results.
fn laws(ui: &mut egui::Ui, bench: &LawBench, setting: &mut BenchSetting, theme: &Theme) {
    let [displacement, load] = bench.setting.component.units();
    egui::Grid::new("laws").num_columns(6).striped(true).show(ui, |ui| {
        let heads = [
            ("", String::new()),
            ("peak load", format!("largest load, damping included, {load}")),
            ("slope", format!("initial spring stiffness, {load}/{displacement}")),
            ("cycle", "energy dissipated in the last full cycle, J".to_owned()),
            ("creep", format!("creep speed under half the load that the spring (or the law) holds, {displacement}/s")),
            ("", String::new()),
        ];
        for (head, tip) in heads {
            ui.label(RichText::new(head).weak()).on_hover_text(tip);
        }
        ui.end_row();
        for (k, law) in bench.laws().0.iter().enumerate() {
            let card = law.info();
            let mut shown = !bench.setting.hidden.contains(&card.id);
            let text = RichText::new(card.name).color(colour(k, theme));
            let tip = format!("{}\n{}\n{}", card.name, card.formula, card.notes);
            if ui.checkbox(&mut shown, text).on_hover_text(tip).changed() {
                let hidden = &mut setting.hidden;
                if shown { hidden.retain(|id| *id != card.id) } else { hidden.push(card.id) }
            }
            let found = bench.sheet.iter().flat_map(|sheet| &sheet.loops).find(|of| of.law.info().id == card.id);
            let numbers = found.map_or([f64::NAN; 4], |of| [of.cap, of.slope, of.cycle, of.creep]);
            for number in numbers {
                ui.label(
                    RichText::new(if number.is_nan() { "–".to_owned() } else { format::number(number) })
                        .size(size::CAPTION),
                );
            }
            if let Some(law) = ui.push_id(card.id, |ui| law_parameters::button(ui, &[*law])).inner {
                setting.given.retain(|given| given.info() != law.info());
                setting.given.push(law);
            }
            ui.end_row();
        }
    });
}

/// Load over displacement.
fn loops(ui: &mut egui::Ui, bench: &LawBench, theme: &Theme) {
    let [displacement, load] = bench.setting.component.units();
    let symbol = if displacement == "m" { "slip" } else { "angle" };
    let laws = bench.laws().0;
    let place = |law: &AnyLaw| laws.iter().position(|known| known.info().id == law.info().id).unwrap_or(0);
    let loops = bench.sheet.iter().flat_map(|sheet| &sheet.loops);
    let (found, curves): (Vec<AnyLaw>, Vec<Vec<(f64, f64)>>) = loops.map(|of| (of.law, of.curve(POINTS))).unzip();
    let range = load_range(&curves);
    let colours = found.iter().map(|law| colour(place(law), theme)).collect::<Vec<_>>();
    let found: Vec<_> = found.into_iter().zip(curves).collect();
    let plot = Plot::new("loops")
        .height(280.0)
        .width(390.0)
        .custom_x_axes(vec![
            AxisHints::new_x()
                .label(format!("{symbol} [{displacement}]"))
                .label_spacing(22.0..=34.0)
                .formatter(|mark, _| format::short(mark.value)),
        ])
        .custom_y_axes(vec![
            AxisHints::new_y().label(format!("load [{load}]")).formatter(|mark, _| format::short(mark.value)),
        ])
        .allow_scroll(false)
        .show(ui, |plot| {
            for ((law, curve), colour) in found.iter().zip(colours) {
                let (points, beyond) = clipped(curve, range);
                plot.line(Line::new(name(law), points).color(colour).width(1.7));
                for (at, load) in beyond.into_iter().take(MAX_PEAKS) {
                    let shape = if load > at[1] { MarkerShape::Up } else { MarkerShape::Down };
                    let named = format!("{}: peak of {} beyond the axis", name(law), format::number(load));
                    plot.points(Points::new(named, at).shape(shape).radius(5.0).color(colour));
                }
            }
        });
    let text = "right-drag to zoom in, double-click to reset; loads include damping; ▲ ▼: a peak beyond the axis";
    ui.label(RichText::new(text).weak().size(size::CAPTION));
    reader::picture(&plot.response, &format!("loops: {load} over {symbol} under every law"));
}

fn colour(place: usize, theme: &Theme) -> Color32 {
    law_colour(if place == 6 { 0 } else { place + 1 }, theme)
}
