//! The grid of the plane view: lines at multiples of a round spacing, and the caption.

use crate::draw::scale::round_below;
use crate::draw::space::orbit::{EyePose, Orbit};
use crate::draw::space::units::Units;
use crate::draw::text::format::short;
use bevy::math::{Vec2, Vec3};

/// Maximum spacing of the grid lines, pixels.
const MAX_SPACING: f32 = 100.0;
/// Distance of the grid from the camera, drawing units: behind the scene, but in front of the far clip plane.
const BEHIND: f32 = 990.0;

/// Grid spacing, m: a round number that suits a picture of this height, pixels.
pub fn cell(orbit: &Orbit, units: &Units, height: f32) -> f64 {
    round_below(units.metres(orbit.height() * MAX_SPACING / height))
}

/// Directions and spacing of the grid, such as `y → z ↑ · grid 0.05 m`; names the axes if they coincide with world
/// axes.
pub fn caption(orbit: &Orbit, units: &Units, height: f32) -> String {
    let pose = orbit.pose();
    let name = |along: Vec3| {
        let axes = [(Vec3::X, "x"), (Vec3::Y, "y"), (Vec3::Z, "z")];
        axes.into_iter().find_map(|(axis, name)| {
            let share = along.dot(axis);
            (share.abs() > 0.999_99).then(|| if share > 0.0 { name.to_owned() } else { format!("−{name}") })
        })
    };
    let grid = format!("grid {} m", short(cell(orbit, units, height)));
    match (name(pose.right), name(pose.up)) {
        (Some(right), Some(up)) => format!("{right} → {up} ↑ · {grid}"),
        _ => grid,
    }
}

/// Ends of the grid lines in pairs, drawing units.
pub fn lines(orbit: &Orbit, aspect: f32, step: f32) -> Vec<[f32; 3]> {
    let EyePose { eye, right, up, forward: ahead } = orbit.pose();
    let depth = ahead * (eye.dot(ahead) + BEHIND);
    let half = 0.5 * orbit.height() * Vec2::new(aspect, 1.0);
    let middle = Vec2::new(orbit.focus.dot(right), orbit.focus.dot(up));
    let (low, high) = (middle - half, middle + half);
    let mut points = Vec::new();
    let mut line = |from: Vec2, to: Vec2| {
        points.extend([from, to].map(|p| (right * p.x + up * p.y + depth).to_array()));
    };
    let places = |low: f32, high: f32| {
        let first = (low / step).ceil() as i64;
        (first..=(high / step).floor() as i64).map(move |k| k as f32 * step)
    };
    places(low.x, high.x).for_each(|x| line(Vec2::new(x, low.y), Vec2::new(x, high.y)));
    places(low.y, high.y).for_each(|y| line(Vec2::new(low.x, y), Vec2::new(high.x, y)));
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Across x, y is right and z up. The lines are at multiples of the spacing, and behind the focus.
    #[test]
    fn lines_are_at_round_places() {
        let mut orbit = Orbit { focus: Vec3::new(3.0, 0.07, -0.02), ..Orbit::default() };
        orbit.toggle_plane(Some(Vec3::X));
        let units = Units { per_metre: 20.0 };
        let step = cell(&orbit, &units, 800.0);
        assert!((step - 0.02).abs() < 1e-12, "{step}: {} drawing units are 800 pixels", orbit.height());
        let step = units.length(step);
        let points = lines(&orbit, 1.5, step);
        assert_eq!(points.len() % 2, 0);
        let near = |x: f32| (x / step - (x / step).round()).abs() < 1e-3;
        for ends in points.chunks(2) {
            let [[x, y, z], [_, y1, z1]] = [ends[0], ends[1]];
            assert!(x < orbit.focus.x - 100.0, "{x}");
            let is_upright = y == y1;
            assert!(if is_upright { near(y) } else { near(z) && z == z1 }, "{ends:?}");
        }
        let count = |from: usize| points.chunks(2).filter(|ends| ends[0][from] == ends[1][from]).count();
        let expected = (orbit.height() / step) as usize;
        assert!((expected..=expected + 1).contains(&count(2)), "{} of {expected}", count(2));
        assert_eq!(caption(&orbit, &units, 800.0), "y → z ↑ · grid 0.02 m");
        orbit.toggle_plane(None);
        orbit.toggle_plane(Some(Vec3::NEG_X));
        assert_eq!(caption(&orbit, &units, 800.0), "−y → z ↑ · grid 0.02 m");
    }
}
