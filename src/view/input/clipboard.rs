//! The clipboard of the system: what the window copies goes there, Ctrl + V puts what is there into the field that has the
//! keyboard.

use crate::app::session::Notice;
use arboard::Clipboard;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::{EguiInput, EguiOutput, PrimaryEguiContext, egui};

/// The way to the clipboard.
#[derive(Resource, Default)]
pub(crate) struct Board {
    /// What was copied last.
    pub copied: String,
    /// Owns the text for other programs, so it stays open.
    system: Option<Clipboard>,
}

impl Board {
    fn system(&mut self) -> Result<&mut Clipboard, arboard::Error> {
        match &mut self.system {
            Some(system) => Ok(system),
            empty => Ok(empty.insert(Clipboard::new()?)),
        }
    }

    fn set(&mut self, text: &str) -> Result<(), arboard::Error> {
        text.clone_into(&mut self.copied);
        self.system()?.set_text(text)
    }

    /// What is on the clipboard; what was copied here where the system has none to ask.
    fn get(&mut self) -> String {
        let found = self.system().and_then(Clipboard::get_text);
        found.unwrap_or_else(|_| self.copied.clone())
    }
}

/// Copies what the panels asked to copy.
pub(crate) fn copy(
    outputs: Query<&EguiOutput, With<PrimaryEguiContext>>,
    mut board: ResMut<Board>,
    mut notices: MessageWriter<Notice>,
) {
    for command in outputs.iter().flat_map(|output| &output.platform_output.commands) {
        if let egui::OutputCommand::CopyText(text) = command
            && let Err(why) = board.set(text)
        {
            notices.write(Notice::new(format!("cannot copy: {why}")));
        }
    }
}

/// Ctrl + C, X and V in a field.
pub(crate) fn paste(
    mut held: Local<Vec<KeyCode>>,
    mut strokes: MessageReader<KeyboardInput>,
    mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>,
    mut board: ResMut<Board>,
) {
    const CONTROL: [KeyCode; 4] =
        [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];
    for stroke in strokes.read() {
        if CONTROL.contains(&stroke.key_code) {
            held.retain(|key| *key != stroke.key_code);
            if stroke.state.is_pressed() {
                held.push(stroke.key_code);
            }
        }
        let Key::Character(letter) = &stroke.logical_key else { continue };
        if held.is_empty() || !stroke.state.is_pressed() {
            continue;
        }
        let event = match letter.to_lowercase().as_str() {
            "c" => egui::Event::Copy,
            "x" => egui::Event::Cut,
            "v" => egui::Event::Paste(board.get()),
            _ => continue,
        };
        inputs.iter_mut().for_each(|mut input| input.events.push(event.clone()));
    }
}
