//! The left panel: scene selection and description, overlays, appearance.

use super::widgets::section;
use crate::app::gallery::Gallery;
use crate::app::inspect::{Inspect, Tab};
use crate::app::layout::Layers;
use crate::app::past::Past;
use crate::app::playback::Playback;
use crate::app::session::{Request, Session};
use crate::app::shown::Shown;
use crate::draw::crowd::Colouring;
use crate::draw::format::{count, short};
use crate::draw::orbit::{Orbit, plane_axis};
use crate::draw::units::Units;
use crate::record::crowd::is_crowd;
use crate::view::render::theme::Theme;
use crate::view::ui::open::{Panels, Popups};
use crate::world::Clock;
use bevy::ecs::prelude::{MessageWriter, Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, RichText};

/// Resources used by the panel.
#[derive(SystemParam)]
pub(crate) struct OverviewPanel<'w> {
    /// Step count and step size.
    pub clock: Res<'w, Clock>,
    /// Available scenes.
    pub gallery: Res<'w, Gallery>,
    /// Inspector selection.
    pub inspect: ResMut<'w, Inspect>,
    /// Enabled overlays.
    pub layers: ResMut<'w, Layers>,
    /// Camera orbit.
    pub orbit: ResMut<'w, Orbit>,
    /// Visible panels.
    pub panels: ResMut<'w, Panels>,
    /// Recorded past of the run.
    pub past: Res<'w, Past>,
    /// Playback state.
    pub playback: Res<'w, Playback>,
    /// Open popups.
    pub popups: ResMut<'w, Popups>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
    /// The open session.
    pub session: Res<'w, Session>,
    /// The displayed state.
    pub shown: ResMut<'w, Shown>,
    /// Colours.
    pub theme: ResMut<'w, Theme>,
    /// Conversion from metres to drawing units.
    pub units: Res<'w, Units>,
}

/// Shows the panel.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut OverviewPanel) {
    let Some(opened) = &panel.session.opened else { return };
    ui.add_space(6.0);
    ui.label(RichText::new(&opened.scene.title).heading());
    if !opened.scene.about.is_empty() {
        ui.label(RichText::new(&opened.scene.about).weak());
    }
    let (name, is_file) = (opened.name.clone(), opened.file.is_some());
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if ui.button("☰ Gallery").on_hover_text("Ctrl + O").clicked() {
            panel.requests.write(Request::Gallery);
        }
        if is_file && ui.button("Reload").on_hover_text("read the file again (Ctrl + L)").clicked() {
            panel.requests.write(Request::Reload);
        }
        if ui.button("Keys").on_hover_text("F1").clicked() {
            panel.popups.help = true;
        }
    });
    warnings(ui, &panel.session.warnings);
    if let Some(solver) = panel.shown.state.solver
        && super::solver::tally(ui, &solver).clicked()
    {
        (panel.inspect.tab, panel.panels.right) = (Tab::Solver, true);
    }
    scenes(ui, panel, &name);
    overlays(ui, panel);
    crowd(ui, panel);
    look(ui, panel);
}

/// Warnings about the scene, collapsed by default.
fn warnings(ui: &mut egui::Ui, warnings: &[String]) {
    if warnings.is_empty() {
        return;
    }
    let count = format!("{} {}", warnings.len(), if warnings.len() == 1 { "warning" } else { "warnings" });
    let head = RichText::new(format!("⚠ {count}")).color(ui.visuals().error_fg_color);
    ui.add_space(4.0);
    ui.collapsing(head, |ui| warnings.iter().for_each(|warning| _ = ui.label(warning)));
}

fn scenes(ui: &mut egui::Ui, panel: &mut OverviewPanel, open: &str) {
    section(ui, "Scene");
    let title = panel.session.opened.as_ref().map_or(String::new(), |o| o.scene.title.clone());
    let mut wanted = None;
    let list =
        egui::ComboBox::from_id_salt("scenes").width(ui.available_width() - 12.0).selected_text(title).truncate();
    let list = list.show_ui(ui, |ui| {
        for card in &panel.gallery.cards {
            if let Ok(scene) = &card.scene
                && ui.selectable_label(card.name == open, &scene.title).clicked()
            {
                wanted = Some(card.opened(scene));
            }
        }
    });
    crate::view::input::reader::named(list.response, "scene");
    if let Some(opened) = wanted {
        panel.requests.write(Request::Open(Box::new(opened)));
    }
}

fn overlays(ui: &mut egui::Ui, panel: &mut OverviewPanel) {
    section(ui, "Overlays");
    let on = &mut panel.layers.0;
    ui.checkbox(&mut on.body_frame, "body axes x, y, z");
    ui.checkbox(&mut on.contact_frame, "contact frame n, u, w");
    ui.checkbox(&mut on.velocity, "velocity v");
    ui.checkbox(&mut on.turning, "angular velocity ω");
    ui.checkbox(&mut on.friction, "friction force");
    ui.checkbox(&mut on.torques, "roll and spin torques");
    ui.checkbox(&mut on.normal, "normal force");
    ui.checkbox(&mut on.chains, "force chains").on_hover_text(
        "the strongest contacts as bars between centres, wider and darker with larger normal force (C); in scenes of \
         many balls the balls are drawn smaller",
    );
    ui.checkbox(&mut on.discs, "stick / slip discs");
    let tip = "static friction as a constraint: 0 slips along +t = a × n, 1 along −t, ½ carries no load; in 3D, 0 to ½";
    ui.checkbox(&mut on.gauge, "λ gauge").on_hover_text(tip);
    ui.checkbox(&mut on.overlap, "overlap area and contact line of prisms");
    ui.checkbox(&mut on.trails, "contact point trails");
    ui.checkbox(&mut on.patches, "Hertz contact patch");
    ui.checkbox(&mut on.curvature, "curvature along the path");
    ui.checkbox(&mut on.transport, "frame transport and ψ")
        .on_hover_text("the previous contact frame (pale) and the spin angle, magnified by the factor shown");
    ui.checkbox(&mut on.forecast, "flag: predicted stop (closed form)");
    ui.checkbox(&mut on.numbers, "values").on_hover_text(
        "v, ω: velocities; Fr, Tr, Tψ: elastic friction force, roll and spin torque, (s) in stick, (k) in slip; N: \
         normal force; a: contact radius",
    );
    ui.horizontal(|ui| {
        ui.checkbox(&mut panel.shown.locked, "lock the arrow scale");
        let tip = "rescale the arrows to the current view";
        if crate::view::input::reader::named(ui.button("fit").on_hover_text(tip), "fit the arrow scale").clicked() {
            panel.shown.scales =
                crate::draw::scale::Scales::fit(&panel.shown.state, &Default::default(), panel.layers.0.calm);
        }
    });
}

/// Options for many-body scenes only: colouring, and which history is kept.
fn crowd(ui: &mut egui::Ui, panel: &mut OverviewPanel) {
    if !is_crowd(panel.shown.state.bodies.len()) {
        return;
    }
    section(ui, "Colours");
    ui.horizontal_wrapped(|ui| {
        for of in Colouring::ALL {
            ui.radio_value(&mut panel.layers.0.colouring, of, of.name()).on_hover_text("press V to cycle");
        }
    });
    section(ui, "History");
    let timeline = &panel.past.timeline;
    let rate = panel.playback.steps_per_second(panel.clock.dt);
    let wait =
        if rate > 0.0 { format!(", about {} s", short(timeline.interval() as f64 / rate)) } else { String::new() };
    let mut text = format!(
        "{} snapshots, {} MB. A jump between two of them re-simulates up to {} steps{wait}.",
        timeline.snapshots(),
        timeline.bytes() >> 20,
        count(timeline.interval() as usize)
    );
    if let Some(step) = timeline.events_until() {
        text += &format!(" Events are listed up to step {step}.");
    }
    ui.label(RichText::new(text).weak());
}

fn look(ui: &mut egui::Ui, panel: &mut OverviewPanel) {
    section(ui, "View");
    ui.checkbox(&mut panel.panels.plots, "plots").on_hover_text("P");
    ui.checkbox(&mut panel.orbit.follow, "follow the bodies");
    let mut plane = panel.orbit.plane.is_some();
    let tip = "along the normal of the plane of motion, or else the nearest world axis (2)";
    if ui.checkbox(&mut plane, "plane view").on_hover_text(tip).changed() {
        panel.orbit.toggle_plane(plane_axis(&panel.shown.state));
    }
    let mut orthographic = panel.orbit.is_orthographic();
    let box_of = egui::Checkbox::new(&mut orthographic, "orthographic");
    if ui.add_enabled(!plane, box_of).on_hover_text("5").changed() {
        panel.orbit.orthographic = orthographic;
    }
    let mut dark = panel.theme.dark_scene();
    if ui.checkbox(&mut dark, "dark theme").changed() {
        *panel.theme = panel.theme.other();
    }
    ui.checkbox(&mut panel.theme.safe, "colour-blind safe")
        .on_hover_text("colours distinguishable with protan, deutan and tritan vision; uses the dark scene");
    let grid = panel.units.metres(crate::draw::grounds::cell(panel.shown.state.bodies.len(), &panel.units));
    ui.label(RichText::new(format!("grid {} m", crate::draw::format::short(grid))).weak());
}
