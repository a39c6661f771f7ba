//! Keyboard shortcuts. Text fields and panels under the cursor take precedence over all of them.

use crate::app::layout::Layers;
use crate::app::panels::{Panels, Popups, ToggleFullScreen};
use crate::app::past::Past;
use crate::app::playback::Playback;
use crate::app::saving::{SaveForm, Saving};
use crate::app::session::{Request, Session};
use crate::app::shown::Shown;
use crate::draw::orbit::{Orbit, plane_axis};
use crate::draw::units::Units;
use crate::view::export::window_picture::TakePicture;
use crate::world::Clock;
use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};
use bevy_egui::input::EguiWantsInput;
use std::f32::consts::FRAC_PI_2;

/// A key press with its modifiers. Read from the message stream, so that a chord pressed and released between two
/// slow frames is not lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stroke {
    key: KeyCode,
    shift: bool,
    ctrl: bool,
    repeated: bool,
}

/// Tracks which modifiers are held.
#[derive(Default)]
pub(crate) struct Modifiers {
    shift: bool,
    ctrl: bool,
}

impl Modifiers {
    /// Extracts the key strokes from the messages.
    fn strokes<'a>(&mut self, messages: impl Iterator<Item = &'a KeyboardInput>) -> Vec<Stroke> {
        let mut strokes = Vec::new();
        for message in messages {
            let down = message.state.is_pressed();
            match message.key_code {
                KeyCode::ShiftLeft | KeyCode::ShiftRight => self.shift = down,
                KeyCode::ControlLeft | KeyCode::ControlRight => self.ctrl = down,
                key if down => {
                    strokes.push(Stroke { key, shift: self.shift, ctrl: self.ctrl, repeated: message.repeat });
                }
                _ => {}
            }
        }
        strokes
    }
}

/// Resources the shortcuts act on.
#[derive(SystemParam)]
pub(crate) struct Hands<'w> {
    clock: Res<'w, Clock>,
    shown: Res<'w, Shown>,
    units: Res<'w, Units>,
    session: ResMut<'w, Session>,
    requests: ResMut<'w, Messages<Request>>,
    picture: MessageWriter<'w, TakePicture>,
    popups: ResMut<'w, Popups>,
    playback: ResMut<'w, Playback>,
    past: Res<'w, Past>,
    orbit: ResMut<'w, Orbit>,
    panels: ResMut<'w, Panels>,
    layers: ResMut<'w, Layers>,
    saving: ResMut<'w, Saving>,
    full_screen: MessageWriter<'w, ToggleFullScreen>,
}

/// Switches between full screen and window.
pub(crate) fn full_screen(
    mut asked: MessageReader<ToggleFullScreen>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    for (ToggleFullScreen, mut window) in asked.read().zip(&mut windows) {
        window.mode = match window.mode {
            WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
            _ => WindowMode::Windowed,
        };
    }
}

/// Handles the shortcuts of the window.
pub(crate) fn keys(
    mut messages: MessageReader<KeyboardInput>,
    wants: Res<EguiWantsInput>,
    mut modifiers: Local<Modifiers>,
    mut hands: Hands,
) {
    for stroke in modifiers.strokes(messages.read()) {
        // The palette owns the keyboard from the stroke that opens it, even within one slow frame.
        let taken = wants.wants_any_keyboard_input() || hands.popups.palette.is_some() || hands.saving.asks();
        if stroke.key == KeyCode::Escape && hands.popups.tabbing {
            hands.popups.tabbing = false;
        } else if !(taken || hands.popups.tabbing && stroke.key == KeyCode::Tab) {
            hands.always(stroke);
            if !hands.session.gallery && hands.session.opened.is_some() {
                hands.travel(stroke);
                if !stroke.ctrl {
                    hands.run(stroke);
                    hands.look(stroke);
                }
            }
        }
    }
}

impl Hands<'_> {
    fn always(&mut self, stroke: Stroke) {
        if stroke.repeated {
            return;
        }
        match (stroke.ctrl, stroke.key) {
            (true, KeyCode::KeyO) => {
                self.requests.write(Request::Gallery);
            }
            (true, KeyCode::KeyZ) if stroke.shift => {
                self.requests.write(Request::Redo);
            }
            (true, KeyCode::KeyZ) => {
                self.requests.write(Request::Undo);
            }
            (true, KeyCode::KeyS) => self.save(stroke.shift),
            (true, KeyCode::KeyP) => self.popups.palette = Some(default()),
            (false, KeyCode::F6) => self.popups.tabbing = true,
            (true, KeyCode::KeyR) if stroke.shift => {
                self.requests.write(Request::Record);
            }
            (true, KeyCode::KeyL) => {
                self.requests.write(Request::Reload);
            }
            (false, KeyCode::F1) => self.popups.help = !self.popups.help,
            (false, KeyCode::Escape) => self.escape(),
            (false, KeyCode::Tab) => {
                let side = if stroke.shift { &mut self.panels.right } else { &mut self.panels.left };
                *side = !*side;
            }
            (false, KeyCode::KeyP) => self.panels.plots = !self.panels.plots,
            (true, KeyCode::Equal | KeyCode::NumpadAdd) => self.panels.zoom(10),
            (true, KeyCode::Minus | KeyCode::NumpadSubtract) => self.panels.zoom(-10),
            (true, KeyCode::Digit0 | KeyCode::Numpad0) => self.panels.percent = Panels::default().percent,
            (false, KeyCode::F11) => {
                self.full_screen.write_default();
            }
            (false, KeyCode::F12) => {
                self.picture.write_default();
            }
            (false, KeyCode::KeyC) => self.layers.0.chains = !self.layers.0.chains,
            (false, KeyCode::KeyV) => self.layers.0.colouring = self.layers.0.colouring.next(),
            _ => {}
        }
    }

    /// Saves to the open file, or asks for a path.
    fn save(&mut self, as_another: bool) {
        let Some(opened) = &self.session.opened else { return };
        match opened.file.clone().filter(|_| !as_another) {
            Some(path) => {
                self.requests.write(Request::Save { path, poses: false, then: None });
            }
            None => self.saving.form = SaveForm::of(&self.session, None),
        }
    }

    /// Keys that seek backward and forward; they repeat while held.
    fn travel(&mut self, stroke: Stroke) {
        // Strokes between two slow frames accumulate.
        let asked = self.requests.iter_current_update_messages().filter_map(|request| match request {
            Request::Seek(step) => Some(*step),
            _ => None,
        });
        let now = asked.last().or(self.past.goal).unwrap_or(self.clock.step);
        let steps = if stroke.shift { 10 * self.playback.steps_per_frame(self.clock.dt) } else { 1 };
        let goal = match (stroke.ctrl, stroke.key) {
            (false, KeyCode::ArrowRight | KeyCode::Period) => {
                self.playback.request_steps(steps);
                None
            }
            (false, KeyCode::ArrowLeft | KeyCode::Comma) => Some(now.saturating_sub(steps)),
            (false, KeyCode::PageDown) => {
                self.playback.request_steps(10);
                None
            }
            (false, KeyCode::PageUp) => Some(now.saturating_sub(10)),
            (false, KeyCode::KeyM) if stroke.shift => self.past.next_bookmark(now),
            (true, KeyCode::ArrowRight) => self.past.timeline.next_event(now),
            (true, KeyCode::ArrowLeft) => self.past.timeline.last_event(now),
            (false, KeyCode::Home) => Some(0),
            (false, KeyCode::End) => Some(self.past.timeline.end()),
            _ => None,
        };
        if let Some(step) = goal {
            self.playback.stop();
            self.requests.write(Request::Seek(step));
        }
    }

    /// Playback keys.
    fn run(&mut self, stroke: Stroke) {
        match stroke.key {
            _ if stroke.repeated => {}
            KeyCode::Space => self.playback.toggle(),
            KeyCode::KeyE => self.playback.play_to_event(),
            KeyCode::KeyM if !stroke.shift => {
                self.requests.write(Request::Bookmark);
            }
            KeyCode::Backspace | KeyCode::KeyR => {
                self.requests.write(Request::Reset);
            }
            KeyCode::Equal | KeyCode::NumpadAdd => self.playback.change_speed(1),
            KeyCode::Minus | KeyCode::NumpadSubtract => self.playback.change_speed(-1),
            _ => {}
        }
    }

    /// Camera keys.
    fn look(&mut self, stroke: Stroke) {
        match stroke.key {
            KeyCode::KeyF => self.orbit.frame(&self.shown.state, &self.units, self.layers.0.selected),
            KeyCode::Digit1 | KeyCode::Numpad1 => self.orbit.look(-FRAC_PI_2, 0.0),
            KeyCode::Digit3 | KeyCode::Numpad3 => self.orbit.look(0.0, 0.0),
            KeyCode::Digit7 | KeyCode::Numpad7 => self.orbit.look(-FRAC_PI_2, FRAC_PI_2),
            KeyCode::Digit2 | KeyCode::Numpad2 if !stroke.repeated => {
                self.orbit.toggle_plane(plane_axis(&self.shown.state));
            }
            KeyCode::Digit5 | KeyCode::Numpad5 if !stroke.repeated => {
                self.orbit.toggle_perspective();
            }
            _ => {}
        }
    }

    /// Closes the list of shortcuts or the gallery, else clears the selection.
    fn escape(&mut self) {
        if self.popups.help {
            self.popups.help = false;
        } else if self.session.gallery && self.session.opened.is_some() {
            self.session.gallery = false;
        } else {
            self.layers.0.selected = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::ButtonState;
    use bevy::input::keyboard::Key;

    fn message(key_code: KeyCode, state: ButtonState) -> KeyboardInput {
        KeyboardInput {
            key_code,
            logical_key: Key::Space,
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        }
    }

    #[test]
    fn a_chord_within_one_slow_frame_keeps_its_modifier() {
        use ButtonState::{Pressed, Released};
        let messages = [
            message(KeyCode::ControlLeft, Pressed),
            message(KeyCode::KeyO, Pressed),
            message(KeyCode::KeyO, Released),
            message(KeyCode::ControlLeft, Released),
            message(KeyCode::KeyR, Pressed),
        ];
        let strokes = Modifiers::default().strokes(messages.iter());
        assert_eq!(strokes.len(), 2);
        assert!(strokes[0].ctrl && strokes[0].key == KeyCode::KeyO);
        assert!(!strokes[1].ctrl && strokes[1].key == KeyCode::KeyR);
    }
}
