//! Roll friction as a constraint: the torque that ends the rolling within the step, up to ρN; the slide law is
//! [`crate::library::slide::dae`].
//!
//! Source: Krengel & Matuttis, whose last section proposes the treatment of slide friction for the other kinds of
//! friction. The unknown is the roll torque of the pair, equal and opposite on the two bodies. In a scene the solver in
//! `step::solve::dae` finds it together with the slide and spin loads of all contacts. Alone, under a prescribed motion,
//! the load continues from its last value, as that of slide does.

use crate::Vec2;
use crate::friction::element::FrictionSpring;
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step};
use crate::friction::parameters::FrictionParameters;
use crate::library::slide::dae::held_alone;

/// Roll: `‖T_r‖ ≤ ρN`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DaeRoll {
    /// Limit ρ, m; `None` takes the torque of the paper's roll law in slip.
    pub rho: Option<f64>,
}

impl DaeRoll {
    /// Law id in scene files; `roll: Dae` means it too.
    pub const ID: &'static str = "dae-roll";

    /// The limit ρ of a pair with these parameters, m. `radius`: R_eff, m, 0 if the pair does not roll.
    pub(crate) fn limit(&self, friction: &FrictionParameters, radius: f64) -> f64 {
        self.rho.unwrap_or_else(|| friction.roll_torque_in_slip(radius))
    }
}

impl Law for DaeRoll {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: Self::ID,
        name: "Krengel and Matuttis, roll",
        formula: "T = P(I_r (ω/Δt + α)), P onto ‖T‖ ≤ ρN: a torque that stops rolling within the step, or ρN opposing it",
        source: "Krengel & Matuttis, conclusion; model of docs/dae.md",
        notes: "No spring, no history: a ball at rest on a slope below ρ/R does not creep. Found together with the \
                constraints of slide and spin; opposite torques on the two bodies.",
        columns: "Theta: 0. TrollE: T. TrollD: 0.",
        parameters: &[Parameter::RHO],
        needs: Needs::Nothing,
        remembers: Remembers::Nothing,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.rho]
    }

    /// Memory: T and the rolling of the last step.
    fn step(&self, contact_state: &ContactState, _: &FrictionSpring<Vec2>, memory: &mut Memory) -> Step<Vec2> {
        let limit = self.limit(&contact_state.friction, contact_state.radius) * contact_state.normal();
        let found = contact_state.reaction.as_ref();
        // −n × T is the torque on body i: T = (−τ_w, τ_u).
        let found = found.map(|found| (found.modes[1], Vec2::new(-found.load[4], found.load[3])));
        held_alone(found, limit, contact_state, contact_state.by.roll, memory)
    }
}
