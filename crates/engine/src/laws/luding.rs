//! Slide law of Luding: a test force decides between the static and the kinetic coefficient.
//!
//! Source: S. Luding, *Cohesive, frictional powders: contact models for tension*, Granular Matter 10 (2008) 235, as
//! FN20 Appendix A.1 gives it: `F0 = −K_t ξ − D_t v_t`; stick if `‖F0‖ ≤ μ_s N`, then `F = F0` and `ξ' = ξ + v_t Δt`;
//! else `F = μ_k N F0/‖F0‖` and `ξ' = −(F + D_t v_t)/K_t`.
//!
//! | symbol | here |
//! |---|---|
//! | μ_s, μ_k | the scene's |
//! | K_t | `stiffness`, else K_E |
//! | D_t | the scene's `slide_damping` for this stiffness |
//!
//! Differs: nothing. As printed in the paper, the choice between μ_s and μ_k has no memory: with μ_s > μ_k a sliding
//! contact drops to μ_k N, is stretched again to μ_s N, and so on, in a saw-tooth with a period of a few steps.

use super::Vec2;
use super::element::{FrictionSpring, Spring};
use super::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step, stored_within, test_force};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Luding {
    /// Tangential stiffness K_t, N/m; `None` takes the stiffness given for slide, or K_E.
    pub stiffness: Option<f64>,
}

impl Law for Luding {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "luding",
        name: "Luding",
        formula: "test F0 = K_t ξ + D_t v; stick if |F0| ≤ μ_s N; else F = μ_k N along F0 and ξ = (F − D_t v)/K_t",
        source: "Luding 2008; Fang & Negrut 2020, A.1",
        notes: "The choice between μ_s and μ_k has no memory: with μ_s > μ_k, sliding is a saw-tooth of a few steps.",
        columns: "S: ξ for the next step. E: K_t ξ of this step. D: D_t v, in slip too. Slip where |F0| exceeds μ_s N.",
        parameters: &[Parameter::K_T],
        needs: Needs::Nothing,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.stiffness]
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        test_force(self.spring(contact_state), was.history, contact_state.by.slip, contact_state.dt)
    }

    fn stored(&self, contact_state: &ContactState, now: &FrictionSpring<Vec2>, _: &Memory) -> f64 {
        stored_within(&self.spring(contact_state), now)
    }
}

impl Luding {
    fn spring(&self, contact_state: &ContactState) -> Spring {
        let k = contact_state.stiffness(self.stiffness);
        let damping = contact_state.friction.slide_given.damping.coefficient(contact_state.at.mass, k);
        let caps = [contact_state.friction.mu_s, contact_state.friction.mu_k].map(|mu| mu * contact_state.normal());
        Spring::from_load_caps(caps, k * contact_state.at.share, damping * contact_state.at.share)
    }
}
