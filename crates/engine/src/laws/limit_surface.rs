//! The limit surface of a contact area: which friction force F and spin torque T it can carry together.
//!
//! A contact area that slides with v and spins with ω_n carries F and T that depend on `ε = ‖v‖/(a |ω_n|)` alone, here F
//! in μN and T in μNa (S. Goyal, A. Ruina, J. Papadopoulos, Wear 143 (1991) 307):
//!
//! | surface | pressure | source |
//! |---|---|---|
//! | disk | uniform over a disk of radius a | Z. Farkas, G. Bartels, T. Unger, D. Wolf, Phys. Rev. Lett. 90 (2003) 248302 |
//! | Hertz | of a Hertz contact of radius a | V. F. Zhuravlev, J. Appl. Math. Mech. 62 (1998) 705; elementary |
//! | ellipsoid | none: `F² + (T/T₀)² = 1` joins any two limits | R. D. Howe, M. R. Cutkosky, Int. J. Robotics Research 15 (1996) 531; MuJoCo's elliptic cone |
//!
//! With a pressure `∝ (1 − r²/a²)^(c − 2)`, c = 2 of the disk and 5/2 of Hertz, both series converge without
//! cancellation: `F = ₂F₁(−½, ½; c; ε⁻²)`, `T = ₂F₁(½, ½; c + 1; ε⁻²)/(2cε)` for fast slide. The closed forms lose all
//! digits of T there: a sliding disk would never stop.

use std::f64::consts::{FRAC_PI_2, PI};

/// How slide and spin friction limit each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum LimitSurface {
    /// Not at all: each has its own limit.
    #[default]
    Independent,
    /// The ellipsoid through the two limits.
    Ellipsoid,
    /// The exact surface of a disk of this radius, m, under uniform pressure.
    Disk {
        /// a, m.
        radius: f64,
    },
    /// The exact surface of a Hertz contact.
    Hertz,
}

impl LimitSurface {
    /// T of pure spin, in μNa, of the surfaces of an area; `None` for the others, whose spin limit is given.
    pub fn spin_limit(&self) -> Option<f64> {
        match self {
            Self::Disk { .. } => Some(2.0 / 3.0),
            Self::Hertz => Some(3.0 * PI / 16.0),
            Self::Independent | Self::Ellipsoid => None,
        }
    }

    /// F in μN and T in units of its limit in pure spin, for a motion of direction χ, `cot χ = ε/T₀`: 0 for pure slide,
    /// π/2 for pure spin.
    pub fn loads(&self, chi: f64) -> [f64; 2] {
        let (sin, cos) = (libm::sin(chi), libm::cos(chi));
        let Some(limit) = self.spin_limit() else { return [cos, sin] };
        if sin == 0.0 {
            return [1.0, 0.0];
        }
        let ratio = cos / sin * limit;
        let [force, torque] = match self {
            Self::Hertz => hertz(ratio),
            _ => disk(ratio),
        };
        [force, torque / limit]
    }
}

/// Argument below which a series is summed; there it converges within 30 terms.
const NEAR: f64 = 0.25;

/// F/μN and T/μNa of a disk under uniform pressure that slides with ε = v/aω ≥ 0.
pub fn disk(epsilon: f64) -> [f64; 2] {
    let square = epsilon * epsilon;
    if square <= NEAR {
        return [epsilon * series([-0.5, 0.5, 2.0], square), 2.0 / 3.0 * series([-1.5, 0.5, 1.0], square)];
    }
    if square >= 1.0 / NEAR {
        return far(2.0, epsilon);
    }
    if epsilon <= 1.0 {
        let [k, e] = elliptic(epsilon);
        let below = (square - 1.0) * k;
        return [
            4.0 * ((square + 1.0) * e + below) / (3.0 * PI * epsilon),
            4.0 * ((4.0 - 2.0 * square) * e + below) / (9.0 * PI),
        ];
    }
    let [k, e] = elliptic(1.0 / epsilon);
    [
        4.0 * ((square + 1.0) * e - (square - 1.0) * k) / (3.0 * PI),
        4.0 * epsilon * ((4.0 - 2.0 * square) * e + (2.0 * square - 5.0 + 3.0 / square) * k) / (9.0 * PI),
    ]
}

/// F/μN and T/μNa of a Hertz contact that slides with ε = v/aω ≥ 0.
pub fn hertz(epsilon: f64) -> [f64; 2] {
    let square = epsilon * epsilon;
    if epsilon <= 1.0 {
        let torque = 1.0 - square + 0.375 * square * square;
        return [3.0 * PI / 8.0 * epsilon * (1.0 - 0.25 * square), 3.0 * PI / 16.0 * torque];
    }
    if square >= 1.0 / NEAR {
        return far(2.5, epsilon);
    }
    let (q, s) = ((square - 1.0).sqrt(), libm::asin(1.0 / epsilon));
    [
        0.1875 * (epsilon * (4.0 - square) * s + (square + 2.0) * q / epsilon),
        0.375 * ((1.0 - square + 0.375 * square * square) * s + (0.75 - 0.375 * square) * q),
    ]
}

/// Fast slide over an area whose pressure is `∝ (1 − r²/a²)^(c − 2)`.
fn far(c: f64, epsilon: f64) -> [f64; 2] {
    let inverse = 1.0 / epsilon;
    let x = inverse * inverse;
    [series([-0.5, 0.5, c], x), series([0.5, 0.5, c + 1.0], x) * inverse / (2.0 * c)]
}

/// The hypergeometric series ₂F₁(a, b; c; x) for 0 ≤ x ≤ [`NEAR`].
fn series([a, b, c]: [f64; 3], x: f64) -> f64 {
    let (mut sum, mut term, mut n) = (1.0, 1.0, 0.0);
    while n < 40.0 && sum + term != sum - term {
        term *= (a + n) * (b + n) / ((c + n) * (1.0 + n)) * x;
        sum += term;
        n += 1.0;
    }
    sum
}

/// The complete elliptic integrals K and E of modulus 0 ≤ k < 1, by the arithmetic–geometric mean; K(1)·0 is taken as
/// 0.
fn elliptic(k: f64) -> [f64; 2] {
    if k >= 1.0 {
        return [0.0, 1.0];
    }
    let (mut a, mut g) = (1.0, ((1.0 - k) * (1.0 + k)).sqrt());
    let (mut weight, mut lost) = (0.5, 0.5 * k * k);
    for _ in 0..40 {
        let half = 0.5 * (a - g);
        (a, g) = (0.5 * (a + g), (a * g).sqrt());
        weight *= 2.0;
        lost += weight * half * half;
        if half.abs() <= 1e-17 * a {
            break;
        }
    }
    let k = FRAC_PI_2 / a;
    [k, k * (1.0 - lost)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

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
                deepest = crate::laws::extremes::larger(deepest, 1.0 - gauge);
            }
            assert!((deepest - most).abs() < 5e-4, "{surface:?}: {deepest}");
        }
    }
}
