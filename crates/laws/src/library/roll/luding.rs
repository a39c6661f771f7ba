//! Roll law of Luding: the slide law on a rolling velocity, whose pseudo force acts as a pair of torques.
//!
//! Source: S. Luding, *Cohesive, frictional powders: contact models for tension*, Granular Matter 10 (2008) 235; FN20
//! Appendix A.2: `v_r = −R_eff (n × ω_i − n × ω_j)`, a pseudo force F_r from v_r by the slide law's spring and dashpot,
//! `M_r = R_eff n × F_r`, equal and opposite on the two bodies, so the pair keeps its angular momentum. F_r itself does
//! not act on the centres of mass.
//!
//! | symbol | here |
//! |---|---|
//! | caps of F_r | `mu_r N`, else `2 η_r μ_s N` and `2 η_r μ_k N`, which give the torques of the paper's law |
//! | stiffness of F_r | `stiffness`, else K_E; for the torque `K R_eff²` |
//! | damping | the scene's `roll_damping` for this torque stiffness |
//!
//! Differs: the history is kept as an angle, `∫v_r dt/R_eff`.

use crate::Vec2;
use crate::friction::element::{FrictionSpring, Spring};
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step, capped_together};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LudingRoll {
    /// Roll friction coefficient μ_r, static and kinetic; `None` takes 2 η_r μ_s and 2 η_r μ_k.
    pub mu_r: Option<f64>,
    /// Stiffness of the pseudo force, N/m; `None` takes the stiffness given for slide, or K_E.
    pub stiffness: Option<f64>,
}

impl Law for LudingRoll {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "luding-roll",
        name: "Luding, roll",
        formula: "v_r = −R_eff n×(ω_i − ω_j); F_r by Luding's slide rule; M = R_eff n×F_r on i, −M on j",
        source: "Luding 2008; Fang & Negrut 2020, A.2",
        notes: "Both bodies get the same torque. Spring and dashpot are tested together, as in slide.",
        columns: "Theta: ∫v_r dt/R_eff, split by curvature. TrollE, TrollD: spring and dashpot.",
        parameters: &[
            Parameter { default: "2 eta_r mu_s static, 2 eta_r mu_k kinetic", ..Parameter::MU_R },
            Parameter { meaning: "stiffness of the pseudo-force", ..Parameter::K_T },
        ],
        needs: Needs::EtaR,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu_r, &mut self.stiffness]
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        capped_together(self.spring(contact_state), was, contact_state.by.roll, contact_state.dt)
    }
}

impl LudingRoll {
    fn spring(&self, contact_state: &ContactState) -> Spring {
        let friction = &contact_state.friction;
        let k = contact_state.stiffness(self.stiffness) * contact_state.radius * contact_state.radius;
        let damping = friction.roll_given.damping.coefficient(contact_state.roll_inertia(), k);
        let mu = [friction.mu_s, friction.mu_k].map(|mu| self.mu_r.unwrap_or(2.0 * friction.roll.of_torque() * mu));
        let caps = mu.map(|mu| mu * contact_state.radius * contact_state.normal());
        Spring::from_load_caps(caps, k * contact_state.at.share, damping * contact_state.at.share)
    }
}
