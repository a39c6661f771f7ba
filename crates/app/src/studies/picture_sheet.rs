//! The sheet of pictures of the built-in scenes and lessons, embedded so that the gallery shows them at once. Generated
//! by `stickslip scenes --pictures assets/pictures`.

use std::borrow::Cow;
use stickslip_engine::observe::state::observe;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::world::CaseId;
use stickslip_lab::builtin;
use stickslip_lab::lessons::{self, Lesson};

/// Fraction of a scene's duration at which its picture is taken.
const PART: f64 = 0.15;
/// Width and height of a picture, pixels.
pub const SIZE: [usize; 2] = [320, 200];
/// Pictures side by side in the sheet.
pub const COLUMNS: usize = 8;
/// The sheet and the names of its pictures, row by row.
pub static PNG: &[u8] = include_bytes!("../../assets/pictures/gallery.png");
static NAMES: &str = include_str!("../../assets/pictures/gallery.txt");

/// The decoded pictures.
#[derive(Clone, Debug, Default)]
pub struct PictureSheet {
    width: usize,
    /// RGBA.
    pixels: Vec<u8>,
}

impl PictureSheet {
    /// The embedded sheet; empty if it cannot be read.
    pub fn unpack() -> Self {
        let Ok(image) = image::load_from_memory(PNG) else { return Self::default() };
        Self { width: image.width() as usize, pixels: image.into_rgba8().into_raw() }
    }

    /// The RGBA picture of this name, row by row; `None` if the sheet predates what it shows.
    pub fn picture(&self, name: &str) -> Option<Vec<u8>> {
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

/// Name of the picture of a lesson: one of its own if the lesson changes its scene, else that of the scene.
pub fn picture_of_lesson<'a>(name: &str, lesson: &'a Lesson) -> Cow<'a, str> {
    if lesson.set.is_empty() { Cow::Borrowed(&lesson.scene) } else { Cow::Owned(format!("lessons/{name}")) }
}

/// What the sheet shows, with the names of the pictures: all built-in scenes, then the lessons that change their scene.
pub fn pictured_scenes() -> Vec<(String, Scene)> {
    let scenes =
        builtin::all().iter().filter_map(|(name, text)| Some(((*name).to_owned(), Scene::parse(name, text).ok()?)));
    let lessons = lessons::all().iter().filter_map(|(name, text)| {
        let lesson = Lesson::parse(text).ok().filter(|lesson| !lesson.set.is_empty())?;
        Some((picture_of_lesson(name, &lesson).into_owned(), lesson.scene().ok()?))
    });
    scenes.chain(lessons).collect()
}

/// Simulated time at which a scene is pictured, s: during motion and contact.
pub fn moment(scene: &Scene) -> f64 {
    let mut simulation = Simulation::new(scene);
    let (first, last) = ((PART * scene.duration / scene.dt) as u64, (0.9 * scene.duration / scene.dt) as u64);
    simulation.steps(first);
    while simulation.step_count() < last && observe(simulation.world(), CaseId(0)).contacts.is_empty() {
        simulation.steps(1 + last / 50);
    }
    simulation.step_count() as f64 * scene.dt
}

/// Supersampling factor, for smooth edges.
pub const OVER: usize = 2;
/// Low colour bits to drop: halves the size of the sheet with no visible change.
const LOW: u8 = 0b0000_0111;

/// Downsamples a drawn picture, RGB and [`OVER`] times as large, into its cell: each pixel is the mean of `OVER`² drawn
/// pixels.
pub fn put(sheet: &mut [u8], place: usize, drawn: &[u8]) {
    let width = COLUMNS * SIZE[0];
    let (left, top) = (place % COLUMNS * SIZE[0], place / COLUMNS * SIZE[1]);
    for (y, x) in (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| (y, x))) {
        for colour in 0..3 {
            let over = (0..OVER * OVER).map(|k| (OVER * y + k / OVER, OVER * x + k % OVER));
            let sum: u32 = over.map(|(y, x)| u32::from(drawn[3 * (y * OVER * SIZE[0] + x) + colour])).sum();
            let mean = (sum / (OVER * OVER) as u32) as u8;
            sheet[3 * ((top + y) * width + left + x) + colour] = mean & !LOW | LOW >> 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every built-in scene and lesson has a picture with content; to add missing ones, run `stickslip scenes --pictures
    /// assets/pictures`.
    #[test]
    fn every_scene_and_lesson_has_a_picture() {
        let sheet = PictureSheet::unpack();
        assert!(PNG.len() < 3 << 19, "{} bytes", PNG.len());
        let lessons = lessons::all()
            .iter()
            .map(|(name, text)| picture_of_lesson(name, &Lesson::parse(text).expect("no fault")).into_owned());
        for name in builtin::all().iter().map(|(name, _)| (*name).to_owned()).chain(lessons) {
            let picture =
                sheet.picture(&name).unwrap_or_else(|| panic!("{name}: `stickslip scenes --pictures assets/pictures`"));
            let mut colours: Vec<_> = picture.chunks_exact(4).collect();
            colours.sort_unstable();
            colours.dedup();
            assert!(colours.len() > 20, "{name}: {} colours", colours.len());
        }
        assert!(sheet.picture("no such scene").is_none());
    }
}
