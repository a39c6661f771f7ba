//! One-line caption of the displayed parameters.

use crate::draw::text::format::short;
use crate::texts::tr;
use stickslip_engine::laws::pair::choice::Friction;
use stickslip_engine::laws::pair::friction_parameter::FrictionParameter;
use stickslip_engine::observe::state::State;

/// The parameters shared by all contacts, and Δt (s), on one line; without Δt only the coefficients, as in a lesson.
/// `by_pair`: pairs of materials have friction of their own, so that no value is that of all.
pub fn caption(state: &State, dt: Option<f64>, by_pair: bool) -> String {
    let Some(first) = state.contacts.first().map(|contact| contact.law.friction) else { return String::new() };
    let same = |of: &dyn Fn(&Friction) -> f64| {
        let value = of(&first);
        state.contacts.iter().all(|contact| of(&contact.law.friction) == value).then_some(value)
    };
    let step = dt.map(|dt| format!("Δt {} s", short(dt)));
    if by_pair {
        return [tr("caption-by-pair").to_owned()].into_iter().chain(step).collect::<Vec<_>>().join(" · ");
    }
    let mut parts = Vec::new();
    let mut add = |name: &str, unit: &str, of: &dyn Fn(&Friction) -> f64| {
        let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        parts.extend(same(of).map(|value| format!("{name} {}{unit}", short(value))));
    };
    let has_springs = first.laws.has_springs();
    if first.laws.dae().is_some() {
        add("μ", "", &|f| f.dae_mu().unwrap_or(f64::NAN));
        for (k, name) in ["ρ", "σ"].into_iter().enumerate() {
            // A limit derived from curvature differs from contact to contact.
            if first.dae_torques(0.0)[k].is_some_and(|limit| limit > 0.0) {
                add(name, "m", &|f| f.dae_torques(0.0)[k].unwrap_or(f64::NAN));
            }
        }
    } else if !has_springs {
        // ρ derived from curvature differs from contact to contact.
        add("μ", "", &|f| f.cone(0.0)[0]);
        if dt.is_some() {
            add("ρ", "m", &|f| f.cone(0.0)[1]);
            add("σ", "m", &|f| f.cone(0.0)[2]);
        }
    }
    for which in FrictionParameter::all() {
        let is_shown = match which {
            FrictionParameter::MuS | FrictionParameter::MuK => has_springs && first.laws.dae().is_none(),
            FrictionParameter::KE => dt.is_some() && has_springs && first.takes_stiffness(),
            FrictionParameter::EtaR | FrictionParameter::EtaE | FrictionParameter::EtaTheta => first.roll.eta_e() > 0.0,
            FrictionParameter::EtaPsi => true,
            FrictionParameter::MuSAcross | FrictionParameter::MuKAcross => which.read(&first).is_some(),
        };
        let info = which.info();
        if is_shown {
            add(info.label, info.unit, &|f| (info.read)(f).unwrap_or(f64::NAN));
        }
    }
    parts.extend(step);
    parts.join(" · ")
}
