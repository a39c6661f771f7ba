//! Tests of `audit::noise`.

use stickslip_engine::laws::math::extremes::largest;
use stickslip_lab::internals::last_digit;

/// Relative rounding of f32.
const F32: f64 = 6e-8;
/// Relative rounding of f64.
const F64: f64 = 1.2e-16;

/// A parabola in f64, in f32 with nine digits, and with six decimals.
#[test]
fn the_last_digit_of_a_series_is_found() {
    let exact: Vec<f64> =
        (0..200).map(|k| 0.37 + 0.001_234_567 * f64::from(k) / 7.0 + 1e-5 * f64::from(k * k) / 3.0).collect();
    let size = largest(exact.iter().copied());
    assert_eq!(last_digit(std::slice::from_ref(&exact)), F64 * size);
    let nine = |x: &f64| format!("{:.8e}", *x as f32).parse().expect("a number");
    assert!((last_digit(&[exact.iter().map(nine).collect()]) - F32 * size).abs() < 1e-3 * F32 * size);
    let six = |x: &f64| format!("{x:.6}").parse().expect("a number");
    assert_eq!(last_digit(&[exact.iter().map(six).collect()]), 1e-6);
    // Numbers that are short by themselves, without scatter, are not rounded.
    let even = (0..200).map(|k| 0.5 + 0.001 * f64::from(k)).collect();
    assert!(last_digit(&[even]) < 1e-7);
}
