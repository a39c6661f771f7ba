//! Roll law of constant torque, the most widely used: it opposes the relative angular velocity with a fixed magnitude.
//!
//! Sources: F. Beer and E. Johnson, *Mechanics for Engineers* (1976); Y. Zhou et al., Physica A 269 (1999) 536; FN20
//! Appendix A.2 (7), (8): `M_r = −ω_rel/‖ω_rel‖ μ_r R_eff N` with `ω_rel = ω_i − ω_j`. Near rest the direction is
//! noise: the torque jumps from one sign to the other (chatter, the paper's figure 10).
//!
//! | symbol | here |
//! |---|---|
//! | μ_r | `mu_r`, else `2 η_r μ_k`, which gives the torque of the paper's law in slip |
//! | R_eff | `1/(κ_i + κ_j)` |
//!
//! Equation (8) uses the whole ω_rel, so a spinning body also receives part of this torque about n, which is reported
//! with spin (`Tspin_D`). Differs: at ω_rel = 0 exactly, 0/0 in (8), the torque is 0.

use crate::Vec2;
use crate::friction::element::FrictionSpring;
use crate::friction::law::{ContactState, CouplingLoad, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ConstantTorque {
    /// Roll friction coefficient μ_r; `None` takes 2 η_r μ_k.
    pub mu_r: Option<f64>,
}

impl ConstantTorque {
    /// `μ_r R_eff N/‖ω_rel‖`, N·m·s/rad; 0 at rest.
    fn per_rate(&self, contact_state: &ContactState) -> f64 {
        let rate = libm::hypot(contact_state.by.roll.norm(), contact_state.by.spin);
        if rate > 0.0 {
            contact_state.mu_r(self.mu_r) * contact_state.radius * contact_state.normal() / rate
        } else {
            0.0
        }
    }
}

impl Law for ConstantTorque {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "constant-torque",
        name: "constant torque",
        formula: "M = μ_r R_eff N opposing ω_i − ω_j",
        source: "Beer & Johnson 1976; Zhou et al. 1999; Fang & Negrut 2020, A.2 (7), (8)",
        notes: "No memory: chatters at rest. Also opposes spin; the magnitude of the total torque stays the same.",
        columns: "Theta: 0. TrollE: 0. TrollD: the torque; its part about n is added to Tspin_D. Always slip.",
        parameters: &[Parameter::MU_R],
        needs: Needs::EtaR,
        remembers: Remembers::Nothing,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu_r]
    }

    fn step(&self, contact_state: &ContactState, _: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        Step::without_memory(contact_state.by.roll * self.per_rate(contact_state), 0.0)
    }

    fn coupling_load(&self, contact_state: &ContactState) -> CouplingLoad {
        CouplingLoad { spin: contact_state.by.spin * self.per_rate(contact_state), ..CouplingLoad::default() }
    }
}
