//! Plots: any quantity over time or another quantity, and the energy budget. Their cursor is the displayed step.

mod energy;
pub(crate) mod export;
mod graph;
mod marks;
pub(crate) mod overlay;
pub(crate) mod panel;

use crate::app::graphs::{Content, Graphs, KINETIC};
use crate::record::quantity::Subject;
use crate::view::input::reader;
use crate::view::ui::plots::panel::PlotsPanel;
use bevy_egui::egui::{self, RichText};

pub(crate) use graph::{axes, bare_axes};

/// Shows the plots side by side.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut PlotsPanel) {
    let full = ui.available_rect_before_wrap();
    let strip = egui::Rect::from_min_max(egui::pos2(full.right() - 30.0, full.top()), full.max);
    let rest = egui::Rect::from_min_max(full.min, egui::pos2(strip.left() - 4.0, full.bottom()));
    ui.scope_builder(egui::UiBuilder::new().max_rect(strip), |ui| tools(ui, panel));
    let graphs = panel.graphs.list.clone();
    if graphs.is_empty() {
        ui.scope_builder(egui::UiBuilder::new().max_rect(rest), |ui| {
            ui.label(RichText::new("no plots: press + or click a number in the inspector").weak());
        });
        return;
    }
    let width = rest.width() / graphs.len() as f32;
    // A dropped file goes to the plot under the pointer, or to the last one.
    let mut under = graphs[graphs.len() - 1].id;
    for (k, graph) in graphs.iter().enumerate() {
        let left = rest.left() + width * k as f32;
        let place = egui::Rect::from_min_size(egui::pos2(left, rest.top()), egui::vec2(width - 4.0, rest.height()));
        let builder = egui::UiBuilder::new().max_rect(place).id_salt(("graph", graph.id));
        if ui.input(|input| input.pointer.latest_pos()).is_some_and(|at| place.contains(at)) {
            under = graph.id;
        }
        ui.scope_builder(builder, |ui| {
            // Clip a heading that is too long at the edge of its plot.
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
        let tip = "kinetic energy: of the centre of mass, of the motion relative to it, and of rotation";
        if ui.button(KINETIC.join(", ")).on_hover_text(tip).clicked() {
            panel.graphs.change(Graphs::add_kinetic);
            ui.close();
        }
        let subjects: Vec<Subject> = panel.history.subjects().collect();
        for of in subjects {
            let name = if of == Subject::World { "energies, solver".to_owned() } else { of.name(&panel.shown.state) };
            ui.menu_button(name, |ui| panel::choose(ui, of, &mut wanted));
        }
        if let Some(quantity) = wanted {
            panel.graphs.change(move |graphs| graphs.add(quantity));
        }
    });
    reader::named(add.response.on_hover_text("add a plot"), "add a plot");
    let on = panel.graphs.list.iter().any(|graph| graph.of == Content::Energy);
    let energy = ui.selectable_label(on, "J").on_hover_text("the energy budget");
    if reader::named(energy, "the energy budget").clicked() {
        panel.graphs.change(Graphs::toggle_energy);
    }
    let (save, tip) = (ui.menu_button("⮫", |ui| export::menu(ui, panel)), "save or copy what the plots show");
    reader::named(save.response.on_hover_text(tip), tip);
}
