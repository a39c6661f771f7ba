//! Spin law of Marshall: a torsion spring and dashpot over the contact patch, capped at ⅔ μNa.
//!
//! Source: J. S. Marshall, *Discrete-element modeling of particulate aerosol flows*, J. Comput. Phys. 228 (2009) 1541;
//! FN20 Appendix A.3 (11): `M = −K_sp ∫ω_sp dt − D_sp ω_sp`, `K_sp = K_t a²/2`, `D_sp = D_t a²/2`, capped at
//! `⅔ μ N a`, the torque of a patch of radius a that slips under uniform pressure.
//!
//! | symbol | here |
//! |---|---|
//! | a | contact radius: Hertz of N, or √(R_eff δ) for bodies without elastic constants |
//! | K_t | `stiffness`, else K_E |
//! | D_t | the scene's `slide_damping` for this stiffness |
//! | μ | `mu`, else μ_k |
//!
//! Differs: at the cap the spring is set to hold the capped torque (the source only caps the torque).

use crate::friction::element::{FrictionSpring, Spring};
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step, capped_together};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Marshall {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub mu: Option<f64>,
    /// Tangential stiffness K_t, N/m; `None` takes the stiffness given for slide, or K_E.
    pub stiffness: Option<f64>,
}

impl Law for Marshall {
    type Deflection = f64;

    const INFO: LawInfo = LawInfo {
        id: "marshall",
        name: "Marshall",
        formula: "M = K_sp Ψ + D_sp ω_n, at most ⅔ μNa; K_sp = K_t a²/2; D_sp = D_t a²/2; Ψ = ∫ω_n dt",
        source: "Marshall 2009; Fang & Negrut 2020, A.3 (11)",
        notes: "Uniform pressure over the patch. Needs the contact radius a. One coefficient of friction.",
        columns: "Psi: ∫ω_n dt. Tspin_E: −K_sp Ψ. Tspin_D: −D_sp ω_n, 0 in slip. Slip where the torque is capped.",
        parameters: &[Parameter::MU, Parameter::K_T],
        needs: Needs::Overlap,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu, &mut self.stiffness]
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<f64>, _: &mut Memory) -> Step<f64> {
        let spring = contact_state.torsion(2.0 / 3.0, self.mu, self.stiffness);
        capped_together(spring, was, contact_state.by.spin, contact_state.dt)
    }
}

impl ContactState {
    /// The torsion spring of a patch that holds at most `factor μ N a`, with stiffness `K_t a²/2` and damping
    /// `D_t a²/2` (11).
    pub fn torsion(&self, factor: f64, mu: Option<f64>, stiffness: Option<f64>) -> Spring {
        let (a, k_t) = (self.patch(), self.stiffness(stiffness));
        let d_t = self.friction.slide_given.damping.coefficient(self.at.mass, k_t);
        let cap = factor * self.mu(mu) * self.normal() * a;
        let of_patch = 0.5 * a * a * self.at.share;
        Spring::from_load_caps([cap, cap], k_t * of_patch, d_t * of_patch)
    }
}
