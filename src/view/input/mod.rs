//! User input.
//!
//! | file | does |
//! |---|---|
//! | `keys` | shortcuts |
//! | `files` | dropped files, requests to close the window |
//! | `file_dialog` | the system's dialog to choose a file |
//! | `clipboard` | copy and paste |
//! | `queue` | the order of pointer events in slow frames |
//! | `reader` | names and texts for screen readers |

pub(crate) mod clipboard;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod file_dialog;
pub(crate) mod files;
pub(crate) mod keys;
pub(crate) mod queue;
pub(crate) mod reader;

use crate::app::build::toolbox;
use crate::app::state::keyboard::hold_back_keys;
use crate::app::state::panels::{BrowseFiles, ToggleFullScreen};
use crate::app::state::pointer::Pointer;
use crate::app::{control::camera_input, control::drag, files::saving};
use bevy::a11y::ActionRequest;
use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;
use bevy_egui::{EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, PrimaryEguiContext, egui};

/// Keyboard, mouse, files, clipboard and screen reader.
pub(crate) struct InputPlugin;

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<clipboard::SystemClipboard>().add_message::<ActionRequest>();
        app.add_message::<ToggleFullScreen>().add_systems(PreUpdate, keys::full_screen);
        let keys_and_hand = (keys::strokes.pipe(keys::keys), read_pointer, toolbox::follow_pointer, drag::grip);
        let hands = (keys_and_hand.chain(), camera_input::mouse, camera_input::touch);
        let hands = hands.chain().after(EguiPreUpdateSet::BeginPass);
        let files = (files::closing, files::dropped, saving::watch).chain();
        // On a page, the browser's dialog is shown by the page.
        app.add_message::<BrowseFiles>();
        #[cfg(not(target_arch = "wasm32"))]
        app.init_resource::<file_dialog::ChosenFile>()
            .add_systems(PreUpdate, (file_dialog::browse, file_dialog::open).chain());
        let before = (reader::act, clipboard::paste, drop_repeats, queue::hold_back).chain();
        let before = before.before(EguiPreUpdateSet::BeginPass).after(EguiPreUpdateSet::ProcessInput);
        let keys = hold_back_keys.before(InputSystems).before(EguiPreUpdateSet::ProcessInput);
        app.add_systems(PreUpdate, (keys, hands, files, before));
        let after = (clipboard::copy, reader::fill_names).chain();
        let after = after.after(EguiPostUpdateSet::ProcessOutput).before(EguiPostUpdateSet::PostProcessOutput);
        app.add_systems(PostUpdate, after);
    }
}

/// Reports where the mouse is and whether a panel takes it.
fn read_pointer(
    windows: Query<&Window, With<PrimaryWindow>>,
    wants: Res<EguiWantsInput>,
    mut pointer: ResMut<Pointer>,
) {
    *pointer = Pointer {
        at: windows.iter().next().and_then(Window::cursor_position),
        is_free: !wants.wants_any_pointer_input(),
        is_used: wants.is_using_pointer(),
    };
}

/// Drops messages that report unchanged modifiers: `bevy_egui` sends one every frame, egui requests a repaint after
/// each, and the window would never idle.
fn drop_repeats(mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>, mut last: Local<egui::Modifiers>) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => std::mem::replace(&mut *last, *now) != *now,
            _ => true,
        });
    }
}
