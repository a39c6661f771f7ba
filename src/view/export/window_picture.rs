//! Screenshots of the window.

use super::snapshot::save;
use crate::app::files::saving::free_name;
use crate::app::state::panels::TakePicture;
use crate::app::state::session::Notice;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

/// Saves a screenshot under an unused name in the current folder and reports the path or the error.
pub(crate) fn take(mut asked: MessageReader<TakePicture>, mut commands: Commands) {
    for TakePicture in asked.read() {
        let path = free_name("stickslip", "png");
        commands.spawn(Screenshot::primary_window()).observe(
            move |captured: On<ScreenshotCaptured>, mut notices: MessageWriter<Notice>| {
                let saved = save(captured.image.clone(), &path);
                let done = || format!("picture saved as {}", path.display());
                notices.write(Notice::new(saved.map_or_else(|error| error.to_string(), |_| done())));
            },
        );
    }
}
