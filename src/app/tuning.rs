//! The parameters of friction and of the solver, as the file says and as they are now: what the sliders show.

use crate::laws::choice::Friction;
use crate::scene::{Cones, Scene};
use crate::step::tune::{Basic, Edit};
use crate::world::CaseRules;
use bevy::ecs::prelude::Resource;

/// The friction of one rule, as the file says and as it is now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Set {
    /// Which pairs.
    pub rule: Option<usize>,
    /// Their name.
    pub name: String,
    /// As the file says.
    pub file: Friction,
    /// As it is now, the last edit included.
    pub now: Friction,
}

impl Set {
    /// The edits that lead from the file to now.
    fn changes(&self) -> Vec<Edit> {
        let basic = steps(&self.file, &self.now).into_iter();
        let basic = basic.map(|(which, value)| Edit::Basic { rule: self.rule, which, value });
        let laws = self.file.laws.each().into_iter().zip(self.now.laws.each());
        basic.chain(laws.filter(|(old, now)| old != now).map(|(_, law)| Edit::Law { rule: self.rule, law })).collect()
    }
}

/// What the sliders show.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(crate) struct Tuning {
    /// The scene's default, then its pair rules.
    pub sets: Vec<Set>,
    /// The one shown.
    pub chosen: usize,
    /// A value was pushed along by another one, until this time on the wall, s.
    pub pushed: Option<(Basic, f64)>,
    /// The solver of rigid contacts as in the file and as it is now, where the scene has such contacts.
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

    /// The edits that lead from the file to the parameters as they are now.
    pub(crate) fn changes(&self) -> Vec<Edit> {
        let solver = self.solver.filter(|[file, now]| file != now).map(|[_, now]| Edit::Solver(now));
        self.sets.iter().flat_map(Set::changes).chain(solver).collect()
    }

    /// Shows what an edit sets.
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

    /// Shows the parameters as they are in the world, after a jump or a step.
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

/// The letter of a basic parameter.
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

/// The values to be set, in order, to come from one set of parameters to another; μ_s is never below μ_k between them.
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

/// The edits that set a parameter and keep μ_k ≤ μ_s: the other one is pushed along. In the order in which they may be
/// applied, so that μ_s is never below μ_k between them.
pub(crate) fn edits(now: &Friction, which: Basic, value: f64) -> Vec<(Basic, f64)> {
    match which {
        _ if now.has_one_mu() => vec![(which, value)],
        Basic::MuS if value < now.mu_k => vec![(Basic::MuK, value), (Basic::MuS, value)],
        Basic::MuK if value > now.mu_s => vec![(Basic::MuS, value), (Basic::MuK, value)],
        _ => vec![(which, value)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::builtin;

    #[test]
    fn static_friction_is_never_below_kinetic_friction() {
        let scene = Scene::parse("ball", builtin::text("sphere-up-35").unwrap()).unwrap();
        let now = scene.friction.with_mu([0.25, 0.2]);
        assert_eq!(edits(&now, Basic::MuS, 0.1), [(Basic::MuK, 0.1), (Basic::MuS, 0.1)]);
        assert_eq!(edits(&now, Basic::MuK, 0.3), [(Basic::MuS, 0.3), (Basic::MuK, 0.3)]);
        assert_eq!(edits(&now, Basic::MuS, 0.2), [(Basic::MuS, 0.2)]);
    }
}
