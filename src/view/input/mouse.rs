//! Mouse input in the scene: orbits, pans and zooms the camera, selects bodies and contacts.

use super::pick::{contact_under, pick};
use crate::app::display_state::DisplayState;
use crate::app::hand::Grab;
use crate::app::inspect::Inspect;
use crate::app::layout::Layers;
use crate::app::touch::{Fingers, Gesture};
use crate::draw::orbit::Orbit;
use crate::draw::units::Units;
use crate::view::render::camera::SceneArea;
use bevy::ecs::system::SystemParam;
use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::input::touch::Touches;
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

/// The camera, and what a click selects with it.
#[derive(SystemParam)]
pub(crate) struct ViewPicker<'w> {
    orbit: ResMut<'w, Orbit>,
    area: Res<'w, SceneArea>,
    units: Res<'w, Units>,
    shown: Res<'w, DisplayState>,
    layers: ResMut<'w, Layers>,
    inspect: ResMut<'w, Inspect>,
    time: Res<'w, Time<Real>>,
}

impl ViewPicker<'_> {
    /// Selects the contact or body at a screen position; a second click within 0.4 s frames the body.
    fn select(&mut self, at: Vec2, last_click: &mut f64) {
        let Self { orbit, area, units, shown, .. } = self;
        let known = (&*self.inspect, self.layers.0.selected);
        if let Some(key) = contact_under(at, (orbit, area, units), shown, known) {
            self.inspect.pick(key);
            return;
        }
        let picked = pick(at, orbit, area, units, shown);
        self.layers.0.selected = picked;
        let now = self.time.elapsed_secs_f64();
        if now - *last_click < 0.4 && picked.is_some() {
            orbit.frame(&shown.state, units, picked);
        }
        *last_click = now;
    }

    /// Highlights the contact under the pointer, if any.
    fn hover(&mut self, at: Option<Vec2>) {
        let Self { orbit, area, units, shown, .. } = self;
        let known = (&*self.inspect, self.layers.0.selected);
        let hovered = at.and_then(|at| contact_under(at, (orbit, area, units), shown, known));
        if self.inspect.hovered != hovered {
            self.inspect.hovered = hovered;
        }
    }

    /// Pans a plane view, which does not rotate; rotates any other.
    fn drag(&mut self, drag: Vec2, slides: bool) {
        if slides || self.orbit.plane.is_some() {
            let height = self.area.0.map_or(800.0, |rect| rect.height());
            self.orbit.pan(drag, height);
        } else if drag != Vec2::ZERO {
            self.orbit.turn(drag);
        }
    }
}

/// Orbits, pans and zooms the camera with fingers, and selects bodies.
pub(crate) fn touch(
    touches: Res<Touches>,
    wants: Res<EguiWantsInput>,
    mut picker: ViewPicker,
    mut fingers: Local<Fingers>,
    mut last_tap: Local<f64>,
) {
    let free = |at| !wants.wants_any_pointer_input() && picker.area.0.is_some_and(|rect| rect.contains(at));
    match fingers.read(&touches, free) {
        Some(Gesture::Drag(drag)) if !wants.is_using_pointer() => picker.drag(drag, false),
        Some(Gesture::Pinch(drag, factor)) => {
            picker.drag(drag, true);
            picker.orbit.zoom(factor);
        }
        Some(Gesture::Tap(at)) => picker.select(at, &mut last_tap),
        _ => {}
    }
}

/// Orbits, pans and zooms the camera, and selects bodies.
pub(crate) fn mouse(
    buttons: Res<ButtonInput<MouseButton>>,
    keyboard: Res<ButtonInput<KeyCode>>,
    scroll: Res<AccumulatedMouseScroll>,
    wants: Res<EguiWantsInput>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut picker: ViewPicker,
    hand: Res<Grab>,
    mut press: Local<Press>,
) {
    let Some(cursor) = windows.iter().next().and_then(Window::cursor_position) else { return };
    // Uses cursor positions, not device motion: remote and virtual mice send none.
    let mut drag = cursor - press.cursor.replace(cursor).unwrap_or(cursor);
    let over = !wants.wants_any_pointer_input() && picker.area.0.is_some_and(|rect| rect.contains(cursor));
    if over && scroll.delta.y != 0.0 {
        let notch = if scroll.unit == MouseScrollUnit::Line { 1.0 } else { 0.02 };
        let area = picker.area.0.unwrap_or_default();
        picker.orbit.dolly_at(scroll.delta.y * notch, cursor - area.center(), area.height());
    }
    let any = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];
    if buttons.any_just_pressed(any) {
        // In a slow frame the motion up to the press arrives with it; it is not part of the drag.
        (press.moved, drag) = (0.0, Vec2::ZERO);
        // Holding a body with the hand blocks the camera.
        press.inside = over && hand.held.is_none();
    }
    // Picking under the pointer costs as much as a click: skipped while the mouse rests or a button is down.
    if drag != Vec2::ZERO && !buttons.any_pressed(any) {
        picker.hover(over.then_some(cursor));
    }
    // A widget that has taken over the drag, such as the grip of a board, blocks the camera too.
    press.inside &= !wants.is_using_pointer();
    if !press.inside {
        return;
    }
    press.moved += drag.length();
    let shift = keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    if buttons.pressed(MouseButton::Right) || (shift && buttons.pressed(MouseButton::Middle)) {
        picker.drag(drag, true);
    } else if buttons.pressed(MouseButton::Left) {
        picker.drag(drag, false);
    }
    if buttons.just_released(MouseButton::Left) && press.moved < 4.0 {
        picker.select(cursor, &mut press.last_click);
    }
}
