//! The values of a sweep's axes, and their assignment to cases.

use ron::value::RawValue;
use serde::Deserialize;

/// An axis as written in a sweep file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Values {
    /// `from + k·step` for k = 0, 1, ... up to `to`.
    Range {
        /// First value.
        from: f64,
        /// Last value; included if a step falls on it.
        to: f64,
        /// Increment.
        step: f64,
    },
    /// `count` values with equal ratios, both ends included.
    LogRange {
        /// First value, positive.
        from: f64,
        /// Last value, positive.
        to: f64,
        /// Number of values, at least 2.
        count: usize,
    },
    /// Values written out, in RON.
    List(Vec<Box<RawValue>>),
}

impl Values {
    /// Number of values, which need not be expanded for it; 0 for a range that has none.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Range { from, to, step } => last_step(*from, *to, *step).map_or(0, |last| last as usize + 1),
            Self::LogRange { count, .. } => *count,
            Self::List(values) => values.len(),
        }
    }
}

/// One axis: a parameter of the scene and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Path as in `--set`, or several paths, separated by commas, that are set together.
    pub path: String,
    /// Values in RON; for several paths each value is a tuple.
    pub values: Vec<String>,
}

impl Axis {
    /// Expands the values; the error says what is wrong with the axis.
    pub fn new(path: String, values: Values) -> Result<Self, String> {
        let is_listed = matches!(values, Values::List(_));
        let values = match values {
            Values::Range { from, to, step } => {
                let scale = from.abs().max(to.abs());
                range(from, to, step)?.into_iter().map(|x| ron_number(meant(x, scale))).collect()
            }
            Values::LogRange { from, to, count } => {
                log_range(from, to, count)?.into_iter().map(|x| ron_number(meant(x, x))).collect()
            }
            Values::List(values) => values.iter().map(|value| value.get_ron().trim().to_string()).collect(),
        };
        let axis = Self { path, values };
        let count = axis.paths().count();
        if let Some(value) = axis.values.iter().find(|value| axis.parts(value).len() != count) {
            return Err(format!("`{value}` is not {count} values in brackets, one for each path"));
        }
        if is_listed {
            axis.check_listed()?;
        }
        if axis.values.is_empty() { Err("an axis needs at least one value".to_string()) } else { Ok(axis) }
    }

    /// Checks values that are written out: numbers are finite, and no path has both numbers and texts.
    fn check_listed(&self) -> Result<(), String> {
        let is_odd = |part: &str| part.parse::<f64>().is_ok_and(|x| !x.is_finite());
        for k in 0..self.paths().count() {
            let of = |is_of: fn(&str) -> bool| self.values.iter().find(|value| is_of(&self.parts(value)[k].1));
            if let Some(value) = of(is_odd) {
                return Err(format!("`{value}` is not a finite number"));
            }
            let texts = of(|part| part.starts_with('"'));
            if let (Some(number), Some(text)) = (of(|part| part.parse::<f64>().is_ok()), texts) {
                return Err(format!("`{number}` and `{text}` are not values of one kind"));
            }
        }
        Ok(())
    }

    /// For each path, true if all its values are numbers.
    pub(crate) fn numeric(&self) -> Vec<bool> {
        let is_number = |k: usize| self.values.iter().all(|value| self.parts(value)[k].1.parse::<f64>().is_ok());
        (0..self.paths().count()).map(is_number).collect()
    }
}

/// The values `from + k·step`, which accumulate no rounding errors.
pub fn range(from: f64, to: f64, step: f64) -> Result<Vec<f64>, String> {
    Ok((0..=last_step(from, to, step)?).map(|k| from + k as f64 * step).collect())
}

/// The largest k of `from + k·step` up to `to`.
fn last_step(from: f64, to: f64, step: f64) -> Result<u64, String> {
    let steps = (to - from) / step;
    if !(steps.is_finite() && steps >= 0.0) {
        return Err(format!("a range from {from} to {to} in steps of {step} has no values"));
    }
    if steps > MAX_VALUES as f64 {
        return Err(format!("a range from {from} to {to} in steps of {step} has over ten million values"));
    }
    let whole = steps.round();
    Ok(if (steps - whole).abs() < 1e-6 { whole } else { steps.floor() } as u64)
}

/// Maximum number of values of an axis.
const MAX_VALUES: usize = 10_000_000;

/// `count` values from one to the other, both included, in equal ratios.
pub fn log_range(from: f64, to: f64, count: usize) -> Result<Vec<f64>, String> {
    if !(from > 0.0 && to > 0.0 && from.is_finite() && to.is_finite() && count >= 2) {
        return Err("a log range needs two positive ends and a count of at least 2".to_string());
    }
    if count > MAX_VALUES {
        return Err(format!("a log range of {count} has over ten million values"));
    }
    let ratio = libm::log(to / from);
    let inner = |k: usize| from * libm::exp(ratio * k as f64 / (count - 1) as f64);
    Ok((0..count).map(|k| if k + 1 == count { to } else { inner(k) }).collect())
}

/// Rounds to the intended decimal of up to 13 digits if x differs from it only by the rounding error of a sum or
/// power at this scale: 0.3 for 0.2 + 0.1. The case then has the same bits as with 0.3 written out. Other numbers are
/// unchanged.
fn meant(x: f64, scale: f64) -> f64 {
    if x.abs() < 8.0 * f64::EPSILON * scale {
        return 0.0;
    }
    let decimal = format!("{x:.12e}").parse().unwrap_or(x);
    if (decimal - x).abs() <= 64.0 * f64::EPSILON * scale { decimal } else { x }
}

/// The shortest text that reads back as the same number.
pub(crate) fn ron_number(x: f64) -> String {
    format!("{x:?}")
}

/// The index on each axis of case `index`; the last axis varies fastest.
pub fn coordinates(axes: &[Axis], index: usize) -> Vec<usize> {
    let mut rest = index;
    let mut at: Vec<usize> = axes
        .iter()
        .rev()
        .map(|axis| {
            let k = rest % axis.values.len();
            rest /= axis.values.len();
            k
        })
        .collect();
    at.reverse();
    at
}
