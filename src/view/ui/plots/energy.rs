//! The energy budget: stored and dissipated energies, stacked. The sum must stay constant; the red line is the
//! residual.

use super::graph::{MOST_POINTS, axes, picked_step};
use crate::app::history::History;
use crate::app::playback::Playback;
use crate::app::session::Request;
use crate::draw::draw_list::Role;
use crate::draw::format::quantity;
use crate::record::quantity::{Quantity, Subject};
use crate::record::state::State;
use crate::view::input::reader;
use crate::view::render::theme::Theme;
use crate::view::ui::plots::panel::PlotsPanel;
use bevy_egui::egui::{self, Color32, RichText};
use egui_plot::{FilledArea, Line, LineStyle, Plot, PlotPoints, VLine};

/// Layers from the bottom: symbol of the row, short name, fraction of the role's colour.
const LAYERS: [(&str, &str, Role, f32); 7] = [
    ("kinetic", "kinetic", Role::Velocity, 0.85),
    ("potential", "potential", Role::Contact, 0.6),
    ("stored", "springs", Role::Normal, 0.9),
    ("by slide", "slide", Role::Friction, 0.8),
    ("by roll", "roll", Role::Friction, 0.5),
    ("by spin", "spin", Role::Friction, 0.3),
    ("by impact", "impact", Role::Body, 0.6),
];

/// Times and the upper edge of each layer, J; potential energy is relative to its minimum.
pub(super) struct Stack {
    /// Times, s.
    pub times: Vec<f64>,
    /// Upper edge of each layer, from the bottom.
    pub tops: Vec<Vec<f64>>,
    /// Residual of the budget, J.
    pub residual: Vec<f64>,
}

/// The stack up to a step.
pub(super) fn stack(history: &History, until: u64) -> Option<Stack> {
    let read = |symbol: &str| -> Option<Vec<(u64, f64, f64)>> {
        let of = Quantity::find(Subject::World, symbol, "")?;
        let samples: Vec<_> = history.samples(&of).take_while(|s| s.step <= until).collect();
        let every = samples.len().div_ceil(MOST_POINTS / 4).max(1);
        let last = samples.len().saturating_sub(1);
        let kept = samples.iter().enumerate().filter(|(k, _)| k.is_multiple_of(every) || *k == last);
        Some(kept.map(|(_, s)| (s.step, s.time, s.first)).collect())
    };
    let residual = read("residual")?;
    if residual.is_empty() || residual.iter().any(|(_, _, value)| !value.is_finite()) {
        return None;
    }
    let mut edge = vec![0.0; residual.len()];
    let mut tops = Vec::new();
    for (symbol, ..) in LAYERS {
        let values: Vec<f64> = read(symbol)?.into_iter().map(|(_, _, value)| value).collect();
        let floor = if symbol == "potential" { values.iter().copied().fold(f64::INFINITY, f64::min) } else { 0.0 };
        edge.iter_mut().zip(&values).for_each(|(edge, value)| *edge += value - floor);
        tops.push(edge.clone());
    }
    let times = residual.iter().map(|(_, time, _)| *time).collect();
    Some(Stack { times, tops, residual: residual.into_iter().map(|(_, _, value)| value).collect() })
}

/// Shows the budget.
pub(super) fn show(ui: &mut egui::Ui, panel: &mut PlotsPanel, id: u32) {
    let state = panel.shown.state.clone();
    let width = ui.available_width();
    heading(ui, panel, id, &state);
    let Some(stack) = stack(&panel.history, state.step) else {
        ui.label(RichText::new("no energy budget: too many bodies").weak());
        return;
    };
    let end = panel.session.opened.as_ref().map_or(0.0, |opened| opened.scene.duration);
    let theme = *panel.theme;
    let ink = ui.visuals().weak_text_color();
    let red = ui.visuals().error_fg_color;
    let plot = axes(Plot::new(("energy", id)), width, ui.available_height()).include_x(0.0).include_x(end);
    let response = plot.link_cursor("time", [true, false]).show(ui, |plot| {
        let mut below = vec![0.0; stack.times.len()];
        for ((_, name, ..), (top, colour)) in LAYERS.iter().zip(stack.tops.iter().zip(colours(&theme))) {
            let area = FilledArea::new(*name, &stack.times, &below, top);
            plot.add(area.fill_color(colour).allow_hover(false));
            below.clone_from(top);
        }
        let line = |values: &[f64]| -> PlotPoints<'static> {
            stack.times.iter().zip(values).map(|(t, value)| [*t, *value]).collect()
        };
        plot.line(Line::new("sum", line(&below)).color(ink).width(1.0).style(LineStyle::Dashed { length: 5.0 }));
        plot.line(Line::new("residual", line(&stack.residual)).color(red).width(1.6));
        plot.vline(VLine::new("now", state.time).color(ink).width(1.0).allow_hover(false));
    });
    reader::picture(&response.response, "plot of the energy budget over time");
    if let Some(step) = picked_step(&response, &panel.history, None, &[]) {
        panel.playback.change(Playback::stop);
        panel.requests.write(Request::Seek(step));
    }
}

/// Colours of the layers.
fn colours(theme: &Theme) -> impl Iterator<Item = Color32> {
    let theme = *theme;
    LAYERS.iter().map(move |(_, _, role, share)| theme.role(*role).gamma_multiply(*share))
}

fn heading(ui: &mut egui::Ui, panel: &mut PlotsPanel, id: u32, state: &State) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let more = ui.menu_button("⋯", |ui| {
            if ui.button("close this plot").clicked() {
                panel.graphs.change(move |graphs| graphs.close(id));
                ui.close();
            }
        });
        reader::named(more.response, "what this plot shows");
        let Some(budget) = state.accounts.as_ref().map(|accounts| accounts.budget) else { return };
        let contacts = &budget.contacts;
        let values = [
            budget.kinetic,
            budget.potential,
            contacts.total().stored,
            contacts.slide.dissipated(),
            contacts.roll_i.dissipated() + contacts.roll_j.dissipated(),
            contacts.spin.dissipated(),
            contacts.normal.dissipated(),
        ];
        let red = ui.visuals().error_fg_color;
        let residual = RichText::new(format!("residual {}", quantity(budget.residual(), "J"))).size(11.5).color(red);
        ui.label(residual)
            .on_hover_text("kinetic + potential + stored + dissipated − work from outside, less its first value");
        let room = ui.available_width() > 260.0;
        for ((_, name, ..), (value, colour)) in LAYERS.iter().zip(values.into_iter().zip(colours(&panel.theme))) {
            if value.abs() > 1e-15 {
                let (rect, square) = ui.allocate_exact_size(egui::vec2(9.0, 9.0), egui::Sense::hover());
                ui.painter().rect_filled(rect, 1.0, colour);
                let tip = format!("{name}: {}", quantity(value, "J"));
                square.on_hover_text(&tip);
                if room {
                    ui.label(RichText::new(*name).size(11.5)).on_hover_text(tip);
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::simulation::Simulation;
    use crate::scene::{Scene, builtin};

    /// The top of the stack stays level, up to the residual, while a ball slides, rolls, turns back and slips down.
    #[test]
    fn the_top_of_the_stack_is_level() {
        let scene = Scene::parse("ball", builtin::text("sphere-up-35").expect("a scene")).expect("no fault");
        let (mut simulation, mut history) = (Simulation::with_books(&scene), History::of(&scene));
        for _ in 0..=3000 {
            history.push(&simulation.state());
            simulation.step();
        }
        let stack = stack(&history, 2500).expect("a budget");
        let top = stack.tops.last().expect("layers");
        assert!((stack.times.last().expect("samples") - 0.25).abs() < 1e-12, "it ends at the step shown");
        for (edge, residual) in top.iter().zip(&stack.residual) {
            assert!((edge - residual - top[0]).abs() < 1e-9 * top[0]);
        }
        assert!(stack.tops[0][0] > 0.5 && stack.tops[3].last() > stack.tops[2].last());
    }
}
