//! Screenshots and movies.

pub(crate) mod movie;
pub(crate) mod pictures;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod share;
pub(crate) mod snapshot;
pub(crate) mod window_picture;

#[cfg(not(target_arch = "wasm32"))]
use crate::view::render::camera::SceneArea;
use bevy::app::{App, Plugin, Update};
#[cfg(not(target_arch = "wasm32"))]
use bevy::ecs::prelude::{IntoScheduleConfigs, resource_exists};

/// Screenshots of the window.
pub(crate) struct WindowPicturePlugin;

impl Plugin for WindowPicturePlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<crate::app::state::panels::TakePicture>().add_systems(Update, window_picture::take);
        // A page has no threads to draw in.
        #[cfg(target_arch = "wasm32")]
        app.add_systems(Update, window_picture::take_scene);
        #[cfg(not(target_arch = "wasm32"))]
        app.init_resource::<share::ShareJob>()
            .add_systems(Update, (share::begin, share::follow).chain().run_if(resource_exists::<SceneArea>));
    }
}
