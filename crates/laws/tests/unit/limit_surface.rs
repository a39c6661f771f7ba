//! Tests of `laws::friction::limit::limit_surface`.

use std::f64::consts::{FRAC_PI_2, PI, TAU};
use stickslip_laws::friction::limit::limit_surface::{LimitSurface, disk, hertz};

/// F and T of a pressure `∝ (1 − r²)^power` of force 1 by quadrature: the traction opposes the local motion
/// `(ε − y, x)`, in polar coordinates about the centre of rotation, where it is smooth.
fn quadrature(power: f64, epsilon: f64) -> [f64; 2] {
    // About the centre of rotation (0, ε): r from it, in direction φ, the pressure at (r cos φ, ε + r sin φ).
    let steps = 2000;
    let (mut force, mut torque) = (0.0, 0.0);
    for k in 0..steps {
        let at = (f64::from(k) + 0.5) / f64::from(steps);
        // From outside the disk, the directions in which it is seen; their angle takes the roots at both edges.
        let (phi, turn) = if epsilon < 1.0 {
            (TAU * at, TAU / f64::from(steps))
        } else {
            let aside = PI * (at - 0.5);
            let cos = libm::sin(aside) / epsilon;
            let slope = libm::cos(aside) / (epsilon * (1.0 - cos * cos).sqrt());
            (libm::asin(cos) - FRAC_PI_2, slope * PI / f64::from(steps))
        };
        let (sin, cos) = (libm::sin(phi), libm::cos(phi));
        // Inside the disk between the two roots of r² + 2 r ε sin φ + ε² − 1 = 0.
        let root = 1.0 - epsilon * epsilon * cos * cos;
        if root <= 0.0 {
            continue;
        }
        let [from, to] =
            [-1.0, 1.0].map(|sign| -epsilon * sin + sign * root.sqrt()).map(|r| if r > 0.0 { r } else { 0.0 });
        let half = 0.5 * (to - from);
        for m in 0..steps {
            // Chebyshev points take the roots of the pressure at both ends.
            let angle = (f64::from(m) + 0.5) * PI / f64::from(steps);
            let r = from + half * (1.0 - libm::cos(angle));
            let weight = half * libm::sin(angle) * PI / f64::from(steps) * turn;
            let (x, y) = (r * cos, epsilon + r * sin);
            let inside = 1.0 - x * x - y * y;
            let pressure = (power + 1.0) / PI * if inside > 0.0 { libm::pow(inside, power) } else { 0.0 };
            force += weight * r * pressure * -sin;
            torque += weight * r * pressure * (x * cos + y * sin);
        }
    }
    [force.abs(), torque.abs()]
}

#[test]
fn the_surfaces_are_those_of_their_pressures() {
    for epsilon in [0.1, 0.5, 0.9, 1.0 + 1e-9, 1.3, 2.0, 5.0] {
        for (power, surface) in [(0.0, disk as fn(f64) -> [f64; 2]), (0.5, hertz)] {
            let (found, expected) = (surface(epsilon), quadrature(power, epsilon));
            for k in 0..2 {
                assert!((found[k] - expected[k]).abs() < 3e-5, "{power} {epsilon}: {found:?} {expected:?}");
            }
        }
    }
}

/// Closed forms at ε = 1/2, 1 and 2.
#[test]
fn loads_at_three_ratios() {
    let cases = [
        (0.5, [0.483_843_8, 0.547_748_4], [0.552_233_1, 0.455_592_3]),
        (1.0, [0.848_826_4, 0.282_942_1], [0.883_572_9, 0.220_893_2]),
        (2.0, [0.967_687_5, 0.127_809_2], [0.974_278_6, 0.101_909_3]),
    ];
    for (epsilon, of_disk, of_hertz) in cases {
        for (found, expected) in [(disk(epsilon), of_disk), (hertz(epsilon), of_hertz)] {
            assert!((0..2).all(|k| (found[k] - expected[k]).abs() < 6e-8), "{epsilon}: {found:?}");
        }
    }
}

/// The slip is normal to the surface, `ε dF + dT = 0`, across every change of formula, and fast slide has the limits
/// 1 − 1/8ε², 1/4ε and 1 − 1/10ε², 1/5ε.
#[test]
fn the_slip_is_normal_to_the_surface_at_every_ratio() {
    for surface in [disk, hertz] {
        for k in 0..4000 {
            let epsilon = libm::exp(-9.0 + f64::from(k) * 18.0 / 4000.0);
            let h = 1e-4 * epsilon;
            let [low, high] = [surface(epsilon - h), surface(epsilon + h)];
            let (df, dt) = (high[0] - low[0], high[1] - low[1]);
            let size = epsilon * df.abs() + dt.abs();
            assert!((epsilon * df + dt).abs() < 1e-7 * size + 4e-16 * (1.0 + epsilon), "{epsilon}: {df:e} {dt:e}");
        }
    }
    for (found, part) in [(disk(1e5), 4.0), (hertz(1e5), 5.0)] {
        assert!((found[0] - (1.0 - 1e-10 / (2.0 * part))).abs() < 1e-15);
        assert!((found[1] * part * 1e5 - 1.0).abs() < 1e-10);
    }
}

/// The exact surfaces lie inside their ellipsoids, by at most 6.6 % (disk) and 6.0 % (Hertz).
#[test]
fn the_ellipsoid_encloses_the_exact_surfaces() {
    for (surface, most) in [(LimitSurface::Disk { radius: 1.0 }, 0.066), (LimitSurface::Hertz, 0.060)] {
        let mut deepest: f64 = 0.0;
        for k in 0..=2000 {
            let [f, t] = surface.loads(f64::from(k) * FRAC_PI_2 / 2000.0);
            let gauge = libm::hypot(f, t);
            assert!(gauge < 1.0 + 1e-12, "{surface:?} {k}");
            deepest = stickslip_laws::math::extremes::larger(deepest, 1.0 - gauge);
        }
        assert!((deepest - most).abs() < 5e-4, "{surface:?}: {deepest}");
    }
}
