//! The bar at the bottom: play, step, speed, and how fast it really goes.

use super::Desk;
use crate::view::format;
use crate::view::playback::{LADDER, speed_name};
use crate::view::session::Request;
use bevy_egui::egui::{self, RichText};

/// Shows the bar.
pub fn show(ui: &mut egui::Ui, desk: &mut Desk) {
    ui.add_space(3.0);
    ui.horizontal_wrapped(|ui| {
        run(ui, desk);
        ui.separator();
        speed(ui, desk);
        ui.separator();
        reached(ui, desk);
    });
    if let Some(why) = &desk.shown.stopped {
        let red = ui.visuals().error_fg_color;
        ui.label(RichText::new(format!("Stopped: {why}")).color(red).strong());
        ui.label("Press Backspace to start again; a smaller dt or a smaller K_E often helps.");
    }
    ui.add_space(3.0);
}

fn run(ui: &mut egui::Ui, desk: &mut Desk) {
    let stopped = desk.shown.stopped.is_some();
    let name = if desk.playback.playing { "⏸ Pause" } else { "▶ Play" };
    let size = egui::vec2(84.0, 26.0);
    let play = ui.add_enabled(!stopped, egui::Button::new(RichText::new(name).strong()).min_size(size));
    if play.on_hover_text("Space").clicked() {
        desk.playback.playing = !desk.playback.playing;
    }
    let frame = desk.playback.steps_per_frame(desk.clock.dt);
    for (name, steps, tip) in [
        ("+1", 1, "one step (→)".to_owned()),
        ("+10", 10, "ten steps".to_owned()),
        ("+frame", frame, format!("one frame of the screen at this speed: {frame} steps")),
    ] {
        if ui.add_enabled(!stopped, egui::Button::new(name)).on_hover_text(tip).clicked() {
            desk.playback.playing = false;
            desk.playback.single += steps;
        }
    }
    if ui.button("⟲ Reset").on_hover_text("back to the start (Backspace)").clicked() {
        desk.session.request = Some(Request::Reset);
    }
}

fn speed(ui: &mut egui::Ui, desk: &mut Desk) {
    if ui.button("−").on_hover_text("slower (−)").clicked() {
        desk.playback.change_speed(-1);
    }
    let chosen = speed_name(desk.playback.speed());
    egui::ComboBox::from_id_salt("speed").width(82.0).selected_text(chosen).show_ui(ui, |ui| {
        for (rung, speed) in LADDER.iter().enumerate() {
            ui.selectable_value(&mut desk.playback.rung, rung, speed_name(*speed));
        }
    });
    if ui.button("+").on_hover_text("faster (+)").clicked() {
        desk.playback.change_speed(1);
    }
}

fn reached(ui: &mut egui::Ui, desk: &Desk) {
    ui.label(RichText::new(format::clock(desk.shown.state.time, desk.shown.state.step)).monospace());
    ui.separator();
    if !desk.playback.playing {
        let text = if desk.session.ended { "end of the scene · play goes on" } else { "paused" };
        ui.label(RichText::new(text).weak());
        return;
    }
    let text = format!("real time × {}", format::number(desk.playback.reached));
    if desk.playback.behind {
        let tip = "The steps take longer than the chosen speed allows: it runs slower, and leaves no step out.";
        ui.label(RichText::new(text).color(ui.visuals().warn_fg_color)).on_hover_text(tip);
    } else {
        ui.label(text).on_hover_text("simulated seconds per second");
    }
}
