//! Spin law of Lubkin: free spinning begins at the torque `3π/16 μNa`.
//!
//! Source: J. L. Lubkin, *The torsion of elastic spheres in contact*, J. Appl. Mech. 18 (1951) 183; FN20 Appendix A.3:
//! `M_crit = 3π/16 μ N a`, the torque of a Hertz patch of radius a that slips everywhere.
//!
//! | symbol | here |
//! |---|---|
//! | a | contact radius: Hertz of N, or √(R_eff δ) for bodies without elastic constants |
//! | μ | `mu`, else μ_k |
//!
//! Differs: the paper gives only Lubkin's critical torque. Below this torque the law is Marshall's linear spring and
//! dashpot (`K_t a²/2`, `D_t a²/2`), not Lubkin's elliptic integrals.

use crate::friction::element::FrictionSpring;
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step, capped_together};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lubkin {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub mu: Option<f64>,
    /// Tangential stiffness K_t, N/m; `None` takes the stiffness given for slide, or K_E.
    pub stiffness: Option<f64>,
}

impl Law for Lubkin {
    type Deflection = f64;

    const INFO: LawInfo = LawInfo {
        id: "lubkin",
        name: "Lubkin",
        formula: "M = K_sp Ψ + D_sp ω_n, at most 3π/16 μNa; K_sp = K_t a²/2; D_sp = D_t a²/2",
        source: "Lubkin 1951; Fang & Negrut 2020, A.3",
        notes: "Hertz pressure over the patch. Needs the contact radius a. Below the cap a linear spring.",
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
        let spring = contact_state.torsion(3.0 * std::f64::consts::PI / 16.0, self.mu, self.stiffness);
        capped_together(spring, was, contact_state.by.spin, contact_state.dt)
    }
}
