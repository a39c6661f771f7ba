//! Tests of `laws::friction::load_curve`.

use stickslip_laws::friction::load_curve::{DampingCurve, LoadCurve, LoadCurves};

#[test]
fn a_curve_is_its_table_with_straight_lines() {
    let curve = LoadCurve::new(&[[0.0, 0.0], [1.0, 4.0], [3.0, 6.0]]).unwrap();
    for (d, load, energy) in [(0.0, 0.0, 0.0), (0.5, 2.0, 0.5), (1.0, 4.0, 2.0), (2.0, 5.0, 6.5), (5.0, 8.0, 26.0)] {
        assert_eq!((curve.load(d), curve.energy(d), curve.deflection(load)), (load, energy, d));
    }
    assert_eq!((curve.secant(0.0), curve.secant(2.0), curve.first_slope()), (4.0, 2.5, 4.0));
    let hardens = LoadCurve::new(&[[0.0, 0.0], [1.0, 4.0], [2.0, 14.0]]).unwrap();
    assert_eq!((curve.steepest(), hardens.steepest()), (4.0, 10.0));
}

/// F = k d² at n equal steps up to D: ∫F is k D³/3, and the trapezoidal rule adds k D³/(6 n²).
#[test]
fn the_energy_of_a_parabola_is_the_closed_form() {
    let (k, reach, n) = (3.0, 2.0, 100);
    let pairs: Vec<[f64; 2]> = (0..=n).map(|j| reach * f64::from(j) / f64::from(n)).map(|d| [d, k * d * d]).collect();
    let curve = LoadCurve::new(&pairs).unwrap();
    let exact = k * reach * reach * reach / 3.0;
    let excess = k * reach * reach * reach / (6.0 * f64::from(n * n));
    assert!((curve.energy(reach) - exact - excess).abs() < 1e-12 * exact, "{}", curve.energy(reach) - exact);
}

#[test]
fn what_is_no_curve_is_refused_by_its_pair() {
    for (pairs, pair) in [
        (vec![[0.0, 0.0]], None),
        (vec![[0.0, 1.0], [1.0, 2.0]], Some(0)),
        (vec![[0.0, 0.0], [1.0, 2.0], [1.0, 3.0]], Some(2)),
        (vec![[0.0, 0.0], [1.0, 2.0], [2.0, 2.0]], Some(2)),
        (vec![[0.0, 0.0], [f64::NAN, 2.0]], Some(1)),
    ] {
        assert_eq!(LoadCurve::new(&pairs).unwrap_err().pair, pair, "{pairs:?}");
    }
}

/// A damping curve may be flat at its start, later and at its end, where its coefficient is load over rate; it must
/// not decrease.
#[test]
fn a_damping_curve_may_be_flat_and_never_falls() {
    let flat = DampingCurve::new(&[[0.0, 0.0], [1.0, 0.0], [2.0, 4.0], [3.0, 4.0]]).unwrap();
    assert_eq!([0.0, 0.5, 1.5, 3.0, 8.0].map(|rate| flat.coefficient(rate)), [0.0, 0.0, 2.0 / 1.5, 4.0 / 3.0, 0.5]);
    assert_eq!(flat.steepest(), 4.0);
    for (pairs, pair) in [
        (vec![[0.0, 0.0], [1.0, 2.0], [2.0, 1.9]], Some(2)),
        (vec![[0.0, 0.0], [1.0, -1.0]], Some(1)),
        (vec![[0.0, 0.0], [1.0, 2.0], [1.0, 2.0]], Some(2)),
        (vec![[0.0, 0.0], [1.0, f64::NAN]], Some(1)),
    ] {
        assert_eq!(DampingCurve::new(&pairs).unwrap_err().pair, pair, "{pairs:?}");
    }
}

/// F_s = 4 d. A slip curve that meets 0.8 F_s, with μ_k/μ_s = 0.8, at a point or beyond the last one.
#[test]
fn a_slip_curve_falls_behind_where_it_is_below_mu_k_over_mu_s_of_stick() {
    let stick = LoadCurve::line(4.0).unwrap();
    let behind =
        |pairs: &[[f64; 2]]| LoadCurves { stick, slip: LoadCurve::new(pairs).unwrap() }.falls_behind(0.25, 0.2);
    assert_eq!(behind(&[[0.0, 0.0], [0.5, 1.6], [2.0, 6.4]]), None);
    assert_eq!(behind(&[[0.0, 0.0], [0.5, 1.5], [2.0, 8.0]]), Some(0.0));
    // 2 + 2 (d − 0.5) = 3.2 d at d = 1/1.2, between two points and beyond the last; 8 + (d − 2) = 3.2 d at 6/2.2.
    for pairs in [vec![[0.0, 0.0], [0.5, 2.0], [2.0, 5.0]], vec![[0.0, 0.0], [0.25, 1.0], [0.5, 2.0], [0.75, 2.5]]] {
        let from = behind(&pairs).unwrap();
        assert!((from - 1.0 / 1.2).abs() < 1e-12, "{from}");
    }
    let end = behind(&[[0.0, 0.0], [1.0, 7.0], [2.0, 8.0]]).unwrap();
    assert!((end - 6.0 / 2.2).abs() < 1e-12, "{end}");
    assert_eq!(LoadCurves::both(stick).falls_behind(0.3, 0.3), None);
    assert_eq!(LoadCurves::both(stick).falls_behind(0.0, 0.0), None);
}

#[test]
fn equal_tables_are_kept_once() {
    let make = || LoadCurve::new(&[[0.0, 0.0], [0.125, 4.0]]).unwrap();
    assert!(make().is_one_with(&make()));
}
