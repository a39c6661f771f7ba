//! Friction and solver parameters, both in the file and at present, as shown by the sliders.

use crate::draw::format::short;
use crate::laws::choice::Friction;
use crate::record::coupled::SpringPart;
use crate::record::crowd::is_crowd;
use crate::record::stability::Stability;
use crate::record::state::State;
use crate::scene::{Cones, Scene};
use crate::step::tune::{Basic, Edit};
use crate::world::CaseRules;
use bevy::ecs::prelude::Resource;

/// The friction of one rule, in the file and at present.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Set {
    /// The pairs it applies to.
    pub rule: Option<usize>,
    /// Display name of the pairs.
    pub name: String,
    /// Values in the file.
    pub file: Friction,
    /// Present values, including the last edit.
    pub now: Friction,
}

impl Set {
    /// The edits that turn the file's values into the present ones.
    fn changes(&self) -> Vec<Edit> {
        let basic = steps(&self.file, &self.now).into_iter();
        let basic = basic.map(|(which, value)| Edit::Basic { rule: self.rule, which, value });
        let laws = self.file.laws.each().into_iter().zip(self.now.laws.each());
        basic.chain(laws.filter(|(old, now)| old != now).map(|(_, law)| Edit::Law { rule: self.rule, law })).collect()
    }
}

/// The state of the sliders.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(crate) struct Tuning {
    /// The scene's default, followed by its pair rules.
    pub sets: Vec<Set>,
    /// Index of the displayed set.
    pub chosen: usize,
    /// The parameter adjusted along with another one, and the wall time until which it is highlighted, s.
    pub pushed: Option<(Basic, f64)>,
    /// The rigid-contact solver in the file and at present, if the scene has rigid contacts.
    pub solver: Option<[Cones; 2]>,
}

impl Tuning {
    /// The parameters of a scene.
    pub(crate) fn of(scene: &Scene) -> Self {
        let set = |rule, name: String, friction: Friction| Set { rule, name, file: friction, now: friction };
        let mut sets = vec![set(None, "all pairs".to_owned(), scene.friction)];
        for (n, rule) in scene.pairs.iter().enumerate() {
            sets.push(set(Some(n), format!("{} – {}", rule.between[0], rule.between[1]), rule.friction));
        }
        if sets.len() > 1 {
            sets[0].name = "all other pairs".to_owned();
        }
        let solver = scene.has_rigid_contacts().then_some([scene.solver; 2]);
        Self { sets, chosen: 0, pushed: None, solver }
    }

    /// The edits that turn the file's parameters into the present ones.
    pub(crate) fn changes(&self) -> Vec<Edit> {
        let solver = self.solver.filter(|[file, now]| file != now).map(|[_, now]| Edit::Solver(now));
        self.sets.iter().flat_map(Set::changes).chain(solver).collect()
    }

    /// Shows the effect of an edit.
    pub(crate) fn note(&mut self, edit: &Edit) {
        if let (Edit::Solver(solver), Some([_, now])) = (edit, &mut self.solver) {
            *now = *solver;
        }
        let (Edit::Basic { rule, .. } | Edit::Law { rule, .. }) = edit else { return };
        let Some(set) = self.sets.iter_mut().find(|set| set.rule == *rule) else { return };
        match edit {
            Edit::Basic { which, value, .. } => put(&mut set.now, *which, *value),
            Edit::Law { law, .. } => set.now.laws.set(*law),
            _ => {}
        }
    }

    /// Reads the parameters from the world, after a jump or a step.
    pub(crate) fn read(&mut self, rules: &CaseRules) {
        if let Some([_, now]) = &mut self.solver {
            *now = rules.solver;
        }
        for set in &mut self.sets {
            let now = set.rule.map_or(Some(&rules.friction), |n| rules.pairs.get(n).map(|rule| &rule.friction));
            set.now = *now.unwrap_or(&set.now);
        }
    }
}

/// The symbol of a basic parameter.
pub(crate) fn symbol(which: Basic) -> &'static str {
    match which {
        Basic::MuS => "μs",
        Basic::MuK => "μk",
        Basic::KE => "K_E",
        Basic::EtaR => "ηr",
        Basic::EtaE => "ηe",
        Basic::EtaTheta => "ηθ",
        Basic::EtaPsi => "ηψ",
    }
}

/// Ordered assignments that turn one parameter set into another; μ_s never falls below μ_k in between.
pub(crate) fn steps(from: &Friction, to: &Friction) -> Vec<(Basic, f64)> {
    let mut order = vec![Basic::MuS, Basic::MuK, Basic::KE, Basic::EtaR, Basic::EtaE, Basic::EtaTheta, Basic::EtaPsi];
    if to.mu_s < from.mu_k {
        order.swap(0, 1);
    }
    let differs = |which: &Basic| which.read(from) != which.read(to);
    order.into_iter().filter(differs).filter_map(|which| Some((which, which.read(to)?))).collect()
}

/// Sets a basic parameter.
pub(crate) fn put(friction: &mut Friction, which: Basic, value: f64) {
    use crate::laws::parameters::{RollReduction, SpinModel};
    match which {
        Basic::MuS if friction.has_one_mu() => (friction.mu_s, friction.mu_k) = (value, value),
        Basic::MuS => friction.mu_s = value,
        Basic::MuK => friction.mu_k = value,
        Basic::KE => friction.k_e = value,
        Basic::EtaR => friction.roll = RollReduction::Together(value),
        Basic::EtaE | Basic::EtaTheta => {
            let (mut eta_e, mut eta_theta) = (friction.roll.eta_e(), friction.roll.eta_theta());
            if which == Basic::EtaE {
                eta_e = value
            } else {
                eta_theta = value
            }
            friction.roll = RollReduction::Apart { eta_e, eta_theta };
        }
        Basic::EtaPsi => {
            if let SpinModel::Heuristic { eta_psi, .. } = &mut friction.spin {
                *eta_psi = value;
            }
        }
    }
}

/// The edits that set a parameter and adjust the other one to keep μ_k ≤ μ_s. Applied in this order, they never put
/// μ_s below μ_k in between.
pub(crate) fn edits(now: &Friction, which: Basic, value: f64) -> Vec<(Basic, f64)> {
    match which {
        _ if now.has_one_mu() => vec![(which, value)],
        Basic::MuS if value < now.mu_k => vec![(Basic::MuK, value), (Basic::MuS, value)],
        Basic::MuK if value > now.mu_s => vec![(Basic::MuS, value), (Basic::MuK, value)],
        _ => vec![(which, value)],
    }
}

/// What the ratio of [`step_text`] means.
pub(crate) const STEP_TIP: &str = "ratio of the step to the critical step of the springs in contact, which act together; from 1 on, \
    sticking contacts oscillate or diverge. The scene sets the step: `time: (dt: …)`";

/// The step size and its ratio to the critical step of the contacts together, with the component that is most of it, and whether it is too long;
/// `None` for a crowd, whose contacts are not all known.
pub(crate) fn step_text(state: &State, dt: f64) -> Option<(String, bool)> {
    if is_crowd(state.bodies.len()) {
        return None;
    }
    let mut springs = Stability::default();
    springs.note_once(state, dt, &[]);
    let (name, ratio) = (springs.coupled_by.map_or("", SpringPart::name), springs.coupled);
    let size = if ratio >= 0.01 { format!("{ratio:.2}") } else { short(ratio) };
    let ratio_text = if ratio > 0.0 { format!(" · Δt/Δt_crit = {size} ({name})") } else { String::new() };
    Some((format!("Δt = {} s{ratio_text}", short(dt)), ratio >= 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_lab::builtin;

    #[test]
    fn static_friction_is_never_below_kinetic_friction() {
        let scene = Scene::parse("ball", builtin::text("sphere-up-35").unwrap()).unwrap();
        let now = scene.friction.with_mu([0.25, 0.2]);
        assert_eq!(edits(&now, Basic::MuS, 0.1), [(Basic::MuK, 0.1), (Basic::MuS, 0.1)]);
        assert_eq!(edits(&now, Basic::MuK, 0.3), [(Basic::MuS, 0.3), (Basic::MuK, 0.3)]);
        assert_eq!(edits(&now, Basic::MuS, 0.2), [(Basic::MuS, 0.2)]);
    }
}
