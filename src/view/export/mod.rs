//! Screenshots and movies.

pub(crate) mod movie;
pub(crate) mod pictures;
pub(crate) mod snapshot;
pub(crate) mod window_picture;

use bevy::app::{App, Plugin, Update};

/// Screenshots of the window.
pub(crate) struct WindowPicturePlugin;

impl Plugin for WindowPicturePlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<crate::app::state::panels::TakePicture>().add_systems(Update, window_picture::take);
    }
}
