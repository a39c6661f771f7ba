//! Tests of `laws::friction::normal::overlap_area`.

use stickslip_laws::Vec3;
use stickslip_laws::friction::normal::overlap_area::{length, limited_torque, rocking_torque};
use stickslip_laws::math::number::V3;

/// A rectangle of width w that turns with ω on a plane about the middle of its base: both ends move with ω w/2
/// perpendicular to the line, so that the torque is −γ_t √(k m) ½ · 2 (w/2)² ω = −γ_t √(k m) w² ω/4. Shifted along
/// the line without turning, it is 0.
#[test]
fn a_rectangle_that_rocks_is_damped_by_its_width() {
    let (a, n, half) = (V3::from(Vec3::x()), V3::from(Vec3::z()), 0.05);
    let ends = [V3::from(Vec3::y() * half), V3::from(Vec3::y() * -half)];
    let (still, arms) = (V3::default(), [V3::default(); 2]);
    let torque = rocking_torque(30.0, [a, n], (still, [a * 2.0, still]), arms, ends);
    assert!((torque + 30.0 * 0.01 * 2.0 / 4.0).abs() < 1e-15, "{torque}");
    let shifted = rocking_torque(30.0, [a, n], (Vec3::new(0.0, -1.0, -3.0).into(), [still; 2]), arms, ends);
    assert_eq!(shifted, 0.0);
}

/// The source's table: inside the limits the torque ends the rotation, beyond them it is the limit.
#[test]
fn the_torque_never_turns_a_body_the_other_way() {
    for (total, limits, expected) in [
        (0.3, [-1.0, 0.0], -0.3),
        (3.0, [-1.0, 0.0], -1.0),
        (-0.3, [-1.0, 0.0], 0.0),
        (-0.3, [-1.0, 0.2], 0.2),
        (0.0, [-1.0, 1.0], 0.0),
    ] {
        assert_eq!(limited_torque(total, limits), expected, "{total}");
    }
    assert!(limited_torque(f64::NAN, [-1.0, 1.0]).is_nan());
}

#[test]
fn the_length_of_equal_bodies_is_that_against_a_plane() {
    assert_eq!(length([Some(0.3), Some(0.3)]), 0.6);
    assert_eq!(length([None, Some(0.3)]), 0.6);
    assert!((length([Some(0.1), Some(0.3)]) - 0.3).abs() < 1e-15);
}
