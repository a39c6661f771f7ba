//! The card of the scene: title, gravity, Δt, duration and the stiffness of its contacts.

use super::fields::{row, text_field, vector_rows};
use super::subject::{BuildPanel, BuildSubject};
use crate::app::state::scene_patch::ScenePatch;
use crate::scene::NormalLaw;
use crate::scene::text::write::vector;
use crate::texts::tr;
use crate::view::ui::widgets::section;
use bevy_egui::egui;

/// Shows the card.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject) {
    section(ui, tr("scene-card-title"));
    title(ui, panel, of);
    let scene = &of.opened.scene;
    let set = |path: &str, value: String| vec![ScenePatch::Set { path: path.to_owned(), value }];
    // Gravity as its size, downwards unless the scene says otherwise.
    let size = scene.gravity.norm();
    if let Some(new) = row(ui, "scene", tr("scene-card-gravity"), size, "m/s²").filter(|new| *new >= 0.0) {
        let gravity = if size > 0.0 { scene.gravity * (new / size) } else { -new * crate::laws::Vec3::z() };
        panel.patch(tr("scene-card-gravity"), set("gravity", vector(&gravity)));
    }
    if let Some(new) = row(ui, "scene", tr("scene-card-dt"), scene.dt, "s").filter(|new| *new > 0.0) {
        panel.patch(tr("scene-card-dt"), set("time.dt", format!("{new:?}")));
    }
    if let Some(new) = row(ui, "scene", tr("scene-card-duration"), scene.duration, "s").filter(|new| *new > 0.0) {
        panel.patch(tr("scene-card-duration"), set("time.duration", format!("{new:?}")));
    }
    egui::CollapsingHeader::new(tr("scene-card-gravity-vector")).id_salt("gravity vector").show(ui, |ui| {
        if let Some(gravity) = vector_rows(ui, "scene", "scene-card-gravity-axis", &scene.gravity, "m/s²") {
            panel.patch(tr("scene-card-gravity"), set("gravity", vector(&gravity)));
        }
    });
    if let NormalLaw::Hooke { k_n, .. } = scene.normal
        && let Some(new) = row(ui, "scene", tr("scene-card-stiffness"), k_n, "N/m").filter(|new| *new > 0.0)
    {
        panel.patch(tr("scene-card-stiffness"), set("normal.k_n", format!("{new:?}")));
    }
}

fn title(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject) {
    let id = ui.id().with("scene title");
    if let Some(new) = text_field(ui, id, tr("scene-card-name"), &of.opened.scene.title) {
        let value = format!("{new:?}");
        panel.patch(tr("scene-card-name"), vec![ScenePatch::Set { path: "title".to_owned(), value }]);
    }
}
