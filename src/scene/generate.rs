//! The built-in scenes of many bodies with another number of them: the same text with a few values changed.

use super::builtin;
use super::error::Fault;
use super::set::set;

/// Names of the scenes that can be written with any number of bodies.
pub const SCENES: [&str; 1] = ["box-settle"];

/// Lattice spacing of `box-settle`, m: 1.08 diameters.
const SPACING: f64 = 0.0108;

/// The text of one of [`SCENES`] with about `count` bodies that move: whole layers of a lattice as wide as it is deep.
pub fn text(name: &str, count: u64) -> Result<String, Fault> {
    let Some(text) = builtin::text(name).filter(|_| SCENES.contains(&name)) else {
        let remedy = format!("choose one of {}", SCENES.join(", "));
        return Err(Fault::new("", format!("no scene `{name}` to generate"), remedy, 0..0));
    };
    let side = (count as f64).cbrt().round().max(1.0);
    let layers = (count as f64 / (side * side)).ceil().max(1.0);
    let width = side * SPACING + 0.002;
    let edits = [
        ("title", format!("\"{} spheres settle in a box\"", side * side * layers)),
        ("bodies.grain.fill.count", format!("({side:?}, {side:?}, {layers:?})")),
        ("bodies.right.position", format!("({width:?}, 0.0, 0.0)")),
        ("bodies.back.position", format!("(0.0, {width:?}, 0.0)")),
    ];
    edits.iter().try_fold(text.to_string(), |text, (path, value)| set(&text, path, value))
}
