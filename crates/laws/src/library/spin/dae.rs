//! Spin friction as a constraint: the torque about the normal that ends the spinning within the step, up to σN; the
//! slide law is [`crate::library::slide::dae`], and [`crate::library::roll::dae`] has the source.

use crate::Vec2;
use crate::friction::element::FrictionSpring;
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step};
use crate::friction::parameters::FrictionParameters;
use crate::library::slide::dae::held_alone;

/// Spin: `|T_n| ≤ σN`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DaeSpin {
    /// Limit σ, m; `None` takes the torque of the scene's spin model in slip.
    pub sigma: Option<f64>,
}

impl DaeSpin {
    /// Law id in scene files; `spin: Dae` means it too.
    pub const ID: &'static str = "dae-spin";

    /// The limit σ of a pair with these parameters, m.
    pub(crate) fn limit(&self, friction: &FrictionParameters) -> f64 {
        self.sigma.unwrap_or_else(|| friction.spin_torque_in_slip())
    }
}

impl Law for DaeSpin {
    type Deflection = f64;

    const INFO: LawInfo = LawInfo {
        id: Self::ID,
        name: "Krengel and Matuttis, spin",
        formula: "T = P(I_n (ω_n/Δt + α_n)), P onto |T| ≤ σN: a torque that stops spinning within the step, or σN opposing it",
        source: "Krengel & Matuttis, conclusion; model of docs/dae.md",
        notes: "No spring, no history. Found together with the constraints of slide and roll.",
        columns: "Psi: 0. Tspin_E: T. Tspin_D: 0.",
        parameters: &[Parameter::SIGMA],
        needs: Needs::Nothing,
        remembers: Remembers::Nothing,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.sigma]
    }

    /// Memory: the first numbers of the two vectors are T and the spinning of the last step.
    fn step(&self, contact_state: &ContactState, _: &FrictionSpring<f64>, memory: &mut Memory) -> Step<f64> {
        let limit = self.limit(&contact_state.friction) * contact_state.normal();
        let found = contact_state.reaction.as_ref();
        let found = found.map(|found| (found.modes[2], Vec2::new(-found.load[5], 0.0)));
        let Step { mode, elastic, .. } =
            held_alone(found, limit, contact_state, Vec2::new(contact_state.by.spin, 0.0), memory);
        crate::library::slide::complementarity::solved_elsewhere(mode, elastic.x)
    }
}
