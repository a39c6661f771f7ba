//! Mouse input in the scene: orbits, pans and zooms the camera, selects bodies and contacts.

use super::pick::{contact_under, pick};
use crate::app::hand::Grab;
use crate::app::inspect::Inspect;
use crate::app::layout::Layers;
use crate::app::shown::Shown;
use crate::draw::orbit::Orbit;
use crate::draw::units::Units;
use crate::view::render::camera::SceneArea;
use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;

/// A press of the left button that may become a click or a drag.
#[derive(Default)]
pub(crate) struct Press {
    moved: f32,
    cursor: Option<Vec2>,
    inside: bool,
    last_click: f64,
}

/// Orbits, pans and zooms the camera, and selects bodies.
pub(crate) fn mouse(
    buttons: Res<ButtonInput<MouseButton>>,
    keyboard: Res<ButtonInput<KeyCode>>,
    scroll: Res<AccumulatedMouseScroll>,
    wants: Res<EguiWantsInput>,
    area: Res<SceneArea>,
    windows: Query<&Window, With<PrimaryWindow>>,
    time: Res<Time<Real>>,
    mut orbit: ResMut<Orbit>,
    (units, shown): (Res<Units>, Res<Shown>),
    (mut layers, mut inspect): (ResMut<Layers>, ResMut<Inspect>),
    hand: Res<Grab>,
    mut press: Local<Press>,
) {
    let Some(cursor) = windows.iter().next().and_then(Window::cursor_position) else { return };
    // Uses cursor positions, not device motion: remote and virtual mice send none.
    let mut drag = cursor - press.cursor.replace(cursor).unwrap_or(cursor);
    let over = !wants.wants_any_pointer_input() && area.0.is_some_and(|rect| rect.contains(cursor));
    if over && scroll.delta.y != 0.0 {
        let notch = if scroll.unit == MouseScrollUnit::Line { 1.0 } else { 0.02 };
        orbit.dolly(scroll.delta.y * notch);
    }
    let any = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];
    if buttons.any_just_pressed(any) {
        // In a slow frame the motion up to the press arrives with it; it is not part of the drag.
        (press.moved, drag) = (0.0, Vec2::ZERO);
        // Holding a body with the hand blocks the camera.
        press.inside = over && hand.held.is_none();
    }
    // Reading what is under the pointer costs as much as a click.
    if drag != Vec2::ZERO && !buttons.any_pressed(any) {
        let hovered = if over { contact_under(cursor, &orbit, &area, &units, &shown) } else { None };
        if inspect.hovered != hovered {
            inspect.hovered = hovered;
        }
    }
    // So does a widget that has grabbed the drag meanwhile, such as the grip of a board.
    press.inside &= !wants.is_using_pointer();
    if !press.inside {
        return;
    }
    press.moved += drag.length();
    let shift = keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let height = area.0.map_or(800.0, |rect| rect.height());
    // A plane view does not rotate.
    let slides = orbit.plane.is_some() && buttons.pressed(MouseButton::Left);
    if buttons.pressed(MouseButton::Right) || (shift && buttons.pressed(MouseButton::Middle)) || slides {
        orbit.pan(drag, height);
    } else if buttons.pressed(MouseButton::Left) && drag != Vec2::ZERO {
        orbit.turn(drag);
    }
    if buttons.just_released(MouseButton::Left) && press.moved < 4.0 {
        if let Some(key) = contact_under(cursor, &orbit, &area, &units, &shown) {
            inspect.pick(key);
            return;
        }
        let picked = pick(cursor, &orbit, &area, &units, &shown);
        layers.0.selected = picked;
        let now = time.elapsed_secs_f64();
        if now - press.last_click < 0.4 && picked.is_some() {
            orbit.frame(&shown.state, &units, picked);
        }
        press.last_click = now;
    }
}
