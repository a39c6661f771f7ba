//! Largest and smallest of a series, for comparisons: a NaN in the series, or an empty series, gives NaN, so that every
//! comparison with the result fails. `f64::max` would drop the NaN and let a broken run pass.

/// The largest value; NaN if one of them is NaN or there are none.
pub fn largest(values: impl IntoIterator<Item = f64>) -> f64 {
    fold(values, f64::max)
}

/// The smallest value; NaN if one of them is NaN or there are none.
pub fn smallest(values: impl IntoIterator<Item = f64>) -> f64 {
    fold(values, f64::min)
}

/// Largest minus smallest value; NaN if one of them is NaN or there are none.
pub fn range(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values = values.into_iter();
    let first = values.next().map(|x| (x, x));
    let ends = values.fold(first, |ends, x| ends.map(|(low, high)| (both(low, x, f64::min), both(high, x, f64::max))));
    ends.map_or(f64::NAN, |(low, high)| high - low)
}

/// The larger of the two; NaN if one of them is.
#[inline]
pub fn larger(a: f64, b: f64) -> f64 {
    both(a, b, f64::max)
}

/// Largest difference between two curves sampled at the same points, over the range of the expected one. NaN if a value
/// is NaN, if there are no points, or if the expected curve is flat and has no range.
pub fn largest_difference(pairs: impl IntoIterator<Item = (f64, f64)> + Clone) -> f64 {
    let span = range(pairs.clone().into_iter().map(|(_, expected)| expected));
    let worst = largest(pairs.into_iter().map(|(ours, expected)| (ours - expected).abs()));
    if span > 0.0 { worst / span } else { f64::NAN }
}

fn fold(values: impl IntoIterator<Item = f64>, pick: fn(f64, f64) -> f64) -> f64 {
    values.into_iter().reduce(|a, b| both(a, b, pick)).unwrap_or(f64::NAN)
}

#[inline]
fn both(a: f64, b: f64, pick: fn(f64, f64) -> f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { pick(a, b) }
}
