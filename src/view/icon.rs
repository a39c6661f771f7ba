//! The window icon, on systems that show one.

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy::winit::WINIT_WINDOWS;
use winit::window::Icon;

/// Rendered from `assets/icons/stickslip.svg`.
static PNG: &[u8] = include_bytes!("../../assets/icons/stickslip.png");

/// Sets the icon once the window exists. Must run on the main thread.
pub(super) fn set(
    windows: Query<Entity, With<PrimaryWindow>>,
    mut done: Local<bool>,
    _main_thread: NonSendMarker,
) -> Result {
    if *done {
        return Ok(());
    }
    let image = image::load_from_memory(PNG)?.into_rgba8();
    let (width, height) = image.dimensions();
    let icon = Icon::from_rgba(image.into_raw(), width, height)?;
    WINIT_WINDOWS.with_borrow(|made| {
        if let Some(window) = windows.iter().find_map(|entity| made.get_window(entity)) {
            window.set_window_icon(Some(icon));
            *done = true;
        }
    });
    Ok(())
}
