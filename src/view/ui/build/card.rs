//! The card of the selected body: its name, dimensions, mass and density, material, motion, velocity at the start, and what
//! pulls it.

use super::fields::{row, text_field, vector_rows};
use super::pulls;
use super::subject::{BuildPanel, BuildSubject};
use crate::app::build::lines::velocity_patches;
use crate::app::build::materials::{MATERIALS, of_scene, paint, title};
use crate::app::build::reshape::{dimension_name, shown_times};
use crate::app::state::scene_patch::ScenePatch;
use crate::laws::Vec3;
use crate::scene::text::patch::value_at;
use crate::scene::text::write::vector;
use crate::scene::{BodySpec, Motion};
use crate::shapes::solid::volume;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use bevy_egui::egui::{self, ComboBox, RichText};

/// Density of a body that gets one because it is made to move, kg/m³.
const DENSITY: f64 = 600.0;

/// Shows the card.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject, index: usize) {
    let Some(body) = of.state.bodies.get(index) else { return };
    let Some(spec) = of.opened.scene.bodies.iter().find(|spec| spec.name == body.name) else { return };
    let Some(entry) = panel.entry.of(&spec.name).map(str::to_owned) else {
        ui.label(RichText::new(&spec.name).strong());
        ui.label(RichText::new(tr("card-of-a-fill")).weak());
        return;
    };
    name(ui, panel, of, spec);
    dimensions(ui, panel, of, index);
    mass(ui, panel, spec, &entry);
    material(ui, panel, of, spec, &entry);
    place(ui, panel, of, index);
    motion(ui, panel, spec, &entry);
    if spec.mass.is_finite() {
        velocity(ui, panel, of, spec);
    }
    pulls::show(ui, panel, of, index);
}

fn change(panel: &mut BuildPanel, spec: &BodySpec, patches: Vec<ScenePatch>) {
    panel.patch(tr_with("card-change", [("body", spec.name.as_str().into())]), patches);
}

fn name(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject, spec: &BodySpec) {
    let id = ui.id().with((&spec.name, "name"));
    let new = text_field(ui, id, tr("card-name"), &spec.name);
    let is_free = |name: &String| !of.opened.scene.bodies.iter().any(|other| other.name == *name);
    if let Some(new) = new.filter(is_free) {
        change(panel, spec, vec![ScenePatch::Rename { body: spec.name.clone(), new }]);
    }
}

fn dimensions(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject, index: usize) {
    let Some(body) = panel.reshaped(of) else { return };
    let spec = &of.state.bodies[index];
    let set = |path: &str, value: f64| vec![ScenePatch::body(&spec.name, path, format!("{value:?}"))];
    if let Some(new) = body.slope().and_then(|now| row(ui, &spec.name, tr("card-slope"), now, "°")) {
        let what = tr_with("build-tilt", [("body", spec.name.as_str().into())]);
        if let Some(patches) = body.to_slope(new) {
            panel.patch(what, patches);
        }
    }
    for dimension in body.dimensions() {
        let times = shown_times(dimension.kind);
        let new = row(ui, &spec.name, dimension_name(dimension.kind), times * dimension.value, "m");
        if let Some(new) = new.filter(|new| *new > 0.0) {
            let patches = body.shifted(set(&dimension.path, new / times), &Vec3::zeros());
            let what = tr_with("build-resize", [("body", spec.name.as_str().into())]);
            panel.patch(what, patches.unwrap_or_else(|| set(&dimension.path, new / times)));
        }
    }
}

/// Where the body is, and how it is turned there.
fn place(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject, index: usize) {
    let Some(body) = panel.reshaped(of) else { return };
    let name = &of.state.bodies[index].name;
    let (surface, place) = body.place();
    let title = match &surface {
        Some(surface) => tr_with("card-place-on", [("surface", surface.as_str().into())]),
        None => tr("card-place").to_owned(),
    };
    ui.label(RichText::new(title).weak());
    for (axis, now) in place.into_iter().enumerate() {
        if let Some(new) = row(ui, name, ["x", "y", "z"][axis], now, "m") {
            panel.patch(tr_with("build-move", [("body", name.as_str().into())]), body.to_place(axis, new));
        }
    }
    if let Some(new) = body.turn().and_then(|now| row(ui, name, tr("card-turn"), now, "°")) {
        panel.patch(tr_with("build-turn", [("body", name.as_str().into())]), body.to_turn(new));
    }
}

/// Mass and density: either one follows from the other.
fn mass(ui: &mut egui::Ui, panel: &mut BuildPanel, spec: &BodySpec, entry: &str) {
    if spec.mass.is_infinite() {
        return;
    }
    let has_density = value_at(entry, "density").is_some();
    if let Some(new) = row(ui, &spec.name, tr("card-mass"), spec.mass, "kg").filter(|new| *new > 0.0) {
        change(panel, spec, vec![ScenePatch::body(&spec.name, "mass", format!("{new:?}"))]);
    }
    let Some(volume) = volume(&spec.shape) else { return };
    // As written, where it is: the quotient has the digits of rounding.
    let written = value_at(entry, "density").and_then(|text| text.parse().ok());
    let density = written.filter(|_| has_density).unwrap_or(spec.mass / volume);
    if let Some(new) = row(ui, &spec.name, tr("card-density"), density, "kg/m³").filter(|new| *new > 0.0) {
        change(panel, spec, vec![ScenePatch::body(&spec.name, "density", format!("{new:?}"))]);
    }
}

fn material(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject, spec: &BodySpec, entry: &str) {
    let now = spec.material.as_deref();
    let known = MATERIALS.iter().map(|material| material.name);
    let own = of_scene(&of.opened.scene).into_iter().filter(|own| known.clone().all(|name| name != *own));
    let names: Vec<Option<&str>> = [None].into_iter().chain(known.clone().chain(own).map(Some)).collect();
    let text = |name: Option<&str>| name.map_or_else(|| tr("card-no-material").to_owned(), title);
    let mut wanted = None;
    ui.horizontal(|ui| {
        ui.label(tr("card-material"));
        let list =
            ComboBox::from_id_salt("material").selected_text(text(now)).truncate().height(320.0).show_ui(ui, |ui| {
                for name in names {
                    if ui.selectable_label(name == now, text(name)).clicked() && name != now {
                        wanted = Some(name);
                    }
                }
            });
        reader::named(list.response, tr("card-material"));
    });
    if let Some(name) = wanted {
        let has_density = value_at(entry, "density").is_some();
        let patches = paint(&of.opened.scene, &spec.name, has_density, name);
        change(panel, spec, patches);
    }
    if now.is_some() && ui.button(tr("pairs-open")).on_hover_text(tr("pairs-open-tip")).clicked() {
        panel.pair_table.change(|table| table.is_open = true);
    }
}

/// Free, fixed or driven.
fn motion(ui: &mut egui::Ui, panel: &mut BuildPanel, spec: &BodySpec, entry: &str) {
    let is_plane = volume(&spec.shape).is_none() && spec.mass.is_infinite();
    let kinds = [("card-free", "Free"), ("card-fixed", "Fixed"), ("card-driven", "Driven(velocity: (0.0, 0.1, 0.0))")];
    ui.horizontal_wrapped(|ui| {
        for (key, value) in kinds {
            let is_now = match spec.motion {
                Motion::Fixed => key == "card-fixed",
                Motion::Driven(_) => key == "card-driven",
                _ => key == "card-free",
            };
            let can = key != "card-free" || !is_plane;
            if ui.add_enabled(can, egui::RadioButton::new(is_now, tr(key))).clicked() && !is_now {
                change(panel, spec, of_motion(spec, entry, key == "card-free", value));
            }
        }
    });
    let Motion::Driven(drive) = &spec.motion else { return };
    if let Some(velocity) = vector_rows(ui, &spec.name, "card-velocity", &drive.velocity, "m/s") {
        change(panel, spec, vec![ScenePatch::body(&spec.name, "motion.velocity", vector(&velocity))]);
    }
}

/// The changes that give a body another motion: one that is to move needs a mass, one that is held has no velocity.
fn of_motion(spec: &BodySpec, entry: &str, is_free: bool, value: &str) -> Vec<ScenePatch> {
    let mut patches = vec![ScenePatch::body(&spec.name, "motion", value)];
    let has_mass = ["mass", "density"].into_iter().any(|field| value_at(entry, field).is_some());
    if is_free && !has_mass {
        patches.push(ScenePatch::body(&spec.name, "density", format!("{DENSITY:?}")));
    }
    if !is_free {
        for field in ["velocity", "angular_velocity"] {
            patches.push(ScenePatch::Unset { body: spec.name.clone(), field });
        }
        if value_at(entry, "on.velocity").is_some() {
            patches.push(ScenePatch::body(&spec.name, "on.velocity", "(0.0, 0.0)"));
        }
    }
    patches
}

/// Velocity at the start, in the world.
fn velocity(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject, spec: &BodySpec) {
    let new = vector_rows(ui, &spec.name, "card-velocity", &spec.velocity, "m/s");
    let patches = new.and_then(|velocity| velocity_patches(of.opened, of.state, &spec.name, &velocity));
    if let Some(patches) = patches {
        change(panel, spec, patches);
    }
}
