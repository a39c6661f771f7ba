//! Tests of `reproduction::rest_angle`.

use stickslip_lab::internals::{HeapShape, column, slope};

/// Radius of the balls, m.
const R: f64 = 0.02;

/// A cone of 25°, filled on a grid, has that slope, with a fiftieth of its grains rolled away; a single layer has
/// none.
#[test]
fn the_slope_of_a_cone_is_found() {
    let tan = libm::tan(25f64.to_radians());
    let mut centres = Vec::new();
    let grid = |n: i32| 0.01 * f64::from(n);
    for (x, y, k) in (-40..=40).flat_map(|x| (-40..=40).flat_map(move |y| (0..200).map(move |k| (x, y, k)))) {
        let (r, z) = (libm::hypot(grid(x), grid(y)), 0.001 * f64::from(k));
        if z <= tan * (0.4 - r) {
            centres.push((r, R + z));
        }
    }
    for (k, centre) in centres.iter_mut().enumerate().filter(|(k, _)| k % 50 == 0) {
        *centre = (1.0 + 1e-3 * k as f64, R);
    }
    let found = slope(&centres);
    assert!((found - 25.0).abs() < 1.0, "{found}");
    let layer: Vec<(f64, f64)> = (0..100).map(|k| (0.01 * f64::from(k), R)).collect();
    assert_eq!(slope(&layer), 0.0);
    assert!(slope(&[]).is_nan());
}

/// All three kinds of heap have the same mass, and their bodies begin apart.
#[test]
fn the_heaps_have_the_same_mass() {
    for shape in [HeapShape::Balls(0.1), HeapShape::Cubes, HeapShape::Octahedra] {
        let scene = column(shape, 3).expect("no fault");
        let mass: f64 = scene.bodies.iter().map(|body| body.mass).filter(|mass| mass.is_finite()).sum();
        let expected = 27.0 * 2500.0 * 4.0 / 3.0 * std::f64::consts::PI * R * R * R;
        assert!((mass - expected).abs() < 1e-9 * expected, "{shape:?}: {mass} {expected}");
    }
}
