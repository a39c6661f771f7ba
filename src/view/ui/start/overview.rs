//! The left panel: scene selection and description, overlays, appearance.

use crate::app::control::actions::Action;
use crate::app::display::audio_mix::SoundSettings;
use crate::app::edits::backfill::{HistoryBackfill, no_trail_reason};
use crate::app::state::change::Binding;
use crate::app::state::inspect::Inspect;
use crate::app::state::layout::{
    LAYER_GROUPS, Layer, Layers, NEEDS_SELECTION, TRAILS, applies, layers, needs_selection,
};
use crate::app::state::marks::{BodyMarks, turn};
use crate::app::state::panels::{LeftTab, Panels};
use crate::app::state::request::Request;
use crate::app::state::request::SceneRequest;
use crate::app::state::session::Session;
use crate::app::state::tuning::Tuning;
use crate::app::studies::gallery::Gallery;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::past::Past;
use crate::draw::many_body::Colouring;
use crate::draw::overlay::draw_list::Overlays;
use crate::draw::scale::Scales;
use crate::draw::space::orbit::{Orbit, plane_axis};
use crate::draw::space::units::Units;
use crate::draw::text::format::{counted_text, short};
use crate::observe::many_body::is_many_body;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::Theme;
use crate::view::render::theme::size;
use crate::view::ui::build::{
    panel as build_panel,
    subject::{BuildPanel, BuildSubject},
};
use crate::view::ui::widgets::{language, section};
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, RichText};
use std::collections::BTreeSet;

/// Resources used by the panel.
#[derive(SystemParam)]
pub(crate) struct OverviewPanel<'w> {
    /// The language chosen.
    pub actions: MessageWriter<'w, Action>,
    /// The toolbox, with the step count and the requests to the run.
    pub build: BuildPanel<'w>,
    /// Available scenes.
    pub gallery: Res<'w, Gallery>,
    /// Inspector selection.
    pub inspect: Binding<'w, Inspect>,
    /// Enabled overlays.
    pub layers: Binding<'w, Layers>,
    /// Hidden and locked bodies.
    pub marks: Binding<'w, BodyMarks>,
    /// Camera orbit.
    pub orbit: Binding<'w, Orbit>,
    /// Visible panels.
    pub panels: Binding<'w, Panels>,
    /// Recorded past of the run.
    pub past: Res<'w, Past>,
    /// The run that recomputes unrecorded past samples.
    pub backfill: Res<'w, HistoryBackfill>,
    /// The open session.
    pub session: Res<'w, Session>,
    /// Sound of friction.
    pub sound: Binding<'w, SoundSettings>,
    /// The displayed state.
    pub shown: Binding<'w, DisplayState>,
    /// Colours.
    pub theme: Binding<'w, Theme>,
    /// Friction in use.
    pub tuning: Res<'w, Tuning>,
    /// Conversion from metres to drawing units.
    pub units: Res<'w, Units>,
}

/// Shows the panel.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut OverviewPanel) {
    match panel.panels.left_tab {
        LeftTab::Scene => scene(ui, panel),
        LeftTab::Build => {
            let Some(opened) = &panel.session.opened else { return };
            let selected = panel.layers.0.selected.filter(|index| *index < panel.shown.state.bodies.len());
            let of = BuildSubject { opened, state: &panel.shown.state, selected };
            build_panel::show(ui, &mut panel.build, of, &panel.theme, panel.panels.right);
        }
        LeftTab::Overlays => {
            overlays(ui, panel);
            many_body(ui, panel);
            look(ui, panel);
        }
    }
}

/// The open scene, and a list of all.
fn scene(ui: &mut egui::Ui, panel: &mut OverviewPanel) {
    let Some(opened) = &panel.session.opened else { return };
    ui.add_space(6.0);
    ui.label(RichText::new(&opened.scene.title).heading());
    if !opened.scene.about.is_empty() {
        ui.label(RichText::new(&opened.scene.about).weak());
    }
    let (name, is_file) = (opened.name.clone(), opened.file.is_some());
    ui.add_space(4.0);
    if is_file && ui.button(tr("view-reload")).on_hover_text(tr("view-reload-tip")).clicked() {
        panel.build.requests.write(Request::Scene(SceneRequest::Reload));
    }
    warnings(ui, &panel.session.warnings);
    bodies(ui, panel);
    scenes(ui, panel, &name);
}

/// The bodies of the scene, fixed ones too: a click selects one.
fn bodies(ui: &mut egui::Ui, panel: &mut OverviewPanel) {
    section(ui, tr("view-bodies"));
    let (state, selected) = (panel.shown.state.clone(), panel.layers.0.selected);
    let height = ui.text_style_height(&egui::TextStyle::Button) + 2.0 * ui.spacing().button_padding.y;
    let area = egui::ScrollArea::vertical().id_salt("bodies").max_height(8.0 * height);
    area.show_rows(ui, height, state.bodies.len(), |ui, rows| {
        for index in rows {
            let body = &state.bodies[index];
            ui.horizontal(|ui| {
                mark(ui, &mut panel.marks, |marks| &mut marks.hidden, ("👁", "view-hide-body"), &body.name);
                mark(ui, &mut panel.marks, |marks| &mut marks.locked, ("🔒", "view-lock-body"), &body.name);
                let name = ui.selectable_label(selected == Some(index), &body.name);
                if name.clicked() {
                    panel.layers.change(move |layers| layers.0.selected = Some(index));
                }
            });
        }
    });
}

/// A button that marks a body, pale while it does not.
fn mark(
    ui: &mut egui::Ui,
    marks: &mut Binding<BodyMarks>,
    of: fn(&mut BodyMarks) -> &mut BTreeSet<String>,
    (sign, key): (&str, &'static str),
    body: &str,
) {
    let is_on = of(&mut marks.clone()).contains(body);
    let sign = if is_on { RichText::new(sign).strong() } else { RichText::new(sign).weak() };
    let name = tr_with(key, [("body", body.into())]);
    let button = ui.add(egui::Button::selectable(is_on, sign)).on_hover_text(&name);
    if reader::named(button, &name).clicked() {
        let body = body.to_owned();
        marks.change(move |marks| turn(of(marks), &body));
    }
}

/// Warnings about the scene.
fn warnings(ui: &mut egui::Ui, warnings: &[String]) {
    if warnings.is_empty() {
        return;
    }
    let head = RichText::new(format!("⚠ {}", counted_text("count-warnings", warnings.len())))
        .color(ui.visuals().error_fg_color);
    ui.add_space(4.0);
    let header = egui::CollapsingHeader::new(head).default_open(true);
    header.show(ui, |ui| warnings.iter().for_each(|warning| _ = ui.label(warning)));
}

fn scenes(ui: &mut egui::Ui, panel: &mut OverviewPanel, open: &str) {
    section(ui, tr("view-scene"));
    let title = panel.session.opened.as_ref().map_or(String::new(), |o| o.scene.title.clone());
    let mut wanted = None;
    let list =
        egui::ComboBox::from_id_salt("scenes").width(ui.available_width() - 12.0).selected_text(title).truncate();
    let list = list.show_ui(ui, |ui| {
        for card in &panel.gallery.cards {
            if let Ok(scene) = card.scene()
                && ui.selectable_label(card.name == open, &scene.title).clicked()
            {
                wanted = Some(card.opened(scene));
            }
        }
    });
    reader::named(list.response, tr("view-scene-name"));
    if let Some(opened) = wanted {
        panel.build.requests.write(Request::Scene(SceneRequest::Open(Box::new(opened))));
    }
}

fn overlays(ui: &mut egui::Ui, panel: &mut OverviewPanel) {
    section(ui, tr("view-overlays"));
    let on = Overlays { contact: panel.inspect.picked, ..panel.layers.0 };
    for (title, group) in LAYER_GROUPS {
        let is_any_on = group.iter().any(|(_, _, part)| *part(&mut panel.layers.clone()));
        let header = egui::CollapsingHeader::new(tr(title)).default_open(is_any_on);
        let bodies = &panel.shown.state.bodies;
        let can_draw: Vec<&Layer> = group.iter().filter(|layer| applies(layer, bodies, &panel.tuning.sets)).collect();
        header.show(ui, |ui| can_draw.into_iter().for_each(|layer| overlay(ui, panel, layer, &on)));
    }
    if layers().any(|layer| needs_selection(layer, &panel.shown.state, &on)) {
        ui.label(
            RichText::new(tr_with("layer-pale", [("what", tr(NEEDS_SELECTION).into())])).size(size::CAPTION).weak(),
        );
    }
    ui.horizontal_wrapped(|ui| {
        let mut locked = panel.shown.locked;
        if ui.checkbox(&mut locked, tr("view-lock")).changed() {
            panel.shown.change(move |shown| shown.locked = locked);
        }
        let tip = tr("view-fit-tip");
        if reader::named(ui.button(tr("view-fit")).on_hover_text(tip), tr("view-fit-name")).clicked() {
            let scales = Scales::fit(&panel.shown.state, &Default::default(), panel.layers.0.calm);
            panel.shown.change(move |shown| shown.scales = scales);
        }
    });
}

/// The switch of an overlay.
fn overlay(ui: &mut egui::Ui, panel: &mut OverviewPanel, layer: &Layer, on: &Overlays) {
    let (name, tip, part) = *layer;
    let is_idle = needs_selection(layer, &panel.shown.state, on);
    let shown = panel.layers.bind(part, |on| ui.add_enabled(!is_idle, egui::Checkbox::new(on, tr(name))));
    let shown = shown.on_disabled_hover_text(tr(NEEDS_SELECTION));
    if !tip.is_empty() {
        shown.on_hover_text(tr(tip));
    }
    if name == TRAILS
        && let Some(why) = no_trail_reason(&panel.shown, &panel.backfill, &panel.layers)
    {
        ui.label(RichText::new(why).size(size::CAPTION).weak());
    }
}

/// Options for many-body scenes only: colouring, and which history is kept.
fn many_body(ui: &mut egui::Ui, panel: &mut OverviewPanel) {
    if !is_many_body(panel.shown.state.bodies.len()) {
        return;
    }
    section(ui, tr("view-colours"));
    ui.horizontal_wrapped(|ui| {
        for of in Colouring::ALL {
            let radio = ui.radio(panel.layers.0.colouring == of, of.name()).on_hover_text(tr("view-colours-tip"));
            if radio.clicked() {
                panel.layers.change(move |layers| layers.0.colouring = of);
            }
        }
    });
    section(ui, tr("view-history"));
    let timeline = &panel.past.timeline;
    let rate = panel.build.playback.steps_per_second(panel.build.clock.dt);
    let wait = if rate > 0.0 { short(timeline.interval() as f64 / rate) } else { String::new() };
    let wait = if wait.is_empty() { wait } else { format!(", {}", tr_with("view-wait", [("seconds", wait.into())])) };
    let snapshots = counted_text("count-snapshots", timeline.snapshots());
    let steps = format!("{}{wait}", counted_text("count-steps", timeline.interval() as usize));
    let values = [("snapshots", snapshots.into()), ("mb", (timeline.bytes() >> 20).into()), ("steps", steps.into())];
    let mut text = tr_with("view-snapshots", values);
    if let Some(step) = timeline.events_until() {
        text += &format!(" {}", tr_with("view-events-until", [("step", step.into())]));
    }
    ui.label(RichText::new(text).weak());
}

fn look(ui: &mut egui::Ui, panel: &mut OverviewPanel) {
    section(ui, tr("view-view"));
    panel.panels.bind(|panels| &mut panels.plots, |on| ui.checkbox(on, tr("view-plots"))).on_hover_text("P");
    panel.orbit.bind(|orbit| &mut orbit.follow, |on| ui.checkbox(on, tr("view-follow")));
    let mut plane = panel.orbit.plane.is_some();
    let tip = tr("view-plane-tip");
    if ui.checkbox(&mut plane, tr("view-plane")).on_hover_text(tip).changed() {
        let axis = plane_axis(&panel.shown.state);
        panel.orbit.change(move |orbit| orbit.toggle_plane(axis));
    }
    let mut orthographic = panel.orbit.is_orthographic();
    let box_of = egui::Checkbox::new(&mut orthographic, tr("view-orthographic"));
    if ui.add_enabled(!plane, box_of).on_hover_text("5").changed() {
        panel.orbit.change(move |orbit| orbit.orthographic = orthographic);
    }
    let mut dark = panel.theme.dark_scene();
    if ui.checkbox(&mut dark, tr("view-dark")).changed() {
        panel.theme.change(|theme| *theme = theme.other());
    }
    panel.theme.bind(|theme| &mut theme.safe, |on| ui.checkbox(on, tr("view-safe"))).on_hover_text(tr("view-safe-tip"));
    ui.horizontal(|ui| {
        panel.sound.bind(|sound| &mut sound.on, |on| ui.checkbox(on, tr("sound-on"))).on_hover_text(tr("sound-tip"));
        let on = panel.sound.on;
        let slider = |volume: &mut f64| ui.add_enabled(on, egui::Slider::new(volume, 0.0..=1.0).show_value(false));
        let slider = panel.sound.bind(|sound| &mut sound.volume, slider);
        reader::named(slider.on_hover_text(tr("sound-volume")), tr("sound-volume-name"));
    });
    ui.horizontal(|ui| {
        ui.label(tr("view-language"));
        panel.actions.write_batch(language(ui));
    });
    let grid = panel.units.metres(crate::draw::space::grounds::cell(panel.shown.state.bodies.len(), &panel.units));
    ui.label(RichText::new(tr_with("view-grid", [("cell", short(grid).into())])).weak());
}
