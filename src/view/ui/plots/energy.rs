//! The energy budget: stored and dissipated energies, stacked. The sum must stay constant; the red line is the
//! residual.

use super::graph::{axes, picked_step};
use crate::app::plots::energy_stack::{LAYERS, stack};
use crate::app::state::request::Request;
use crate::app::state::request::TimeRequest;
use crate::app::timeline::playback::Playback;
use crate::draw::text::format::quantity;
use crate::observe::state::State;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::size;
use crate::view::render::theme::{Theme, ThemeColours};
use crate::view::ui::plots::panel::PlotsPanel;
use bevy_egui::egui::{self, Color32, RichText};
use egui_plot::{FilledArea, Line, LineStyle, Plot, PlotPoints, VLine};

/// Shows the budget.
pub(super) fn show(ui: &mut egui::Ui, panel: &mut PlotsPanel, id: u32) {
    let state = panel.shown.state.clone();
    let width = ui.available_width();
    heading(ui, panel, id, &state);
    let Some(stack) = stack(&panel.history, state.step) else {
        ui.label(RichText::new(tr("plot-no-energy")).weak());
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
            let area = FilledArea::new(tr(name), &stack.times, &below, top);
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
    reader::picture(&response.response, tr("plot-energy-name"));
    if let Some(step) = picked_step(&response, &panel.history, None, &[]) {
        panel.playback.change(Playback::stop);
        panel.requests.write(Request::Time(TimeRequest::Seek(step)));
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
            if ui.button(tr("plot-close")).clicked() {
                panel.graphs.change(move |graphs| graphs.close(id));
                ui.close();
            }
        });
        reader::named(more.response, tr("plot-what"));
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
        let residual = RichText::new(tr_with("plot-residual", [("energy", quantity(budget.residual(), "J").into())]))
            .size(size::CAPTION)
            .color(red);
        ui.label(residual).on_hover_text(tr("plot-residual-tip"));
        let room = ui.available_width() > 260.0;
        for ((_, name, ..), (value, colour)) in LAYERS.iter().zip(values.into_iter().zip(colours(&panel.theme))) {
            if value.abs() > 1e-15 {
                let (rect, square) = ui.allocate_exact_size(egui::vec2(9.0, 9.0), egui::Sense::hover());
                ui.painter().rect_filled(rect, 1.0, colour);
                let tip = format!("{}: {}", tr(name), quantity(value, "J"));
                square.on_hover_text(&tip);
                if room {
                    ui.label(RichText::new(tr(name)).size(size::CAPTION)).on_hover_text(tip);
                }
            }
        }
    });
}
