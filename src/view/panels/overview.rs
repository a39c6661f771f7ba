//! The left panel: which scene, what it is about, which overlays are on, how it looks.

use super::{Desk, section};
use crate::view::session::Request;
use bevy_egui::egui::{self, RichText};

/// Shows the panel.
pub fn show(ui: &mut egui::Ui, desk: &mut Desk) {
    let Some(opened) = desk.session.opened.clone() else { return };
    ui.add_space(6.0);
    ui.label(RichText::new(&opened.scene.title).heading());
    if !opened.scene.about.is_empty() {
        ui.label(RichText::new(&opened.scene.about).weak());
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if ui.button("☰ Gallery").on_hover_text("Ctrl + O").clicked() {
            desk.session.request = Some(Request::Gallery);
        }
        if opened.file.is_some() && ui.button("Reload").on_hover_text("read the file again (Ctrl + L)").clicked() {
            desk.session.request = Some(Request::Reload);
        }
        if ui.button("Keys").on_hover_text("F1").clicked() {
            desk.session.help = true;
        }
    });
    scenes(ui, desk, &opened.name);
    overlays(ui, desk);
    look(ui, desk);
}

fn scenes(ui: &mut egui::Ui, desk: &mut Desk, open: &str) {
    section(ui, "Scene");
    let title = desk.session.opened.as_ref().map_or(String::new(), |o| o.scene.title.clone());
    let mut wanted = None;
    let list =
        egui::ComboBox::from_id_salt("scenes").width(ui.available_width() - 12.0).selected_text(title).truncate();
    let list = list.show_ui(ui, |ui| {
        for card in &desk.gallery.cards {
            if let Ok(scene) = &card.scene
                && ui.selectable_label(card.name == open, &scene.title).clicked()
            {
                wanted = Some(card.opened(scene));
            }
        }
    });
    crate::view::reader::named(list.response, "scene");
    if let Some(opened) = wanted {
        desk.session.request = Some(Request::Open(Box::new(opened)));
    }
}

fn overlays(ui: &mut egui::Ui, desk: &mut Desk) {
    section(ui, "Overlays");
    let on = &mut desk.layers.0;
    ui.checkbox(&mut on.body_frame, "body axes x, y, z");
    ui.checkbox(&mut on.contact_frame, "contact frame n, u, w");
    ui.checkbox(&mut on.velocity, "velocity v");
    ui.checkbox(&mut on.turning, "angular velocity ω");
    ui.checkbox(&mut on.friction, "friction force");
    ui.checkbox(&mut on.torques, "roll and spin torque");
    ui.checkbox(&mut on.normal, "normal force");
    ui.checkbox(&mut on.discs, "stick / slip discs");
    ui.checkbox(&mut on.trails, "trails of the contact point");
    ui.checkbox(&mut on.patches, "Hertz contact patch");
    ui.checkbox(&mut on.curvature, "curvature along the path");
    ui.checkbox(&mut on.transport, "frame transport and ψ").on_hover_text(
        "the contact frame of the last step, pale, and the spin angle: enlarged by the factor beside them",
    );
    ui.checkbox(&mut on.forecast, "flag: rest by the closed form");
    ui.checkbox(&mut on.numbers, "values");
    ui.horizontal(|ui| {
        ui.checkbox(&mut desk.shown.locked, "lock the arrow scale");
        let tip = "choose the bars anew for what is seen now";
        if crate::view::reader::named(ui.button("fit").on_hover_text(tip), "fit the arrow scale").clicked() {
            desk.shown.scales = crate::view::scale::Scales::fit(&desk.shown.state, &Default::default());
        }
    });
}

fn look(ui: &mut egui::Ui, desk: &mut Desk) {
    section(ui, "View");
    ui.checkbox(&mut desk.panels.plots, "plots").on_hover_text("P");
    ui.checkbox(&mut desk.orbit.follow, "follow the bodies");
    ui.checkbox(&mut desk.orbit.orthographic, "no perspective").on_hover_text("5");
    let before = *desk.theme;
    ui.checkbox(&mut desk.theme.dark, "dark");
    ui.checkbox(&mut desk.theme.safe, "colour-blind safe").on_hover_text(
        "a palette that stays apart under protan, deutan and tritan sight; it comes with the dark scene",
    );
    if *desk.theme != before {
        desk.remake.0 = true;
    }
    let grid = desk.units.metres(crate::view::sync::cell(&desk.units));
    ui.label(RichText::new(format!("grid {} m", crate::view::format::short(grid))).weak());
}
