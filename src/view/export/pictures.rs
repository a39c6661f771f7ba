//! Thumbnails of the gallery: one sheet of all built-in scenes and lessons, drawn by `stickslip scenes --pictures
//! assets/pictures` and embedded in the binary so that the gallery opens with its pictures.

use crate::app::state::layout::Layers;
use crate::app::state::session::Opened;
use crate::app::studies::picture_sheet::{COLUMNS, OVER, SIZE, moment, pictured_scenes, put};
use crate::draw::overlay::draw_list::Overlays;
use crate::files::{WriteError, write_whole};
use crate::view::export::snapshot::{OffscreenApp, SnapshotError, WithoutText, save, show};
use bevy::asset::RenderAssetUsages;
use bevy::image::Image;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use std::path::{Path, PathBuf};

/// Draws all built-in scenes, and the lessons with scenes of their own, into a sheet and writes `gallery.png` and `gallery.txt` to `folder`.
pub(crate) fn draw(folder: &Path) -> Result<Vec<PathBuf>, SnapshotError> {
    // Before minutes of drawing.
    let refused =
        |error: std::io::Error| SnapshotError::Write { path: folder.display().to_string(), why: error.to_string() };
    std::fs::create_dir_all(folder).map_err(refused)?;
    let scenes = pictured_scenes();
    let Some((_, first)) = scenes.first() else { return Err(SnapshotError::Nothing) };
    let mut offscreen = OffscreenApp::open(first, ((OVER * SIZE[0]) as u32, (OVER * SIZE[1]) as u32))?;
    offscreen.world().insert_resource(WithoutText(true));
    let width = COLUMNS * SIZE[0];
    let mut sheet = vec![0u8; 3 * width * SIZE[1] * scenes.len().div_ceil(COLUMNS)];
    for (place, (name, scene)) in scenes.iter().enumerate() {
        let opened = Opened { name: name.clone(), file: None, text: String::new(), scene: scene.clone() };
        show(offscreen.world(), opened);
        offscreen.world().resource_mut::<Layers>().0 =
            Overlays { numbers: false, body_frame: false, turning: false, ..Overlays::default() };
        offscreen.step_to(moment(scene))?;
        offscreen.frame_all();
        let picture = offscreen.picture(if place == 0 { 4 } else { 2 })?;
        let drawn = picture.try_into_dynamic().map_err(|_| SnapshotError::Nothing)?.to_rgb8().into_raw();
        put(&mut sheet, place, &drawn);
    }
    let names: Vec<&str> = scenes.iter().map(|(name, _)| name.as_str()).collect();
    let [png, txt] = ["gallery.png", "gallery.txt"].map(|name| folder.join(name));
    let height = sheet.len() / (3 * width);
    let rgba: Vec<u8> = sheet.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect();
    let size = Extent3d { width: width as u32, height: height as u32, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    save(Image::new(size, TextureDimension::D2, rgba, format, RenderAssetUsages::MAIN_WORLD), &png)?;
    let fault = |error: WriteError| SnapshotError::Write { path: error.path, why: error.why };
    write_whole(&txt, (names.join("\n") + "\n").as_bytes()).map_err(fault)?;
    Ok(vec![png, txt])
}
