//! The left panel: scene selection and description, overlays, appearance.

use super::widgets::section;
use crate::app::backfill::{HistoryBackfill, no_trail_reason};
use crate::app::change::Binding;
use crate::app::display_state::DisplayState;
use crate::app::gallery::Gallery;
use crate::app::inspect::{Inspect, Tab};
use crate::app::layout::{LAYER_GROUPS, Layer, Layers, NEEDS_SELECTION, TRAILS, layers, needs_selection};
use crate::app::listen::SoundSettings;
use crate::app::panels::{Panels, Popups};
use crate::app::past::Past;
use crate::app::playback::Playback;
use crate::app::session::{Request, Session};
use crate::draw::draw_list::Overlays;
use crate::draw::format::{counted, short};
use crate::draw::many_body::Colouring;
use crate::draw::orbit::{Orbit, plane_axis};
use crate::draw::scale::Scales;
use crate::draw::units::Units;
use crate::record::many_body::is_many_body;
use crate::view::render::theme::Theme;
use crate::world::Clock;
use bevy::ecs::prelude::{MessageWriter, Res};
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
    pub inspect: Binding<'w, Inspect>,
    /// Enabled overlays.
    pub layers: Binding<'w, Layers>,
    /// Camera orbit.
    pub orbit: Binding<'w, Orbit>,
    /// Visible panels.
    pub panels: Binding<'w, Panels>,
    /// Recorded past of the run.
    pub past: Res<'w, Past>,
    /// Playback state.
    pub playback: Res<'w, Playback>,
    /// Open popups.
    pub popups: Binding<'w, Popups>,
    /// The run that recomputes unrecorded past samples.
    pub backfill: Res<'w, HistoryBackfill>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
    /// The open session.
    pub session: Res<'w, Session>,
    /// Sound of friction.
    pub sound: Binding<'w, SoundSettings>,
    /// The displayed state.
    pub shown: Binding<'w, DisplayState>,
    /// Colours.
    pub theme: Binding<'w, Theme>,
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
            panel.popups.change(|popups| popups.help = true);
        }
    });
    warnings(ui, &panel.session.warnings);
    if let Some(solver) = panel.shown.state.solver
        && super::solver::tally(ui, &solver).clicked()
    {
        panel.inspect.change(|inspect| inspect.tab = Tab::Solver);
        panel.panels.change(|panels| panels.right = true);
    }
    scenes(ui, panel, &name);
    overlays(ui, panel);
    many_body(ui, panel);
    look(ui, panel);
}

/// Warnings about the scene, collapsed by default.
fn warnings(ui: &mut egui::Ui, warnings: &[String]) {
    if warnings.is_empty() {
        return;
    }
    let head = RichText::new(format!("⚠ {}", counted(warnings.len(), "warning"))).color(ui.visuals().error_fg_color);
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
    let on = Overlays { contact: panel.inspect.picked, ..panel.layers.0 };
    for (title, group) in LAYER_GROUPS {
        let is_any_on = group.iter().any(|(_, _, part)| *part(&mut panel.layers.clone()));
        let header = egui::CollapsingHeader::new(title).default_open(is_any_on);
        header.show(ui, |ui| group.iter().for_each(|layer| overlay(ui, panel, layer, &on)));
    }
    if layers().any(|layer| needs_selection(layer, &panel.shown.state, &on)) {
        ui.label(RichText::new(format!("pale: {NEEDS_SELECTION}")).size(11.5).weak());
    }
    ui.horizontal(|ui| {
        let mut locked = panel.shown.locked;
        if ui.checkbox(&mut locked, "lock the arrow scale").changed() {
            panel.shown.change(move |shown| shown.locked = locked);
        }
        let tip = "rescale the arrows to the current view";
        if crate::view::input::reader::named(ui.button("Fit").on_hover_text(tip), "fit the arrow scale").clicked() {
            let scales = Scales::fit(&panel.shown.state, &Default::default(), panel.layers.0.calm);
            panel.shown.change(move |shown| shown.scales = scales);
        }
    });
}

/// The switch of an overlay.
fn overlay(ui: &mut egui::Ui, panel: &mut OverviewPanel, layer: &Layer, on: &Overlays) {
    let (name, tip, part) = *layer;
    let is_idle = needs_selection(layer, &panel.shown.state, on);
    let shown = panel.layers.bind(part, |on| ui.add_enabled(!is_idle, egui::Checkbox::new(on, name)));
    let shown = shown.on_disabled_hover_text(NEEDS_SELECTION);
    if !tip.is_empty() {
        shown.on_hover_text(tip);
    }
    if name == TRAILS
        && let Some(why) = no_trail_reason(&panel.shown, &panel.backfill, &panel.layers)
    {
        ui.label(RichText::new(why).size(11.5).weak());
    }
}

/// Options for many-body scenes only: colouring, and which history is kept.
fn many_body(ui: &mut egui::Ui, panel: &mut OverviewPanel) {
    if !is_many_body(panel.shown.state.bodies.len()) {
        return;
    }
    section(ui, "Colours");
    ui.horizontal_wrapped(|ui| {
        for of in Colouring::ALL {
            let radio = ui.radio(panel.layers.0.colouring == of, of.name()).on_hover_text("press V to cycle");
            if radio.clicked() {
                panel.layers.change(move |layers| layers.0.colouring = of);
            }
        }
    });
    section(ui, "History");
    let timeline = &panel.past.timeline;
    let rate = panel.playback.steps_per_second(panel.clock.dt);
    let wait =
        if rate > 0.0 { format!(", about {} s", short(timeline.interval() as f64 / rate)) } else { String::new() };
    let mut text = format!(
        "{}, {} MB. A jump between two of them re-simulates up to {}{wait}.",
        counted(timeline.snapshots(), "snapshot"),
        timeline.bytes() >> 20,
        counted(timeline.interval() as usize, "step")
    );
    if let Some(step) = timeline.events_until() {
        text += &format!(" Events are listed up to step {step}.");
    }
    ui.label(RichText::new(text).weak());
}

fn look(ui: &mut egui::Ui, panel: &mut OverviewPanel) {
    section(ui, "View");
    panel.panels.bind(|panels| &mut panels.plots, |on| ui.checkbox(on, "plots")).on_hover_text("P");
    panel.orbit.bind(|orbit| &mut orbit.follow, |on| ui.checkbox(on, "follow the bodies"));
    let mut plane = panel.orbit.plane.is_some();
    let tip = "along the normal of the plane of motion, or else the nearest world axis (2)";
    if ui.checkbox(&mut plane, "plane view").on_hover_text(tip).changed() {
        let axis = plane_axis(&panel.shown.state);
        panel.orbit.change(move |orbit| orbit.toggle_plane(axis));
    }
    let mut orthographic = panel.orbit.is_orthographic();
    let box_of = egui::Checkbox::new(&mut orthographic, "orthographic");
    if ui.add_enabled(!plane, box_of).on_hover_text("5").changed() {
        panel.orbit.change(move |orbit| orbit.orthographic = orthographic);
    }
    let mut dark = panel.theme.dark_scene();
    if ui.checkbox(&mut dark, "dark theme").changed() {
        panel.theme.change(|theme| *theme = theme.other());
    }
    panel
        .theme
        .bind(|theme| &mut theme.safe, |on| ui.checkbox(on, "colour-blind safe"))
        .on_hover_text("colours distinguishable with protan, deutan and tritan vision; uses the dark scene");
    ui.horizontal(|ui| {
        let tip = "slip as noise, brighter the faster; events as clicks (S)";
        panel.sound.bind(|sound| &mut sound.on, |on| ui.checkbox(on, "sound")).on_hover_text(tip);
        let on = panel.sound.on;
        let slider = |volume: &mut f64| ui.add_enabled(on, egui::Slider::new(volume, 0.0..=1.0).show_value(false));
        let slider = panel.sound.bind(|sound| &mut sound.volume, slider);
        crate::view::input::reader::named(slider.on_hover_text("volume"), "volume of the sound");
    });
    let grid = panel.units.metres(crate::draw::grounds::cell(panel.shown.state.bodies.len(), &panel.units));
    ui.label(RichText::new(format!("grid {} m", crate::draw::format::short(grid))).weak());
}
