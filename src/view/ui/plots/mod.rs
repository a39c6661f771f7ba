//! Plots: any quantity over time or another quantity, and the energy budget. Their cursor is the displayed step.

mod energy;
pub(crate) mod export;
mod graph;
mod lines;
mod marks;
pub(crate) mod overlay;
pub(crate) mod panel;

use crate::app::plots::graphs::{Content, Graph, Graphs, KINETIC};
use crate::observe::quantity::Subject;
use crate::texts::tr;
use crate::view::input::reader;
use crate::view::ui::plots::panel::PlotsPanel;
use crate::view::ui::widgets::{tab, toggle};
use bevy_egui::egui::{self, RichText};

pub(crate) use graph::{axes, bare_axes};

/// Width of the tools at the right end, points.
const TOOLS: f32 = 56.0;
/// Minimum width and height of a plot, points; the height includes the heading. More rows than fit are scrolled to.
const MIN_WIDTH: f32 = 220.0;
const MIN_HEIGHT: f32 = 164.0;
/// Height of the tabs of the plots, points.
const TABS: f32 = 28.0;

/// Shows the plots side by side, in as many rows as their minimum width requires.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut PlotsPanel) {
    let full = ui.available_rect_before_wrap();
    let strip = egui::Rect::from_min_max(egui::pos2(full.right() - TOOLS, full.top()), full.max);
    let rest = egui::Rect::from_min_max(full.min, egui::pos2(strip.left() - 4.0, full.bottom()));
    ui.scope_builder(egui::UiBuilder::new().max_rect(strip), |ui| tools(ui, panel));
    let rest = rest.with_min_y(choice(ui, panel, rest));
    let graphs = panel.graphs.visible().to_vec();
    if graphs.is_empty() {
        ui.scope_builder(egui::UiBuilder::new().max_rect(rest), |ui| {
            ui.label(RichText::new(tr("plot-none")).weak());
        });
        return;
    }
    let [columns, rows] = shape(rest.width(), graphs.len());
    let height = row_height(rest.height(), rows);
    let size = egui::vec2(rest.width() / columns as f32, height);
    ui.scope_builder(egui::UiBuilder::new().max_rect(rest), |ui| {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let (area, _) =
                ui.allocate_exact_size(egui::vec2(rest.width(), height * rows as f32), egui::Sense::hover());
            grid(ui, panel, &graphs, (area, size, columns));
        });
    });
}

/// Tabs of all plots while one is shown alone; returns the y where the plot begins, points.
fn choice(ui: &mut egui::Ui, panel: &mut PlotsPanel, rest: egui::Rect) -> f32 {
    let tabs = panel.graphs.tabs();
    if tabs.is_empty() {
        return rest.top();
    }
    let row = egui::Rect::from_min_size(rest.min, egui::vec2(rest.width(), TABS - 2.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(row), |ui| {
        egui::ScrollArea::horizontal().id_salt("plot tabs").show(ui, |ui| {
            ui.horizontal(|ui| {
                for (id, name) in tabs {
                    if tab(ui, panel.graphs.large == Some(id), &name).clicked() {
                        panel.graphs.change(move |graphs| graphs.large = Some(id));
                    }
                }
                if tab(ui, false, tr("plot-tab-all")).on_hover_text(tr("plot-all-tip")).clicked() {
                    panel.graphs.change(|graphs| graphs.large = None);
                }
            });
        });
    });
    rest.top() + TABS
}

/// Columns and rows of the plots in a strip of this width, points.
fn shape(width: f32, plots: usize) -> [usize; 2] {
    let most = ((width / MIN_WIDTH) as usize).clamp(1, plots.max(1));
    let rows = plots.div_ceil(most).max(1);
    [plots.div_ceil(rows).max(1), rows]
}

/// Height of a row of plots in a strip of this height, points.
fn row_height(strip: f32, rows: usize) -> f32 {
    (strip / rows as f32).max(MIN_HEIGHT)
}

/// Minimum height of the strip, points: one row of plots, and tabs above it.
pub(crate) const MIN_STRIP_HEIGHT: f32 = MIN_HEIGHT + TABS + 14.0;

/// Shows the plots row by row.
fn grid(
    ui: &mut egui::Ui,
    panel: &mut PlotsPanel,
    graphs: &[Graph],
    (area, size, columns): (egui::Rect, egui::Vec2, usize),
) {
    // A dropped file goes to the plot under the pointer, or to the last one.
    let mut under = graphs[graphs.len() - 1].id;
    for (k, graph) in graphs.iter().enumerate() {
        let corner = egui::vec2((k % columns) as f32 * size.x, (k / columns) as f32 * size.y);
        let place = egui::Rect::from_min_size(area.min + corner, egui::vec2(size.x - 4.0, size.y));
        let builder = egui::UiBuilder::new().max_rect(place).id_salt(("graph", graph.id));
        if ui.input(|input| input.pointer.latest_pos()).is_some_and(|at| place.contains(at)) {
            under = graph.id;
        }
        ui.scope_builder(builder, |ui| {
            ui.set_clip_rect(ui.clip_rect().intersect(place));
            match &graph.of {
                Content::Curves { x, ys } => graph::show(ui, panel, graph.id, *x, ys),
                Content::Energy => energy::show(ui, panel, graph.id),
            }
        });
    }
    overlay::take_dropped(panel, under);
}

/// The buttons at the right end.
fn tools(ui: &mut egui::Ui, panel: &mut PlotsPanel) {
    ui.spacing_mut().button_padding = egui::vec2(4.0, 2.0);
    let add = ui.menu_button("+", |ui| {
        let mut wanted = None;
        let tip = tr("plot-kinetic-tip");
        if ui.button(KINETIC.join(", ")).on_hover_text(tip).clicked() {
            panel.graphs.change(Graphs::add_kinetic);
            ui.close();
        }
        let subjects: Vec<Subject> = panel.history.subjects().collect();
        for of in subjects {
            let name = if of == Subject::World { tr("plot-world").to_owned() } else { of.name(&panel.shown.state) };
            ui.menu_button(name, |ui| panel::choose(ui, of, &mut wanted));
        }
        if let Some(quantity) = wanted {
            panel.graphs.change(move |graphs| graphs.add(quantity));
        }
    });
    reader::named(add.response.on_hover_text(tr("plot-add")), tr("plot-add"));
    let on = panel.graphs.list.iter().any(|graph| graph.of == Content::Energy);
    let energy = toggle(ui, on, tr("plot-energy")).on_hover_text(tr("plot-energy-tip"));
    if reader::named(energy, tr("plot-energy-tip")).clicked() {
        panel.graphs.change(Graphs::toggle_energy);
    }
    let (save, tip) = (ui.menu_button("⮫", |ui| export::menu(ui, panel)), tr("plot-save"));
    reader::named(save.response.on_hover_text(tip), tip);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six plots in two rows of the lowest strip keep their least height, with 120 points for the curves; two plots take
    /// all.
    #[test]
    fn many_plots_are_scrolled_not_squeezed() {
        let [columns, rows] = shape(900.0, 6);
        assert_eq!([columns, rows], [3, 2]);
        assert_eq!([row_height(MIN_STRIP_HEIGHT, rows), row_height(460.0, rows)], [MIN_HEIGHT, 230.0]);
        assert_eq!(row_height(MIN_STRIP_HEIGHT, 1), MIN_STRIP_HEIGHT);
    }
}
