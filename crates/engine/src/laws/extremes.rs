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

fn both(a: f64, b: f64, pick: fn(f64, f64) -> f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { pick(a, b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_is_not_a_number_or_no_value_is_no_extreme() {
        for values in [vec![f64::NAN, 1.0], vec![1.0, f64::NAN, 0.5], vec![f64::NAN], vec![]] {
            assert!(largest(values.clone()).is_nan(), "{values:?}");
            assert!(smallest(values.clone()).is_nan(), "{values:?}");
            assert!(range(values.clone()).is_nan(), "{values:?}");
        }
        assert!(larger(f64::NAN, 1.0).is_nan() && larger(1.0, f64::NAN).is_nan());
        assert_eq!((largest([-2.0, -1.0]), smallest([-2.0, -1.0]), range([-2.0, -1.0])), (-1.0, -2.0, 1.0));
    }

    #[test]
    fn a_difference_needs_numbers_places_and_a_range() {
        assert_eq!(largest_difference([(1.0, 1.0), (2.5, 3.0)]), 0.25);
        assert!(largest_difference([(f64::NAN, 1.0), (2.5, 3.0)]).is_nan());
        assert!(largest_difference([(1.0, f64::NAN), (2.5, 3.0)]).is_nan());
        assert!(largest_difference([(1.0, 1.0), (1.0, 1.0)]).is_nan(), "a flat curve");
        assert!(largest_difference(Vec::new()).is_nan());
    }
}
