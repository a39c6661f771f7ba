//! Tests of `reproduction::polygons::measure`.

use stickslip_lab::generate::opening;
use stickslip_lab::internals::{MeasuredVariant, outline, slopes};
use stickslip_lab::reproduction::polygons::{PolygonPlan, measure_all};

/// A triangle 0.4 m high with slopes of 30° and 20°, a scattered foot and a truncated top.
#[test]
fn the_slopes_of_a_triangle_are_found() {
    let [left, right] = [30f64, 20.0].map(|degrees| libm::tan(degrees.to_radians()));
    let height = |y: f64| (0.4 - if y < 0.0 { -y * left } else { y * right }).clamp(0.01, 0.37);
    let centres: Vec<(f64, f64)> =
        (-300..300).map(|k| (0.005 * f64::from(k) + 0.0025, 0.0)).map(|(y, _)| (y, height(y))).collect();
    let found = slopes(&outline(&centres));
    assert!((found[0] - 30.0).abs() < 1.0 && (found[1] - 20.0).abs() < 1.0, "{found:?}");
    assert!(slopes(&[]).iter().all(|slope| slope.is_nan()));
}

/// The shortest plan runs, and its energies are plausible for shaken and falling polygons.
#[test]
fn a_small_plan_has_all_its_numbers() {
    let plan =
        PolygonPlan { fillings: 1, boxed: (30, 0.2), periods: [1, 1], heaped: (30, 0.1), ..PolygonPlan::SHIPPED };
    let done = measure_all(&plan, &|_| ()).unwrap();
    assert_eq!(done.len(), 4);
    for MeasuredVariant { variant, boxes, heaps } in done {
        assert!(boxes[0].mean().iter().all(|energy| *energy > 0.0), "{variant:?}");
        // Most polygons are in free fall: v = g t.
        let (t, energy) = heaps[0].energy[4];
        let falling = 0.5 * 7e-3 * (9.81 * t) * (9.81 * t);
        assert!(t == 0.1 && energy > 0.3 * falling && energy < 2.0 * falling, "{variant:?}: {energy} {falling}");
        // They start on a lattice above the hopper's opening; radii of 8 to 12 mm.
        let (_, centre) = heaps[0].centre[0];
        assert!(heaps.len() == 1 && centre > opening(30) / 0.012 && centre < 0.5 / 0.007, "{variant:?}: {centre}");
    }
}
