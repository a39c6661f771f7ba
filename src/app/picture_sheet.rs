//! The sheet of pictures of the built-in scenes, embedded so that the gallery shows them at once. `stickslip scenes --pictures
//! assets/pictures` draws it.

use crate::record::state::observe;
use crate::run::simulation::Simulation;
use crate::scene::Scene;
use crate::world::CaseId;

/// The part of a scene's duration after which its picture is taken.
const PART: f64 = 0.15;
/// Width and height of a picture, pixels.
pub(crate) const SIZE: [usize; 2] = [320, 200];
/// Pictures side by side in the sheet.
pub(crate) const COLUMNS: usize = 8;
/// The sheet and the names in it, by rows.
pub(crate) static PNG: &[u8] = include_bytes!("../../assets/pictures/gallery.png");
static NAMES: &str = include_str!("../../assets/pictures/gallery.txt");

/// The pictures, unpacked.
#[derive(Clone, Debug, Default)]
pub(crate) struct PictureSheet {
    width: usize,
    /// RGBA.
    pixels: Vec<u8>,
}

impl PictureSheet {
    /// The embedded one; empty if it cannot be read.
    pub(crate) fn unpack() -> Self {
        let Ok(image) = image::load_from_memory(PNG) else { return Self::default() };
        Self { width: image.width() as usize, pixels: image.into_rgba8().into_raw() }
    }

    /// The picture of a built-in scene, red, green, blue and alpha of each pixel, row by row; `None` if the sheet was drawn before there was such a scene.
    pub(crate) fn picture(&self, name: &str) -> Option<Vec<u8>> {
        let place = NAMES.lines().position(|known| known == name)?;
        let (left, top) = (place % COLUMNS * SIZE[0], place / COLUMNS * SIZE[1]);
        let mut pixels = Vec::with_capacity(4 * SIZE[0] * SIZE[1]);
        for row in top..top + SIZE[1] {
            let from = 4 * (row * self.width + left);
            pixels.extend_from_slice(self.pixels.get(from..from + 4 * SIZE[0])?);
        }
        Some(pixels)
    }
}

/// When a scene is pictured, s: while something moves and touches.
pub(crate) fn moment(scene: &Scene) -> f64 {
    let mut simulation = Simulation::new(scene);
    let (first, last) = ((PART * scene.duration / scene.dt) as u64, (0.9 * scene.duration / scene.dt) as u64);
    simulation.steps(first);
    while simulation.step_count() < last && observe(simulation.world(), CaseId(0)).contacts.is_empty() {
        simulation.steps(1 + last / 50);
    }
    simulation.step_count() as f64 * scene.dt
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::builtin;

    /// Every built-in scene has a picture that shows something; where one is missing, `stickslip scenes --pictures assets/pictures`
    /// draws them anew.
    #[test]
    fn every_scene_has_a_picture() {
        let sheet = PictureSheet::unpack();
        assert!(PNG.len() < 3 << 19, "{} bytes", PNG.len());
        for (name, _) in builtin::all() {
            let picture =
                sheet.picture(name).unwrap_or_else(|| panic!("{name}: `stickslip scenes --pictures assets/pictures`"));
            let mut colours: Vec<_> = picture.chunks_exact(4).collect();
            colours.sort_unstable();
            colours.dedup();
            assert!(colours.len() > 20, "{name}: {} colours", colours.len());
        }
        assert!(sheet.picture("no such scene").is_none());
    }
}
