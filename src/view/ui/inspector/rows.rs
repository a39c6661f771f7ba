//! One quantity per row: symbol, components, unit. A click plots a number; it can also be dragged onto a plot.

use crate::app::plots::graphs::Graphs;
use crate::app::state::change::Binding;
use crate::app::state::panels::Panels;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::history::History;
use crate::draw::text::format::{component, short};
use crate::observe::quantity::{Group, Quantity, QuantityPart, QuantityRow, Subject, all, rows, table};
use crate::observe::state::State;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::size;
use bevy::ecs::prelude::Res;
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, RichText, Sense};

/// Resources used by the rows.
#[derive(SystemParam)]
pub(crate) struct RowsPanel<'w> {
    /// The open plots.
    pub graphs: Binding<'w, Graphs>,
    /// Samples of the plotted quantities.
    pub history: Binding<'w, History>,
    /// Visible panels.
    pub panels: Binding<'w, Panels>,
    /// The displayed state.
    pub shown: Res<'w, DisplayState>,
}

/// Shows the rows of a group.
pub(in crate::view::ui) fn show(ui: &mut egui::Ui, panel: &mut RowsPanel, of: Subject, group: Group) {
    show_known(ui, panel, of, group, true);
}

/// Whether any row of the group has a value.
pub(super) fn is_known(state: &State, of: Subject, group: Group) -> bool {
    all(of).filter(|quantity| quantity.row().group == group).any(|quantity| !quantity.value(state).is_nan())
}

/// Like `show`; without `zeros`, skips zero rows: constraint-based friction has no springs.
pub(super) fn show_known(ui: &mut egui::Ui, panel: &mut RowsPanel, of: Subject, group: Group, zeros: bool) {
    let Some(_) = of.at(&panel.shown.state) else { return };
    for (number, row) in rows(&of).iter().enumerate().filter(|(_, row)| row.group == group) {
        let is_zero = |part| Quantity { of, row: number, part }.value(&panel.shown.state) == 0.0;
        if zeros || !(0..row.parts.len()).all(is_zero) {
            line(ui, panel, of, number, row);
        }
    }
}

fn line(ui: &mut egui::Ui, panel: &mut RowsPanel, of: Subject, row_number: usize, row: &QuantityRow) {
    let values = (0..row.parts.len()).map(|part| Quantity { of, row: row_number, part }.value(&panel.shown.state));
    let largest = values.filter(|value| value.is_finite()).fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let known = |part| !Quantity { of, row: row_number, part }.value(&panel.shown.state).is_nan();
    if !(0..row.parts.len()).any(known) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let unit = if row.unit.is_empty() { String::new() } else { format!(" [{}]", row.unit) };
        let name = RichText::new(format!("{}{unit}", row.symbol)).weak().size(size::SMALL);
        // The name stands for the magnitude of a vector, which comes last.
        let whole = Quantity { of, row: row_number, part: row.parts.len() - 1 };
        plottable(ui, panel, name, whole, &tr_with("inspect-plot", [("quantity", whole.label().into())]));
        for (part, QuantityPart { sign, kind, .. }) in row.parts.iter().enumerate() {
            let quantity = Quantity { of, row: row_number, part };
            let sign = match *sign {
                "" => String::new(),
                "| |" => "|·| ".to_owned(),
                sign => format!("{sign} "),
            };
            let value = quantity.value(&panel.shown.state);
            // Counts have no decimals.
            let plain = || if value.fract() == 0.0 { short(value) } else { component(value, largest) };
            let value = kind.word(value).map_or_else(plain, str::to_owned);
            let text = RichText::new(format!("{sign}{value}")).size(size::SMALL);
            plottable(
                ui,
                panel,
                text,
                quantity,
                &tr_with("inspect-plot-it", [("quantity", format!("{} = {value}", quantity.label()).into())]),
            );
        }
    });
}

/// A text that plots a quantity: a click over time, a drag onto a plot.
fn plottable(ui: &mut egui::Ui, panel: &mut RowsPanel, text: RichText, quantity: Quantity, name: &str) {
    let label = ui.add(egui::Label::new(text).sense(Sense::click_and_drag()).selectable(false));
    let label = label.on_hover_cursor(egui::CursorIcon::Grab).on_hover_text(format!(
        "{}: {}\n{}",
        quantity.label(),
        quantity.row().about,
        tr("inspect-drag")
    ));
    let label = reader::named(label, name);
    label.dnd_set_drag_payload(quantity);
    if label.dragged()
        && let Some(at) = ui.ctx().pointer_interact_pos()
    {
        let painter = ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Tooltip, "dragged".into()));
        let place = at + egui::vec2(12.0, -8.0);
        let font = egui::FontId::proportional(size::SMALL);
        painter.text(place, egui::Align2::LEFT_BOTTOM, quantity.label(), font, ui.visuals().text_color());
    }
    if label.clicked() {
        panel.history.change(move |history| history.follow(quantity.of));
        panel.graphs.change(move |graphs| graphs.add(quantity));
        panel.panels.change(|panels| panels.plots = true);
    }
}

/// A button that copies all numbers of a subject as a table.
pub(super) fn copy(ui: &mut egui::Ui, of: Subject, state: &State) {
    let tip = tr("inspect-copy-tip");
    if ui.small_button(tr("inspect-copy")).on_hover_text(tip).clicked() {
        ui.ctx().copy_text(table(of, state));
    }
}
