//! Normal force of two coplanar prisms, or of a prism on a plane, from their overlap area, and the corresponding
//! damping of rocking (Krengel & Matuttis, sections 3 and 10; signs and units as in docs/dae.md).
//!
//! The overlap has the area A, the centroid C, and the ends P₁ and P₂ of the contact line, where it changes from the
//! outline of one body to that of the other. Its width b is the length of the sum of the edges it takes from either
//! body, and n is normal to that sum. δ = A/b is the mean depth, so that `N = (k A + γ √(k m_eff) Ȧ)/l` is a linear
//! spring and dashpot on δ as long as b is constant.

use crate::friction::normal::hooke_force;
use crate::math::extremes::{larger, smallest};
use crate::math::number::{Number, V3};

/// Constants of the overlap force of one pair of bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaSpring {
    /// Stiffness k = Y h, N/m, with Young's modulus Y and the common extent h along the axis.
    pub stiffness: f64,
    /// Characteristic length l, m.
    pub length: f64,
    /// Damping γ √(k m_eff), kg/s.
    pub damping: f64,
    /// Rocking damping γ_t √(k m_eff), kg/s; 0 if rocking is not damped.
    pub rotation: f64,
}

impl AreaSpring {
    /// The constants from the law's parameters Y (Pa), γ and γ_t.
    ///
    /// - `extent`: common extent h of the two bodies along the axis, m; `mass`: m_eff, kg; `length`: l, m
    pub fn new([young, damping, rotation]: [f64; 3], extent: f64, mass: f64, length: f64) -> Self {
        let stiffness = young * extent;
        let impedance = (stiffness * mass).sqrt();
        Self { stiffness, length, damping: damping * impedance, rotation: rotation * impedance }
    }

    /// Stiffness, N/m, and damping, N·s/m, of the spring on δ = A/b, per metre of the width b.
    pub fn per_width(&self) -> [f64; 2] {
        [self.stiffness / self.length, self.damping / self.length]
    }

    /// Energy of an overlap of area A, m², whose centroid lies `depth`, m, from the line that bounds it: a bed of
    /// springs of k/l per metre. Exact against planes; between polygons the force has no potential.
    pub fn stored(&self, area: f64, depth: f64) -> f64 {
        self.stiffness / self.length * area * depth
    }
}

/// Torque about the axis `a` that damps the rocking of body i on body j, N·m: `−γ_t √(k m_eff) ½ Σ (P − C) × v`, with
/// `v = v_rel(P) − n (n·v_rel(C))`, both velocities relative to body j, on which the opposite torque acts.
///
/// - `damping`: γ_t √(k m_eff), kg/s; `rate`: velocity of body j's centre relative to body i's, m/s; `spins`: angular
///   velocities, rad/s
/// - `arms`: from the centres of i and j to C, m; `ends`: P₁ − C and P₂ − C, normal to `a`, m
#[inline(always)]
pub fn rocking_torque<N: Number>(
    damping: N,
    [a, n]: [V3<N>; 2],
    (rate, [spin_i, spin_j]): (V3<N>, [V3<N>; 2]),
    arms: [V3<N>; 2],
    ends: [V3<N>; 2],
) -> N {
    let at_c = spin_i.cross(arms[0]) - spin_j.cross(arms[1]) - rate;
    let along = at_c - n * n.dot(at_c);
    let turning = a.dot(spin_i - spin_j) * (ends[0].dot(ends[0]) + ends[1].dot(ends[1]));
    damping * damping.like(-0.5) * (a.dot((ends[0] + ends[1]).cross(along)) + turning)
}

/// The normal force N, N, of an overlap with mean depth δ and width b, m, from the constants of
/// [`AreaSpring::per_width`]; `approach`: approach velocity at the midpoint of the contact line, m/s.
#[inline(always)]
pub fn normal_force<N: Number>([stiffness, damping]: [N; 2], [depth, width]: [N; 2], approach: N) -> N {
    hooke_force([stiffness * width, damping * width], depth, approach, false)
}

/// Approach velocity along n at the midpoint of the contact line, m/s: the rate of growth of the area divided by the
/// width.
///
/// - `rate`: velocity of body j's centre relative to body i's, m/s; `spins`: angular velocities, rad/s
/// - `feet`: from the centres of i and j to the contact points on their surfaces, m; `ends`: P₁ − C and P₂ − C, m
#[inline(always)]
pub fn approach<N: Number>(
    n: V3<N>,
    (rate, [spin_i, spin_j]): (V3<N>, [V3<N>; 2]),
    feet: [V3<N>; 2],
    ends: [V3<N>; 2],
) -> N {
    let middle = (ends[0] + ends[1]) * n.x.like(0.5);
    (rate + spin_j.cross(feet[1] + middle) - spin_i.cross(feet[0] + middle)).dot(n)
}

/// Characteristic length l of a pair, m. `radii`: of the circles with the same areas as the polygons, m; `None` for a
/// body that cannot move.
pub fn length(radii: [Option<f64>; 2]) -> f64 {
    match radii {
        [Some(i), Some(j)] => 4.0 * i * j / (i + j),
        [Some(r), None] | [None, Some(r)] => 2.0 * r,
        [None, None] => f64::INFINITY,
    }
}

/// The torque that damps a body's rotation, N·m: it would stop the rotation relative to `ω₀` in this step, but is
/// clamped to what the body's contacts allow.
///
/// - `total`: T + I (ω − ω₀)/Δt with T from all other loads, N·m
/// - `limits`: sums of the negative and of the positive torques of the body's contacts ([`rocking_torque`]), N·m
pub fn limited_torque(total: f64, [least, most]: [f64; 2]) -> f64 {
    larger(least, smallest([most, -total]))
}
