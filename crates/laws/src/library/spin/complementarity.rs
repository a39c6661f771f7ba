//! Spin friction of rigid contacts; the slide law is [`crate::library::slide::complementarity`].

use crate::friction::element::FrictionSpring;
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step};
use crate::friction::parameters::FrictionParameters;
use crate::library::slide::complementarity::{ID, NAME, NOTES, against, solved_elsewhere};

/// Spin: `|τ_n| ≤ σ γ_n`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ComplementaritySpin {
    /// Limit σ, m; `None` takes the torque of the scene's spin model in slip.
    pub sigma: Option<f64>,
}

impl ComplementaritySpin {
    /// The limit σ of a pair with these parameters, m.
    pub(crate) fn limit(&self, friction: &FrictionParameters) -> f64 {
        self.sigma.unwrap_or_else(|| friction.spin_torque_in_slip())
    }
}

impl Law for ComplementaritySpin {
    type Deflection = f64;

    const INFO: LawInfo = LawInfo {
        id: ID,
        name: NAME,
        formula: "|τ_n| ≤ σ γ_n: either no motion, or the full limit opposing it",
        source: "Tasora & Anitescu 2013, B",
        notes: NOTES,
        columns: "Psi: 0. Tspin_E: −τ_n/Δt of the last step. Tspin_D: 0.",
        parameters: &[Parameter::SIGMA],
        needs: Needs::Nothing,
        remembers: Remembers::Nothing,
        symmetric: true,
    };

    const KNOWS_LIMIT: bool = true;

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.sigma]
    }

    fn step(&self, contact_state: &ContactState, _: &FrictionSpring<f64>, memory: &mut Memory) -> Step<f64> {
        if let Some(found) = &contact_state.reaction {
            return solved_elsewhere(found.modes[2], -found.load[5]);
        }
        let limit = self.limit(&contact_state.friction);
        let step = against(limit * contact_state.normal(), contact_state.by.spin, memory.number);
        memory.number = step.elastic;
        step
    }
}
