//! Screenshots of the window, or of the scene in it.

use super::snapshot::save;
use crate::app::files::saving::free_name;
use crate::app::state::panels::TakePicture;
use crate::app::state::session::Notice;
#[cfg(target_arch = "wasm32")]
use crate::app::state::share::ShareRequest;
#[cfg(target_arch = "wasm32")]
use crate::view::render::camera::SceneArea;
use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
#[cfg(target_arch = "wasm32")]
use bevy::window::PrimaryWindow;

/// Saves a screenshot under an unused name in the current folder and reports the path or the error.
pub(crate) fn take(mut asked: MessageReader<TakePicture>, mut commands: Commands) {
    asked.read().for_each(|_| capture(&mut commands, None));
}

/// Saves the part of the window that shows the scene, with the labels in it: a picture at the window's own size.
#[cfg(target_arch = "wasm32")]
pub(crate) fn take_scene(
    mut asked: MessageReader<ShareRequest>,
    area: Res<SceneArea>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut commands: Commands,
) {
    let pictures = asked.read().filter(|asked| matches!(asked, ShareRequest::Picture(_))).count();
    let (Some(area), Some(window)) = (area.0, windows.iter().next()) else { return };
    let [min, max] = [area.min, area.max].map(|corner| (corner * window.scale_factor()).round().as_uvec2());
    (0..pictures).for_each(|_| capture(&mut commands, Some(URect { min, max })));
}

/// Takes a screenshot and saves it, or a part of it in physical pixels.
fn capture(commands: &mut Commands, part: Option<URect>) {
    let path = free_name("stickslip", "png");
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>, mut notices: MessageWriter<Notice>| {
            let picture = captured.image.clone();
            let saved = save(if let Some(part) = part { cropped(picture, part) } else { picture }, &path);
            let done = || format!("picture saved as {}", path.display());
            notices.write(Notice::new(saved.map_or_else(|error| error.to_string(), |_| done())));
        },
    );
}

/// A part of a picture, in its pixels; the whole if its format cannot be read or nothing is left.
fn cropped(picture: Image, part: URect) -> Image {
    let part = part.intersect(URect::from_corners(UVec2::ZERO, picture.size()));
    match picture.clone().try_into_dynamic() {
        Ok(whole) if !part.is_empty() => {
            let part = whole.crop_imm(part.min.x, part.min.y, part.width(), part.height());
            Image::from_dynamic(part, true, RenderAssetUsages::MAIN_WORLD)
        }
        _ => picture,
    }
}
