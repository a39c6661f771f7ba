//! Words of the engine in the chosen language: modes and the basic parameters.

use crate::texts::tr;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::pair::friction_parameter::FrictionParameter;

/// What a component in this mode does: `sticks`, `slips`, `is open`.
pub fn mode_verb(mode: Mode) -> &'static str {
    match mode {
        Mode::Stick => tr("mode-sticks"),
        Mode::Slip => tr("mode-slips"),
        Mode::Open => tr("mode-open"),
    }
}

/// Meaning of a basic parameter in a few words.
pub fn parameter_name(which: FrictionParameter) -> &'static str {
    match which {
        FrictionParameter::MuS => tr("parameter-mu-s"),
        FrictionParameter::MuK => tr("parameter-mu-k"),
        FrictionParameter::KE => tr("parameter-k-e"),
        FrictionParameter::EtaR => tr("parameter-eta-r"),
        FrictionParameter::EtaE => tr("parameter-eta-e"),
        FrictionParameter::EtaTheta => tr("parameter-eta-theta"),
        FrictionParameter::EtaPsi => tr("parameter-eta-psi"),
        FrictionParameter::MuSAcross => tr("parameter-mu-s-across"),
        FrictionParameter::MuKAcross => tr("parameter-mu-k-across"),
    }
}
