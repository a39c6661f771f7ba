//! A scene under a set of laws, and the rigid counterpart of spring contacts.

use crate::laws::friction::normal::{NormalDamping, restitution, restitution_with_tension};
use crate::laws::friction::parameters::Damping;
use crate::laws::pair::choice::{AnyLaw, Friction};
use crate::scene::check::pair::law_set::LawSet;
use crate::scene::{LawFault, NormalLaw, Scene};

impl Scene {
    /// A copy of the scene with the laws of a set for every pair; fails if a law lacks a required input.
    ///
    /// A set with rigid contact laws for slide, roll and spin makes every elastic contact rigid. Values that the set
    /// does not give are derived from the springs, so that bodies move similarly: μ = μ_k; ρ and σ are the torques in
    /// slip over N (on a sphere and a plane 2η_r μ_k R and η_ψ μ_k/𝒦); the restitution follows from the normal force
    /// law (exceptions: [`Self::law_set_notes`]). Bodies keep their initial positions; bodies that overlap are separated
    /// in the first step.
    pub fn under(&self, set: &LawSet) -> Result<Self, LawFault> {
        let mut scene = self.clone();
        let rules = scene.pairs.iter_mut().enumerate().map(|(k, rule)| (Some(k), &mut rule.friction, &mut rule.normal));
        for (rule, friction, normal) in rules.chain([(None, &mut scene.friction, &mut scene.normal)]) {
            if set.is_rigid() {
                *normal = counterpart(normal).ok_or_else(|| given_force(rule, friction))?;
            }
            for law in &set.laws {
                let old = friction.laws.each().into_iter().find(|old| old.component() == law.component());
                friction.laws.set(old.map_or(*law, |old| law.with_limits_of(old)));
            }
        }
        if let Some(solver) = set.solver {
            scene.solver = solver;
            if !scene.has_rigid_contacts() {
                let what = "`Cones(...)` solves rigid contacts, and there are none".to_owned();
                let remedy = "add `complementarity`, or remove `Cones(...)`".to_owned();
                return Err(LawFault { rule: None, law: scene.friction.laws.each()[0].into(), what, remedy });
            }
        }
        match scene.lacking_laws().into_iter().next() {
            Some(fault) => Err(self.with_remedy(set, fault)),
            None => Ok(scene),
        }
    }

    /// Differences between the rigid contacts of [`Self::under`] and the springs, one line each.
    pub fn law_set_notes(&self, set: &LawSet) -> Vec<String> {
        let mut notes = Vec::new();
        for (rule, normal) in self.normal_laws().filter(|(_, normal)| set.is_rigid() && !normal.is_rigid()) {
            let friction = self.friction_of(rule);
            let pairs = rule.map_or(String::new(), |k| format!(" of {}", self.pairs[k].between.join("-")));
            let given = set.laws.iter().find_map(AnyLaw::own_mu);
            if given.is_none() && friction.mu_s != friction.mu_k {
                notes.push(format!(
                    "a single μ{pairs} for rest and sliding, μk = {}: resting contacts slip below μs = {}",
                    friction.mu_k, friction.mu_s
                ));
            }
            if let NormalLaw::Hooke { damping: NormalDamping::Given(Damping::Coefficient(_)), .. } = normal {
                notes.push(format!(
                    "no bounce{pairs}: with a damping coefficient the restitution depends on the masses; a ratio or `restitution` \
                     would be kept"
                ));
            }
        }
        notes
    }

    /// True if the scene or a pair rule has a rigid normal law.
    pub fn has_rigid_contacts(&self) -> bool {
        self.normal_laws().any(|(_, normal)| normal.is_rigid())
    }

    /// The normal law of the scene (`None`) and of each pair rule.
    pub(crate) fn normal_laws(&self) -> impl Iterator<Item = (Option<usize>, &NormalLaw)> {
        let rules = self.pairs.iter().enumerate().map(|(k, rule)| (Some(k), &rule.normal));
        std::iter::once((None, &self.normal)).chain(rules)
    }

    /// Gives a fault of a set a remedy for a comparison, in which all sets share the text of the scene.
    fn with_remedy(&self, set: &LawSet, fault: LawFault) -> LawFault {
        let remedy = match (fault.law.is_cone(), self.friction_of(fault.rule).k_e.is_finite()) {
            (true, _) if !set.is_rigid() && !self.normal_of(fault.rule).is_rigid() => {
                "use `complementarity` for slide, roll and spin: the contacts are then rigid"
            }
            (false, false) => {
                "write the scene with springs (`normal: Hooke(...)`, and `mu_s`, `mu_k`, `k_e`, `eta_r` for friction): under \
                 `complementarity` it becomes rigid, with the limits that follow from these"
            }
            _ => return fault,
        };
        LawFault { remedy: remedy.to_owned(), ..fault }
    }
}

/// Rigid normal law with the restitution of this law, or 0 if the law has none; `None` for a known force, which a rigid
/// contact cannot have.
fn counterpart(normal: &NormalLaw) -> Option<NormalLaw> {
    let e = match normal {
        NormalLaw::Rigid { .. } => return Some(*normal),
        NormalLaw::KnownForce(_) => return None,
        NormalLaw::KnownWeight
        | NormalLaw::OverlapArea { .. }
        | NormalLaw::Hooke { damping: NormalDamping::Given(Damping::Coefficient(_)), .. } => 0.0,
        NormalLaw::Hooke { damping: NormalDamping::Given(Damping::Ratio(ratio)), tension, .. }
        | NormalLaw::Hooke { damping: NormalDamping::Restitution(ratio), tension, .. }
        | NormalLaw::Hertz { damping_ratio: ratio, tension } => {
            if *tension {
                restitution_with_tension(*ratio)
            } else {
                restitution(*ratio)
            }
        }
    };
    Some(NormalLaw::Rigid { restitution: e, threshold: None })
}

fn given_force(rule: Option<usize>, friction: &Friction) -> LawFault {
    let what = "a rigid contact finds N from the motion, but `normal: Known(Force(...))` prescribes it".to_owned();
    let remedy = "apply the force as weight or a pull, with `normal: Known(Weight)`, `Hooke` or `Hertz`".to_owned();
    LawFault { rule, law: friction.laws.each()[0].into(), what, remedy }
}
