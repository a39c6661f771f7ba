//! Slide law of Luding: a test force decides between the static and the kinetic coefficient.
//!
//! Source: S. Luding, *Cohesive, frictional powders: contact models for tension*, Granular Matter 10 (2008) 235, as
//! FN20 Appendix A.1 gives it: `F0 = −K_t ξ − D_t v_t`; stick if `‖F0‖ ≤ μ_s N`, then `F = F0` and `ξ' = ξ + v_t Δt`;
//! else `F = μ_k N F0/‖F0‖` and `ξ = −(F + D_t v_t)/K_t`.
//!
//! | symbol | here |
//! |---|---|
//! | μ_s, μ_k | the scene's |
//! | K_t | `stiffness`, else K_E |
//! | D_t | the scene's `slide_damping` for this stiffness |
//!
//! Differs: ξ receives the increment of a step before the test, not after it, as in MercuryDPM: a spring that lags a
//! step gives energy to an oscillation, and in slip it would never take an increment. In slip the spring alone holds
//! the load, `ξ = −F/K_t`: with the dashpot's part taken from it, friction would lag behind a limit that grows, and an
//! impact that slides throughout would have less than μ_k of its normal impulse. Sliding goes on at μ_k N while the
//! test force exceeds that; the test of A.1 has no memory, and a contact with μ_s > μ_k would slide in a saw-tooth
//! between the two.

use crate::Vec2;
use crate::friction::element::{FrictionSpring, Spring};
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step, capped_together};

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
        formula: "ξ ← ξ + v Δt; test F0 = K_t ξ + D_t v; stick if |F0| ≤ μ_s N (μ_k N after slip); else F = μ_k N along F0 and ξ = F/K_t",
        source: "Luding 2008; Fang & Negrut 2020, A.1",
        notes: "Spring and dashpot are tested together, so that they never exceed the limit.",
        columns: "S: ξ. E: K_t ξ. D: D_t v, 0 in slip. Slip where |F0| exceeds its limit.",
        parameters: &[Parameter::K_T],
        needs: Needs::Nothing,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.stiffness]
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        capped_together(self.spring(contact_state), was, contact_state.by.slip, contact_state.dt)
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
