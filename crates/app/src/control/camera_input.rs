//! The camera and the selection, driven by the mouse and by fingers while they hold no body.

use crate::build::group::BodyGroup;
use crate::build::lines::body_point;
use crate::build::toolbox::Toolbox;
use crate::build::tools::Tool;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::projection::{SceneArea, SceneProjection};
use crate::draw::space::units::Units;
use crate::hand::Grab;
use crate::hand::pick::{contact_under, pick};
use crate::lessons::lesson_session::LessonSession;
use crate::state::inspect::Inspect;
use crate::state::layout::{Layers, Layout};
use crate::state::panels::BuildMode;
use crate::state::pointer::Pointer;
use crate::state::request::{BuildRequest, Request};
use crate::state::touch::{Fingers, Gesture};
use crate::timeline::display_state::DisplayState;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::input::mouse::{AccumulatedMouseScroll, MouseButton, MouseScrollUnit};
use bevy::input::touch::Touches;
use bevy::math::Vec2;
use bevy::time::{Real, Time};

/// A press of the left button that may become a click or a drag.
#[derive(Default)]
pub struct Press {
    moved: f32,
    cursor: Option<Vec2>,
    inside: bool,
    last_click: f64,
}

/// The camera, and what a click selects with it.
#[derive(SystemParam)]
pub struct ViewPicker<'w> {
    orbit: ResMut<'w, Orbit>,
    area: Res<'w, SceneArea>,
    units: Res<'w, Units>,
    shown: Res<'w, DisplayState>,
    hand: Res<'w, Grab>,
    lesson_session: Res<'w, LessonSession>,
    layers: ResMut<'w, Layers>,
    inspect: ResMut<'w, Inspect>,
    toolbox: ResMut<'w, Toolbox>,
    mode: Res<'w, BuildMode>,
    group: ResMut<'w, BodyGroup>,
    requests: MessageWriter<'w, Request>,
    time: Res<'w, Time<Real>>,
}

impl ViewPicker<'_> {
    /// Places the body of the chosen tool; without a tool, selects the contact or body at a screen position, and a second
    /// click within 0.4 s frames the body. `adds`: takes the body into the group of selected ones, or out of it.
    fn select(&mut self, at: Vec2, adds: bool, last_click: &mut f64) {
        if self.toolbox.tool.is_some() {
            self.requests.write(Request::Build(BuildRequest::Place));
            return;
        }
        let Self { orbit, area, units, shown, .. } = self;
        let Some(area) = area.0 else { return };
        let known = (&*self.inspect, self.layers.0.selected);
        let projection = SceneProjection { orbit, area, units };
        if adds && self.mode.0 {
            if let Some((index, _)) = body_point(&shown.state, &projection, at) {
                self.layers.0.selected = self.group.toggle(&shown.state, known.1, index);
            }
            return;
        }
        // While the mouse builds, contacts are not drawn.
        let contact = contact_under(at, &projection, shown, known).filter(|_| !self.mode.0);
        if let Some(key) = contact {
            self.inspect.pick(key);
            return;
        }
        let picked = pick(at, &projection, shown);
        self.group.set_if_neq(BodyGroup::default());
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
        let hovered = at.zip(area.0).filter(|_| !self.mode.0).and_then(|(at, area)| {
            let projection = SceneProjection { orbit, area, units };
            contact_under(at, &projection, shown, known)
        });
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

/// Orbits, pans and zooms the camera with fingers, and selects bodies. A finger that holds something leaves the camera.
pub fn touch(
    touches: Res<Touches>,
    pointer: Res<Pointer>,
    mut picker: ViewPicker,
    mut fingers: Local<Fingers>,
    mut last_tap: Local<f64>,
) {
    let area = picker.area.0;
    match fingers.read(&touches, |at| pointer.is_in_scene(at, area)) {
        Some(Gesture::Drag(drag)) if !pointer.is_used && picker.hand.grip.is_none() => picker.drag(drag, false),
        Some(Gesture::Pinch(drag, factor)) => {
            picker.drag(drag, true);
            picker.orbit.zoom(factor);
        }
        Some(Gesture::Tap(at)) => picker.select(at, false, &mut last_tap),
        _ => {}
    }
}

/// Orbits, pans and zooms the camera, and selects bodies.
pub fn mouse(
    buttons: Res<ButtonInput<MouseButton>>,
    keyboard: Res<ButtonInput<KeyCode>>,
    scroll: Res<AccumulatedMouseScroll>,
    pointer: Res<Pointer>,
    mut picker: ViewPicker,
    mut press: Local<Press>,
) {
    let Some(cursor) = pointer.at else { return };
    // Uses cursor positions, not device motion: remote and virtual mice send none.
    let mut drag = cursor - press.cursor.replace(cursor).unwrap_or(cursor);
    let over = pointer.is_in_scene(cursor, picker.area.0);
    let notch = if scroll.unit == MouseScrollUnit::Line { 1.0 } else { 0.02 };
    if over && scroll.delta.y != 0.0 && picker.toolbox.tool.is_some_and(Tool::is_body) {
        let turns = keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        picker.toolbox.wheel(scroll.delta.y * notch, turns);
    } else if over && scroll.delta.y != 0.0 {
        let area = picker.area.0.unwrap_or_default();
        picker.orbit.dolly_at(scroll.delta.y * notch, cursor - area.center(), area.height());
    }
    let any = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];
    if buttons.any_just_pressed(any) {
        // In a slow frame the motion up to the press arrives with it; it is not part of the drag.
        (press.moved, drag) = (0.0, Vec2::ZERO);
        press.inside = over;
    }
    // Picking under the pointer costs as much as a click: skipped while the mouse rests or a button is down.
    if drag != Vec2::ZERO && !buttons.any_pressed(any) {
        picker.hover(over.then_some(cursor));
    }
    // What the hand or a widget has taken hold of, such as the grip of a board, blocks the camera.
    press.inside &= !pointer.is_used && !picker.hand.grip.is_some_and(|grip| grip.is_drag);
    if !press.inside {
        return;
    }
    press.moved += drag.length();
    let shift = keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let pans = shift && buttons.pressed(MouseButton::Middle);
    // In a lesson the left button holds what it presses, and the right one always turns the view.
    let in_lesson = picker.lesson_session.layout == Layout::Lesson;
    if pans || buttons.pressed(MouseButton::Right) {
        picker.drag(drag, pans || !in_lesson);
    } else if buttons.pressed(MouseButton::Left) && picker.hand.grip.is_none() {
        picker.drag(drag, false);
    }
    if buttons.just_released(MouseButton::Left) && press.moved < 4.0 {
        picker.select(cursor, shift, &mut press.last_click);
    }
}
