//! Springs, ropes and forces on the card of a body.

use super::fields::{row, vector_rows};
use super::subject::{BuildPanel, BuildSubject};
use crate::app::build::lines::LineDraft;
use crate::app::build::tools::Tool;
use crate::app::state::scene_patch::ScenePatch;
use crate::draw::scale::extent;
use crate::draw::text::format::quantity;
use crate::laws::motion::pull::{LinkEnd, Pull};
use crate::scene::text::write::vector;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use bevy_egui::egui::{self, RichText};

/// Shows the springs, ropes and forces on the body, each with a button that takes it away, and a menu of new ones.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject, index: usize) {
    for (number, pull) in of.opened.scene.pulls.iter().enumerate() {
        let other = match &pull.pull {
            Pull::Link { end: LinkEnd::Body { body, .. }, .. } => Some(*body as usize),
            _ => None,
        };
        if pull.body != index && other != Some(index) {
            continue;
        }
        let name_of = |index: usize| of.opened.scene.bodies.get(index).map_or("", |body| body.name.as_str());
        let end = other.map_or_else(|| tr("build-world").to_owned(), |other| name_of(other).to_owned());
        let ends = tr_with("build-between", [("body", name_of(pull.body).into()), ("end", end.into())]);
        let path = |field: &str| format!("pulls.{number}.{field}");
        let (kind, value) = match &pull.pull {
            Pull::Ramp { force, .. } => (tr("tool-push"), quantity(force.norm(), "N")),
            Pull::Link { only_tension: true, .. } => (tr("tool-rope"), String::new()),
            _ => (tr("tool-spring"), String::new()),
        };
        ui.horizontal(|ui| {
            let text = if value.is_empty() { format!("{kind} {ends}") } else { format!("{kind} {value}") };
            ui.label(RichText::new(text).strong());
            let cross = ui.small_button("✖").on_hover_text(tr("card-remove-pull"));
            if reader::named(cross, &format!("{} {number}", tr("card-remove-pull"))).clicked() {
                panel.patch(format!("{} {kind}", tr("card-remove-pull")), vec![ScenePatch::RemovePull(number)]);
            }
        });
        let stiffness = pull.pull.stiffness();
        let length = match &pull.pull {
            Pull::Link { rest_length, .. } => Some(*rest_length),
            _ => None,
        };
        for (field, key, now, unit) in
            [("stiffness", "hand-stiffness", stiffness, "N/m"), ("rest_length", "card-rest-length", length, "m")]
        {
            let id = format!("{number} {field}");
            let new = now.and_then(|now| row(ui, &id, tr(key), now, unit)).filter(|new| *new > 0.0);
            if let Some(new) = new {
                let set = ScenePatch::Set { path: path(field), value: format!("{new:?}") };
                panel.patch(format!("{kind} {ends}"), vec![set]);
            }
        }
        if let Pull::Ramp { force, .. } = &pull.pull
            && let Some(new) = vector_rows(ui, &format!("{number}"), "card-force", force, "N")
        {
            let set = ScenePatch::Set { path: path("force"), value: vector(&new) };
            panel.patch(format!("{kind} {ends}"), vec![set]);
        }
    }
    connect(ui, panel, of, index);
}

/// A menu that connects the body to another one or to the world, or pushes it, without the mouse in the scene.
fn connect(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject, index: usize) {
    let mut wanted = None;
    ui.menu_button(tr("card-connect"), |ui| {
        if ui.button(tr(Tool::Push.title())).clicked() {
            wanted = Some((Tool::Push, None));
        }
        for tool in Tool::CONNECT {
            ui.menu_button(tr(tool.title()), |ui| {
                if ui.button(tr("card-connect-world")).clicked() {
                    wanted = Some((tool, None));
                }
                egui::ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
                    for (other, body) in of.state.bodies.iter().enumerate() {
                        let can = other != index && extent(&body.shape).is_some();
                        if can && ui.button(&body.name).clicked() {
                            wanted = Some((tool, Some(other)));
                        }
                    }
                });
            });
        }
    });
    let Some((tool, to)) = wanted else { return };
    ui.close_kind(egui::UiKind::Menu);
    match LineDraft::from_centre(tool, of.state, index, to).and_then(|line| line.change(tool, of.state, of.opened)) {
        Some(Ok((what, patches))) => panel.patch(what, patches),
        Some(Err(why)) => panel.toolbox.change(move |toolbox| toolbox.refusal = Some(why)),
        None => {}
    }
}
