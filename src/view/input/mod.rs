//! What a person does to the window.
//!
//! | file | does |
//! |---|---|
//! | `keys`, `mouse`, `pick` | keys; turns and moves the view, selects what is under the cursor |
//! | `grab` | the hand by mouse |
//! | `files` | files that are dropped, the window that is asked to close |
//! | `clipboard` | copies and pastes |
//! | `reader` | names and texts for readers of the screen |

pub(crate) mod clipboard;
pub(crate) mod files;
pub(crate) mod grab;
pub(crate) mod keys;
pub(crate) mod mouse;
pub(crate) mod pick;
pub(crate) mod reader;

use crate::app::saving;
use bevy::a11y::ActionRequest;
use bevy::prelude::*;
use bevy_egui::{EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, PrimaryEguiContext, egui};

/// Keys, mouse, files, clipboard, reader of the screen.
pub(crate) struct InputPlugin;

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<clipboard::Board>().add_message::<ActionRequest>();
        let hands = (keys::keys, grab::grab, mouse::mouse).chain().after(EguiPreUpdateSet::BeginPass);
        let files = (files::closing, files::dropped, saving::watch).chain();
        let before = (reader::act, clipboard::paste, drop_repeats).chain();
        let before = before.before(EguiPreUpdateSet::BeginPass).after(EguiPreUpdateSet::ProcessInput);
        app.add_systems(PreUpdate, (hands, files, before));
        let after = (clipboard::copy, reader::fill_names).chain();
        let after = after.after(EguiPostUpdateSet::ProcessOutput).before(EguiPostUpdateSet::PostProcessOutput);
        app.add_systems(PostUpdate, after);
    }
}

/// Drops what says that no modifier key changed: `bevy_egui` says so in every frame, egui asks for another frame after
/// every event, and the window would never rest.
fn drop_repeats(mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>, mut last: Local<egui::Modifiers>) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => std::mem::replace(&mut *last, *now) != *now,
            _ => true,
        });
    }
}
