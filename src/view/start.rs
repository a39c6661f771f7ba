//! Startup shared by the window and off-screen pictures.

use crate::app::AppPlugin;
use crate::app::control::drive::drive;
use crate::step::StepPlugin;
use crate::view::render::theme::Theme;
use crate::view::render::{CameraPlugin, DrawPlugin, ViewSystems};
use bevy::prelude::*;
use bevy_egui::{EguiGlobalSettings, EguiPlugin};

/// Everything shared by the window and the off-screen pictures.
pub(crate) struct ViewPlugin;

impl Plugin for ViewPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((StepPlugin, EguiPlugin::default(), AppPlugin, CameraPlugin, DrawPlugin));
        app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = false;
        app.init_resource::<Theme>().add_systems(Update, drive.in_set(ViewSystems::Drive));
    }
}
