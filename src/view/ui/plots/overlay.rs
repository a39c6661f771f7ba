//! Overlays curves from a file on a plot.

use crate::app::plots::graphs::Content;
use crate::app::plots::overlay::Overlay;
use crate::app::state::session::Notice;
use crate::draw::text::format::counted_text;
use crate::files::read_text;
use crate::texts::{tr, tr_with};
use crate::view::ui::plots::panel::PlotsPanel;
use bevy_egui::egui;
use std::path::Path;

/// Overlays the curve of a file on a plot, or reports why it cannot.
fn overlay_file(panel: &mut PlotsPanel, id: u32, file: &Path) {
    let name = file.display().to_string();
    let graph = panel.graphs.get(id).map(|graph| graph.of.clone());
    let read = || {
        read_text(file).map_err(|error| {
            tr_with("plot-cannot-read", [("file", name.as_str().into()), ("why", error.to_string().into())])
        })
    };
    let made = match graph {
        Some(Content::Curves { x, ys }) if !ys.is_empty() => {
            read().and_then(|text| Overlay::parse(&name, &text, x.as_ref(), &ys[0], &panel.shown.state))
        }
        _ => Err(tr("plot-only-curves").to_owned()),
    };
    let text = match made {
        Ok(overlay) => {
            let text = tr_with(
                "plot-points-of",
                [
                    ("points", counted_text("count-points", overlay.points.len()).into()),
                    ("about", overlay.about.as_str().into()),
                ],
            );
            panel.graphs.change(move |graphs| graphs.set_overlay(id, Some(overlay)));
            text
        }
        Err(why) => why,
    };
    panel.notices.write(Notice::new(text));
}

/// Menu section for curves from files.
pub(crate) fn menu(ui: &mut egui::Ui, panel: &mut PlotsPanel, id: u32) {
    let has = panel.graphs.get(id).is_some_and(|graph| graph.overlay.is_some());
    ui.menu_button(tr("plot-compare"), |ui| {
        ui.label(tr("plot-columns"));
        ui.horizontal(|ui| {
            let mut typed = panel.graphs.typed.clone();
            let field = egui::TextEdit::singleline(&mut typed).desired_width(260.0).hint_text("curve.csv");
            let field = ui.add(field);
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            if (ui.button(tr("plot-overlay")).clicked() || entered) && !typed.trim().is_empty() {
                overlay_file(panel, id, Path::new(typed.trim()));
                ui.close();
            }
            if field.changed() {
                panel.graphs.change(|graphs| graphs.typed = typed);
            }
        });
        ui.label(tr("plot-drop"));
    });
    if has && ui.button(tr("plot-remove-file")).clicked() {
        panel.graphs.change(move |graphs| graphs.set_overlay(id, None));
        ui.close();
    }
    ui.separator();
}

/// Overlays a dropped file on this plot.
pub(crate) fn take_dropped(panel: &mut PlotsPanel, id: u32) {
    if let Some(file) = panel.graphs.dropped.clone() {
        panel.graphs.change(|graphs| graphs.dropped = None);
        overlay_file(panel, id, &file);
    }
}
