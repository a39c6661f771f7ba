//! Screenshots of the window.

use super::snapshot::save;
use crate::app::saving::free_name;
use crate::app::session::Notice;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

/// Requests a screenshot of the window.
#[derive(Message, Clone, Copy, Debug, Default)]
pub(crate) struct TakePicture;

/// Saves a screenshot under an unused name in the current folder and reports the path or the error.
pub(crate) fn take(mut asked: MessageReader<TakePicture>, mut commands: Commands, mut notices: MessageWriter<Notice>) {
    for TakePicture in asked.read() {
        let path = free_name("stickslip", "png");
        notices.write(Notice::new(format!("picture saved as {}", path.display())));
        commands.spawn(Screenshot::primary_window()).observe(
            move |captured: On<ScreenshotCaptured>, mut notices: MessageWriter<Notice>| {
                if let Err(error) = save(captured.image.clone(), &path) {
                    notices.write(Notice::new(error.to_string()));
                }
            },
        );
    }
}
