//! Tests of `reproduction::figures::squeal`.

use stickslip_lab::internals::{ends_above, stable_above};
use stickslip_lab::trace::scene;

/// With v_s 0.05 m/s and k_v 0.05 s/m, steady sliding is stable above 0.1140946 m/s, where the slope of μ(v) changes its
/// sign, and on a spring of 100 N/m a squeal ends at 0.49931 m/s, both found independently. The swing begins with the
/// speed of the belt, whatever the spring, so that its end hardly depends on the stiffness.
#[test]
fn the_critical_lines_are_those_of_the_rigid_block() {
    let friction = scene("belt-squeals", &[]).expect("a scene").friction;
    assert!((stable_above(&friction) - 0.114_094_6).abs() < 1e-5);
    assert!((ends_above(&friction, 100.0) - 0.499_31).abs() < 1e-3, "{}", ends_above(&friction, 100.0));
    let apart = ends_above(&friction, 400.0) - ends_above(&friction, 25.0);
    assert!(apart > 0.0 && apart < 0.02, "{apart}");
}
