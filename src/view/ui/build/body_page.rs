//! The selected body: its card, and what can be done with the whole body.

use super::card;
use super::subject::{BuildPanel, BuildSubject};
use crate::app::build::ghost::grid;
use crate::app::state::layout::Layers;
use crate::app::state::panels::Panels;
use crate::app::state::request::{BuildRequest, Request};
use crate::app::state::session::Session;
use crate::app::timeline::display_state::DisplayState;
use crate::draw::scale::extent;
use crate::draw::space::orbit::Orbit;
use crate::texts::{tr, tr_with};
use crate::view::ui::widgets::{labelled_number, plain_field};
use bevy::ecs::prelude::Res;
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::containers::menu::{MenuButton, MenuConfig};
use bevy_egui::egui::{self, RichText};

/// Largest number of copies along an axis of a grid.
const MAX_COPIES: f64 = 50.0;

/// Resources of the page of the selected body in the right panel.
#[derive(SystemParam)]
pub(crate) struct BodyPage<'w> {
    /// Those of the panel *Build*.
    pub build: BuildPanel<'w>,
    layers: Res<'w, Layers>,
    panels: Res<'w, Panels>,
    session: Res<'w, Session>,
    shown: Res<'w, DisplayState>,
}

impl BodyPage<'_> {
    /// True while there is such a page: the panel *Build* is open.
    pub(crate) fn is_offered(&self) -> bool {
        self.panels.shows_build() && self.session.opened.is_some()
    }

    /// Shows the page.
    pub(crate) fn show(&mut self, ui: &mut egui::Ui) {
        let Some(opened) = &self.session.opened else { return };
        let selected = self.layers.0.selected.filter(|index| *index < self.shown.state.bodies.len());
        show(ui, &mut self.build, BuildSubject { opened, state: &self.shown.state, selected });
    }
}

/// Shows the page.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject) {
    match of.selected {
        Some(index) if panel.clock.step == 0 => {
            card::show(ui, panel, of, index);
            rows(ui, panel, of, index);
        }
        Some(index) => _ = ui.label(RichText::new(&of.state.bodies[index].name).strong()),
        None => _ = ui.label(RichText::new(tr("build-none-selected")).weak()),
    }
    if of.selected.is_some() {
        whole_body(ui, panel);
    }
}

/// What can be done with the whole body.
fn whole_body(ui: &mut egui::Ui, panel: &mut BuildPanel) {
    ui.horizontal_wrapped(|ui| {
        for (name, key, request) in [
            ("build-button-duplicate", "Ctrl+D", BuildRequest::Duplicate),
            ("build-button-delete", "Delete", BuildRequest::Delete),
            ("build-button-cut", "", BuildRequest::Cut),
            ("build-button-copy", "Ctrl+C", BuildRequest::Copy),
            ("build-button-paste", "Ctrl+V", BuildRequest::Paste),
        ] {
            if ui.button(tr(name)).on_hover_text(key).clicked() {
                panel.requests.write(Request::Build(request));
            }
        }
        if panel.clock.step > 0 {
            return;
        }
        ui.menu_button(tr("build-button-mirror"), |ui| {
            for (name, axis, at_far_end) in [("−x", 0, false), ("+x", 0, true), ("−y", 1, false), ("+y", 1, true)] {
                let side = tr(side(&panel.orbit, axis, at_far_end));
                let caption = tr_with("build-mirror-side", [("side", side.into()), ("axis", name.into())]);
                if ui.button(caption).clicked() {
                    panel.requests.write(Request::Build(BuildRequest::Mirror { axis, at_far_end }));
                    ui.close();
                }
            }
        });
    });
}

/// Key of the side of the picture to which an end of an axis of the world, 0 or 1, points.
fn side(orbit: &Orbit, axis: usize, at_far_end: bool) -> &'static str {
    let mut along = bevy::math::Vec3::ZERO;
    along[axis] = if at_far_end { 1.0 } else { -1.0 };
    let pose = orbit.pose();
    let (right, away) = (along.dot(pose.right), along.dot(pose.forward));
    match (right.abs() >= away.abs(), right > 0.0, away > 0.0) {
        (true, true, _) => "build-side-right",
        (true, false, _) => "build-side-left",
        (false, _, true) => "build-side-back",
        (false, _, false) => "build-side-front",
    }
}

/// A menu that copies the body in a row or a grid; the distances begin with those of copies a grid apart.
fn rows(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject, index: usize) {
    let Some(body) = panel.reshaped(of) else { return };
    if extent(&of.state.bodies[index].shape).is_none() {
        return;
    }
    let config = MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    MenuButton::new(tr("build-button-row")).config(config).ui(ui, |ui| {
        ui.set_width(230.0);
        let id = ui.id().with(("row", &of.state.bodies[index].name));
        let gap = grid(of.state);
        let first = || ([3.0, 1.0], body.widths().map(|width| rounded_up(width + gap, gap)));
        let (mut counts, mut by) = ui.data(|data| data.get_temp::<([f64; 2], [f64; 2])>(id)).unwrap_or_else(first);
        for (k, axis) in ["x", "y"].into_iter().enumerate() {
            let count = egui::DragValue::new(&mut counts[k]).range(1.0..=MAX_COPIES).speed(0.1).fixed_decimals(0);
            labelled_number(ui, &tr_with("build-row-count", [("axis", axis.into())]), count, "");
            labelled_number(
                ui,
                &tr_with("build-row-by", [("axis", axis.into())]),
                plain_field(&mut by[k], 0.1 * gap),
                "m",
            );
        }
        ui.data_mut(|data| data.insert_temp(id, (counts, by)));
        if ui.button(tr("build-row-make")).clicked() {
            let counts = counts.map(|count| count as u32);
            panel.requests.write(Request::Build(BuildRequest::Row { counts, by }));
            ui.close();
        }
    });
}

/// The next multiple of a length of the grid, m.
fn rounded_up(length: f64, grid: f64) -> f64 {
    let text = format!("{:.6e}", (length / grid - 1e-6).ceil() * grid);
    text.parse().unwrap_or(length)
}
