//! The bar at the bottom: play, step, speed, and how fast it really goes.

use super::Desk;
use crate::view::course::Layout;
use crate::view::format;
use crate::view::playback::{LADDER, speed_name};
use crate::view::reader;
use crate::view::session::Request;
use bevy_egui::egui::{self, RichText};

/// Shows the bar.
pub fn show(ui: &mut egui::Ui, desk: &mut Desk) {
    ui.add_space(3.0);
    ui.horizontal_wrapped(|ui| {
        run(ui, desk);
        ui.separator();
        layouts(ui, desk);
        ui.separator();
        speed(ui, desk);
        ui.separator();
        reached(ui, desk);
        // A lesson has few buttons.
        let few = desk.course.layout == Layout::Lesson;
        if !few || desk.past.ghost.is_some() {
            ghost(ui, desk);
        }
        ui.separator();
        let panels = &mut *desk.panels;
        let tip = "the same scene under other laws, in the same step";
        ui.toggle_value(&mut panels.compare, "Compare laws").on_hover_text(tip);
        if !few {
            ui.toggle_value(&mut panels.bench, "Law bench").on_hover_text("one contact, driven under every law");
            replay(ui, desk);
        }
    });
    if let Some(why) = &desk.shown.stopped {
        let red = ui.visuals().error_fg_color;
        ui.label(RichText::new(format!("Stopped: {why}")).color(red).strong());
        ui.label("Press Backspace to start again; a smaller dt or a smaller K_E often helps.");
    }
    ui.add_space(3.0);
}

/// One switch: how much of the window is shown.
fn layouts(ui: &mut egui::Ui, desk: &mut Desk) {
    for (layout, name) in [(Layout::Lesson, "lesson"), (Layout::Explore, "explore"), (Layout::Debug, "debug")] {
        if ui.selectable_label(desk.course.layout == layout, name).clicked() {
            desk.course.layout = layout;
            layout.apply(&mut desk.panels, &mut desk.layers);
        }
    }
}

fn run(ui: &mut egui::Ui, desk: &mut Desk) {
    let stopped = desk.shown.stopped.is_some();
    let name = if desk.playback.playing { "⏸ Pause" } else { "▶ Play" };
    let size = egui::vec2(84.0, 26.0);
    let play = ui.add_enabled(!stopped, egui::Button::new(RichText::new(name).strong()).min_size(size));
    if play.on_hover_text("Space").clicked() {
        desk.playback.toggle();
    }
    let to_event = ui.add_enabled(!stopped, egui::Button::new("▶ to event"));
    if to_event.on_hover_text("play until something happens: a mode changes, a contact begins or ends (E)").clicked() {
        desk.playback.play_to_event();
    }
    jumps(ui, desk);
    let frame = desk.playback.steps_per_frame(desk.clock.dt);
    for (name, steps, tip) in [
        ("+1", 1, "one step (→)".to_owned()),
        ("+10", 10, "ten steps".to_owned()),
        ("+frame", frame, format!("one frame of the screen at this speed: {frame} steps")),
    ]
    .into_iter()
    .take(if desk.course.layout == Layout::Lesson { 1 } else { 3 })
    {
        let button = ui.add_enabled(!stopped, egui::Button::new(name)).on_hover_text(&tip);
        if reader::named(button, &tip).clicked() {
            desk.playback.stop();
            desk.playback.single += steps;
        }
    }
    if ui.button("⟲ Reset").on_hover_text("back to the start (Backspace)").clicked() {
        desk.session.request = Some(Request::Reset);
    }
}

/// Jumps in the past of the run.
fn jumps(ui: &mut egui::Ui, desk: &mut Desk) {
    let now = desk.clock.step;
    let tape = &desk.past.tape;
    let back = now.checked_sub(1);
    for (name, goal, tip) in [
        ("◂ event", tape.last_event(now), "the last event before this step (Ctrl + ←)"),
        ("event ▸", tape.next_event(now), "the next event that is known (Ctrl + →)"),
        ("−1", back, "one step back (←)"),
    ] {
        let button = ui.add_enabled(goal.is_some(), egui::Button::new(name)).on_hover_text(tip);
        if reader::named(button, tip).clicked() {
            desk.playback.stop();
            desk.session.request = goal.map(Request::Seek);
        }
    }
}

/// The recording that is played, and whether this run is still the one that was recorded.
fn replay(ui: &mut egui::Ui, desk: &mut Desk) {
    ui.separator();
    if let Some(replay) = &desk.past.replay {
        let cut = replay.cut_off.map_or(String::new(), |step| format!("\ncut off: it is good up to step {step}"));
        let tip = format!("{}\nrecorded by version {}{cut}\nan edit branches off from it", replay.file, replay.version);
        let name = if cut.is_empty() { "replay" } else { "replay (cut off)" };
        ui.label(RichText::new(name).strong()).on_hover_text(tip);
    } else if ui.button("⏺ Record").on_hover_text("save the run so far as one file (Ctrl + Shift + R)").clicked() {
        desk.session.request = Some(Request::Record);
    }
    if let Some(step) = desk.past.tape.diverged() {
        let badge = RichText::new(format!(" DIVERGED at step {step} ")).strong().color(egui::Color32::WHITE);
        let tip = "From this step on the state is not the one that was recorded or seen before: another version of the \
                   program, or a fault of the machine.";
        ui.label(badge.background_color(egui::Color32::from_rgb(0xB0, 0x10, 0x10))).on_hover_text(tip);
    }
}

/// The other future, if there is one.
fn ghost(ui: &mut egui::Ui, desk: &mut Desk) {
    let Some(ghost) = &desk.past.ghost else {
        ui.separator();
        let tip = "branch off here with a tenth of the step, as a ghost: what differs is the step's doing";
        if ui.button("ghost Δt/10").on_hover_text(tip).clicked() {
            desk.session.request = Some(Request::Finer);
        }
        return;
    };
    let from = format::clock(ghost.from as f64 * desk.clock.dt, ghost.from);
    let ahead = desk.clock.step >= ghost.from;
    let lag = if ahead && ghost.state.is_none() { " (catching up)" } else { "" };
    ui.separator();
    let name = if ghost.fine > 1 { "ghost Δt/10" } else { "ghost" };
    ui.label(RichText::new(format!("{name}{lag}")).color(desk.theme.ghost())).on_hover_text(if ghost.fine > 1 {
        format!("the same run from {from} on with Δt/{}: pale bodies, pale curves", ghost.fine)
    } else {
        format!("the future you left at {from}: pale bodies, pale curves")
    });
    let tip = "go on in the other future; this one becomes the ghost";
    if ghost.fine == 1 && reader::named(ui.button("A ⇄ B").on_hover_text(tip), tip).clicked() {
        desk.session.request = Some(Request::Swap);
    }
    if ui.button("discard").on_hover_text("forget the other future").clicked() {
        desk.past.ghost = None;
    }
}

fn speed(ui: &mut egui::Ui, desk: &mut Desk) {
    if reader::named(ui.button("−").on_hover_text("slower (−)"), "slower").clicked() {
        desk.playback.change_speed(-1);
    }
    let chosen = speed_name(desk.playback.speed());
    let list = egui::ComboBox::from_id_salt("speed").width(82.0).selected_text(chosen).show_ui(ui, |ui| {
        for (rung, speed) in LADDER.iter().enumerate() {
            ui.selectable_value(&mut desk.playback.rung, rung, speed_name(*speed));
        }
    });
    reader::named(list.response, "speed");
    if reader::named(ui.button("+").on_hover_text("faster (+)"), "faster").clicked() {
        desk.playback.change_speed(1);
    }
}

fn reached(ui: &mut egui::Ui, desk: &Desk) {
    if let Some(part) = desk.past.progress(desk.clock.step) {
        let goal = desk.past.goal.unwrap_or(0);
        ui.label(format!("going to step {goal}: {:.0} %", 100.0 * part));
        return;
    }
    if !desk.playback.playing {
        let text = if desk.session.ended { "end of the scene" } else { "paused" };
        let tip = if desk.session.ended { "play goes on" } else { "Space plays" };
        ui.label(RichText::new(text).weak()).on_hover_text(tip);
        return;
    }
    let steps = desk.playback.steps_per_second(desk.clock.dt);
    let text = format!("real time × {} · {} steps/s", format::number(desk.playback.reached), format::number(steps));
    if desk.playback.behind {
        let tip = "The steps take longer than the chosen speed allows: it runs slower, and leaves no step out.";
        ui.label(RichText::new(text).color(ui.visuals().warn_fg_color)).on_hover_text(tip);
    } else {
        ui.label(text).on_hover_text("simulated seconds per second");
    }
}
