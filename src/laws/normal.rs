//! Normal force from overlap, and the Hertz contact patch. FN20 section 4.5.1, Appendix C.

use crate::laws::parameters::Damping;

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

/// E_eff of two bodies from their E*; `None` is rigid, two rigid bodies have none.
pub fn effective_modulus(i: Option<f64>, j: Option<f64>) -> Option<f64> {
    match (i, j) {
        (Some(i), Some(j)) => Some(i * j / (i + j)),
        (one, other) => one.or(other),
    }
}

impl HertzPair {
    /// Contact radius a from the normal force, `(3 N R_eff/(4 E_eff))^{1/3}` (15), m.
    pub fn patch(&self, normal: f64) -> f64 {
        (0.75 * normal * self.radius / self.modulus).cbrt()
    }

    /// `N = 4/3 E_eff √R_eff δ^{3/2} + c δ̇`, never negative, N. `c = −2√(5/6) β √(S_n m_eff)`,
    /// `S_n = 2 E_eff √(R_eff δ)`, `β = ln e/√(ln²e + π²)`.
    ///
    /// - `overlap`: δ, m; `rate`: δ̇, m/s, positive while the bodies approach; `mass`: m_eff, kg
    pub fn force(&self, overlap: f64, rate: f64, mass: f64, restitution: f64) -> f64 {
        if overlap <= 0.0 {
            return 0.0;
        }
        let (stiffness, damping) = self.tangents(overlap, mass, restitution);
        (stiffness * overlap * 2.0 / 3.0 + damping * rate).max(0.0)
    }

    /// S_n, N/m, and the damping coefficient c, N·s/m, at the overlap δ > 0.
    #[inline(always)]
    fn tangents(&self, overlap: f64, mass: f64, restitution: f64) -> (f64, f64) {
        let ln_e = restitution.ln();
        let beta = ln_e / ln_e.hypot(std::f64::consts::PI);
        let stiffness = 2.0 * self.modulus * (self.radius * overlap).sqrt();
        (stiffness, -2.0 * (5.0_f64 / 6.0).sqrt() * beta * (stiffness * mass).sqrt())
    }

    /// The damping coefficient c of [`Self::force`] at this overlap, N·s/m.
    pub fn damping(&self, overlap: f64, mass: f64, restitution: f64) -> f64 {
        if overlap > 0.0 { self.tangents(overlap, mass, restitution).1 } else { 0.0 }
    }

    /// Energy of the overlap δ, `8/15 E_eff √R_eff δ^{5/2}`, J: the work of the elastic part of [`Self::force`].
    pub fn stored(&self, overlap: f64) -> f64 {
        8.0 / 15.0 * self.modulus * self.radius.sqrt() * overlap.max(0.0).powf(2.5)
    }

    /// Overlap δ of a static normal force, m: the inverse of [`Self::force`] at rest.
    pub fn overlap(&self, normal: f64) -> f64 {
        (0.75 * normal / (self.modulus * self.radius.sqrt())).powf(2.0 / 3.0)
    }
}

/// `N = k_n δ + c_n δ̇`, never negative, N; a damping ratio is of `2√(m_eff k_n)`.
pub fn hooke_force(k_n: f64, damping: Damping, overlap: f64, rate: f64, mass: f64) -> f64 {
    if overlap <= 0.0 {
        return 0.0;
    }
    (k_n * overlap + damping.coefficient(mass, k_n) * rate).max(0.0)
}

/// m_eff = m_i m_j/(m_i + m_j), kg; an infinite mass leaves the other's.
#[inline]
pub fn effective_mass(i: f64, j: f64) -> f64 {
    1.0 / (1.0 / i + 1.0 / j)
}

/// The mean of two masses or moments of inertia; an infinite one leaves the other (FN20 after (1c)).
#[inline]
pub fn mean_inertia(i: f64, j: f64) -> f64 {
    match (i.is_finite(), j.is_finite()) {
        (true, true) => 0.5 * (i + j),
        (true, false) => i,
        (false, true) => j,
        (false, false) => 0.0,
    }
}
