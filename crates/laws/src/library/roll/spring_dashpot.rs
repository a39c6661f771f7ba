//! Roll law of Iwashita and Oda, in 3D after Jiang: an elastic torque capped at μ_r R_eff N, with a dashpot in stick.
//!
//! Sources: K. Iwashita and M. Oda, *Mechanics of Granular Materials* (1999); Y. Wang, Acta Geotechnica 4 (2009) 117;
//! M. Jiang, Z. Shen and J. Wang, Computers and Geotechnics 65 (2015) 147; FN20 Appendix A.2 (9), (10):
//! `ω_r = ω_rel` without its part along n, `M^k ← M^k − K_r ω_r Δt`, `‖M^k‖ ≤ μ_r R_eff N`,
//! `M^d = −C_r ω_r` (off while `M^k` is at its cap), `K_r = K_t R_eff²`, `C_r = η 2√(I_r K_r)`.
//!
//! | symbol | here |
//! |---|---|
//! | μ_r | `mu_r`, else `2 η_r μ_k` |
//! | K_t | `stiffness`, else K_E |
//! | η | `eta`, else the scene's `roll_damping` |
//! | I_r | I_ij about the roll axis |
//!
//! Differs: `M^k` is kept in the contact frame and rotates with the contact plane (the sources do not specify this).

use crate::Vec2;
use crate::friction::element::{FrictionSpring, Spring};
use crate::friction::law::{
    ContactState, Law, LawInfo, Memory, Needs, Parameter, ParameterForm, Remembers, Step, spring_dashpot,
};
use crate::friction::parameters::Damping;

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpringDashpot {
    /// Roll friction coefficient μ_r; `None` takes 2 η_r μ_k.
    pub mu_r: Option<f64>,
    /// Tangential stiffness K_t, N/m; `None` takes the stiffness given for slide, or K_E.
    pub stiffness: Option<f64>,
    /// Damping ratio η; `None` takes the scene's `roll_damping`.
    pub eta: Option<f64>,
}

impl Law for SpringDashpot {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "spring-dashpot",
        name: "spring and dashpot",
        formula: "M^k ← M^k + K_r ω_r Δt, at most μ_r R_eff N; M^d = C_r ω_r in stick, within μ_r R_eff N; K_r = K_t R²; C_r = η 2√(I_r K_r)",
        source: "Iwashita & Oda 1999; Jiang, Shen & Wang 2015; Fang & Negrut 2020, A.2 (9), (10)",
        notes: "Both bodies get the same torque. One coefficient.",
        columns: "Theta: M^k/K_r, split between the bodies by curvature. TrollE: M^k. TrollD: M^d, 0 in slip.",
        parameters: &[
            Parameter::MU_R,
            Parameter::K_T,
            Parameter {
                name: "eta",
                meaning: "η, damping ratio (fraction of critical)",
                unit: "1",
                default: "roll_damping of the scene",
                form: ParameterForm::NotNegative,
            },
        ],
        needs: Needs::EtaR,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu_r, &mut self.stiffness, &mut self.eta]
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        let k = contact_state.stiffness(self.stiffness) * contact_state.radius * contact_state.radius;
        let rule = self.eta.map_or(contact_state.friction.roll_given.damping, Damping::Ratio);
        let damping = rule.coefficient(contact_state.roll_inertia(), k);
        let cap = contact_state.mu_r(self.mu_r) * contact_state.radius * contact_state.normal();
        let spring = Spring::from_load_caps([cap, cap], k * contact_state.at.share, damping * contact_state.at.share);
        let (history, rate) = (was.history + contact_state.by.roll * contact_state.dt, contact_state.by.roll);
        spring_dashpot(spring, history, rate, contact_state.friction.damping_rule.uncapped.roll)
    }
}
