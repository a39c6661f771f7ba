//! Slide law of most engines: Coulomb friction with a ramp instead of the jump at v = 0.
//!
//! Common practice, included to show its creep: `F = −μN v_t/max(‖v_t‖, ε)`. It has no memory, so a body on an incline
//! never stops: it creeps at `v = ε tan α/μ`.
//!
//! | symbol | here |
//! |---|---|
//! | μ | `mu`, else μ_k |
//! | ε | `epsilon`, else 1e-3 m/s |

use crate::Vec2;
use crate::friction::element::FrictionSpring;
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, ParameterForm, Remembers, Step};
use crate::friction::parameters::FrictionParameters;

/// Default ε, m/s.
const EPSILON: f64 = 1e-3;

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CoulombRegularised {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub mu: Option<f64>,
    /// Slip velocity ε below which the force is proportional to it, m/s; `None` takes 1e-3.
    pub epsilon: Option<f64>,
}

impl Law for CoulombRegularised {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "coulomb-regularised",
        name: "regularised Coulomb",
        formula: "F = μN v/max(|v|, ε)",
        source: "common practice; no single source",
        notes: "No memory: bodies that should rest creep. A small ε needs a small step: Δt < 2 m ε/(μN), 2/7 of it for a \
                ball. Beyond it, as in most impacts, a body that should roll chatters, and rounding decides which way: \
                a rotated scene then differs.",
        columns: "S: 0. E: 0. D: the total force. Always slip: it never sticks.",
        parameters: &[
            Parameter::MU,
            Parameter {
                name: "epsilon",
                meaning: "ε, slip velocity below which the force falls linearly to 0",
                unit: "m/s",
                default: "1e-3",
                form: ParameterForm::Positive,
            },
        ],
        needs: Needs::Nothing,
        remembers: Remembers::Nothing,
        symmetric: true,
    };

    fn steady_mu(&self, friction: &FrictionParameters, speed: f64) -> Option<f64> {
        Some(self.mu.unwrap_or(friction.mu_k) * (speed / self.epsilon.unwrap_or(EPSILON)).min(1.0))
    }

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu, &mut self.epsilon]
    }

    fn step(&self, contact_state: &ContactState, _: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        let epsilon = self.epsilon.unwrap_or(EPSILON);
        let cap = contact_state.mu(self.mu) * contact_state.normal();
        Step::without_memory(contact_state.by.slip * (cap / contact_state.by.slip.norm().max(epsilon)), cap / epsilon)
    }
}
