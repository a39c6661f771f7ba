//! Normal force from overlap, and the Hertz contact patch. FN20 section 4.5.1, Appendix C.

pub mod overlap_area;

use crate::Vec3;
use crate::friction::parameters::Damping;
use crate::math::number::Number;

/// Elastic and geometric data of a Hertz contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HertzPair {
    /// E_eff, Pa.
    pub modulus: f64,
    /// R_eff, m.
    pub radius: f64,
}

/// E* = E/(1 − ν²), Pa.
pub fn plane_strain_modulus(youngs_modulus: f64, poisson_ratio: f64) -> f64 {
    youngs_modulus / (1.0 - poisson_ratio * poisson_ratio)
}

/// E_eff of two bodies from their E*, Pa. `None` is a rigid body; the result is `None` if both are rigid.
pub fn effective_modulus(i: Option<f64>, j: Option<f64>) -> Option<f64> {
    match (i, j) {
        (Some(i), Some(j)) => Some(i * j / (i + j)),
        (one, other) => one.or(other),
    }
}

impl HertzPair {
    /// Contact radius a from the normal force, `(3 N R_eff/(4 E_eff))^{1/3}` (15), m.
    #[inline]
    pub fn patch(&self, normal: f64) -> f64 {
        libm::cbrt(0.75 * normal * self.radius / self.modulus)
    }

    /// `N = 4/3 E_eff √R_eff δ^{3/2} + c δ̇`, never negative, N. `c = 2√(5/6) ζ √(S_n m_eff)`,
    /// `S_n = 2 E_eff √(R_eff δ)`.
    ///
    /// - `overlap`: δ, m; `rate`: δ̇, m/s, positive while the bodies approach; `mass`: m_eff, kg
    /// - `damping_ratio`: ζ, from [`published_damping_ratio`] or [`exact_damping_ratio`]
    #[inline]
    pub fn force(&self, overlap: f64, rate: f64, mass: f64, damping_ratio: f64) -> f64 {
        hertz_force(self.constants(mass, damping_ratio), overlap, rate, false)
    }

    /// `S_n/√δ`, N/m^{3/2}, and `c/√(S_n)`, √(N/m)·s, both independent of the overlap.
    #[inline]
    pub fn constants(&self, mass: f64, damping_ratio: f64) -> [f64; 2] {
        [2.0 * self.modulus * self.radius.sqrt(), hertz_damping(1.0, mass, damping_ratio)]
    }

    /// The tangent stiffness S_n at this overlap, N/m; 0 without overlap.
    #[inline(always)]
    pub fn stiffness(&self, overlap: f64) -> f64 {
        if overlap > 0.0 { 2.0 * self.modulus * (self.radius * overlap).sqrt() } else { 0.0 }
    }

    /// The damping coefficient c of [`Self::force`] at this overlap, N·s/m.
    #[inline]
    pub fn damping(&self, overlap: f64, mass: f64, damping_ratio: f64) -> f64 {
        hertz_damping(self.stiffness(overlap), mass, damping_ratio)
    }

    /// Energy of the overlap δ, `8/15 E_eff √R_eff δ^{5/2}`, J: the work of the elastic part of [`Self::force`].
    #[inline]
    pub fn stored(&self, overlap: f64) -> f64 {
        8.0 / 15.0 * self.modulus * self.radius.sqrt() * libm::pow(overlap.max(0.0), 2.5)
    }

    /// Overlap δ of a static normal force, m: the inverse of [`Self::force`] at rest.
    #[inline]
    pub fn overlap(&self, normal: f64) -> f64 {
        libm::pow(0.75 * normal / (self.modulus * self.radius.sqrt()), 2.0 / 3.0)
    }
}

/// Damping of a Hooke normal force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NormalDamping {
    /// The coefficient of each contact point, or a multiple of `2√(m_eff k_n)`.
    Given(Damping),
    /// The damping ratio ζ for a coefficient of restitution e ([`exact_damping_ratio`]). Several points of a pair are
    /// damped by the mass of their joint motion ([`Approach`]), so that the pair as a whole rebounds with e.
    Restitution(f64),
}

impl NormalDamping {
    /// The damping coefficient c of a contact point, N·s/m. `mass`: m_eff, or the mass at this point by
    /// [`Approach::mass`], kg; `k_n`: stiffness, N/m.
    #[inline(always)]
    pub fn coefficient(&self, mass: f64, k_n: f64) -> f64 {
        self.rule().coefficient(mass, k_n)
    }

    /// The coefficient or ratio as for a pair with a single contact point.
    #[inline(always)]
    pub fn rule(&self) -> Damping {
        match self {
            Self::Given(rule) => *rule,
            Self::Restitution(ratio) => Damping::Ratio(*ratio),
        }
    }
}

/// The joint approach of the contact points of a pair, each with a tangent stiffness k_c and an approach velocity u_c.
///
/// With the matrix A of the approach velocities that unit impulses along the normals give the points, the bodies
/// oscillate in this motion with `ω² = (ku)ᵀA(ku)/Σ k_c u_c²` (Rayleigh's quotient), and dampers `c_c = 2ζ k_c/ω` have
/// the damping ratio ζ, however many points share the motion. With a mass at each point, `m_c = k_c/ω²`, the
/// coefficient has the form of a single contact, `c_c = 2ζ √(k_c m_c)`; for a single point m_c = 1/A.
#[derive(Clone, Copy, Debug, Default)]
pub struct Approach {
    /// Σ k_c u_c n_c, N/s, on body i; the opposite acts on body j.
    force: Vec3,
    /// Σ k_c u_c (arm × n_c) about the centres of bodies i and j, N·m/s.
    torques: [Vec3; 2],
    /// Σ k_c u_c², W/s.
    work: f64,
}

impl Approach {
    /// Adds a point with the unit normal `n`, the arms from both centres to it, m, its stiffness, N/m, and its approach
    /// velocity, m/s.
    pub fn add(&mut self, n: &Vec3, arms: &[Vec3; 2], stiffness: f64, rate: f64) {
        let push = n * (stiffness * rate);
        self.force += push;
        for (torque, arm) in self.torques.iter_mut().zip(arms) {
            *torque += arm.cross(&push);
        }
        self.work += stiffness * rate * rate;
    }

    /// 1/ω², s²; `None` if nothing approaches. `twice_energy(b, F, T)`: F·M⁻¹F + T·I⁻¹T of body b (0 for i, 1 for j) under
    /// the force F and the torque T.
    pub fn period_squared(&self, twice_energy: impl Fn(usize, &Vec3, &Vec3) -> f64) -> Option<f64> {
        let response = twice_energy(0, &self.force, &self.torques[0]) + twice_energy(1, &self.force, &self.torques[1]);
        let square = self.work / response;
        (self.work > 0.0 && response > 0.0 && square.is_finite()).then_some(square)
    }

    /// The mass m_c at a point, kg: from the joint approach (`joint`: 1/ω², s²) if there is one, else from the point
    /// alone.
    ///
    /// At most `most`, m_eff of the pair, kg: a larger mass would damp slow rocking on a narrow base beyond the
    /// stability limit of the step.
    pub fn mass(
        joint: Option<f64>,
        (n, arms): (&Vec3, &[Vec3; 2]),
        stiffness: f64,
        twice_energy: impl Fn(usize, &Vec3, &Vec3) -> f64,
        most: f64,
    ) -> f64 {
        let alone = || {
            let mut point = Self::default();
            point.add(n, arms, 1.0, 1.0);
            point.period_squared(twice_energy)
        };
        let mass = joint.map(|square| stiffness * square).or_else(alone);
        mass.filter(|mass| *mass < most).unwrap_or(most)
    }
}

/// R_eff of a contact area, m. `curvature`: sum of the two mean curvatures, 1/m; `size`: size of the smaller body, m,
/// which is R_eff of a pair without curvature (flat on flat).
#[inline(always)]
pub fn area_radius(curvature: f64, size: f64) -> f64 {
    if curvature * size > 1e-6 { 1.0 / curvature } else { size }
}

/// The damping coefficient c of a Hertz contact with the tangent stiffness S_n, `2√(5/6) ζ √(S_n m_eff)`, N·s/m.
pub fn hertz_damping(stiffness: f64, mass: f64, damping_ratio: f64) -> f64 {
    2.0 * (5.0_f64 / 6.0).sqrt() * damping_ratio * (stiffness * mass).sqrt()
}

/// The damping ratio ζ for a coefficient of restitution e in \[0, 1\] by FN20 section 4.6: `−ln e/√(ln²e + π²)`, 1 for
/// e = 0.
///
/// Exact for a force that may become attractive while the bodies separate, at the end of the overlap, for Hooke and for
/// Hertz. With N ≥ 0 they separate earlier and faster: the restitution is 0.902 for e = 0.9, 0.632 for 0.6, 0.472 for 0.4.
pub fn published_damping_ratio(restitution: f64) -> f64 {
    if restitution == 0.0 {
        return 1.0;
    }
    let ln_e = libm::log(restitution);
    -ln_e / libm::hypot(ln_e, std::f64::consts::PI)
}

/// The damping ratio ζ with which two free bodies separate at exactly e times their approach speed, for N never
/// negative and e in (0, 1]. One value holds for Hooke (`c_n = 2ζ√(m_eff k_n)`), for Hertz, and for every speed.
///
/// Hooke, time in units of √(m/k): `δ̈ = −(δ + 2ζδ̇)` from δ = 0, δ̇ = 1. With ζ = cos φ the force is 0 again at
/// `t = 2φ/sin φ`, after which the bodies are free: `e = −δ̇ = exp(−2φ cot φ)`; beyond ζ = 1, where ζ = cosh φ,
/// `e = exp(−2φ coth φ)`. (T. Schwager, T. Pöschel, Granular Matter 9 (2007) 465, has the same in another form.)
/// Hertz: for v = δ̇ as a function of y = δ^{5/4}, `v dv/dδ = −N/m` becomes `v dv/dy = −(4/5)(K y + A v)` with
/// `K = 4/3 E_eff √R_eff/m` and `A = c/(m δ^{1/4})`, and N = 0 where K y + A v = 0: the linear case with ζ = A/√(5K),
/// which is the ζ of [`HertzPair::force`].
pub fn exact_damping_ratio(restitution: f64) -> f64 {
    if restitution == 0.0 {
        return 1.0;
    }
    let half = -0.5 * libm::log(restitution);
    if half <= 0.0 {
        return 0.0;
    }
    if half < 1.0 {
        // φ cot φ falls from 1 to 0.
        libm::cos(bisect(0.0, std::f64::consts::FRAC_PI_2, |phi| phi * libm::cos(phi) > half * libm::sin(phi)))
    } else {
        // φ coth φ grows from 1, and is larger than φ.
        libm::cosh(bisect(0.0, half, |phi| phi < half * libm::tanh(phi)))
    }
}

/// The coefficient of restitution e of two free bodies with damping ratio ζ ≥ 0 under a force that may become attractive,
/// `exp(−πζ/√(1 − ζ²))`: the inverse of [`published_damping_ratio`]. 0 from ζ = 1 on, where the bodies do not separate.
pub fn restitution_with_tension(damping_ratio: f64) -> f64 {
    let zeta = damping_ratio;
    if zeta < 1.0 { libm::exp(-std::f64::consts::PI * zeta / (1.0 - zeta * zeta).sqrt()) } else { 0.0 }
}

/// The coefficient of restitution e of two free bodies with damping ratio ζ ≥ 0, N never negative: the inverse of
/// [`exact_damping_ratio`].
pub fn restitution(damping_ratio: f64) -> f64 {
    let zeta = damping_ratio;
    let ratio = if zeta == 1.0 {
        1.0
    } else if zeta > 1.0 {
        libm::acosh(zeta) / (zeta * zeta - 1.0).sqrt()
    } else {
        libm::acos(zeta) / (1.0 - zeta * zeta).sqrt()
    };
    libm::exp(-2.0 * zeta * ratio)
}

/// The point between `low` and `high` where `below` turns from true to false, to rounding.
fn bisect(mut low: f64, mut high: f64, below: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// `N = k_n δ + c_n δ̇`, zero without overlap, and never negative without `tension`, N.
#[inline(always)]
pub fn hooke_force<N: Number>([stiffness, damping]: [N; 2], overlap: N, rate: N, tension: bool) -> N {
    let touches = stiffness.like(0.0).is_below(overlap);
    let force = stiffness * overlap + damping * rate;
    let force = if tension { force } else { force.not_negative() };
    force.where_or(touches, force.like(0.0))
}

/// m_eff = m_i m_j/(m_i + m_j), kg; if one mass is infinite, the other mass.
#[inline]
pub fn effective_mass(i: f64, j: f64) -> f64 {
    1.0 / (1.0 / i + 1.0 / j)
}

/// The mean of two masses or moments of inertia; if one is infinite, the other (FN20 after (1c)).
#[inline]
pub fn mean_inertia(i: f64, j: f64) -> f64 {
    match (i.is_finite(), j.is_finite()) {
        (true, true) => 0.5 * (i + j),
        (true, false) => i,
        (false, true) => j,
        (false, false) => 0.0,
    }
}

/// The force of [`HertzPair::force`] at the overlap δ > 0 from [`HertzPair::constants`], N; with `tension` it may be
/// negative.
#[inline(always)]
pub fn hertz_force<N: Number>([stiffness, damping]: [N; 2], overlap: N, rate: N, tension: bool) -> N {
    let stiffness = stiffness * overlap.not_negative().sqrt();
    let force = stiffness * overlap * (2.0 / 3.0) + damping * stiffness.sqrt() * rate;
    if tension { force } else { force.not_negative() }
}
