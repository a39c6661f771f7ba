//! Friction and solver parameters, both in the file and at present, as shown by the sliders.

use crate::draw::text::format::short;
use crate::texts::tr_with;
use bevy::ecs::prelude::Resource;
use stickslip_engine::laws::pair::choice::Friction;
use stickslip_engine::scene::{BodySpec, Cones, Motion, Scene};
use stickslip_engine::step::edits::{Edit, FrictionParameter};
use stickslip_engine::world::CaseRules;

/// The friction of one rule, in the file and at present.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
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

/// A short text below a slider: why the entered value was refused, or which other value moved this one. It stays until
/// the next value is entered.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldHint {
    /// Symbol of the slider, as on its label.
    pub symbol: &'static str,
    /// The text.
    pub text: String,
}

/// The state of the sliders.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Tuning {
    /// The scene's default, followed by its pair rules.
    pub sets: Vec<Set>,
    /// Index of the displayed set.
    pub chosen: usize,
    /// What a field says about the last value entered.
    pub hint: Option<FieldHint>,
    /// The rigid-contact solver in the file and at present, if the scene has rigid contacts.
    pub solver: Option<[Cones; 2]>,
}

impl Tuning {
    /// The parameters of a scene.
    pub fn from_scene(scene: &Scene) -> Self {
        let set = |rule, name: String, friction: Friction| Set { rule, name, file: friction, now: friction };
        let mut sets = vec![set(None, "all pairs".to_owned(), scene.friction)];
        for (n, rule) in scene.pairs.iter().enumerate() {
            sets.push(set(Some(n), format!("{} – {}", rule.between[0], rule.between[1]), rule.friction));
        }
        if sets.len() > 1 {
            sets[0].name = "all other pairs".to_owned();
        }
        let solver = scene.has_rigid_contacts().then_some([scene.solver; 2]);
        Self { sets, chosen: first_shown(scene), hint: None, solver }
    }

    /// The edits that turn the file's parameters into the present ones.
    pub fn changes(&self) -> Vec<Edit> {
        let solver = self.solver.filter(|[file, now]| file != now).map(|[_, now]| Edit::Solver(now));
        self.sets.iter().flat_map(Set::changes).chain(solver).collect()
    }

    /// The text below the slider with this symbol; `None` if there is none.
    pub fn hint_of(&self, symbol: &str) -> Option<&str> {
        self.hint.as_ref().filter(|hint| hint.symbol == symbol).map(|hint| hint.text.as_str())
    }

    /// Shows the effect of an edit.
    pub fn note(&mut self, edit: &Edit) {
        if let (Edit::Solver(solver), Some([_, now])) = (edit, &mut self.solver) {
            *now = *solver;
        }
        let (Edit::Basic { rule, .. } | Edit::Law { rule, .. }) = edit else { return };
        let Some(set) = self.sets.iter_mut().find(|set| set.rule == *rule) else { return };
        match edit {
            // A value that the world refuses changes nothing here either.
            Edit::Basic { which, value, .. } => which.write(&mut set.now, *value).unwrap_or_default(),
            Edit::Law { law, .. } => set.now.laws.set(*law),
            _ => {}
        }
    }

    /// Reads the parameters from the world, after a jump or a step.
    pub fn read(&mut self, rules: &CaseRules) {
        if let Some([_, now]) = &mut self.solver {
            *now = rules.solver;
        }
        for set in &mut self.sets {
            let now = set.rule.map_or(Some(&rules.friction), |n| rules.pairs.get(n).map(|rule| &rule.friction));
            set.now = *now.unwrap_or(&set.now);
        }
    }
}

/// Index of the set shown first: the scene's default, or the first pair rule if every pair of a body that moves and one
/// that is fixed or driven has a rule, so that the default's sliders would do nothing.
fn first_shown(scene: &Scene) -> usize {
    let is_ground = |body: &&BodySpec| matches!(body.motion, Motion::Fixed | Motion::Driven(_));
    let (ground, moving): (Vec<_>, Vec<_>) = scene.bodies.iter().partition(is_ground);
    let mut rules = ground.iter().flat_map(|a| moving.iter().map(|b| scene.rule_of(a, b)));
    match rules.next() {
        Some(Some(rule)) if rules.all(|rule| rule.is_some()) => rule + 1,
        _ => 0,
    }
}

/// Ordered assignments that turn one parameter set into another; μ_s never falls below μ_k in between, along or across a
/// grain.
pub fn steps(from: &Friction, to: &Friction) -> Vec<(FrictionParameter, f64)> {
    let mut order: Vec<FrictionParameter> = FrictionParameter::all().collect();
    if to.mu_s < from.mu_k {
        order.swap(0, 1);
    }
    if let (Some(from), Some(to)) = (from.across, to.across)
        && to.mu_s < from.mu_k
    {
        let [fixed, kinetic] = [FrictionParameter::MuSAcross, FrictionParameter::MuKAcross];
        order.swap(fixed as usize, kinetic as usize);
    }
    let differs = |which: &FrictionParameter| which.read(from) != which.read(to);
    order.into_iter().filter(differs).filter_map(|which| Some((which, which.read(to)?))).collect()
}

/// What the field of a parameter says once [`edits`] has adjusted it along with another one; `None` for a single edit.
pub fn moved_along(edits: &[(FrictionParameter, f64)]) -> Option<FieldHint> {
    let [(which, value), _] = edits else { return None };
    let [fixed, _] = which.coefficients()?;
    let way = if *which == fixed { "parameter-raised" } else { "parameter-lowered" };
    let symbol = which.info().label;
    let text = tr_with(way, [("symbol", symbol.into()), ("value", short(*value).into())]);
    Some(FieldHint { symbol, text })
}

/// The edits that set a parameter and adjust the other one to keep μ_k ≤ μ_s. Applied in this order, they never put
/// μ_s below μ_k in between.
pub fn edits(now: &Friction, which: FrictionParameter, value: f64) -> Vec<(FrictionParameter, f64)> {
    let alone = vec![(which, value)];
    if which.is_mu() && now.has_one_mu() {
        return alone;
    }
    let Some([fixed, kinetic]) = which.coefficients() else { return alone };
    match (fixed.read(now), kinetic.read(now)) {
        (_, Some(least)) if which == fixed && value < least => vec![(kinetic, value), (fixed, value)],
        (Some(most), _) if which == kinetic && value > most => vec![(fixed, value), (kinetic, value)],
        _ => alone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::laws::friction::limit::anisotropy::Across;
    use stickslip_lab::builtin;

    #[test]
    fn static_friction_is_never_below_kinetic_friction() {
        let scene = Scene::parse("ball", builtin::text("sphere-up-35").unwrap()).unwrap();
        let now = scene.friction.with_mu([0.25, 0.2]);
        assert_eq!(
            edits(&now, FrictionParameter::MuS, 0.1),
            [(FrictionParameter::MuK, 0.1), (FrictionParameter::MuS, 0.1)]
        );
        assert_eq!(
            edits(&now, FrictionParameter::MuK, 0.3),
            [(FrictionParameter::MuS, 0.3), (FrictionParameter::MuK, 0.3)]
        );
        assert_eq!(edits(&now, FrictionParameter::MuS, 0.2), [(FrictionParameter::MuS, 0.2)]);
    }

    /// Across a grain, too, one coefficient takes the other along, and a list of edits never puts μ_s below μ_k.
    #[test]
    fn static_friction_across_a_grain_is_never_below_kinetic_friction() {
        use FrictionParameter::{MuKAcross, MuSAcross};
        let scene = Scene::parse("grain", builtin::text("across-the-grain").unwrap()).unwrap();
        let file = scene.pairs[0].friction;
        assert_eq!(edits(&file, MuSAcross, 0.1), [(MuKAcross, 0.1), (MuSAcross, 0.1)]);
        assert_eq!(edits(&file, MuKAcross, 0.3), [(MuSAcross, 0.3), (MuKAcross, 0.3)]);
        assert_eq!(edits(&file, MuSAcross, 0.3), [(MuSAcross, 0.3)]);
        for value in [0.1, 0.4] {
            let mut now = file;
            steps(&file, &with_across(&file, value)).iter().for_each(|(which, to)| which.write(&mut now, *to).unwrap());
            assert_eq!(now, with_across(&file, value));
        }
    }

    fn with_across(file: &Friction, mu: f64) -> Friction {
        let mut new = *file;
        new.across = file.across.map(|across| Across { mu_s: mu, mu_k: mu, ..across });
        new
    }

    /// The field that moved along says so, with its new value.
    #[test]
    fn a_parameter_that_moved_along_says_so() {
        let scene = Scene::parse("ball", builtin::text("sphere-up-35").unwrap()).unwrap();
        let now = scene.friction.with_mu([0.25, 0.2]);
        let told = |which, value| moved_along(&edits(&now, which, value));
        let hint = |symbol, text: &str| Some(FieldHint { symbol, text: text.to_owned() });
        assert_eq!(
            told(FrictionParameter::MuK, 0.9),
            hint("μs", "μs was raised to 0.9, because μk must not exceed μs")
        );
        assert_eq!(
            told(FrictionParameter::MuS, 0.1),
            hint("μk", "μk was lowered to 0.1, because μk must not exceed μs")
        );
        assert_eq!(told(FrictionParameter::MuS, 0.3), None);
    }

    /// The set shown first applies to the contacts of the scene: the rule of the first pair if all have one.
    #[test]
    fn the_sliders_shown_first_have_an_effect() {
        for (name, expected) in [("across-the-grain", 1), ("sphere-up-35", 0), ("belt-squeals", 0)] {
            let scene = Scene::parse(name, builtin::text(name).unwrap()).unwrap();
            let tuning = Tuning::from_scene(&scene);
            assert_eq!(tuning.chosen, expected, "{name}");
            assert_eq!(tuning.sets[tuning.chosen].rule, expected.checked_sub(1));
        }
    }

    /// After every edit, accepted or refused, the panel shows the friction that holds in the world.
    #[test]
    fn the_panel_shows_what_the_world_accepted() {
        use stickslip_engine::run::simulation::Simulation;
        use stickslip_engine::scene::set;
        use stickslip_engine::step::edits::{QueueEdit, apply_edits};
        use stickslip_engine::world::Cases;
        let text = builtin::text("sphere-up-35").unwrap();
        let split = set(text, "friction", "(mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_e: 0.2, eta_theta: 0.8)").unwrap();
        let grained = builtin::text("across-the-grain").unwrap();
        let dae = builtin::text("dae-stack").unwrap();
        for (text, rule) in [(text, None), (&split, None), (grained, Some(0)), (dae, None)] {
            let scene = Scene::parse("ball", text).unwrap();
            let (mut simulation, mut tuning) = (Simulation::new(&scene), Tuning::from_scene(&scene));
            for which in FrictionParameter::all() {
                for value in [0.22, 0.1, 0.0, -1.0, f64::NAN, 0.3] {
                    let edit = Edit::Basic { rule, which, value };
                    tuning.note(&edit);
                    simulation.world().write_message(QueueEdit(edit));
                    apply_edits(simulation.world());
                    let rules = &simulation.world().resource::<Cases>().0[0];
                    let world = rule.map_or(rules.friction, |n| rules.pairs[n].friction);
                    let set = tuning.sets.iter().find(|set| set.rule == rule).unwrap();
                    assert_eq!(set.now, world, "{which:?} = {value}");
                }
            }
        }
    }
}
