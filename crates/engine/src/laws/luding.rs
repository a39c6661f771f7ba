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
use super::law::{Card, ContactState, Law, Memory, Needs, Parameter, Remembers, Step, stored_within, test_force};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Luding {
    /// Tangential stiffness K_t, N/m; `None` takes the stiffness given for slide, or K_E.
    pub stiffness: Option<f64>,
}

impl Law for Luding {
    type Deflection = Vec2;

    const CARD: Card = Card {
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

    fn step(&self, site: &ContactState, was: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        test_force(self.spring(site), was.history, site.by.slip, site.dt)
    }

    fn stored(&self, site: &ContactState, now: &FrictionSpring<Vec2>, _: &Memory) -> f64 {
        stored_within(&self.spring(site), now)
    }
}

impl Luding {
    fn spring(&self, site: &ContactState) -> Spring {
        let k = site.stiffness(self.stiffness);
        let damping = site.friction.slide_given.damping.coefficient(site.at.mass, k);
        let caps = [site.friction.mu_s, site.friction.mu_k].map(|mu| mu * site.normal());
        Spring::holding(caps, k * site.at.share, damping * site.at.share)
    }
}
