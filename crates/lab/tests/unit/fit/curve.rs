//! Tests of `fit::curve`.

use stickslip_lab::internals::{NotInvertible, ResponseCurve};

fn curve(of: impl Fn(f64) -> f64, count: usize) -> Result<ResponseCurve, NotInvertible> {
    let at = |k: usize| 1.0 + k as f64 / (count - 1) as f64;
    ResponseCurve::new((0..count).map(|k| [at(k), of(at(k))]).collect())
}

#[test]
fn the_cubic_goes_through_the_runs_and_stays_near_a_smooth_response() {
    let curve = curve(|x| 1.0 / x, 9).unwrap();
    for k in 0..=100 {
        let x = 1.0 + f64::from(k) / 100.0;
        // The slopes from the harmonic mean are of third order; on steps of 1/8 the error is 4.3e-4 at the ends.
        assert!((curve.at(x) * x - 1.0).abs() < 1e-3, "{x}: {}", curve.at(x));
    }
    assert_eq!(curve.at(1.5), 1.0 / 1.5);
    assert!((curve.invert(1.0 / 1.5).unwrap() - 1.5).abs() < 1e-12);
    assert_eq!((curve.invert(1.1), curve.invert(0.4), curve.invert(f64::NAN)), (None, None, None));
}

#[test]
fn what_cannot_be_inverted_is_told_apart() {
    assert_eq!(curve(|_| 3.0, 9), Err(NotInvertible::Constant));
    assert_eq!(curve(|_| f64::NAN, 9), Err(NotInvertible::Constant));
    assert_eq!(curve(|x| (x - 1.4) * (x - 1.4), 9), Err(NotInvertible::NotMonotonic));
    assert_eq!(curve(|x| if x < 1.5 { x } else { 1.5 }, 9), Err(NotInvertible::PartlyConstant));
}

#[test]
fn a_run_that_breaks_the_order_is_noticed() {
    let mut curve = curve(|x| 1.0 / x, 9).unwrap();
    assert!(curve.insert(1.45, 1.0 / 1.45) && curve.has(1.45));
    assert!(!curve.insert(1.47, 2.0));
}
