//! Piles of regular polygons under the normal law `OverlapArea` and the slide law `dae`, after the two systems of
//! Krengel & Matuttis: a vibrated box, and a heap discharged from a hopper.
//!
//! Polygons with random numbers of corners and sizes and a mean circumradius of 10 mm, 10 mm thick along x, move in the
//! y–z plane. They start without overlap on a loose lattice. At most [`MAX_SHAPES`] of them differ, so that a file stays
//! small: bodies of one shape are one entry with a `fill`.

use super::options::PileOptions;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::fmt::Write;
use stickslip_engine::scene::Fault;
use stickslip_engine::scene::random::SplitMix64;

/// Mean circumradius, m.
const RADIUS: f64 = 0.01;
/// Half of the thickness, m.
const HALF_HEIGHT: f64 = 0.005;
/// Density, kg/m³.
const DENSITY: f64 = 2700.0;
/// Young's modulus, Pa: with the thickness k = 1e5 N/m.
const YOUNG: f64 = 1e7;
/// k = Y h of all pairs, N/m: Young's modulus times thickness.
pub(crate) const STIFFNESS: f64 = YOUNG * 2.0 * HALF_HEIGHT;
/// Mass per area of a polygon, kg/m²: density times thickness.
pub(crate) const AREA_DENSITY: f64 = DENSITY * 2.0 * HALF_HEIGHT;
/// Default frequency of the box, Hz.
pub(crate) const BOX_FREQUENCY: f64 = 10.0;
/// g, m/s².
const GRAVITY: f64 = 9.81;
/// Cell size of the lattice over the largest diameter.
const CELL_FACTOR: f64 = 1.05;
/// Maximum number of different polygons.
const MAX_SHAPES: u64 = 200;
/// Thickness of the hopper's walls, m.
const THICKNESS: f64 = 0.04;

/// Number and properties of the polygons.
struct Grains {
    count: u64,
    corners: (u64, u64),
    variation: f64,
    mu: f64,
    seed: u64,
}

impl Grains {
    fn new(options: &PileOptions, count: u64, variation: f64) -> Result<Self, Fault> {
        let corners = options.corners.unwrap_or((5, 10));
        if !(3..=64).contains(&corners.0) || !(corners.0..=64).contains(&corners.1) {
            return Err(refusal(
                "corners",
                "must be two whole numbers from 3 to 64, the smaller first",
                "write --corners 5..10",
            ));
        }
        let within = |value: f64, range: std::ops::RangeInclusive<f64>| range.contains(&value);
        let variation = options.size_variation.unwrap_or(variation);
        if !within(variation, 0.0..=0.8) {
            return Err(refusal(
                "size-variation",
                "must lie in 0 to 0.8",
                "write --size-variation 0.2 for radii of 8 to 12 mm",
            ));
        }
        let mu = options.mu.unwrap_or(0.6);
        if !within(mu, 0.0..=1e3) {
            return Err(refusal("mu", "must be a coefficient of friction, at least 0", "write --mu 0.6"));
        }
        Ok(Self { count: options.count.unwrap_or(count), corners, variation, mu, seed: options.seed.unwrap_or(1) })
    }

    /// Side of a lattice cell, m; any polygon fits into it at any angle.
    fn cell(&self) -> f64 {
        2.0 * CELL_FACTOR * RADIUS * (1.0 + self.variation)
    }

    /// Time step, s: a fifth of √(m/k) of the lightest possible polygon, to two digits.
    fn step(&self) -> f64 {
        let radius = RADIUS * (1.0 - self.variation);
        let sides = self.corners.0 as f64;
        let mass = DENSITY * 2.0 * HALF_HEIGHT * 0.5 * sides * radius * radius * libm::sin(TAU / sides);
        let step = 0.2 * (mass / STIFFNESS).sqrt();
        // Rounds 1/step up to two digits, which usually makes the step a short decimal: 1/25000 is 4e-5.
        let per_second = libm::pow(10.0, (-libm::log10(step)).floor() - 1.0);
        1.0 / ((1.0 / step / per_second).ceil() * per_second)
    }

    /// The entries of `bodies` for polygons in the lattice cells at `cells` (y, z of the centres, m), one polygon per
    /// cell.
    fn bodies(&self, cells: &[[f64; 2]]) -> String {
        let mut random = SplitMix64::new(self.seed);
        let mut between = |low: f64, high: f64| random.within(low, high);
        let shapes = MAX_SHAPES.min(self.count) as usize;
        let polygons: Vec<String> = (0..shapes)
            .map(|_| {
                let sides = between(self.corners.0 as f64, self.corners.1 as f64 + 1.0).floor();
                let radius = RADIUS * between(1.0 - self.variation, 1.0 + self.variation);
                let turn = between(0.0, TAU / sides);
                let corner = |k: u64| {
                    let angle = turn + TAU * k as f64 / sides;
                    [radius * libm::cos(angle), radius * libm::sin(angle)]
                };
                (0..sides as u64).map(|k| pair(corner(k))).collect::<Vec<_>>().join(", ")
            })
            .collect();
        // A Fisher–Yates shuffle assigns polygons to cells.
        let mut order: Vec<usize> = (0..cells.len()).collect();
        for k in (1..order.len()).rev() {
            order.swap(k, (between(0.0, (k + 1) as f64) as usize).min(k));
        }
        let mut text = String::new();
        for (shape, polygon) in polygons.iter().enumerate() {
            let places = order.iter().skip(shape).step_by(shapes).map(|cell| {
                let [y, z] = cells[*cell];
                format!("(0.0, {}, {})", short(y), short(z))
            });
            let places: Vec<String> = places.collect();
            let _ = write!(
                text,
                "\n        (name: \"grain-{shape}\", shape: Prism(polygon: [{polygon}], half_height: {HALF_HEIGHT}), density: {DENSITY:?}, \
                 motion: Planar(X), {UPRIGHT}, position: (0.0, 0.0, 0.0),\n         fill: Points([{}])),",
                places.join(", ")
            );
        }
        text
    }
}

/// Rotates a prism's axis to the world's x: the prism's x points down, its y along the world's y.
const UPRIGHT: &str = "rotation: AxisAngle(axis: (0.0, 1.0, 0.0), degrees: 90.0)";

/// A number rounded to 1 µm.
fn short(x: f64) -> String {
    format!("{:?}", (x * 1e6).round() / 1e6)
}

fn pair([x, y]: [f64; 2]) -> String {
    format!("({}, {})", short(x), short(y))
}

/// A fault of a command-line option.
fn refusal(option: &str, what: &str, remedy: &str) -> Fault {
    Fault::new(option, format!("--{option} {what}"), remedy, 0..0)
}

/// `value`, or a fault if a number is given that is not positive.
fn positive(option: &str, value: Option<f64>, example: &str) -> Result<Option<f64>, Fault> {
    match value {
        Some(value) if !(value > 0.0 && value.is_finite()) => {
            Err(refusal(option, "must be a number greater than 0", &format!("write --{option} {example}")))
        }
        value => Ok(value),
    }
}

/// The text of a scene with these `bodies`.
fn scene(grains: &Grains, [title, about]: [&str; 2], duration: f64, bodies: &str) -> String {
    let Grains { mu, .. } = grains;
    let step = grains.step();
    format!(
        "Scene(\n    schema: 1,\n    title: \"{title}\",\n    about: \"{about}\",\n    time: (dt: {step:e}, duration: {duration:?}),\n    \
         gravity: (0.0, 0.0, -{GRAVITY:?}),\n    friction: (mu: {mu:?}, laws: (slide: Dae)),\n    normal: OverlapArea(young: {YOUNG:e}, \
         damping: 0.5, rotation: (damping: 0.5)),\n    bodies: [{bodies}\n    ],\n)\n"
    )
}

/// Γ, frequency (Hz) and amplitude (m) of the vibrated box, with `Γ = A ω²/g`; a fault if all three are given and
/// contradict each other.
fn shaking(options: &PileOptions) -> Result<[f64; 3], Fault> {
    let gamma = positive("gamma", options.gamma, "0.75")?;
    let frequency = positive("frequency", options.frequency, "10")?;
    let amplitude = positive("amplitude", options.amplitude, "0.002")?;
    let gamma_of = |frequency: f64, amplitude: f64| amplitude * (TAU * frequency) * (TAU * frequency) / GRAVITY;
    match (gamma, frequency, amplitude) {
        (Some(gamma), None, Some(amplitude)) => Ok([gamma, (gamma * GRAVITY / amplitude).sqrt() / TAU, amplitude]),
        (None, frequency, Some(amplitude)) => {
            let frequency = frequency.unwrap_or(BOX_FREQUENCY);
            Ok([gamma_of(frequency, amplitude), frequency, amplitude])
        }
        (Some(gamma), Some(frequency), Some(amplitude)) => {
            let follows = gamma_of(frequency, amplitude);
            if (follows - gamma).abs() > 0.01 * gamma {
                let what = format!("contradicts --frequency and --amplitude, from which {follows:.4} follows");
                return Err(refusal(
                    "gamma",
                    &what,
                    "leave one of the three out: gamma is amplitude (2 pi frequency)^2/g",
                ));
            }
            Ok([follows, frequency, amplitude])
        }
        (gamma, frequency, None) => {
            let (gamma, frequency) = (gamma.unwrap_or(0.75), frequency.unwrap_or(BOX_FREQUENCY));
            Ok([gamma, frequency, gamma / gamma_of(frequency, 1.0)])
        }
    }
}

/// The text of a box (floor and two walls) of polygons, vibrated along y.
pub(super) fn vibrated_box(options: &PileOptions) -> Result<String, Fault> {
    let grains = Grains::new(options, 1008, 0.2)?;
    let [gamma, frequency, amplitude] = shaking(options)?;
    let width = positive("width", options.width, "0.88")?.unwrap_or(0.88);
    let cell = grains.cell();
    let columns = (width / cell).floor() as u64;
    if columns < 2 {
        let what = format!("must be at least {:.3} m: two of the largest polygons", 2.0 * cell);
        return Err(refusal("width", &what, "write --width 0.88"));
    }
    let margin = 0.5 * (width - columns as f64 * cell);
    let place = |k: u64| {
        let (column, row) = ((k % columns) as f64, (k / columns) as f64);
        [margin + (column + 0.5) * cell, (row + 0.5) * cell]
    };
    let cells: Vec<[f64; 2]> = (0..grains.count).map(place).collect();
    let drive = format!("motion: Driven(shake: (0.0, {amplitude:.6}, 0.0), frequency: {frequency:?})");
    let wall = |name: &str, y: f64, degrees: f64| {
        format!(
            "\n        (name: \"{name}\", shape: Plane, position: (0.0, {y:?}, 0.0), rotation: AxisAngle(axis: (1.0, 0.0, 0.0), degrees: \
             {degrees:?}), {drive}),"
        )
    };
    let floor = format!("\n        (name: \"floor\", shape: Plane, {drive}),");
    let bodies = floor + &wall("left", 0.0, -90.0) + &wall("right", width, 90.0) + &grains.bodies(&cells);
    let about = format!(
        "Does a bed of polygons move as one when its box is shaken? {} regular polygons of {} to {} corners, radius \
         10 mm ± {:.0} %, in a box of {width:?} m that oscillates along y at {} Hz by {:.3} mm: Γ = Aω²/g = {}. \
         After Krengel & Matuttis, section 11, who give Γ, the number and the corners of the polygons; the \
         frequency, the sizes, μ = {:?} of polygons and box and the stiffness are our choice. docs/polygons.md \
         compares the kinetic energies E_com, E_diff, E_rot under this law and under springs. Seed {}.",
        grains.count,
        grains.corners.0,
        grains.corners.1,
        grains.variation * 100.0,
        short(frequency),
        amplitude * 1e3,
        short(gamma),
        grains.mu,
        grains.seed
    );
    let title = format!("{} polygons in a shaken box", grains.count);
    Ok(scene(&grains, [&title, &about], 5.0, &bodies))
}

/// Inclination of the hopper's walls to the floor, rad.
const WALL_INCLINATION: f64 = FRAC_PI_2 * 2.0 / 3.0;
/// Width of the hopper's opening over the mean diameter.
const OPENING: f64 = 12.0;

/// Height of the opening of a hopper that stands near the floor, m: the lower edges of its walls are 1 mm above it.
const STANDING: f64 = 0.5 * THICKNESS + 1e-3;

/// Height of the hopper's opening above the floor, m: slightly above the heap that `count` polygons form.
pub fn opening(count: u64) -> f64 {
    let area = count as f64 * 2.6 * RADIUS * RADIUS / 0.8;
    0.02 + (0.3 * area).sqrt()
}

/// The text of polygons discharged from a hopper onto a level floor without walls.
pub(super) fn hopper_heap(options: &PileOptions) -> Result<String, Fault> {
    let grains = Grains::new(options, 1622, 0.2)?;
    let cell = grains.cell();
    let half = OPENING * RADIUS;
    let rise = positive("rise", options.rise, "0.06")?;
    let bottom = if rise.is_some() { STANDING } else { opening(grains.count) };
    let motion = rise.map_or("Fixed".to_owned(), |rise| format!("Driven(velocity: (0.0, 0.0, {rise:?}))"));
    let (mut cells, mut row) = (Vec::new(), 0.0);
    while (cells.len() as u64) < grains.count {
        // The lower corners of each cell stay clear of the walls.
        let columns = (2.0 * (half + row * cell / libm::tan(WALL_INCLINATION)) / cell).floor();
        let left = grains.count as usize - cells.len();
        let place = |k: usize| [(k as f64 + 0.5 - 0.5 * columns) * cell, bottom + (row + 0.5) * cell];
        cells.extend((0..left.min(columns as usize)).map(place));
        row += 1.0;
    }
    let long = (row * cell / libm::sin(WALL_INCLINATION)) + 2.0 * cell;
    let wall = |name: &str, side: f64| {
        let (along, across) = (
            [side * libm::cos(WALL_INCLINATION), libm::sin(WALL_INCLINATION)],
            [side * libm::sin(WALL_INCLINATION), -libm::cos(WALL_INCLINATION)],
        );
        let at = |s: f64, d: f64| [0, 1].map(|k| s * along[k] + d * across[k]);
        let middle = at(0.5 * long, 0.5 * THICKNESS);
        // The prism's own x points down, its own y along the world's y.
        let corner = |[s, d]: [f64; 2]| {
            let [y, z] = at(s * 0.5 * long, d * 0.5 * THICKNESS);
            pair([-z, y])
        };
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(corner).join(", ");
        format!(
            "\n        (name: \"{name}\", shape: Prism(polygon: [{corners}], half_height: {HALF_HEIGHT}), motion: {motion}, {UPRIGHT},\n         \
             position: (0.0, {}, {})),",
            short(side * half + middle[0]),
            short(bottom + middle[1])
        )
    };
    let floor = "\n        (name: \"floor\", shape: Plane),";
    let bodies = floor.to_owned() + &wall("left", -1.0) + &wall("right", 1.0) + &grains.bodies(&cells);
    let about = format!(
        "Does a heap of polygons stand on a smooth floor with friction, without walls, and how steep? {} regular polygons of {} to {} corners, radius 10 mm ± \
         {:?} %, run out of a hopper with an opening of {:.2} m. After Krengel & Matuttis, section 12, who give the number, the corners, the variation of size and \
         μ = 0.6; the hopper, the size and the stiffness are our choice.{} docs/polygons.md has the energies and slopes. Seed {}.",
        grains.count,
        grains.corners.0,
        grains.corners.1,
        grains.variation * 100.0,
        2.0 * half,
        rise.map_or(String::new(), |rise| format!(" The hopper begins near the floor and rises at {rise} m/s.")),
        grains.seed
    );
    let title = format!("A heap of {} polygons", grains.count);
    // A rising hopper is empty once its opening is above the heap.
    let duration = rise.map_or(5.0, |rise| ((opening(grains.count) / rise + 3.0) * 10.0).ceil() / 10.0);
    Ok(scene(&grains, [&title, &about], duration, &bodies))
}
