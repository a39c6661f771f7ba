//! The rail at the left edge: opens the gallery, the left panel, the plots, the list of keys.

use crate::app::state::change::Binding;
use crate::app::state::panels::{LeftTab, Panels, Popups};
use crate::app::state::request::Request;
use crate::app::state::request::SceneRequest;
use crate::app::state::session::Session;
use crate::texts::tr;
use crate::view::input::reader;
use crate::view::render::theme::{CORNER, size};
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, Align2, FontId, Sense, vec2};

/// Width of the rail and height of a button, points.
pub(crate) const WIDTH: f32 = 66.0;
const HEIGHT: f32 = 50.0;

/// Resources and messages used by the rail.
#[derive(SystemParam)]
pub(crate) struct RailPanel<'w> {
    /// Visible panels.
    pub panels: Binding<'w, Panels>,
    /// Open popups.
    pub popups: Binding<'w, Popups>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
    /// The open session.
    pub session: Res<'w, Session>,
}

/// Shows the rail.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut RailPanel) {
    ui.spacing_mut().item_spacing.y = 2.0;
    if button(ui, "☰", tr("rail-gallery"), false, tr("rail-gallery-tip")) {
        panel.requests.write(Request::Scene(SceneRequest::Gallery));
    }
    let warnings = panel.session.warnings.len();
    let scene = if warnings > 0 { "⚠" } else { "ℹ" };
    let open = panel.panels.left.then_some(panel.panels.left_tab);
    for (icon, name, tab, tip) in [
        (scene, "rail-scene", LeftTab::Scene, "rail-scene-tip"),
        ("➕", "rail-build", LeftTab::Build, "rail-build-tip"),
        ("👁", "rail-overlays", LeftTab::Overlays, "rail-overlays-tip"),
    ] {
        if button(ui, icon, tr(name), open == Some(tab), tr(tip)) {
            panel.panels.change(move |panels| panels.toggle_left(tab));
        }
    }
    if button(ui, "📈", tr("rail-plots"), panel.panels.plots, tr("rail-plots-tip")) {
        panel.panels.change(|panels| panels.plots ^= true);
    }
    if button(ui, "⌨", tr("rail-keys"), panel.popups.help, tr("rail-keys-tip")) {
        panel.popups.change(|popups| popups.help ^= true);
    }
}

/// A button with its word below the icon; returns true if clicked.
fn button(ui: &mut egui::Ui, icon: &str, name: &str, on: bool, tip: &str) -> bool {
    let (rect, button) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click());
    let visuals = ui.style().visuals.clone();
    let fill = match (on, button.hovered() || button.has_focus()) {
        (true, _) => Some(visuals.selection.bg_fill),
        (false, true) => Some(visuals.widgets.hovered.weak_bg_fill),
        (false, false) => None,
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, CORNER, fill);
    }
    let ink = if on { visuals.selection.stroke.color } else { visuals.text_color() };
    let (above, below) = (rect.center() - vec2(0.0, 8.0), rect.center_bottom() - vec2(0.0, 5.0));
    ui.painter().text(above, Align2::CENTER_CENTER, icon, FontId::proportional(size::LEAD), ink);
    ui.painter().text(below, Align2::CENTER_BOTTOM, name, FontId::proportional(size::CAPTION), ink);
    button.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, true, on, name));
    reader::named(button.on_hover_text(tip), name).clicked()
}
