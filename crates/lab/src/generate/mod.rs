//! Built-in many-body scenes with a chosen number of bodies. Scenes of balls are the built-in text with a few values
//! changed; scenes of polygons are written from scratch.

mod options;
mod polygons;

pub use options::PileOptions;
pub use polygons::opening;
pub(crate) use polygons::{AREA_DENSITY, BOX_FREQUENCY, STIFFNESS};

use crate::builtin;
use stickslip_engine::scene::{Fault, set};

/// Names of the scenes that can be generated with any number of bodies.
pub const SCENES: [&str; 5] = ["box-settle", "drum", "heap", "vibrated-box", "hopper-heap"];

/// Changes to a scene: path and new value of each.
type Edits = Vec<(&'static str, String)>;

/// The text of one of [`SCENES`] with about `count` moving bodies; balls come in whole lattice layers.
pub fn text(name: &str, count: u64) -> Result<String, Fault> {
    text_of(name, &PileOptions { count: Some(count), ..PileOptions::default() })
}

/// The text of one of [`SCENES`] with `options`; a fault if the scene does not have one of the given options.
pub fn text_of(name: &str, options: &PileOptions) -> Result<String, Fault> {
    let [grains, shaken, poured] = options.given().map(|names| names.first().copied());
    let refuse = |option: Option<&str>| match option {
        Some(option) => Err(Fault::new(
            option,
            format!("`{name}` has no --{option}"),
            "leave it out, or choose another scene",
            0..0,
        )),
        None => Ok(()),
    };
    let edits: fn(f64) -> Edits = match name {
        "box-settle" => settle,
        "drum" => drum,
        "heap" => heap,
        "vibrated-box" => return refuse(poured).and_then(|()| polygons::vibrated_box(options)),
        "hopper-heap" => return refuse(shaken).and_then(|()| polygons::hopper_heap(options)),
        _ => {
            let remedy = format!("choose one of {}", SCENES.join(", "));
            return Err(Fault::new("", format!("no scene `{name}` to generate"), remedy, 0..0));
        }
    };
    refuse(grains.or(shaken).or(poured))?;
    let text = builtin::text(name).unwrap_or_default().to_owned();
    edits(options.count.unwrap_or(1000) as f64).iter().try_fold(text, |text, (path, value)| set(&text, path, value))
}

/// Side length (cells) and number of layers of a column about as high as it is wide and deep.
fn column(count: f64) -> (f64, f64) {
    let side = libm::cbrt(count).round().max(1.0);
    (side, (count / (side * side)).ceil().max(1.0))
}

fn settle(count: f64) -> Edits {
    let (side, layers) = column(count);
    // Cells of 1.08 diameters.
    let width = side * 0.0108 + 0.002;
    // A column four times as high takes twice as long to settle: 0.4 s for ten layers.
    let duration = 0.4 * (layers / 10.0).sqrt();
    vec![
        ("time.duration", format!("{duration:.2}")),
        ("title", format!("\"{} spheres settle in a box\"", side * side * layers)),
        ("bodies.grain.fill.count", format!("({side:?}, {side:?}, {layers:?})")),
        ("bodies.right.position", format!("({width:?}, 0.0, 0.0)")),
        ("bodies.back.position", format!("(0.0, {width:?}, 0.0)")),
    ]
}

/// The lattice cells of `drum` and `heap`, m: 1.075 ball diameters.
const CELL: f64 = 0.0086;

/// A drum as deep as the built-in one, scaled in radius; the speed keeps the Froude number ω²R/g.
fn drum(count: f64) -> Edits {
    let side = (count / 4.0).sqrt().round().max(2.0);
    let size = side / 16.0;
    let low = -0.5 * (side - 1.0) * CELL;
    let turning = format!("Driven(angular_velocity: ({:?}, 0.0, 0.0))", 1.5 / size.sqrt());
    vec![
        ("title", format!("\"{} beads in a rotating drum\"", 4.0 * side * side)),
        ("bodies.grain.fill.count", format!("(4, {side:?}, {side:?})")),
        ("bodies.grain.position", format!("(-0.0155, {low:?}, {low:?})")),
        ("bodies.drum.shape.radius", format!("{:?}", 0.1 * size)),
        ("bodies.drum.motion", turning.clone()),
        ("bodies.left.motion", turning.clone()),
        ("bodies.right.motion", turning),
    ]
}

fn heap(count: f64) -> Edits {
    let (side, layers) = column(count);
    let low = -0.5 * (side - 1.0) * CELL;
    vec![
        ("title", format!("\"A heap of {} beads\"", side * side * layers)),
        ("bodies.grain.fill.count", format!("({side:?}, {side:?}, {layers:?})")),
        ("bodies.grain.position", format!("({low:?}, {low:?}, 0.0044)")),
    ]
}
