//! The panel *Build*: the tools, the scene with its check, and the start.

use crate::app::build::check::choose_stiffness;
use crate::app::build::lines::LineDraft;
use crate::app::build::materials::MATERIALS;
use crate::app::build::toolbox::Toolbox;
use crate::app::build::tools::Tool;
use crate::app::state::request::{BuildRequest, Request, TimeRequest};
use crate::app::state::scene_patch::ScenePatch;
use crate::draw::text::format::{quantity, short};
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::{Theme, ThemeColours, material_colours, size};
use crate::view::ui::build::subject::{BuildPanel, BuildSubject};
use crate::view::ui::build::{body_page, scene_card};
use crate::view::ui::widgets::section;
use bevy_egui::egui::{self, RichText, Sense, vec2};

/// Shows the panel. `has_page`: the card of the selected body has a page of its own in the right panel.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut BuildPanel, of: BuildSubject, theme: &Theme, has_page: bool) {
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
            if title == "build-supports" {
                let floor = egui::Button::selectable(false, tr("tool-floor")).frame_when_inactive(true);
                let floor = ui.add_enabled(panel.clock.step == 0, floor.min_size(vec2(62.0, 26.0)));
                if floor.on_hover_text(tr("tool-floor-tip")).clicked() {
                    panel.requests.write(Request::Build(BuildRequest::Floor));
                }
            }
        });
    }
    ui.add_space(4.0);
    next(ui, panel);
    if !has_page {
        section(ui, tr("build-selected"));
        body_page::show(ui, panel, of);
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
