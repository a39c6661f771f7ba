//! Law sets that a run can be compared with.

use crate::texts::{tr, tr_with};
use crate::timeline::display_state::DisplayState;
use stickslip_engine::laws::friction::limit::cones::ConeForm;
use stickslip_engine::laws::pair::choice::{AnyLaw, Laws};
use stickslip_engine::scene::{Cones, LawSet, Scene};

/// Label of a set, or a component of a set, that uses the scene's law.
pub const AS_SHOWN: &str = "compare-as-shown";
/// Default sets of a comparison of springs, as far as the scene supports them.
const FIRST: &str = "slide=cundall-strack,roll=constant-torque";

/// Default sets: other springs, or the other form of the rigid-contact equations.
pub fn first(scene: &Scene, solver: &Cones) -> Vec<LawSet> {
    let mut sets = LawSet::list(FIRST).unwrap_or_default();
    if scene.has_rigid_contacts() {
        sets.push(named(Laws::rigid().each().to_vec(), Some(other_form(solver))));
    }
    sets.into_iter().filter(|set| scene.under(set).is_ok()).collect()
}

/// The solver with the other form: relaxed instead of exact, or exact instead of relaxed.
pub fn other_form(solver: &Cones) -> Cones {
    let form = if solver.form == ConeForm::Exact { ConeForm::Relaxed } else { ConeForm::Exact };
    Cones { form, ..*solver }
}

/// The set with another law for a component, or the scene's law if `None`. Contacts are rigid for slide, roll and
/// spin together, or for none of them.
pub fn with(set: &LawSet, law: Option<AnyLaw>, component: &str) -> LawSet {
    let is_cone = law.is_some_and(|law| law.is_cone());
    let others = set.laws.iter().filter(|law| law.component() != component && law.is_cone() == is_cone);
    let mut laws: Vec<AnyLaw> = others.copied().chain(law).collect();
    if is_cone {
        let is_there = |cone: &AnyLaw| laws.iter().any(|law| law.component() == cone.component());
        let missing: Vec<AnyLaw> = Laws::rigid().each().into_iter().filter(|cone| !is_there(cone)).collect();
        laws.extend(missing);
    }
    named(laws, set.solver.filter(|_| is_cone))
}

/// The solver of a set as text, with its form always explicit.
pub fn solver_text(solver: &Cones) -> String {
    if *solver == Cones::default() { format!("Cones(form: {})", solver.form_name()) } else { solver.to_string() }
}

/// A set named by the ids and explicit parameters of its laws.
pub fn named(mut laws: Vec<AnyLaw>, solver: Option<Cones>) -> LawSet {
    laws.sort_by_key(|law| ["slide", "roll", "spin"].iter().position(|component| *component == law.component()));
    let set = LawSet { laws, solver, ..LawSet::default() };
    let id = |law: &AnyLaw| law.to_string().replace('"', "");
    let mut parts: Vec<String> = set.laws.iter().map(|law| format!("{}={}", law.component(), id(law))).collect();
    // A single id names the set if the laws of all components have this id.
    if let Some(first) =
        set.laws.first().filter(|first| set.is_rigid() && set.laws.iter().all(|law| id(law) == id(first)))
    {
        parts = vec![id(first)];
    }
    parts.extend(solver.map(|solver| solver_text(&solver)));
    LawSet { name: if parts.is_empty() { tr(AS_SHOWN).to_owned() } else { parts.join("/") }, ..set }
}

/// The laws of a set by their names, with the form of rigid contacts, such as `slide: Cundall and Strack`.
pub fn title(set: &LawSet) -> String {
    let one = |law: &AnyLaw| {
        let text = law.to_string();
        let given = text.find('(').map_or("", |start| &text[start..]);
        format!("{}: {}{given}", law.component(), law.info().name)
    };
    let mut parts: Vec<String> = set.laws.iter().map(one).collect();
    if set.is_rigid() {
        parts = vec![tr("compare-rigid-contacts").to_owned()];
    }
    parts.extend(
        set.solver.map(|solver| tr_with("compare-form-name", [("form", solver.form_name().to_lowercase().into())])),
    );
    if parts.is_empty() { tr(AS_SHOWN).to_owned() } else { parts.join(", ") }
}

/// The rigid-contact solver of the main run, or the scene's solver if it has none.
pub fn solver_on_screen(tuned: Option<[Cones; 2]>, scene: Option<&Scene>) -> Cones {
    tuned.map(|[_, now]| now).or(scene.map(|scene| scene.solver)).unwrap_or_default()
}

/// Names of the main run's laws if all contacts share them, and the form of rigid contacts.
pub fn on_screen(shown: &DisplayState, solver: &Cones) -> String {
    let mut laws = shown.state.contacts.iter().map(|contact| contact.law.friction.laws);
    match laws.next().filter(|first| laws.all(|law| law == *first)) {
        Some(first) => {
            let laws = first.each().to_vec();
            let is_rigid = LawSet { laws: laws.clone(), ..LawSet::default() }.is_rigid();
            let set = LawSet { laws, solver: is_rigid.then_some(*solver), ..LawSet::default() };
            tr_with("compare-displayed-set", [("set", title(&set).into())])
        }
        None => tr("compare-displayed").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_lab::builtin;

    fn law(component: &str, id: &str) -> AnyLaw {
        AnyLaw::for_component(component).into_iter().find(|law| law.info().id == id).expect("a law")
    }

    /// A set's name is valid command-line input and parses back to the same set.
    fn is_written_as_it_is(set: &LawSet) {
        let again = LawSet::parse(&set.name).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!((again.laws, again.solver), (set.laws.clone(), set.solver), "{}", set.name);
    }

    #[test]
    fn contacts_are_rigid_for_all_components_or_for_none() {
        let springs = named(vec![law("slide", "cundall-strack")], None);
        let rigid = with(&springs, Some(law("roll", "complementarity")), "roll");
        assert!(rigid.is_rigid() && rigid.name == "complementarity", "{rigid:?}");
        let relaxed = named(rigid.laws.clone(), Some(Cones { form: ConeForm::Relaxed, ..Cones::default() }));
        assert_eq!(relaxed.name, "complementarity/Cones(form: Relaxed)");
        assert_eq!(title(&springs), "slide: Cundall and Strack");
        assert_eq!(title(&relaxed), "rigid contacts, relaxed form");
        let back = with(&relaxed, Some(law("slide", "luding")), "slide");
        assert_eq!((back.name.as_str(), back.solver), ("slide=luding", None));
        assert_eq!(with(&relaxed, None, "spin").laws, Vec::new());
        [springs, rigid, relaxed, back].iter().for_each(is_written_as_it_is);
    }

    /// A comparison of a rigid scene starts with the other form.
    #[test]
    fn a_comparison_of_rigid_contacts_begins_with_the_other_form() {
        for (name, expected) in [
            ("rigid-block-set-down", "complementarity/Cones(form: Relaxed)"),
            ("rigid-block-set-down-relaxed", "complementarity/Cones(form: Exact)"),
            ("sphere-up-35", "slide=cundall-strack"),
        ] {
            let scene = Scene::parse(name, builtin::text(name).expect("a scene")).expect("no fault");
            assert_eq!(first(&scene, &scene.solver)[0].name, expected);
        }
    }
}
