//! The toolbox, and what is told at the pointer of the body that a click would place.

use super::widgets::section;
use crate::app::build::toolbox::{Tool, Toolbox};
use crate::app::state::change::Binding;
use crate::app::state::request::{BuildRequest, Request};
use crate::app::timeline::playback::Playback;
use crate::texts::tr;
use crate::view::input::reader;
use crate::view::render::theme::{Theme, ThemeColours};
use crate::view::ui::frame::canvas::Canvas;
use crate::world::Clock;
use bevy::ecs::error::Result;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, RichText, vec2};

/// Resources of the toolbox.
#[derive(SystemParam)]
pub(crate) struct BuildPanel<'w> {
    /// The chosen tool.
    pub toolbox: Binding<'w, Toolbox>,
    /// Step of the run.
    pub clock: Res<'w, Clock>,
    /// Playback state.
    pub playback: Res<'w, Playback>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
}

/// Shows the tools, and what can be done with the selected body.
pub(crate) fn show(ui: &mut egui::Ui, panel: &mut BuildPanel) {
    for (title, tools) in [("build-bodies", &Tool::BODIES[..]), ("build-supports", &Tool::SUPPORTS[..])] {
        section(ui, tr(title));
        ui.horizontal_wrapped(|ui| {
            for &tool in tools {
                let is_chosen = panel.toolbox.tool == Some(tool);
                let button = egui::Button::selectable(is_chosen, tr(tool.title())).min_size(vec2(64.0, 30.0));
                if ui.add(button).clicked() {
                    panel.toolbox.change(move |toolbox| toolbox.choose(tool));
                }
            }
        });
    }
    ui.add_space(4.0);
    let hint = if panel.toolbox.tool.is_some() { "build-hint-place" } else { "build-hint-choose" };
    ui.label(RichText::new(tr(hint)).weak());
    section(ui, tr("build-selected"));
    ui.horizontal_wrapped(|ui| {
        for (name, key, request) in [
            ("build-button-duplicate", "Ctrl+D", BuildRequest::Duplicate),
            ("build-button-delete", "Delete", BuildRequest::Delete),
            ("build-button-copy", "Ctrl+C", BuildRequest::Copy),
            ("build-button-paste", "Ctrl+V", BuildRequest::Paste),
        ] {
            if ui.button(tr(name)).on_hover_text(key).clicked() {
                panel.requests.write(Request::Build(request));
            }
        }
    });
    section(ui, tr("build-start"));
    if panel.clock.step == 0 {
        ui.label(RichText::new(tr("build-at-start")).weak());
    } else {
        ui.label(RichText::new(tr("build-after-start")).weak());
        let button = reader::named(ui.button(tr("build-start-button")), tr("build-start-button"));
        if button.clicked() && !panel.playback.playing {
            panel.requests.write(Request::Build(BuildRequest::StartHere));
        }
    }
}

/// Tells at the pointer on what the offered body stands, or what it overlaps.
pub(crate) fn offer(mut canvas: Canvas, toolbox: Res<Toolbox>, theme: Res<Theme>) -> Result {
    let ctx = canvas.ctx()?;
    let (Some(offer), Some(at)) = (&toolbox.offer, ctx.pointer_hover_pos()) else { return Ok(()) };
    let area = egui::Area::new(egui::Id::new("offer")).fixed_pos(at + vec2(18.0, 18.0)).interactable(false);
    area.order(egui::Order::Tooltip).show(&ctx, |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            let text = RichText::new(offer.text());
            ui.label(if offer.overlap.is_some() { text.color(theme.fault()) } else { text });
        });
    });
    Ok(())
}
