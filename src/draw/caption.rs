//! One-line caption of the displayed parameters.

use super::format::short;
use crate::laws::choice::Friction;
use crate::laws::parameters::{RollReduction, SpinModel};
use crate::record::state::State;

/// The parameters shared by all contacts, and Δt (s), on one line.
pub(crate) fn caption(state: &State, dt: f64) -> String {
    let Some(first) = state.contacts.first().map(|contact| contact.law.friction) else { return String::new() };
    let same = |of: &dyn Fn(&Friction) -> f64| {
        let value = of(&first);
        state.contacts.iter().all(|contact| of(&contact.law.friction) == value).then_some(value)
    };
    let mut parts = Vec::new();
    let mut add = |name: &str, unit: &str, of: &dyn Fn(&Friction) -> f64| {
        parts.extend(same(of).map(|value| format!("{name} {}{unit}", short(value))));
    };
    if first.laws.dae().is_some() {
        add("μ", "", &|f| f.dae_mu().unwrap_or(f64::NAN));
    } else if first.laws.has_springs() {
        add("μs", "", &|f| f.mu_s);
        add("μk", "", &|f| f.mu_k);
    }
    if first.laws.has_springs() {
        if first.takes_stiffness() {
            add("K_E", " N/m", &|f| f.k_e);
        }
    } else {
        // ρ derived from curvature differs from contact to contact.
        add("μ", "", &|f| f.cone(0.0)[0]);
        add("ρ", " m", &|f| f.cone(0.0)[1]);
        add("σ", " m", &|f| f.cone(0.0)[2]);
    }
    match first.roll {
        RollReduction::Together(eta_r) if eta_r > 0.0 => add("ηr", "", &|f| f.roll.eta_r()),
        RollReduction::Apart { eta_e, .. } if eta_e > 0.0 => {
            add("ηe", "", &|f| f.roll.eta_e());
            add("ηθ", "", &|f| f.roll.eta_theta());
        }
        _ => {}
    }
    if let SpinModel::Heuristic { .. } = first.spin {
        add("ηψ", "", &|f| if let SpinModel::Heuristic { eta_psi, .. } = f.spin { eta_psi } else { f64::NAN });
    }
    parts.push(format!("Δt {} s", short(dt)));
    parts.join(" · ")
}
