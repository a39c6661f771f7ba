//! Tests of `reproduction::verify::curves`.

use stickslip_lab::internals::{ReferenceCurve, curve, sets};
use stickslip_lab::reproduction::reference::ReferenceSource;
use stickslip_lab::trace;
use stickslip_lab::trace::scene;

/// An error of a thousandth of the curve's range in a single value is detected: every tolerance is below half of
/// that.
#[test]
fn every_curve_sees_a_thousandth_of_its_range() {
    let curves: Vec<ReferenceCurve> = sets().into_iter().flat_map(|set| set.curves).collect();
    assert!(curves.len() > 80, "{}", curves.len());
    for curve in &curves {
        let published = ReferenceSource::Shipped.curve(curve.file, curve.column).expect("a curve");
        assert!(published.tolerance < 4e-4, "{} column {}", curve.file, curve.column);
    }
}

/// Every point of a curve counts: a shift of any single point by a thousandth of the range fails the comparison.
#[test]
fn each_point_of_a_curve_is_compared() {
    let run = trace::trace(&scene("brick-slips", &[]).expect("the scene"), &[("", trace::speed_up)]).expect("a run");
    let speed = || curve("", 1, trace::speed_up, -1.0);
    let points: Vec<(f64, f64)> = (0..400).map(|k| (run.time(k), -run.values(0)[k])).collect();
    assert_eq!(speed().worst(&run, 0, &points), 0.0);
    let range = points.iter().map(|(_, v)| *v).fold(0.0, stickslip_engine::laws::math::extremes::larger);
    for k in 0..points.len() {
        let mut wrong = points.clone();
        wrong[k].1 += 1e-3 * range;
        assert!(speed().worst(&run, 0, &wrong) > 4e-4, "point {k}");
    }
    for (t, theirs) in [(9.0, 0.1), (0.02, f64::NAN), (0.020_05, 0.1), (-1e-4, 0.1)] {
        let mut wrong = points.clone();
        wrong.push((t, theirs));
        assert!(speed().worst(&run, 0, &wrong).is_nan(), "no such step, or no number");
    }
    assert!(speed().worst(&run, 0, &points[..1]).is_nan(), "no common rows");
}
