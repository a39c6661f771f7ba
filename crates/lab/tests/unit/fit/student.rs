//! Tests of `fit::student`.

use stickslip_lab::internals::{DELTA_CHI_SQUARE, student_quantile};

#[test]
fn the_quantiles_are_those_of_the_tables() {
    // ν = 1 is tan(0.475 π), ν = 2 is 0.95 √(2/(1 − 0.95²)); the others from printed tables.
    let tan = libm::tan(0.475 * std::f64::consts::PI);
    let two = 0.95 * (2.0_f64 / (1.0 - 0.95 * 0.95)).sqrt();
    for (degrees, expected, tolerance) in
        [(1, tan, 1e-9), (2, two, 1e-9), (4, 2.776_445, 1e-6), (9, 2.262_157, 1e-6), (30, 2.042_272, 1e-6)]
    {
        let quantile = student_quantile(degrees);
        assert!((quantile - expected).abs() < tolerance, "{degrees}: {quantile}, expected {expected}");
    }
    assert!((student_quantile(1_000_000) - DELTA_CHI_SQUARE.sqrt()).abs() < 1e-5);
}
