//! The least-squares estimate of the parameter, and its interval.

use super::curve::ResponseCurve;
use super::student::{DELTA_CHI_SQUARE, student_quantile};
use serde::Serialize;
use stickslip_engine::laws::math::extremes::{larger, smallest};

/// One measurement, and the curve of its setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Datum {
    /// Measured value, in the unit of the measured quantity.
    pub value: f64,
    /// Standard uncertainty in the unit of the value; either all measurements have one or none.
    pub uncertainty: Option<f64>,
    /// Index of the response curve.
    pub curve: usize,
}

/// A 95 % interval of the parameter; an end beyond the bracket is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

/// The least-squares estimate of the parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Estimated value of the parameter.
    pub value: f64,
    /// 95 % interval; `None` for a single measurement without uncertainty.
    pub interval: Option<Interval>,
    /// Σ (residual/uncertainty)², or Σ residual² without uncertainties (unit squared).
    pub squares: f64,
    /// For each measurement, the value of the parameter that explains it alone.
    pub alone: Vec<f64>,
}

/// The estimate from interpolated responses. `Err` is the index of a measurement that its curve does not reach.
///
/// Every response is monotonic, so each squared residual falls up to the value that explains its measurement alone
/// and rises beyond it: the minimum of the sum lies between the smallest and the largest of these values.
pub fn estimate(data: &[Datum], curves: &[ResponseCurve]) -> Result<Estimate, usize> {
    let alone: Vec<f64> = data
        .iter()
        .enumerate()
        .map(|(k, datum)| curves[datum.curve].invert(datum.value).ok_or(k))
        .collect::<Result<_, _>>()?;
    let squares = |parameter: f64| {
        let square = |datum: &Datum| {
            let residual = (datum.value - curves[datum.curve].at(parameter)) / datum.uncertainty.unwrap_or(1.0);
            residual * residual
        };
        data.iter().map(square).sum::<f64>()
    };
    let [first, last] =
        [smallest(alone.iter().copied()), stickslip_engine::laws::math::extremes::largest(alone.iter().copied())];
    let value = if data.len() == 1 { alone[0] } else { minimum(&squares, first, last) };
    let least = squares(value);
    let rise = rise(data, least);
    let points = curves[0].points();
    let bracket = [points[0][0], points[points.len() - 1][0]];
    let interval = rise.map(|rise| {
        let [low, high] = bracket.map(|end| crossing(&squares, value, end, least + rise));
        Interval { low, high }
    });
    Ok(Estimate { value, interval, squares: least, alone })
}

/// Rise of the sum of squares from the minimum to the ends of the 95 % interval: Δχ² = 3.84 with uncertainties, t² s²
/// with the scatter s² = Σ residual²/(n − 1) without; `None` for one measurement without uncertainty.
fn rise(data: &[Datum], least: f64) -> Option<f64> {
    if data.iter().all(|datum| datum.uncertainty.is_some()) {
        return Some(DELTA_CHI_SQUARE);
    }
    let degrees = data.len() - 1;
    (degrees > 0).then(|| {
        let t = student_quantile(degrees);
        t * t * least / degrees as f64
    })
}

/// Position of the minimum over an interval: the lowest of 201 points, then a golden-section search around it.
fn minimum(of: &impl Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    const PLACES: u32 = 200;
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let place = |k: u32| low + (high - low) * f64::from(k) / f64::from(PLACES);
    let best = (0..=PLACES).min_by(|a, b| of(place(*a)).total_cmp(&of(place(*b)))).unwrap_or(0);
    let (mut a, mut b) = (place(best.saturating_sub(1)), place((best + 1).min(PLACES)));
    for _ in 0..60 {
        let (c, d) = (b - GOLDEN * (b - a), a + GOLDEN * (b - a));
        if of(c) < of(d) { b = d } else { a = c }
    }
    0.5 * (a + b)
}

/// Position between `from` and `end` at which the function reaches `level`, by bisection; `None` if it does not.
fn crossing(of: &impl Fn(f64) -> f64, from: f64, end: f64, level: f64) -> Option<f64> {
    let reaches = of(end) >= level;
    if !reaches {
        return None;
    }
    let (mut inside, mut outside) = (from, end);
    for _ in 0..80 {
        let middle = 0.5 * (inside + outside);
        if of(middle) < level { inside = middle } else { outside = middle }
    }
    Some(0.5 * (inside + outside))
}

impl Interval {
    /// Width of the interval; an open end counts as the end of the bracket.
    pub fn width(&self, bracket: [f64; 2]) -> f64 {
        larger(self.high.unwrap_or(bracket[1]) - self.low.unwrap_or(bracket[0]), 0.0)
    }
}
