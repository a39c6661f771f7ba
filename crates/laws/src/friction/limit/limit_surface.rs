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
