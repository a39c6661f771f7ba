//! Keys and mouse. Typing in a field and pointing at a panel win over everything here.

use super::camera::{Orbit, SceneArea};
use super::labels::Lens;
use super::panels::Panels;
use super::playback::Playback;
use super::session::{Layers, Request, Session, Shown};
use super::sync::Units;
use crate::world::Clock;
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};
use bevy_egui::egui::{Rect, pos2};
use bevy_egui::input::EguiWantsInput;
use std::f32::consts::FRAC_PI_2;

/// What the help overlay lists: keys and what they do.
pub const HELP: &[(&str, &str)] = &[
    ("Space", "play / pause"),
    ("→  or  .", "one step"),
    ("Shift + →", "ten frames of the screen"),
    ("Backspace, R", "back to the start"),
    ("Ctrl + L", "read the scene's file again"),
    ("+  −", "faster, slower"),
    ("Tab", "hide or show the left panel"),
    ("Shift + Tab", "hide or show the right panel"),
    ("P", "hide or show the plots"),
    ("F", "frame the selected body, or all"),
    ("1  3  7", "front, right, top view"),
    ("5", "perspective on / off"),
    ("Esc", "clear the selection, close an overlay"),
    ("Ctrl + O", "gallery of scenes"),
    ("F1", "this list"),
    ("F11", "full screen"),
    ("F12", "picture of the window as a PNG file"),
    ("left drag", "turn the view"),
    ("right drag", "move the view (or Shift + middle)"),
    ("wheel", "nearer, further"),
    ("click, double-click", "select a body, frame it"),
];

/// Keys that stand for themselves, told from the text they would type.
pub fn keys(
    keyboard: Res<ButtonInput<KeyCode>>,
    wants: Res<EguiWantsInput>,
    clock: Res<Clock>,
    shown: Res<Shown>,
    units: Res<Units>,
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
    mut orbit: ResMut<Orbit>,
    mut panels: ResMut<Panels>,
    mut layers: ResMut<Layers>,
) {
    if wants.wants_any_keyboard_input() {
        return;
    }
    let pressed = |keys: &[KeyCode]| keyboard.any_just_pressed(keys.iter().copied());
    let shift = keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let ctrl = keyboard.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    if ctrl {
        if pressed(&[KeyCode::KeyO]) {
            session.request = Some(Request::Gallery);
        }
        if pressed(&[KeyCode::KeyL]) {
            session.request = Some(Request::Reload);
        }
        return;
    }
    if pressed(&[KeyCode::F1]) {
        session.help = !session.help;
    }
    if pressed(&[KeyCode::Escape]) {
        escape(&mut session, &mut layers);
    }
    if pressed(&[KeyCode::Tab]) {
        let side = if shift { &mut panels.right } else { &mut panels.left };
        *side = !*side;
    }
    if pressed(&[KeyCode::KeyP]) {
        panels.plots = !panels.plots;
    }
    if session.gallery || session.opened.is_none() {
        return;
    }
    run_keys(&pressed, shift, clock.dt, &mut session, &mut playback);
    if pressed(&[KeyCode::KeyF]) {
        orbit.frame(&shown.state, &units, layers.0.selected);
    }
    for (key, yaw, pitch) in
        [(KeyCode::Digit1, -FRAC_PI_2, 0.0), (KeyCode::Digit3, 0.0, 0.0), (KeyCode::Digit7, -FRAC_PI_2, FRAC_PI_2)]
    {
        if pressed(&[key, numpad(key)]) {
            orbit.look(yaw, pitch);
        }
    }
    if pressed(&[KeyCode::Digit5, KeyCode::Numpad5]) {
        orbit.orthographic = !orbit.orthographic;
    }
}

fn numpad(digit: KeyCode) -> KeyCode {
    match digit {
        KeyCode::Digit1 => KeyCode::Numpad1,
        KeyCode::Digit3 => KeyCode::Numpad3,
        _ => KeyCode::Numpad7,
    }
}

fn run_keys(
    pressed: &dyn Fn(&[KeyCode]) -> bool,
    shift: bool,
    dt: f64,
    session: &mut Session,
    playback: &mut Playback,
) {
    if pressed(&[KeyCode::Space]) {
        playback.playing = !playback.playing;
    }
    if pressed(&[KeyCode::ArrowRight, KeyCode::Period]) {
        playback.playing = false;
        let steps = if shift { 10 * playback.steps_per_frame(dt) } else { 1 };
        playback.single += steps;
    }
    if pressed(&[KeyCode::Backspace, KeyCode::KeyR]) {
        session.request = Some(Request::Reset);
    }
    if pressed(&[KeyCode::Equal, KeyCode::NumpadAdd]) {
        playback.change_speed(1);
    }
    if pressed(&[KeyCode::Minus, KeyCode::NumpadSubtract]) {
        playback.change_speed(-1);
    }
}

fn escape(session: &mut Session, layers: &mut Layers) {
    if session.help {
        session.help = false;
    } else if session.gallery && session.opened.is_some() {
        session.gallery = false;
    } else {
        layers.0.selected = None;
    }
}

/// Full screen and pictures.
pub fn window_keys(
    keyboard: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Real>>,
    mut session: ResMut<Session>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut commands: Commands,
) {
    if keyboard.just_pressed(KeyCode::F11) {
        for mut window in &mut windows {
            window.mode = match window.mode {
                WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
                _ => WindowMode::Windowed,
            };
        }
    }
    if keyboard.just_pressed(KeyCode::F12) {
        let path = super::snapshot::free_name("stickslip");
        session.say(format!("picture saved as {}", path.display()), time.elapsed_secs_f64());
        super::snapshot::of_window(&mut commands, path);
    }
}

/// A press of the left button that may become a click or a drag.
#[derive(Default)]
pub struct Press {
    moved: f32,
    inside: bool,
    last_click: f64,
}

/// Turns, moves and zooms the view, and selects bodies.
pub fn mouse(
    buttons: Res<ButtonInput<MouseButton>>,
    keyboard: Res<ButtonInput<KeyCode>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    wants: Res<EguiWantsInput>,
    area: Res<SceneArea>,
    windows: Query<&Window, With<PrimaryWindow>>,
    time: Res<Time<Real>>,
    mut orbit: ResMut<Orbit>,
    (units, shown): (Res<Units>, Res<Shown>),
    mut layers: ResMut<Layers>,
    mut press: Local<Press>,
) {
    let Some(cursor) = windows.iter().next().and_then(Window::cursor_position) else { return };
    let over = !wants.wants_any_pointer_input() && area.0.is_none_or(|rect| rect.contains(cursor));
    if over && scroll.delta.y != 0.0 {
        let notch = if scroll.unit == MouseScrollUnit::Line { 1.0 } else { 0.02 };
        orbit.dolly(scroll.delta.y * notch);
    }
    let any = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];
    if buttons.any_just_pressed(any) {
        press.moved = 0.0;
        press.inside = over;
    }
    if !press.inside {
        return;
    }
    press.moved += motion.delta.length();
    let shift = keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let height = area.0.map_or(800.0, |rect| rect.height());
    if buttons.pressed(MouseButton::Right) || (shift && buttons.pressed(MouseButton::Middle)) {
        orbit.pan(motion.delta, height);
    } else if buttons.pressed(MouseButton::Left) {
        orbit.turn(motion.delta);
    }
    if buttons.just_released(MouseButton::Left) && press.moved < 4.0 {
        let picked = pick(cursor, &orbit, &area, &units, &shown);
        layers.0.selected = picked;
        let now = time.elapsed_secs_f64();
        if now - press.last_click < 0.4 && picked.is_some() {
            orbit.frame(&shown.state, &units, picked);
        }
        press.last_click = now;
    }
}

/// The body nearest to the eye under the cursor, by its bounding ball.
fn pick(cursor: Vec2, orbit: &Orbit, area: &SceneArea, units: &Units, shown: &Shown) -> Option<usize> {
    let area = area.0?;
    let corner = |p: Vec2| pos2(p.x, p.y);
    let lens = Lens { orbit, area: Rect::from_min_max(corner(area.min), corner(area.max)), units };
    let eye = orbit.transform().translation;
    let under = |body: &crate::record::state::BodyState| {
        let size = super::scale::extent(&body.shape)?;
        let at = lens.project(&body.x)?;
        let near = at.distance(corner(cursor)) < lens.pixels(&body.x, size).max(8.0);
        near.then(|| eye.distance(units.point(&body.x)))
    };
    let mut best: Option<(usize, f32)> = None;
    for (index, body) in shown.state.bodies.iter().enumerate() {
        if let Some(distance) = under(body).filter(|d| best.is_none_or(|(_, b)| *d < b)) {
            best = Some((index, distance));
        }
    }
    best.map(|(index, _)| index)
}
