//! Tests of `plot::panels`.

use stickslip_lab::plot::Curve;

/// Largest deviation of an omitted point, as a fraction of the range of the curve.
const THINNED: f64 = 2e-5;

#[test]
fn a_thinned_curve_keeps_its_peak_and_its_shape() {
    let at = |k: usize| if k == 500 { 3.0 } else { (0.01 * k as f64).sin() };
    let thin = Curve::new("", (0..=1000).map(|k| (k as f64, at(k))).collect()).thinned();
    assert!(thin.points.len() < 700 && thin.points.contains(&(500.0, 3.0)), "{}", thin.points.len());
    for pair in thin.points.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        for k in x0 as usize..=x1 as usize {
            let drawn = y0 + (y1 - y0) * (k as f64 - x0) / (x1 - x0);
            assert!((drawn - at(k)).abs() <= THINNED * 4.1, "{k}");
        }
    }
}
