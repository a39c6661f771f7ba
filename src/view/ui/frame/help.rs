//! List of keyboard shortcuts, and short notices.

use crate::app::control::actions::help;
use crate::app::state::change::Binding;
use crate::app::state::panels::Popups;
use crate::app::state::session::Session;
use crate::texts::tr;
use crate::view::render::camera::SceneArea;
use crate::view::render::lens::area_on_screen;
use crate::view::render::theme::size;
use crate::view::ui::frame::canvas::Canvas;
use bevy::ecs::error::Result;
use bevy::ecs::prelude::Res;
use bevy::ecs::system::SystemParam;
use bevy::time::{Real, Time};
use bevy_egui::egui::{self, Align2, RichText, vec2};

/// Resources used by the list and the notice.
#[derive(SystemParam)]
pub(crate) struct HelpPanel<'w> {
    /// Part of the window that shows the scene.
    pub area: Res<'w, SceneArea>,
    /// Open popups.
    pub popups: Binding<'w, Popups>,
    /// The open session.
    pub session: Binding<'w, Session>,
    /// Wall-clock time.
    pub time: Res<'w, Time<Real>>,
}

/// Shows the list of shortcuts if requested.
pub(crate) fn show(mut canvas: Canvas, mut panel: HelpPanel) -> Result {
    let ctx = canvas.ctx()?;
    let mut open = panel.popups.help;
    let room = ctx.viewport_rect().size() - vec2(60.0, 90.0);
    egui::Window::new(tr("help-title"))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .show(&ctx, |ui| {
            ui.set_max_width(room.x);
            egui::ScrollArea::vertical().max_height(room.y).min_scrolled_height(room.y).show(ui, |ui| list(ui, room.x));
        });
    panel.popups.bind(|popups| &mut popups.help, |help| *help = open);
    Ok(())
}

/// The shortcuts in two columns where they fit side by side, and some hints below.
fn list(ui: &mut egui::Ui, width: f32) {
    let (rows, columns) = (help(), if width > 900.0 { 2 } else { 1 });
    ui.horizontal_top(|ui| {
        for (k, rows) in rows.chunks(rows.len().div_ceil(columns)).enumerate() {
            egui::Grid::new(("keys", k)).num_columns(2).spacing(vec2(18.0, 4.0)).striped(true).show(ui, |ui| {
                for (key, what) in rows {
                    ui.label(RichText::new(key).strong());
                    ui.label(*what);
                    ui.end_row();
                }
            });
            ui.add_space(12.0);
        }
    });
    ui.add_space(6.0);
    for text in [tr("help-lessons"), tr("help-many-bodies"), tr("help-pulls"), tr("help-plots")] {
        ui.add(egui::Label::new(RichText::new(text).weak()).wrap());
    }
    ui.label(RichText::new(tr("help-sliders")).weak());
}

/// Shows the current notice, if any.
pub(crate) fn notice(mut canvas: Canvas, mut panel: HelpPanel) -> Result {
    let ctx = canvas.ctx()?;
    let now = panel.time.elapsed_secs_f64();
    let Some((text, until)) = panel.session.notice.clone() else { return Ok(()) };
    if now > until {
        panel.session.change(|session| session.notice = None);
        return Ok(());
    }
    // Bottom of the scene: fewest labels. One area per text, because an area keeps its width.
    let scene = area_on_screen(&ctx, &panel.area);
    let (place, pivot) = (scene.center_bottom() - vec2(0.0, 14.0), Align2::CENTER_BOTTOM);
    let area = egui::Area::new(egui::Id::new(("notice", &text))).fixed_pos(place).pivot(pivot);
    area.order(egui::Order::Tooltip).interactable(false).show(&ctx, |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.label(RichText::new(text).size(size::LARGE));
        });
    });
    Ok(())
}
