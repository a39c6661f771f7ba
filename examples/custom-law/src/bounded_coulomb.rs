//! Slide law of Orowan: Coulomb friction that no contact bears beyond the shear strength of the softer body.
//!
//! Source: E. Orowan, *The calculation of roll pressure in hot and cold flat rolling*, Proc. Inst. Mech. Eng. 150 (1943) 140:
//! the friction stress is μ times the pressure, at most the yield stress in shear. Here, as a load: `F ≤ min(μ_k N, F_max)`.

use stickslip::laws::Vec2;
use stickslip::laws::friction::element::{FrictionSpring, Spring};
use stickslip::laws::friction::law::{
    ContactState, Law, LawInfo, Memory, Needs, Parameter, ParameterForm, Remembers, Step, spring_dashpot,
};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BoundedCoulomb {
    /// Largest slide force F_max, N; `None` is no bound.
    pub(crate) bound: Option<f64>,
    /// Stiffness K, N/m; `None` takes the stiffness given for slide, or K_E.
    pub(crate) stiffness: Option<f64>,
}

impl Law for BoundedCoulomb {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "bounded-coulomb",
        name: "Coulomb with a bound",
        formula: "F = K ξ + D v, at most min(μ_k N, F_max); D = √(m K)",
        source: "Orowan 1943",
        notes: "One coefficient of friction, μ_k. The bound is that of the whole pair.",
        columns: "S: ξ = ∫v dt. E: K ξ. D: D v, 0 in slip.",
        parameters: &[
            Parameter {
                name: "bound",
                meaning: "F_max, the largest slide force",
                unit: "N",
                default: "none",
                form: ParameterForm::Positive,
            },
            Parameter::K_T,
        ],
        needs: Needs::Nothing,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.bound, &mut self.stiffness]
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        let (mu, normal) = (contact_state.friction.mu_k, contact_state.at.normal);
        // Of the whole pair; a point of a face has its share of stiffness, damping and cap.
        let cap = self.bound.map_or(mu * normal, |bound| bound.min(mu * normal)) * contact_state.at.share;
        let stiffness = contact_state.stiffness(self.stiffness);
        let damping = (contact_state.at.mass * stiffness).sqrt();
        let spring =
            Spring::from_load_caps([cap; 2], stiffness * contact_state.at.share, damping * contact_state.at.share);
        let history = was.history + contact_state.by.slip * contact_state.dt;
        spring_dashpot(spring, history, contact_state.by.slip, false)
    }
}
