//! Tests of `laws::motion::schedule`.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

use stickslip_laws::motion::schedule::Schedule;

/// Slide for 1 s, hold for 2 s, a ramp up to 3 in 2 s, then constant: integrals of the pieces.
#[test]
fn the_integral_is_that_of_the_pieces() {
    let pairs = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [3.0, 0.0], [5.0, 3.0]];
    let schedule = Schedule::new(&pairs).unwrap();
    for (t, way) in [(0.5, 0.5), (1.0, 1.0), (2.0, 1.0), (3.0, 1.0), (4.0, 1.75), (5.0, 4.0), (6.0, 7.0)] {
        assert!((schedule.elapsed(0.0, t) - way).abs() < 1e-15, "{t}: {}", schedule.elapsed(0.0, t));
        assert!((schedule.elapsed(t, 6.0) - (7.0 - way)).abs() < 1e-14, "from {t}");
    }
    assert_eq!((schedule.before(1.0), schedule.after(1.0)), (1.0, 0.0));
    assert_eq!((schedule.before(4.0), schedule.after(4.0)), (1.5, 1.5));
    assert_eq!((schedule.before(-1.0), schedule.after(9.0)), (1.0, 3.0));
    assert!((schedule.elapsed(-2.0, 0.0) - 2.0).abs() < 1e-15, "constant before the first row");
    assert_eq!(schedule.pairs().unwrap(), pairs);
}

#[test]
fn without_a_table_the_factor_is_one() {
    let none = Schedule::default();
    assert_eq!((none.before(3.0), none.after(-1.0), none.elapsed(1.0, 4.0)), (1.0, 1.0, 3.0));
    assert!(!none.has_ended(1e9));
}

/// Seen from any time, what is left of a schedule is the same.
#[test]
fn a_later_start_keeps_what_is_left() {
    let whole = Schedule::new(&[[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [3.0, 0.0], [5.0, 3.0], [6.0, 0.0]]).unwrap();
    for now in [0.0, 0.5, 1.0, 2.0, 4.0, 6.0, 7.0] {
        let left = whole.since(now);
        for t in [0.0, 0.25, 1.0, 2.5, 4.0, 8.0] {
            assert!((left.after(t) - whole.after(now + t)).abs() < 1e-15, "{now} + {t}");
            assert!((left.elapsed(0.0, t) - whole.elapsed(now, now + t)).abs() < 1e-14, "{now} + {t}");
        }
    }
    assert!(whole.has_ended(6.0) && !whole.has_ended(5.9) && !whole.has_ended(2.0));
}

#[test]
fn a_table_out_of_order_is_refused_where_it_is_wrong() {
    let place = |pairs: &[[f64; 2]]| Schedule::new(pairs).unwrap_err().pair;
    assert_eq!(place(&[]), None);
    assert_eq!(place(&[[0.0, 1.0], [2.0, 1.0], [1.0, 0.0]]), Some(2));
    assert_eq!(place(&[[0.0, 1.0], [0.0, 2.0], [0.0, 3.0]]), Some(2));
    assert_eq!(place(&[[0.0, f64::NAN]]), Some(0));
}
