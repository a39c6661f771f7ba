//! The panel *Build*: the tools, the card of the selected body, materials, the scene with its check, and the start.

use crate::app::build::check::choose_stiffness;
use crate::app::build::ghost::grid;
use crate::app::build::lines::LineDraft;
use crate::app::build::materials::MATERIALS;
use crate::app::build::toolbox::Toolbox;
use crate::app::build::tools::Tool;
use crate::app::state::request::{BuildRequest, Request, TimeRequest};
use crate::app::state::scene_patch::ScenePatch;
use crate::draw::scale::extent;
use crate::draw::space::orbit::Orbit;
use crate::draw::text::format::{quantity, short};
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::{Theme, ThemeColours, material_colours, size};
use crate::view::ui::build::subject::{BuildPanel, BuildSubject};
use crate::view::ui::build::{card, scene_card};
use crate::view::ui::widgets::{labelled_number, plain_field, section};
use bevy_egui::egui::containers::menu::{MenuButton, MenuConfig};
use bevy_egui::egui::{self, RichText, Sense, vec2};

/// Largest number of copies along an axis of a grid.
const MAX_COPIES: f64 = 50.0;

/// Shows the panel.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject, theme: &Theme) {
    let materials = Tool::materials();
    let groups: [(&str, &[Tool]); 5] = [
        ("build-bodies", &Tool::BODIES),
        ("build-supports", &Tool::SUPPORTS),
        ("build-connect", &Tool::CONNECT),
        ("build-force", &Tool::FORCE),
        ("build-materials", &materials),
    ];
    for (title, tools) in groups {
        ui.add_space(2.0);
        ui.label(RichText::new(tr(title)).size(size::CAPTION).weak());
        ui.horizontal_wrapped(|ui| {
            tools.iter().for_each(|&tool| tool_button(ui, panel, tool));
            if title == "build-supports" && panel.clock.step == 0 {
                let floor = egui::Button::selectable(false, tr("tool-floor")).frame_when_inactive(true);
                let floor = ui.add(floor.min_size(vec2(62.0, 26.0))).on_hover_text(tr("tool-floor-tip"));
                if floor.clicked() {
                    panel.requests.write(Request::Build(BuildRequest::Floor));
                }
            }
        });
    }
    ui.add_space(4.0);
    next(ui, panel);
    section(ui, tr("build-selected"));
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
    if panel.clock.step == 0 {
        check(ui, panel, of, theme);
        scene_card::show(ui, panel, of);
    }
    start(ui, panel);
}

/// What to do next, in the space of the longest such text, so that the card below stays where it is.
fn next(ui: &mut egui::Ui, panel: &mut BuildPanel) {
    let height = 4.0 * ui.text_style_height(&egui::TextStyle::Body);
    ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        ui.label(RichText::new(tr(hint(panel.toolbox.tool, panel.toolbox.line.as_ref()))).weak());
    });
    let places = panel.toolbox.tool.is_some_and(Tool::is_body);
    let button = egui::Button::new(tr("build-place-middle"));
    let button = ui.add_enabled(places, button).on_hover_text(tr("build-place-middle-tip"));
    if button.clicked() {
        panel.requests.write(Request::Build(BuildRequest::PlaceInMiddle));
    }
}

fn hint(tool: Option<Tool>, line: Option<&LineDraft>) -> &'static str {
    match (tool, line) {
        (None, _) => "build-hint-choose",
        (Some(tool), None) if tool.is_line() => "build-hint-line",
        (Some(tool), Some(_)) if tool.is_line() => "build-hint-line-end",
        (Some(Tool::Material(_)), _) => "build-hint-paint",
        (Some(_), _) => "build-hint-place",
    }
}

/// A tool: a click chooses it, a drag takes it into the scene.
fn tool_button(ui: &mut egui::Ui, panel: &mut BuildPanel, tool: Tool) {
    let is_chosen = panel.toolbox.tool == Some(tool);
    let colour = match tool {
        Tool::Material(place) => material_colours(MATERIALS[place].name),
        _ => None,
    };
    let caption: egui::WidgetText = match colour {
        // A sample of the material, with the shade of its pattern.
        Some([_, shade]) => {
            let mut text = egui::text::LayoutJob::default();
            RichText::new("■ ").color(shade).append_to(
                &mut text,
                ui.style(),
                egui::FontSelection::Default,
                egui::Align::Center,
            );
            RichText::new(tr(tool.title())).append_to(
                &mut text,
                ui.style(),
                egui::FontSelection::Default,
                egui::Align::Center,
            );
            text.into()
        }
        None => tr(tool.title()).into(),
    };
    let button = egui::Button::selectable(is_chosen, caption).frame_when_inactive(true);
    let button = ui.add(button.min_size(vec2(62.0, 26.0)).sense(Sense::click_and_drag()));
    if button.clicked() {
        panel.toolbox.change(move |toolbox| toolbox.choose(tool));
    }
    if tool.is_line() {
        return;
    }
    if button.drag_started() {
        panel.toolbox.change(move |toolbox| toolbox.drag_out(tool));
    }
    if button.drag_stopped() {
        let zoom = ui.ctx().zoom_factor();
        let at = button.interact_pointer_pos().map(|at| bevy::math::Vec2::new(at.x, at.y) * zoom);
        if at.zip(panel.area.0).is_some_and(|(at, area)| area.contains(at)) {
            panel.requests.write(Request::Build(BuildRequest::Place));
        } else {
            panel.toolbox.change(|toolbox| *toolbox = Toolbox::default());
        }
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

/// The live check with its remedies.
fn check(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject, theme: &Theme) {
    section(ui, tr("check-title"));
    let found = panel.check.clone();
    for (i, j, by) in found.overlaps.iter().take(4) {
        let Some([a, b]) = of.state.bodies.get(*i).zip(of.state.bodies.get(*j)).map(|(a, b)| [a, b]) else { continue };
        let names = [("a", a.name.as_str().into()), ("b", b.name.as_str().into()), ("by", quantity(*by, "m").into())];
        ui.label(RichText::new(tr_with("check-overlap", names)).color(theme.fault()));
    }
    let ratio = if found.ratio >= 0.01 { format!("{:.2}", found.ratio) } else { short(found.ratio) };
    match found.advised {
        Some(step) => {
            let text = tr_with("check-step", [("ratio", ratio.into()), ("step", short(step).into())]);
            ui.label(RichText::new(text).color(theme.fault()));
            if reader::named(ui.button(tr("check-fix")), tr("check-fix-name")).clicked() {
                let value = format!("{step:?}");
                panel.patch("Δt", vec![ScenePatch::Set { path: "time.dt".to_owned(), value }]);
            }
        }
        None if found.overlaps.is_empty() => {
            ui.label(RichText::new(tr_with("check-good", [("ratio", ratio.into())])).weak());
        }
        None => {}
    }
    let choose = ui.button(tr("check-choose")).on_hover_text(tr("check-choose-tip"));
    if choose.clicked() {
        match choose_stiffness(of.opened) {
            Ok(patches) => panel.patch(tr("check-choose"), patches),
            Err(why) => panel.toolbox.change(move |toolbox| toolbox.refusal = Some(why)),
        }
    }
    if let Some(why) = &panel.toolbox.refusal {
        ui.label(RichText::new(why).weak());
    }
}

/// The start of the run, and the ways back to it.
fn start(ui: &mut egui::Ui, panel: &mut BuildPanel) {
    section(ui, tr("build-start"));
    if panel.clock.step == 0 {
        ui.label(RichText::new(tr("build-at-start")).weak());
        return;
    }
    ui.label(RichText::new(tr("build-after-start")).weak());
    ui.horizontal_wrapped(|ui| {
        if ui.button(tr("build-back-button")).clicked() {
            panel.requests.write(Request::Time(TimeRequest::Seek(0)));
        }
        let button = reader::named(ui.button(tr("build-start-button")), tr("build-start-button"));
        if button.clicked() && !panel.playback.playing {
            panel.requests.write(Request::Build(BuildRequest::StartHere));
        }
    });
}
