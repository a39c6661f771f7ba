//! The order of pointer events in slow frames.
//!
//! egui reads a frame's events at once: it assigns a press to the widget under the pointer at the end of the frame, and
//! ends a drag before it has followed the last moves. If frames are slow, press, moves and release arrive in one frame,
//! and the pressed slider does not move. Therefore a press is the last pointer event of its frame, and a release comes
//! a frame after the moves before it.

use bevy::ecs::prelude::{Local, Query, With};
use bevy_egui::egui::Event;
use bevy_egui::{EguiInput, PrimaryEguiContext};

/// Events that wait for the next frame, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Queue(Vec<Event>);

impl Queue {
    /// Prepends the waiting events and holds back events that belong to the next frame.
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

/// Holds back the events that egui is to read in the next frame. After an input, the next frames follow at once.
pub(crate) fn hold_back(mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>, mut queue: Local<Queue>) {
    for mut input in &mut inputs {
        queue.pass(&mut input.events);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::render::theme::click_duration;
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
        // Only the press and the first move share a frame.
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

    #[test]
    fn clicks_within_one_frame_are_all_seen() {
        let mut handles = Handles::new();
        let clicks = [(Start, 100.0), (End, 100.0), (Start, 200.0), (End, 200.0)];
        handles.frames(5, 0.5, clicks.into_iter().flat_map(|(phase, x)| finger(phase, x)).collect());
        assert_eq!((handles.dragged, handles.clicks), ([None, None], 2));
    }
}
