//! Key strokes with their modifiers, and how they are written.

use crate::texts::tr;
use bevy::ecs::message::MessageCursor;
use bevy::ecs::prelude::{Local, Messages, ResMut};
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};

/// A key with the modifiers that are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord {
    pub key: KeyCode,
    pub shift: bool,
    pub ctrl: bool,
}

impl Chord {
    /// A key alone.
    pub const fn key(key: KeyCode) -> Self {
        Self { key, shift: false, ctrl: false }
    }

    /// A key with Shift.
    pub const fn shift(key: KeyCode) -> Self {
        Self { shift: true, ..Self::key(key) }
    }

    /// A key with Ctrl.
    pub const fn ctrl(key: KeyCode) -> Self {
        Self { ctrl: true, ..Self::key(key) }
    }

    /// A key with Ctrl and Shift.
    pub const fn ctrl_shift(key: KeyCode) -> Self {
        Self { key, shift: true, ctrl: true }
    }

    /// The chord as written in the help and the palette: `Ctrl + Shift + Z`.
    pub fn text(&self) -> String {
        let key = format!("{:?}", self.key);
        let key = match self.key {
            KeyCode::ArrowLeft => "←",
            KeyCode::ArrowRight => "→",
            KeyCode::Comma => ",",
            KeyCode::Period => ".",
            KeyCode::Equal => tr("key-plus"),
            KeyCode::Minus => tr("key-minus"),
            KeyCode::PageUp => tr("key-page-up"),
            KeyCode::PageDown => tr("key-page-down"),
            KeyCode::Escape => tr("key-escape"),
            KeyCode::Space => tr("key-space"),
            KeyCode::Backspace => tr("key-backspace"),
            KeyCode::Home => tr("key-home"),
            KeyCode::End => tr("key-end"),
            _ => key.trim_start_matches("Key").trim_start_matches("Digit"),
        };
        let modifier = |held: bool, name: &str| if held { format!("{name} + ") } else { String::new() };
        format!("{}{}{key}", modifier(self.ctrl, tr("key-ctrl")), modifier(self.shift, tr("key-shift")))
    }
}

/// A key press. Read from the message stream, so that a chord pressed and released between two slow frames is not
/// lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    pub chord: Chord,
    /// The key is being held.
    pub repeated: bool,
}

/// Tracks which modifiers are held.
#[derive(Default)]
pub struct Modifiers {
    shift: bool,
    ctrl: bool,
}

impl Modifiers {
    /// Extracts the key strokes from the messages; number-pad keys count as top-row keys.
    pub fn strokes<'a>(&mut self, messages: impl Iterator<Item = &'a KeyboardInput>) -> Vec<Stroke> {
        let mut strokes = Vec::new();
        for message in messages {
            let down = message.state.is_pressed();
            match message.key_code {
                KeyCode::ShiftLeft | KeyCode::ShiftRight => self.shift = down,
                KeyCode::ControlLeft | KeyCode::ControlRight => self.ctrl = down,
                key if down => {
                    let chord = Chord { key: top_row(key), shift: self.shift, ctrl: self.ctrl };
                    strokes.push(Stroke { chord, repeated: message.repeat });
                }
                _ => {}
            }
        }
        strokes
    }
}

/// Number of leading key messages that belong to one frame.
fn frame_of_keys(messages: &[KeyboardInput]) -> usize {
    let is_modifier = |message: &KeyboardInput| {
        matches!(message.logical_key, Key::Shift | Key::Control | Key::Alt | Key::Super | Key::Meta)
    };
    let first = messages.iter().position(|message| !is_modifier(message)).unwrap_or(messages.len());
    let rest = &messages[first..];
    first + rest.iter().position(is_modifier).unwrap_or(rest.len())
}

/// Holds back the key messages of the next frame, before anything reads them.
///
/// `bevy_egui` gives all keys of a frame the modifiers held at its end: Ctrl + A, pressed and released within a slow
/// frame, would write an "a". Therefore a modifier never changes in the same frame after another key.
pub fn hold_back_keys(
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

/// The top-row key equivalent to a number-pad key; all other keys are unchanged.
fn top_row(key: KeyCode) -> KeyCode {
    match key {
        KeyCode::Numpad0 => KeyCode::Digit0,
        KeyCode::Numpad1 => KeyCode::Digit1,
        KeyCode::Numpad2 => KeyCode::Digit2,
        KeyCode::Numpad3 => KeyCode::Digit3,
        KeyCode::Numpad5 => KeyCode::Digit5,
        KeyCode::Numpad7 => KeyCode::Digit7,
        KeyCode::NumpadAdd => KeyCode::Equal,
        KeyCode::NumpadSubtract => KeyCode::Minus,
        key => key,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::app::{App, PreUpdate};
    use bevy::ecs::entity::Entity;
    use bevy::input::ButtonState;

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
            message(KeyCode::Numpad3, Pressed),
        ];
        let strokes = Modifiers::default().strokes(messages.iter());
        let chords: Vec<Chord> = strokes.iter().map(|stroke| stroke.chord).collect();
        assert_eq!(chords, [Chord::ctrl(KeyCode::KeyO), Chord::key(KeyCode::Digit3)]);
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
    fn chords_are_written_as_on_the_keyboard() {
        let text = [Chord::ctrl_shift(KeyCode::KeyZ), Chord::key(KeyCode::Digit7), Chord::shift(KeyCode::ArrowLeft)];
        assert_eq!(text.map(|chord| chord.text()), ["Ctrl + Shift + Z", "7", "Shift + ←"]);
    }
}
