//! Roll friction of rigid contacts; the slide law is [`crate::library::slide::complementarity`].

use crate::Vec2;
use crate::friction::element::FrictionSpring;
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step};
use crate::friction::parameters::FrictionParameters;
use crate::library::slide::complementarity::{ID, NAME, NOTES, against, solved_elsewhere};

/// Roll: `‖τ_r‖ ≤ ρ γ_n`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ComplementarityRoll {
    /// Limit ρ, m; `None` takes the torque of the paper's roll law in slip.
    pub rho: Option<f64>,
}

impl ComplementarityRoll {
    /// The limit ρ of a pair with these parameters, m. `radius`: R_eff, m, 0 if the pair does not roll.
    pub(crate) fn limit(&self, friction: &FrictionParameters, radius: f64) -> f64 {
        self.rho.unwrap_or_else(|| friction.roll_torque_in_slip(radius))
    }
}

impl Law for ComplementarityRoll {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: ID,
        name: NAME,
        formula: "‖τ_r‖ ≤ ρ γ_n: either no motion, or the full limit opposing it",
        source: "Tasora & Anitescu 2013, B",
        notes: NOTES,
        columns: "Theta: 0. TrollE: τ_r/Δt of the last step. TrollD: 0.",
        parameters: &[Parameter::RHO],
        needs: Needs::Nothing,
        remembers: Remembers::Nothing,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.rho]
    }

    fn step(&self, contact_state: &ContactState, _: &FrictionSpring<Vec2>, memory: &mut Memory) -> Step<Vec2> {
        if let Some(found) = &contact_state.reaction {
            // −n × T is the torque on body i: T = (−τ_w, τ_u).
            return solved_elsewhere(found.modes[1], Vec2::new(-found.load[4], found.load[3]));
        }
        let limit = self.limit(&contact_state.friction, contact_state.radius);
        let step = against(limit * contact_state.normal(), contact_state.by.roll, memory.vectors[0]);
        memory.vectors[0] = step.elastic;
        step
    }
}
