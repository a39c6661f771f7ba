//! Slide law of Cundall and Strack: a spring stretched by the slip velocity and a dashpot in stick, together within μN.
//!
//! Source: P. A. Cundall and O. D. L. Strack, *A discrete numerical model for granular assemblies*, Géotechnique 29
//! (1979) 47, as FN20 Appendix A.1 gives it:
//! `ξ = ∫ v_t dt`, `F_t = −min(μN, K_t‖ξ‖) ξ̂ − D_t v_t`, `D_t = √(m K_t)`, which is off in full sliding.
//!
//! | symbol | here |
//! |---|---|
//! | ξ | the history, m, in the contact frame: it turns with the contact plane |
//! | K_t | `stiffness`, else K_E |
//! | μ | `mu`, else μ_k: there is one coefficient; across a grain μ_k of `across` |
//! | D_t | `damping`, else `√(m K_t)`: half of the critical damping of m on K_t |
//! | m | m_ij, as for the paper's damping |
//!
//! Differs: spring and dashpot together stay within μN (A.1 caps the spring alone: in an impact the dashpot then exceeds
//! Coulomb's limit). ξ never grows past μN/K_t (the usual reading; else a body that slid far would have to slide back as far).

use crate::Vec2;
use crate::friction::element::{DashpotRule, FrictionSpring, Spring};
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step, spring_dashpot};
use crate::friction::limit::anisotropic_spring::GrainedSpring;
use crate::friction::limit::anisotropy::Across;

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CundallStrack {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub mu: Option<f64>,
    /// Tangential stiffness K_t, N/m; `None` takes the stiffness given for slide, or K_E.
    pub stiffness: Option<f64>,
    /// Dashpot coefficient D_t in stick, N·s/m; `None` takes √(m K_t).
    pub damping: Option<f64>,
}

/// The dashpot acts in stick, within μN.
const RULE: DashpotRule = DashpotRule { in_slip: false, uncapped: false };

impl CundallStrack {
    /// D_t, N·s/m, of a contact with the mass `mass`, kg, and the stiffness `k`, N/m.
    pub fn dashpot(&self, mass: f64, k: f64) -> f64 {
        self.damping.unwrap_or_else(|| (mass * k).sqrt())
    }

    /// The spring of a contact with the coefficient of friction `mu`.
    fn spring(&self, contact_state: &ContactState, mu: f64) -> Spring {
        let k = contact_state.stiffness(self.stiffness);
        let damping = self.dashpot(contact_state.at.mass, k);
        let cap = mu * contact_state.normal();
        Spring::from_load_caps([cap, cap], k * contact_state.at.share, damping * contact_state.at.share)
    }
}

impl Law for CundallStrack {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "cundall-strack",
        name: "Cundall and Strack",
        formula: "F = min(μN, K_t|ξ|) along ξ, + D_t v in stick, |F| ≤ μN; ξ = ∫ v dt; D_t = √(m K_t)",
        source: "Cundall & Strack 1979; Fang & Negrut 2020, A.1",
        notes: "One coefficient of friction. ξ stays at the cap while sliding.",
        columns: "S: ξ. E: K_t ξ. D: D_t v, 0 in slip. Slip where K_t|ξ| reaches μN.",
        parameters: &[Parameter::MU, Parameter::K_T, Parameter { default: "√(m K_t), the source's", ..Parameter::D_T }],
        needs: Needs::Nothing,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    const KNOWS_GRAIN: bool = true;
    const KNOWS_LIMIT: bool = true;

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu, &mut self.stiffness, &mut self.damping]
    }

    fn joint_spring(&self, contact_state: &ContactState) -> Spring {
        self.spring(contact_state, contact_state.mu(self.mu))
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        let spring = self.joint_spring(contact_state);
        let across = |across: &Across| self.spring(contact_state, across.mu_k);
        if let Some(grained) = GrainedSpring::new(contact_state, spring, across) {
            return grained.step(was, contact_state.slid(false), contact_state.dt, RULE);
        }
        spring_dashpot(
            spring,
            was.history + contact_state.by.slip * contact_state.dt,
            contact_state.by.slip,
            RULE.uncapped,
        )
    }
}
