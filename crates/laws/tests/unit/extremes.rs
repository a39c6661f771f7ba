//! Tests of `laws::math::extremes`.

use stickslip_laws::math::extremes::{larger, largest, largest_difference, range, smallest};

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
