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

use super::Vec2;
use super::element::{FrictionSpring, Spring};
use super::law::{Card, ContactState, Law, Memory, Needs, Parameter, Remembers, Step, stored_within, test_force};

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

    const CARD: Card = Card {
        id: "luding-roll",
        name: "Luding, roll",
        formula: "v_r = −R_eff n×(ω_i − ω_j); F_r by Luding's slide rule; M = R_eff n×F_r on i, −M on j",
        source: "Luding 2008; Fang & Negrut 2020, A.2",
        notes: "Both bodies get the same torque. Above the static cap the load does not remember that it has slipped.",
        columns: "Theta: ∫v_r dt/R_eff for the next step, split by curvature. TrollE, TrollD: spring and dashpot.",
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

    fn step(&self, site: &ContactState, was: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        test_force(self.spring(site), was.history, site.by.roll, site.dt)
    }

    fn stored(&self, site: &ContactState, now: &FrictionSpring<Vec2>, _: &Memory) -> f64 {
        stored_within(&self.spring(site), now)
    }
}

impl LudingRoll {
    fn spring(&self, site: &ContactState) -> Spring {
        let basic = &site.friction;
        let k = site.stiffness(self.stiffness) * site.radius * site.radius;
        let damping = basic.roll_given.damping.coefficient(site.roll_inertia(), k);
        let mu = [basic.mu_s, basic.mu_k].map(|mu| self.mu_r.unwrap_or(2.0 * basic.roll.of_torque() * mu));
        let caps = mu.map(|mu| mu * site.radius * site.normal());
        Spring::holding(caps, k * site.at.share, damping * site.at.share)
    }
}
