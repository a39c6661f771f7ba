//! Normal force of two coplanar prisms, or of a prism on a plane, from their overlap area, and the corresponding
//! damping of rocking (Krengel & Matuttis, sections 3 and 10; signs and units as in docs/dae.md).
//!
//! The overlap has the area A, the centroid C, and the ends P₁ and P₂ of the contact line, where it changes from the
//! outline of one body to that of the other. Its width b is the length of the sum of the edges it takes from either
//! body, and n is normal to that sum. δ = A/b is the mean depth, so that `N = (k A + γ √(k m_eff) Ȧ)/l` is a linear
//! spring and dashpot on δ as long as b is constant.

use super::Vec3;
use super::extremes::{larger, smallest};

/// The constants of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaSpring {
    /// k = Y h, N/m.
    pub stiffness: f64,
    /// l, m.
    pub length: f64,
    /// γ √(k m_eff), kg/s.
    pub damping: f64,
    /// γ_t √(k m_eff), kg/s; 0 if rocking is not damped.
    pub rotation: f64,
}

impl AreaSpring {
    /// The constants for the law's numbers Y (Pa), γ and γ_t and two prisms that share `extent`, m, along their axis.
    ///
    /// - `mass`: m_eff, kg; `length`: l, m
    pub fn new([young, damping, rotation]: [f64; 3], extent: f64, mass: f64, length: f64) -> Self {
        let stiffness = young * extent;
        let impedance = (stiffness * mass).sqrt();
        Self { stiffness, length, damping: damping * impedance, rotation: rotation * impedance }
    }

    /// Stiffness, N/m, and damping, N·s/m, of the spring on δ = A/b, for an overlap of width b, m.
    pub fn constants(&self, width: f64) -> [f64; 2] {
        let part = width / self.length;
        [self.stiffness * part, self.damping * part]
    }

    /// Energy of an overlap of area A, m², whose centroid lies `depth`, m, from the line that bounds it: a bed of
    /// springs of k/l per metre. Exact against planes; between polygons the force has no potential.
    pub fn stored(&self, area: f64, depth: f64) -> f64 {
        self.stiffness / self.length * area * depth
    }

    /// Torque about the axis `a` that damps the rocking of a body on its partner, N·m:
    /// `−γ_t √(k m_eff) ½ Σ (P − C) × v`, with `v = v_rel(P) − n (n·v_rel(C))`, both velocities relative to the
    /// partner. The opposite torque acts on the partner.
    ///
    /// - `ends`: P₁ − C and P₂ − C, m; `rate`: velocity of the body relative to its partner at C, m/s; `spin`: its
    ///   relative angular velocity about a, rad/s
    pub fn rocking_torque(&self, [a, n]: [&Vec3; 2], ends: &[Vec3; 2], rate: &Vec3, spin: f64) -> f64 {
        let along = rate - n * n.dot(rate);
        let moment = |end: &Vec3| a.dot(&end.cross(&(along + a.cross(end) * spin)));
        -0.5 * self.rotation * (moment(&ends[0]) + moment(&ends[1]))
    }
}

/// l of two prisms whose polygons have the areas of circles with these radii, m; `None` for a body that cannot move.
pub fn length(radii: [Option<f64>; 2]) -> f64 {
    match radii {
        [Some(i), Some(j)] => 4.0 * i * j / (i + j),
        [Some(r), None] | [None, Some(r)] => 2.0 * r,
        [None, None] => f64::INFINITY,
    }
}

/// The torque that damps a body's rotation, N·m: the torque that would stop its rotation relative to `ω₀` in this step,
/// clamped to what its contacts allow.
///
/// - `total`: T + I (ω − ω₀)/Δt with T from all other loads, N·m
/// - `limits`: the sums of the negative and of the positive torques of its contacts ([`AreaSpring::rocking_torque`]),
///   N·m
pub fn limited_torque(total: f64, [least, most]: [f64; 2]) -> f64 {
    larger(least, smallest([most, -total]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPRING: AreaSpring = AreaSpring { stiffness: 1e5, length: 0.1, damping: 50.0, rotation: 30.0 };

    /// A rectangle of width w that turns with ω on a plane about the middle of its base: both ends move with ω w/2
    /// perpendicular to the line, so that the torque is −γ_t √(k m) ½ · 2 (w/2)² ω = −γ_t √(k m) w² ω/4. Shifted along
    /// the line without turning, it is 0.
    #[test]
    fn a_rectangle_that_rocks_is_damped_by_its_width() {
        let (a, n, half) = (Vec3::x(), Vec3::z(), 0.05);
        let ends = [Vec3::y() * half, Vec3::y() * -half];
        let torque = SPRING.rocking_torque([&a, &n], &ends, &Vec3::zeros(), 2.0);
        assert!((torque + 30.0 * 0.01 * 2.0 / 4.0).abs() < 1e-15, "{torque}");
        assert_eq!(SPRING.rocking_torque([&a, &n], &ends, &Vec3::new(0.0, 1.0, 3.0), 0.0), 0.0);
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
}
