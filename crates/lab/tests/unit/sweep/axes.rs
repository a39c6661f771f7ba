//! Tests of `sweep::axes`.

use stickslip_lab::internals::{Axis, Values, coordinates, log_range, range};

#[test]
fn ranges_count_steps_and_do_not_add_up() {
    let values = range(1.0, 30.0, 0.1).unwrap();
    assert_eq!(values.len(), 291);
    assert_eq!(values[290], 1.0 + 290.0 * 0.1);
    assert_eq!(range(0.2, 0.5, 0.01).unwrap().len(), 31);
    assert_eq!(range(0.0, 1.0, 0.3).unwrap().len(), 4);
    assert!(range(1.0, 0.0, 0.1).is_err());
    assert!(range(0.0, 1.0, 0.0).is_err());
    assert!(range(0.0, f64::NAN, 0.1).is_err());
    assert_eq!(range(1.0, 0.0, -0.5).unwrap(), [1.0, 0.5, 0.0]);
}

#[test]
fn values_are_the_decimals_that_are_meant() {
    let texts = |values: Values| Axis::new("x".into(), values).unwrap().values;
    assert_eq!(texts(Values::Range { from: 0.2, to: 0.5, step: 0.1 }), ["0.2", "0.3", "0.4", "0.5"]);
    assert_eq!(texts(Values::Range { from: -0.3, to: 0.3, step: 0.1 }).join(" "), "-0.3 -0.2 -0.1 0.0 0.1 0.2 0.3");
    assert_eq!(texts(Values::LogRange { from: 1e4, to: 1e6, count: 3 }), ["10000.0", "100000.0", "1000000.0"]);
    assert_eq!(texts(Values::LogRange { from: 1e-30, to: 1e30, count: 3 }), ["1e-30", "1.0", "1e30"]);
    let third = texts(Values::Range { from: 0.0, to: 1.0, step: 1.0 / 3.0 });
    assert_eq!(third[1].parse::<f64>().unwrap(), 1.0 / 3.0);
}

#[test]
fn log_ranges_hold_both_ends() {
    let values = log_range(1e3, 1e7, 5).unwrap();
    assert_eq!((values[0], values[4]), (1e3, 1e7));
    assert!((values[2] / 1e5 - 1.0).abs() < 1e-12);
}

#[test]
fn the_last_axis_varies_fastest() {
    let axis = |n: usize| Axis { path: String::new(), values: vec!["0".into(); n] };
    assert_eq!(coordinates(&[axis(2), axis(3)], 4), [1, 1]);
}
