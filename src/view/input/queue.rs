//! The order of pointer and key events in slow frames.
//!
//! egui reads a frame's events at once: it looks for what is pressed where the pointer is at the end of the frame, and
//! ends a drag before it has followed the last moves. If frames are slow, press, moves and release arrive in one, and
//! the slider that was pressed stays where it is. Therefore a press is the last pointer event of its frame, and a
//! release comes a frame after the moves before it.
//!
//! `bevy_egui` gives all keys of a frame the modifiers held at its end: Ctrl + A, pressed and released within a frame,
//! would write an "a". Therefore a modifier never changes in the same frame after another key.

use bevy::ecs::message::MessageCursor;
use bevy::ecs::prelude::{Local, Messages, Query, ResMut, With};
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy_egui::egui::Event;
use bevy_egui::{EguiInput, PrimaryEguiContext};

/// Events that wait for the next frame, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Queue(Vec<Event>);

impl Queue {
    /// Puts the waiting events before these, and holds back those that belong to the next frame.
    fn pass(&mut self, events: &mut Vec<Event>) {
        events.splice(..0, self.0.drain(..));
        self.0 = events.split_off(frame(events));
    }
}

/// How many of the events belong to one frame.
fn frame(events: &[Event]) -> usize {
    let (mut pressed, mut moved) = (false, false);
    let ends = |event: &Event| match event {
        Event::PointerButton { pressed: down, .. } => {
            let ends = pressed || (moved && !down);
            pressed |= down;
            ends
        }
        Event::PointerMoved(_) => {
            moved = true;
            pressed
        }
        Event::PointerGone | Event::Touch { .. } => pressed,
        _ => false,
    };
    events.iter().position(ends).unwrap_or(events.len())
}

/// Holds back what egui is to read in the next frame. The frames after an input follow at once.
pub(crate) fn hold_back(mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>, mut queue: Local<Queue>) {
    for mut input in &mut inputs {
        queue.pass(&mut input.events);
    }
}

/// How many of the key messages belong to one frame.
fn frame_of_keys(messages: &[KeyboardInput]) -> usize {
    let is_modifier =
        |message: &KeyboardInput| matches!(message.logical_key, Key::Shift | Key::Control | Key::Alt | Key::Super);
    let first = messages.iter().position(|message| !is_modifier(message)).unwrap_or(messages.len());
    let rest = &messages[first..];
    first + rest.iter().position(is_modifier).unwrap_or(rest.len())
}

/// Holds back the key messages of the next frame, before anything reads them.
pub(crate) fn hold_back_keys(
    mut messages: ResMut<Messages<KeyboardInput>>,
    mut cursor: Local<MessageCursor<KeyboardInput>>,
    mut waiting: Local<Vec<KeyboardInput>>,
) {
    waiting.extend(cursor.read(&messages).cloned());
    messages.clear();
    let count = frame_of_keys(&waiting);
    messages.write_batch(waiting.drain(..count));
    cursor.clear(&messages);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::render::theme::click_duration;
    use bevy::app::{App, PreUpdate};
    use bevy::ecs::entity::Entity;
    use bevy::input::ButtonState;
    use bevy::input::keyboard::KeyCode;
    use bevy_egui::egui::{self, PointerButton, Pos2, RawInput, Rect, Sense, TouchPhase, pos2, vec2};

    /// Two handles side by side; the positions to which each has been dragged.
    #[derive(Default)]
    struct Handles {
        ctx: egui::Context,
        queue: Queue,
        time: f64,
        dragged: [Option<f32>; 2],
        clicks: usize,
    }

    impl Handles {
        fn new() -> Self {
            let mut handles = Self::default();
            click_duration(&handles.ctx);
            handles.frames(2, 0.1, vec![]);
            handles
        }

        /// Draws frames of a duration in seconds; the events come with the first.
        fn frames(&mut self, n: usize, seconds: f64, mut events: Vec<Event>) {
            for _ in 0..n {
                self.time += seconds;
                self.queue.pass(&mut events);
                let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(400.0, 100.0)));
                let input = RawInput {
                    events: std::mem::take(&mut events),
                    time: Some(self.time),
                    screen_rect,
                    ..Default::default()
                };
                let Self { ctx, dragged, clicks, .. } = self;
                let mut output = ctx.run_ui(input, |ui| {
                    for (k, x) in [100.0, 200.0].into_iter().enumerate() {
                        let area = Rect::from_center_size(pos2(x, 50.0), vec2(18.0, 34.0));
                        let handle = ui.interact(area, ui.id().with(k), Sense::click_and_drag());
                        if handle.dragged() {
                            dragged[k] = handle.interact_pointer_pos().map(|at| at.x);
                        }
                        *clicks += usize::from(handle.clicked());
                    }
                });
                output.textures_delta.clear();
            }
        }
    }

    /// A finger that touches, moves or leaves, as `bevy_egui` reports it.
    fn finger(phase: TouchPhase, x: f32) -> Vec<Event> {
        let pos = pos2(x, 50.0);
        let touch = Event::Touch { device_id: egui::TouchDeviceId(0), id: 7.into(), phase, pos, force: None };
        let button = |pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        match phase {
            TouchPhase::Start => vec![touch, Event::PointerMoved(pos), button(true)],
            TouchPhase::Move => vec![touch, Event::PointerMoved(pos)],
            TouchPhase::End => vec![touch, button(false), Event::PointerGone],
            TouchPhase::Cancel => vec![touch, Event::PointerGone],
        }
    }

    use TouchPhase::{End, Move, Start};

    #[test]
    fn what_is_pressed_is_dragged_even_within_one_frame() {
        let mut handles = Handles::new();
        let drag = [(Start, 100.0), (Move, 150.0), (Move, 200.0), (End, 200.0)];
        handles.frames(4, 0.5, drag.into_iter().flat_map(|(phase, x)| finger(phase, x)).collect());
        assert_eq!(handles.dragged, [Some(200.0), None], "not the handle under its end");
        // The same if only the press and the first move share a frame.
        let mut handles = Handles::new();
        handles.frames(2, 0.5, [finger(Start, 100.0), finger(Move, 200.0)].concat());
        handles.frames(2, 0.5, [finger(Move, 300.0), finger(End, 300.0)].concat());
        assert_eq!((handles.dragged, handles.clicks), ([Some(300.0), None], 0));
        assert!(handles.queue.0.is_empty());
    }

    #[test]
    fn a_finger_may_rest_before_it_drags() {
        let mut handles = Handles::new();
        handles.frames(3, 5.0, finger(Start, 200.0));
        handles.frames(2, 5.0, finger(Move, 250.0));
        handles.frames(2, 5.0, finger(End, 250.0));
        assert_eq!((handles.dragged, handles.clicks), ([None, Some(250.0)], 0));
    }

    /// Strokes of one slow frame: Ctrl + A, x, Shift + C.
    #[test]
    fn a_modifier_holds_for_the_keys_struck_with_it() {
        use ButtonState::{Pressed, Released};
        let letter = |letter: &str| Key::Character(letter.into());
        let strokes = [
            (Key::Control, Pressed),
            (letter("a"), Pressed),
            (letter("a"), Released),
            (Key::Control, Released),
            (letter("x"), Pressed),
            (letter("x"), Released),
            (Key::Shift, Pressed),
            (letter("C"), Pressed),
            (Key::Shift, Released),
            (letter("C"), Released),
        ];
        let (mut app, window) = (App::new(), Entity::PLACEHOLDER);
        app.init_resource::<Messages<KeyboardInput>>().add_systems(PreUpdate, hold_back_keys);
        let key_code = KeyCode::KeyA;
        app.world_mut().write_message_batch(strokes.clone().map(|(logical_key, state)| KeyboardInput {
            key_code,
            logical_key,
            state,
            text: None,
            repeat: false,
            window,
        }));
        let mut cursor = MessageCursor::<KeyboardInput>::default();
        let mut frames = || {
            app.update();
            let read = cursor.read(app.world().resource::<Messages<KeyboardInput>>());
            read.map(|message| (message.logical_key.clone(), message.state)).collect::<Vec<_>>()
        };
        for part in [&strokes[..3], &strokes[3..6], &strokes[6..8], &strokes[8..], &[]] {
            assert_eq!(frames(), part);
        }
    }

    #[test]
    fn clicks_within_one_frame_are_all_seen() {
        let mut handles = Handles::new();
        let clicks = [(Start, 100.0), (End, 100.0), (Start, 200.0), (End, 200.0)];
        handles.frames(5, 0.5, clicks.into_iter().flat_map(|(phase, x)| finger(phase, x)).collect());
        assert_eq!((handles.dragged, handles.clicks), ([None, None], 2));
    }
}
