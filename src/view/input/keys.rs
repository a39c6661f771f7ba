//! Keyboard shortcuts. Text fields and panels under the cursor take precedence over all of them.

use crate::app::control::actions::action;
use crate::app::control::perform::perform;
use crate::app::files::saving::Saving;
use crate::app::state::keyboard::{Modifiers, Stroke};
use crate::app::state::panels::{Popups, ToggleFullScreen};
use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};
use bevy_egui::input::EguiWantsInput;

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

/// The key strokes since the last frame.
pub(crate) fn strokes(mut messages: MessageReader<KeyboardInput>, mut modifiers: Local<Modifiers>) -> Vec<Stroke> {
    modifiers.strokes(messages.read())
}

/// Carries out the shortcuts of the window, one by one: the palette owns the keyboard from the stroke that opens it,
/// even within one slow frame.
pub(crate) fn keys(In(strokes): In<Vec<Stroke>>, world: &mut World) {
    for stroke in strokes {
        let popups = world.resource::<Popups>();
        let taken = world.resource::<EguiWantsInput>().wants_any_keyboard_input()
            || popups.palette.is_some()
            || world.resource::<Saving>().asks();
        if stroke.chord.key == KeyCode::Escape && popups.tabbing {
            world.resource_mut::<Popups>().tabbing = false;
        } else if !(taken || popups.tabbing && stroke.chord.key == KeyCode::Tab)
            && let Some(action) = action(stroke)
        {
            perform(world, action.clone());
        }
    }
}
