//! Tests of `laws::motion`.

#![allow(clippy::disallowed_methods, reason = "functions of others, to compare with")]

use nalgebra::Quaternion;
use stickslip_laws::math::extremes::larger;
use stickslip_laws::math::turning::{rotation, rotation_vector, turned_by};
use stickslip_laws::motion::{apply_inertia, mean_rate, rotate};
use stickslip_laws::{Rotation, Vec3};

/// Moments, kg·m², angular velocity in body axes, rad/s, and the largest relative change of energy in 5 s at Δt =
/// 1e-2 s in the prototype, which falls with Δt².
const FREE: [([f64; 3], [f64; 3], f64); 5] = [
    ([1.0, 1.0, 2.0], [1.0, 0.0, 10.0], 0.0),
    ([1.0, 2.0, 2.5], [6.0, 0.1, 8.0], 4.4e-5),
    ([1.0, 2.0, 2.5], [0.01, 10.0, 0.01], 5.1e-5),
    ([0.05, 1.0, 1.02], [5.0, 5.0, 7.0], 8.9e-6),
    ([1.04, 0.68, 0.4], [3.0, 9.0, 3.0], 9.6e-5),
];

fn start(w: [f64; 3]) -> (Rotation, Vec3) {
    let q = rotation(&Vec3::new(0.3, -0.5, 1.1));
    (q, q * Vec3::from(w))
}

fn energy(principal: &Vec3, q: &Rotation, w: &Vec3) -> f64 {
    0.5 * w.dot(&apply_inertia(principal, q, w))
}

/// Advances a torque-free body for `time`, s.
fn coast(principal: &Vec3, (q, w): (Rotation, Vec3), time: f64, dt: f64) -> (Rotation, Vec3) {
    let steps = (time / dt).round() as usize;
    (0..steps).fold((q, w), |(q, w), _| rotate(principal, &q, &w, &Vec3::zeros(), dt))
}

/// Attitude from the fourth-order Runge–Kutta method on Euler's equations and the quaternion, in body axes.
fn integrated(principal: &Vec3, (q, w): (Rotation, Vec3), time: f64) -> Rotation {
    let h = 1e-4;
    let rate = |q: &Quaternion<f64>, u: &Vec3| {
        let torque = -u.cross(&principal.component_mul(u));
        (q * Quaternion::from_imag(u * 0.5), torque.component_div(principal))
    };
    let (mut q, mut u) = (q.into_inner(), q.inverse_transform_vector(&w));
    for _ in 0..(time / h).round() as usize {
        let a = rate(&q, &u);
        let b = rate(&(q + a.0 * (h / 2.0)), &(u + a.1 * (h / 2.0)));
        let c = rate(&(q + b.0 * (h / 2.0)), &(u + b.1 * (h / 2.0)));
        let d = rate(&(q + c.0 * h), &(u + c.1 * h));
        q += (a.0 + b.0 * 2.0 + c.0 * 2.0 + d.0) * (h / 6.0);
        u += (a.1 + b.1 * 2.0 + c.1 * 2.0 + d.1) * (h / 6.0);
    }
    Rotation::new_normalize(q)
}

/// The energy error is that of the prototype (plus 10 %, since the table is rounded) and of second order; L is kept
/// to 1e-12; the attitude is within 1.5e-3 rad at 1e-2 s and a hundredth of that at 1e-3 s.
#[test]
fn a_free_body_keeps_its_energy_and_momentum() {
    for (principal, w, expected) in FREE {
        let principal = Vec3::from(principal);
        let first = start(w);
        let (e0, l0) = (energy(&principal, &first.0, &first.1), apply_inertia(&principal, &first.0, &first.1));
        for (dt, scale) in [(1e-2_f64, 1.0), (1e-3, 1e-2)] {
            let (mut now, mut off) = (first, [0.0; 2]);
            for _ in 0..(5.0 / dt).round() as usize {
                now = rotate(&principal, &now.0, &now.1, &Vec3::zeros(), dt);
                let momentum = apply_inertia(&principal, &now.0, &now.1);
                off[0] = larger(off[0], (energy(&principal, &now.0, &now.1) / e0 - 1.0).abs());
                off[1] = larger(off[1], (momentum - l0).norm() / l0.norm());
            }
            let angle = integrated(&principal, first, 5.0).angle_to(&now.0);
            let case = format!("{principal:?} at {dt}: E {:.2e}, L {:.1e}, angle {angle:.2e}", off[0], off[1]);
            assert!(off[0] <= 1.1 * expected * scale + 1e-12, "{case}");
            assert!(off[1] <= 1e-12 && angle <= 1.5e-3 * scale + 1e-8, "{case}");
        }
    }
}

/// Halving Δt divides the error of the attitude by 4.
#[test]
fn a_free_rotation_is_of_second_order() {
    for (principal, w, _) in &FREE[1..] {
        let (principal, first) = (Vec3::from(*principal), start(*w));
        let exact = integrated(&principal, first, 1.0);
        let error = |dt: f64| coast(&principal, first, 1.0, dt).0.angle_to(&exact);
        let errors = [1e-2, 5e-3, 2.5e-3].map(error);
        for pair in errors.windows(2) {
            let order = (pair[0] / pair[1]).log2();
            assert!((order - 2.0).abs() < 0.15, "{principal:?}: order {order} of {errors:?}");
        }
    }
}

/// The motion is the same, to rounding over 100 steps, with the axes named in any order, in a rotated world,
/// backwards, and with all moments scaled. A rotation about the middle axis amplifies rounding by e^(4.5 t).
#[test]
fn a_free_rotation_has_no_preferred_axis_direction_or_size() {
    let x = std::f64::consts::FRAC_PI_2;
    for (principal, w, _) in FREE {
        let (principal, (q, w)) = (Vec3::from(principal), start(w));
        let there = coast(&principal, (q, w), 1.0, 1e-2);
        let same = |what: &str, (q, w): (Rotation, Vec3)| {
            let off = (q.angle_to(&there.0), (w - there.1).norm() / there.1.norm());
            assert!(off.0 < 1e-11 && off.1 < 1e-11, "{what}, {principal:?}: {off:?}");
        };
        for turn in [Vec3::x() * x, Vec3::y() * x, Vec3::z() * x, Vec3::repeat(4.0 * x / 3.0 / 3.0_f64.sqrt())] {
            // Body axes renamed by a rotation that maps axes to axes.
            let r = rotation(&turn);
            let moments = (r * principal).abs();
            let found = coast(&moments, (q * r.inverse(), w), 1.0, 1e-2);
            let turned = rotation(&Vec3::new(-1.0, 0.4, 2.0));
            same("axes", (found.0 * r, found.1));
            let found = coast(&principal, (turned * q, turned * w), 1.0, 1e-2);
            same("world", (turned.inverse() * found.0, turned.inverse() * found.1));
        }
        for size in [1e-21, 1e-9, 1e12] {
            same("size", coast(&(principal * size), (q, w), 1.0, 1e-2));
        }
        let back = coast(&principal, (there.0, -there.1), 1.0, 1e-2);
        let off = (back.0.angle_to(&q), (back.1 + w).norm() / w.norm());
        assert!(off.0 < 1e-11 && off.1 < 1e-11, "backwards, {principal:?}: {off:?}");
    }
}

/// Moments that differ by 1e-9 give the motion of equal ones within 1e-7; steps of several revolutions keep L.
#[test]
fn nearly_equal_moments_and_long_steps_are_regular() {
    for (moments, equal) in [
        ([1.0, 1.0 + 1e-9, 2.0], [1.0, 1.0, 2.0]),
        ([1.0 + 1e-9, 1.0, 0.5], [1.0, 1.0, 0.5]),
        ([1.0, 1.0 + 1e-9, 1.0 - 1e-9], [1.0; 3]),
        ([1.0, 1.0, 1.0 + 1e-9], [1.0; 3]),
    ] {
        let first = start([3.0, -2.0, 5.0]);
        let [a, b] = [moments, equal].map(|moments| coast(&Vec3::from(moments), first, 5.0, 1e-2));
        let off = (a.0.angle_to(&b.0), (a.1 - b.1).norm());
        assert!(off.0 < 1e-7 && off.1 < 1e-7, "{moments:?}: {off:?}");
    }
    let (principal, first) = (Vec3::new(1.0, 2.0, 2.5), start([6.0, 0.1, 8.0]));
    let momentum = |(q, w): (Rotation, Vec3)| apply_inertia(&principal, &q, &w);
    let change = (momentum(coast(&principal, first, 500.0, 2.0)) - momentum(first)).norm();
    assert!(change < 1e-12 * momentum(first).norm(), "{change:e}");
}

/// Three equal moments keep the arithmetic of symplectic Euler, bit for bit, and nothing moves a body at rest.
#[test]
fn equal_moments_keep_their_bits() {
    let ((q, w), torque, dt) = (start([3.0, -2.0, 5.0]), Vec3::new(0.1, 0.7, -0.3), 1e-3);
    let after = w + torque * (dt / 0.7);
    assert_eq!(rotate(&Vec3::repeat(0.7), &q, &w, &torque, dt), (turned_by(&q, &(after * dt)), after));
    assert_eq!(mean_rate(&Vec3::repeat(0.7), &q, &w, dt), w);
    let still = Vec3::zeros();
    assert_eq!(rotate(&Vec3::new(1.0, 2.0, 2.5), &q, &still, &still, dt), (q, still));
}

/// A heavy top (moments about its tip, ml = 0.05 kg·m) in steady precession at Ω = 1.3004580 rad/s, the slow root
/// of `I_1 Ω² cos θ − I_3 ω_3 Ω + m g l = 0`: torques act to first order, L_z and L_3 are exact. Bounds: 1.2 times
/// the errors of rate, tilt and energy in the prototype.
#[test]
fn a_heavy_top_precesses_at_its_rate() {
    let (principal, weight, tilt, rate) = (Vec3::new(0.02, 0.02, 0.01), 0.05 * 9.81, 0.5_f64, 1.300_458_0);
    for (dt, bounds) in [(1e-2_f64, [5e-5, 3.4e-3, 1.6e-5]), (1e-3, [2e-5, 3.3e-4, 1.6e-7])] {
        let mut q = rotation(&(Vec3::x() * tilt));
        let axis = q * Vec3::z();
        let mut w = Vec3::z() * rate + axis * (40.0 - rate * tilt.cos());
        let total = |q: &Rotation, w: &Vec3| energy(&principal, q, w) + weight * (q * Vec3::z()).z;
        let kept = |q: &Rotation, w: &Vec3| {
            let momentum = apply_inertia(&principal, q, w);
            [momentum.z, momentum.dot(&(q * Vec3::z()))]
        };
        let (e0, k0) = (total(&q, &w), kept(&q, &w));
        let (mut off, mut azimuth, mut last) = ([0.0; 3], 0.0, axis);
        for _ in 0..(5.0 / dt).round() as usize {
            let torque = Vec3::z().cross(&(q * Vec3::z())) * weight;
            (q, w) = rotate(&principal, &q, &w, &torque, dt);
            let axis = q * Vec3::z();
            azimuth += (last.x * axis.y - last.y * axis.x).atan2(last.x * axis.x + last.y * axis.y);
            last = axis;
            off[1] = larger(off[1], (axis.z.acos() - tilt).abs());
            off[2] = larger(off[2], (total(&q, &w) / e0 - 1.0).abs());
        }
        off[0] = (azimuth / 5.0 / rate - 1.0).abs();
        for (off, bound) in off.iter().zip(bounds) {
            assert!(*off <= 1.2 * bound, "at {dt}: {off:e} above {bound:e}");
        }
        for (now, before) in kept(&q, &w).iter().zip(k0) {
            assert!((now - before).abs() <= 1e-12 * before, "{now} was {before}");
        }
    }
}

/// The mean velocity gives the rotation of a step to second order (the velocity at the start only to first).
#[test]
fn the_mean_rate_is_what_turns_the_body() {
    for (principal, w, _) in FREE {
        let (principal, (q, w)) = (Vec3::from(principal), start(w));
        let off = |dt: f64| {
            let (q1, _) = rotate(&principal, &q, &w, &Vec3::zeros(), dt);
            (rotation_vector(&(q1 * q.inverse())) / dt - mean_rate(&principal, &q, &w, dt)).norm()
        };
        let (one, half) = (off(2e-3), off(1e-3));
        assert!(one < 1e-9 || (one / half - 4.0).abs() < 0.1, "{principal:?}: {one:e}, {half:e}");
    }
}
