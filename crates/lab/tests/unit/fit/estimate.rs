//! Tests of `fit::estimate`.

use stickslip_engine::scene::random::SplitMix64;
use stickslip_lab::internals::{DELTA_CHI_SQUARE, Datum, ResponseCurve, estimate};

/// A linear response y = 2 x from 0 to 2.
fn line() -> Vec<ResponseCurve> {
    vec![ResponseCurve::new((0..9).map(|k| [f64::from(k) / 4.0, f64::from(k) / 2.0]).collect()).unwrap()]
}

fn data(values: &[f64], uncertainty: Option<f64>) -> Vec<Datum> {
    values.iter().map(|value| Datum { value: *value, uncertainty, curve: 0 }).collect()
}

/// For y = 2x the estimate is mean(y)/2, its interval ±1.96 σ/(2√n) or ±t s/(2√n).
#[test]
fn a_straight_response_gives_the_textbook_interval() {
    let values = [1.9, 2.0, 2.2, 2.1];
    let found = estimate(&data(&values, Some(0.1)), &line()).unwrap();
    assert!((found.value - 1.025).abs() < 1e-7, "{}", found.value);
    let half = DELTA_CHI_SQUARE.sqrt() * 0.1 / 4.0;
    let interval = found.interval.unwrap();
    assert!((interval.low.unwrap() - (1.025 - half)).abs() < 1e-7, "{interval:?}");
    assert!((interval.high.unwrap() - (1.025 + half)).abs() < 1e-7, "{interval:?}");

    let found = estimate(&data(&values, None), &line()).unwrap();
    let scatter = (0.05_f64 / 3.0).sqrt(); // residuals −0.15, −0.05, 0.15, 0.05
    let half = 3.182_446 * scatter / 4.0;
    let interval = found.interval.unwrap();
    assert!((found.squares - 0.05).abs() < 1e-9);
    assert!((interval.high.unwrap() - (1.025 + half)).abs() < 1e-6, "{interval:?}");
}

#[test]
fn one_measurement_without_uncertainty_has_no_interval_and_one_out_of_reach_is_named() {
    let found = estimate(&data(&[2.0], None), &line()).unwrap();
    assert!((found.value - 1.0).abs() < 1e-12 && found.interval.is_none());
    assert_eq!(estimate(&data(&[2.0, 5.0], None), &line()), Err(1));
}

/// Gaussian noise (Box and Muller).
fn noise(random: &mut SplitMix64) -> f64 {
    let (a, b) = (1.0 - random.fraction(), random.fraction());
    (-2.0 * libm::log(a)).sqrt() * libm::cos(2.0 * std::f64::consts::PI * b)
}

/// Over 2000 fits of d = 1/μ with 1 % noise, the interval contains the true value in 95 %, within three standard
/// deviations of the count, √(0.95·0.05/2000) = 0.5 % each; with and without known uncertainties.
#[test]
fn the_interval_holds_the_true_value_in_95_of_100_fits() {
    let points = (0..33).map(|k| 0.5 + f64::from(k) / 32.0).map(|x| [x, 1.0 / x]).collect();
    let curves = [ResponseCurve::new(points).unwrap()];
    let mut random = SplitMix64::new(42);
    for (uncertainty, count) in [(Some(0.01), 1), (Some(0.01), 5), (None, 2), (None, 5)] {
        let mut held = 0;
        for _ in 0..2000 {
            let values: Vec<f64> = (0..count).map(|_| 1.25 + 0.01 * noise(&mut random)).collect();
            let interval = estimate(&data(&values, uncertainty), &curves).unwrap().interval.unwrap();
            let below = interval.low.is_none_or(|low| low < 0.8);
            held += u32::from(below && interval.high.is_none_or(|high| high > 0.8));
        }
        let part = f64::from(held) / 2000.0;
        assert!((part - 0.95).abs() < 0.015, "{uncertainty:?}, {count} measurements: {part}");
    }
}

#[test]
fn an_interval_that_leaves_the_bracket_is_open() {
    let found = estimate(&data(&[3.9], Some(0.2)), &line()).unwrap();
    let interval = found.interval.unwrap();
    assert!(interval.low.is_some() && interval.high.is_none());
    assert!((interval.width([0.0, 2.0]) - (2.0 - interval.low.unwrap())).abs() < 1e-12);
}
