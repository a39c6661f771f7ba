//! The system clipboard: publishes what the window copies; Ctrl + V pastes into the focused field.

#[cfg(target_arch = "wasm32")]
use crate::app::state::page_clipboard::{Clipboard, Error};
use crate::app::state::session::Notice;
#[cfg(not(target_arch = "wasm32"))]
use arboard::{Clipboard, Error};
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::input::ModifierKeysState;
use bevy_egui::{EguiInput, EguiOutput, PrimaryEguiContext, egui};

/// Access to the clipboard.
#[derive(Resource, Default)]
pub(crate) struct SystemClipboard {
    /// The text copied last.
    pub copied: String,
    /// Kept open because it owns the text that other programs paste.
    system: Option<Clipboard>,
}

impl SystemClipboard {
    fn system(&mut self) -> Result<&mut Clipboard, Error> {
        match &mut self.system {
            Some(system) => Ok(system),
            empty => Ok(empty.insert(Clipboard::new()?)),
        }
    }

    fn set(&mut self, text: &str) -> Result<(), Error> {
        text.clone_into(&mut self.copied);
        self.system()?.set_text(text)
    }

    /// The clipboard text, or the text copied last if the system has no clipboard.
    fn get(&mut self) -> String {
        let found = self.system().and_then(Clipboard::get_text);
        found.unwrap_or_else(|_| self.copied.clone())
    }
}

/// Copies what the panels requested.
pub(crate) fn copy(
    outputs: Query<&EguiOutput, With<PrimaryEguiContext>>,
    mut system_clipboard: ResMut<SystemClipboard>,
    mut notices: MessageWriter<Notice>,
) {
    for command in outputs.iter().flat_map(|output| &output.platform_output.commands) {
        if let egui::OutputCommand::CopyText(text) = command
            && let Err(why) = system_clipboard.set(text)
        {
            notices.write(Notice::new(format!("cannot copy: {why}")));
        }
    }
}

/// Handles Ctrl + C, X and V in a text field.
pub(crate) fn paste(
    modifiers: Res<ModifierKeysState>,
    mut strokes: MessageReader<KeyboardInput>,
    mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>,
    mut system_clipboard: ResMut<SystemClipboard>,
) {
    for stroke in strokes.read() {
        let Key::Character(letter) = &stroke.logical_key else { continue };
        if !(modifiers.ctrl || modifiers.win) || !stroke.state.is_pressed() {
            continue;
        }
        let event = match letter.to_lowercase().as_str() {
            "c" => egui::Event::Copy,
            "x" => egui::Event::Cut,
            "v" => egui::Event::Paste(system_clipboard.get()),
            _ => continue,
        };
        inputs.iter_mut().for_each(|mut input| input.events.push(event.clone()));
    }
}
