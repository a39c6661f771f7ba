//! Tests of `fit::least_squares`.

use std::convert::Infallible;
use stickslip_engine::scene::random::SplitMix64;
use stickslip_lab::internals::{LeastSquares, least_squares};

fn noise(random: &mut SplitMix64) -> f64 {
    let (a, b) = (1.0 - random.fraction(), random.fraction());
    (-2.0 * libm::log(a)).sqrt() * libm::cos(2.0 * std::f64::consts::PI * b)
}

/// The fit of a model of the parameters' places to data.
fn fit(count: usize, data: &[f64], model: impl Fn(&[f64], usize) -> f64) -> LeastSquares {
    let mut of = |places: &[Vec<f64>]| {
        let one = |place: &Vec<f64>| (0..data.len()).map(|k| data[k] - model(place, k)).collect::<Vec<f64>>();
        Ok::<_, Infallible>(places.iter().map(one).collect())
    };
    least_squares(count, &mut of).unwrap()
}

/// A straight line y = a + b x at x = 0, 1, …, 9: the textbook's covariance is (XᵀX)⁻¹ with XᵀX = ((10, 45), (45,
/// 285)).
#[test]
fn a_straight_line_has_the_covariance_of_the_textbook() {
    let data: Vec<f64> = (0..10).map(|k| 0.3 + 0.6 * f64::from(k) + if k % 2 == 0 { 0.01 } else { -0.01 }).collect();
    let found = fit(2, &data, |p, k| p[0] + p[1] * k as f64);
    // Normal equations by hand: Σy and Σxy.
    let (sy, sxy) = (data.iter().sum::<f64>(), data.iter().enumerate().map(|(k, y)| k as f64 * y).sum::<f64>());
    let det = 10.0 * 285.0 - 45.0 * 45.0;
    let expected = [(285.0 * sy - 45.0 * sxy) / det, (10.0 * sxy - 45.0 * sy) / det];
    let inverse = found.inverse.unwrap();
    for (found, expected) in found.place.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-8, "{found} for {expected}");
    }
    for (at, value) in [((0, 0), 285.0 / det), ((0, 1), -45.0 / det), ((1, 1), 10.0 / det)] {
        assert!((inverse[at] - value).abs() < 1e-6 * value.abs(), "{inverse}");
    }
}

/// Of 200 fits of a decay A exp(−t/τ) + c with known noise, each of the three parameters is within two standard
/// errors in 95 %, within three standard deviations of the count, √(200·0.95·0.05) = 3.1.
#[test]
fn parameters_of_a_decay_are_within_their_errors() {
    let truth = [0.6, 0.3, 0.4];
    let model = |p: &[f64], k: usize| p[0] * libm::exp(-0.1 * k as f64 / (0.2 + p[1])) + p[2];
    let (mut random, sigma, mut inside) = (SplitMix64::new(7), 0.01, [0_u32; 3]);
    for _ in 0..200 {
        let data: Vec<f64> = (0..40).map(|k| model(&truth, k) + sigma * noise(&mut random)).collect();
        let found = fit(3, &data, model);
        let inverse = found.inverse.unwrap();
        for k in 0..3 {
            let error = sigma * inverse[(k, k)].sqrt();
            inside[k] += u32::from((found.place[k] - truth[k]).abs() < 1.96 * error);
        }
    }
    assert!(inside.iter().all(|count| (180..=199).contains(count)), "{inside:?} of 200");
}

/// Only the product of two parameters, or nothing of one, is in the data.
#[test]
fn parameters_that_are_not_told_apart_are_named() {
    let data: Vec<f64> = (0..20).map(|k| 0.12 * f64::from(k)).collect();
    let found = fit(3, &data, |p, k| p[0] * p[2] * k as f64 + 1e-3 * (p[1] - 0.5) * libm::sin(k as f64));
    assert!(found.inverse.is_none());
    assert_eq!(found.mixed, [0, 2]);
    let found = fit(2, &data, |p, k| p[0] * k as f64);
    assert_eq!((found.inverse, found.mixed), (None, vec![1]));
    // A result that is not a number is never told apart.
    let found = fit(2, &data, |_, _| f64::NAN);
    assert!(found.inverse.is_none());
}
