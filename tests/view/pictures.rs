//! Rendered pictures, compared with a tolerance: where the draw list has an arrow, the picture has its colour.

use crate::machine::has_driver;
use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, Image, ImageSampler, ImageType};
use bevy_egui::egui::{Pos2, Rect, pos2, vec2};
use stickslip::draw::overlay::draw_list::{Overlays, draw_list};
use stickslip::draw::overlay::items::{DrawList, Role};
use stickslip::draw::scale::Scales;
use stickslip::draw::space::orbit::Orbit;
use stickslip::draw::space::units::Units;
use stickslip::lab::builtin;
use stickslip::run::simulation::Simulation;
use stickslip::scene::Scene;
use stickslip::view::render::lens::Lens;
use stickslip::view::snapshot;

const SIZE: (u32, u32) = (1200, 800);

/// A picture: red, green, blue, 0 to 255.
struct Picture(Vec<[i32; 3]>);

impl Picture {
    fn read(path: &std::path::Path) -> Self {
        let (kind, usage) = (ImageType::Extension("png"), RenderAssetUsages::all());
        let bytes = std::fs::read(path).unwrap();
        let sampler = ImageSampler::Default;
        let image = Image::from_buffer(&bytes, kind, CompressedImageFormats::NONE, true, sampler, usage).unwrap();
        let data = image.data.expect("pixels");
        assert_eq!(data.len(), 4 * (SIZE.0 * SIZE.1) as usize);
        Self(data.chunks(4).map(|c| [c[0], c[1], c[2]].map(i32::from)).collect())
    }

    /// True if a pixel within 3 pixels of `at` has the hue of the role.
    fn shows(&self, at: Pos2, role: Role) -> bool {
        let near = (-3..=3).flat_map(|dy| (-3..=3).map(move |dx| (at.x as i32 + dx, at.y as i32 + dy)));
        let inside = near.filter(|(x, y)| (0..SIZE.0 as i32).contains(x) && (0..SIZE.1 as i32).contains(y));
        inside.map(|(x, y)| self.0[(y * SIZE.0 as i32 + x) as usize]).any(|pixel| has_hue(pixel, role))
    }

    /// Mean difference of two pictures per channel, 0 to 255.
    fn difference(&self, other: &Self) -> f64 {
        let sum: i32 = self.0.iter().zip(&other.0).flat_map(|(a, b)| (0..3).map(move |k| (a[k] - b[k]).abs())).sum();
        f64::from(sum) / (3.0 * self.0.len() as f64)
    }
}

fn has_hue([r, g, b]: [i32; 3], role: Role) -> bool {
    match role {
        Role::Friction => r > g + 60 && b > g + 60,
        Role::Velocity => b > r + 60 && b > g + 40,
        Role::Contact => g > r + 40 && g > b + 20,
        Role::Body | Role::Unsolved => r > g + 60 && r > b + 60,
        Role::Past | Role::Normal | Role::Pull => (r - g).abs() < 40,
    }
}

fn scene(name: &str) -> Scene {
    Scene::parse(name, builtin::text(name).unwrap()).unwrap()
}

/// The picture of a scene at a time, and points on the arrows of its draw list, with their roles.
fn drawn(name: &str, time: f64) -> (Picture, Vec<(Pos2, Role)>) {
    let scene = scene(name);
    let folder = temp_dir::TempDir::new().unwrap();
    let files = snapshot(&scene, &[time], &folder.path().join("a.png"), SIZE).unwrap();
    let mut simulation = Simulation::new(&scene);
    let (start, mut scales) = (simulation.state(), Scales::default());
    scales = Scales::fit(&start, &scales, false);
    simulation.steps((time / scene.dt).round() as u64);
    let state = simulation.state();
    scales = Scales::fit(&state, &scales, false);
    let list: DrawList = draw_list(&state, &Overlays::default(), &scales);
    let (units, mut orbit) = (Units::from_state(&state), Orbit::default());
    orbit.frame(&state, &units, None);
    let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(SIZE.0 as f32, SIZE.1 as f32));
    let lens = Lens { orbit: &orbit, area, units: &units };
    let seen = area.shrink(8.0);
    let points = list.arrows.iter().flat_map(|arrow| {
        let on = |share: f64| (arrow.from + (arrow.to - arrow.from) * share, arrow.role);
        [on(0.35), on(0.6)]
    });
    let points = points.filter_map(|(at, role)| Some((lens.project(&at)?, role))).filter(|(at, _)| seen.contains(*at));
    (Picture::read(&files[0]), points.collect())
}

fn share(picture: &Picture, points: &[(Pos2, Role)], aside: f32) -> f64 {
    let hits = points.iter().filter(|(at, role)| picture.shows(*at + vec2(aside, aside), *role)).count();
    hits as f64 / points.len() as f64
}

/// Text plates cover parts of arrows, and arrows cross each other; still, most points must show the colour, and hardly
/// any 27 pixels to the side.
#[test]
fn the_picture_has_the_colours_of_the_arrows_where_the_draw_list_puts_them() {
    if !has_driver() {
        return;
    }
    for (name, time) in [("sphere-up-35", 0.02), ("brick-slips", 0.035), ("roll-and-spin", 0.2)] {
        let (picture, points) = drawn(name, time);
        assert!(points.len() >= 8, "{name}: {} points", points.len());
        let (there, beside) = (share(&picture, &points, 0.0), share(&picture, &points, 27.0));
        assert!(there > 0.75, "{name}: {:.0} % of the points have their colour", 100.0 * there);
        assert!(beside < 0.45, "{name}: {:.0} % beside", 100.0 * beside);
    }
}

/// A state drawn twice gives one picture within a fifth of a grey level; another time gives another picture.
#[test]
fn the_same_state_gives_the_same_picture() {
    if !has_driver() {
        return;
    }
    let (once, twice, later) =
        (drawn("sphere-up-35", 0.02).0, drawn("sphere-up-35", 0.02).0, drawn("sphere-up-35", 0.06).0);
    assert!(once.difference(&twice) < 0.2, "{}", once.difference(&twice));
    assert!(once.difference(&later) > 0.3, "{}", once.difference(&later));
}
