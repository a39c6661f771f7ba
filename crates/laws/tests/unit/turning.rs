//! Tests of `laws::math::turning`.

#![allow(clippy::disallowed_methods, reason = "functions of others, to compare with")]

use stickslip_laws::friction::frame::ContactFrame;
use stickslip_laws::friction::frame::transported;
use stickslip_laws::math::turning::{Turn, angle, arcsine_ratio, sinc_and_versine, turned_by};
use stickslip_laws::{Rotation, Vec3};

fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 4.0 * f64::EPSILON * b.abs().max(1e-3), "{a:e} is not {b:e}");
}

#[test]
fn the_series_are_the_functions() {
    for x in [0.0_f64, 1e-12, 1e-6, 1e-3, 0.0099, 0.01, 0.0101, 0.3, 1.0] {
        let (sine, cosine) = libm::sincos(x);
        let (sinc, versine) = sinc_and_versine(x * x);
        near(x * sinc, sine);
        near(1.0 - x * x * versine, cosine);
        near(angle(sine, cosine), x);
        near(angle(-sine, cosine), -x);
        near(x * arcsine_ratio(x * x), f64::asin(x));
    }
    near(angle(0.0, -1.0), std::f64::consts::PI);
    near(angle(1.0, 0.0), std::f64::consts::FRAC_PI_2);
}

#[test]
fn a_turn_is_the_rotation() {
    let v = Vec3::new(0.7, -0.2, 1.1);
    for size in [0.0, 1e-9, 1e-4, 0.02, 2.0] {
        let turn = Vec3::new(0.3, -0.9, 0.5) * size;
        let expected = Rotation::new(turn) * v;
        let off = |turn: Turn| (Vec3::from(turn.apply(v.into())) - expected).norm();
        assert!(off(Turn::by(&turn)) < 4.0 * f64::EPSILON, "{size}");
        let q = Rotation::new(Vec3::new(-1.0, 0.4, 2.0));
        let to = turned_by(&q, &turn);
        assert!((to.coords - (Rotation::new(turn) * q).coords).norm() < 4.0 * f64::EPSILON, "{size}");
        assert!(off(Turn::between(&q, &to)) < 8.0 * f64::EPSILON, "{size}");
    }
    assert_eq!(Turn::by(&Vec3::zeros()), Turn::NONE);
}

#[test]
fn the_smallest_turn_gives_the_frame_of_appendix_b() {
    for size in [1e-8, 1e-3, 0.4, 1.5, 2.5] {
        let q = Rotation::new(Vec3::new(0.2, 0.4, -0.7));
        let (n0, u0) = (q * Vec3::z(), q * Vec3::x());
        let n = Rotation::new(Vec3::new(-0.8, 0.5, 0.3).normalize() * size) * n0;
        let expected = ContactFrame::carried(n, &u0, &n0.cross(&u0)).u;
        let u = Vec3::from(transported(u0.into(), n0.into(), n.into()));
        assert!((u - expected).norm() < 1e-15, "{size}: {u} is not {expected}");
    }
}
