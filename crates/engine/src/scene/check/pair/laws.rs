//! Checks `laws:` of a friction table, and the inputs that each law requires.

use crate::laws::pair::choice::Friction;
use crate::laws::pair::choice::{AnyLaw, Laws};
use crate::scene::check::pair::hertz::field;
use crate::scene::check::read::Check;
use crate::scene::language::{FRICTION, LAWS, SCENE};
use crate::scene::text::nearest::advice;
use crate::scene::text::raw::Node;
use crate::scene::{LawFault, NormalLaw, Scene};

/// Reads `laws: (slide: "cundall-strack", roll: ConstantTorque(mu_r: 0.1))` on top of the inherited laws.
pub(in crate::scene::check) fn laws(check: &mut Check, node: &Node, mut laws: Laws) -> Option<Laws> {
    let fields = check.fields(node, &LAWS.table)?;
    let mut complete = true;
    for component in LAWS.table.fields {
        if let Some(node) = fields.get(component) {
            match law(check, node, component.name) {
                Some(law) => laws.set(law),
                None => complete = false,
            }
        }
    }
    complete.then_some(laws)
}

/// Reads the id of a law in quotes, or the name of a law with its parameters in brackets.
fn law(check: &mut Check, node: &Node, component: &str) -> Option<AnyLaw> {
    let laws = AnyLaw::for_component(component);
    let (written, payload) = match (node.string(), node.variant()) {
        (Some(id), _) => (id, None),
        (None, Some((name, payload))) => (name.to_string(), payload),
        _ => {
            let example = laws.get(1).map_or_else(String::new, |law| format!("\"{}\"", law.info().id));
            return check.wrong_form(node, "the id of a law in quotes, or a law with its parameters", &example);
        }
    };
    let is_meant = |law: &&AnyLaw| law.is_named(&written, true);
    let Some(mut law) = laws.iter().find(is_meant).copied() else {
        not_a_law(check, node, component, &written, &laws);
        return None;
    };
    if let Some(payload) = payload {
        parameters(check, &payload, &mut law)?;
    }
    Some(law)
}

fn not_a_law(check: &mut Check, node: &Node, component: &str, written: &str, laws: &[AnyLaw]) {
    let elsewhere = AnyLaw::all().into_iter().find(|law| law.is_named(written, false));
    let ids = laws.iter().map(|law| law.info().id);
    let choices = advice(written, ids, &format!("the laws of {component} are"));
    if let Some(law) = elsewhere {
        check.fault(node, format!("`{written}` is a law of {}, not of {component}", law.component()), choices);
    } else {
        check.fault(node, format!("there is no {component} law `{written}`"), choices);
    }
}

/// Reads the parameters in the brackets of a law.
pub(in crate::scene::check) fn parameters(check: &mut Check, payload: &Node, law: &mut AnyLaw) -> Option<()> {
    let known = law.info().parameters;
    let names: Vec<&'static str> = known.iter().map(|parameter| parameter.name).collect();
    let fields = check.fields_named(payload, &names)?;
    let mut complete = !fields.faulty;
    for (parameter, number) in known.iter().zip(law.numbers()) {
        let Some(node) = fields.named(parameter.name) else { continue };
        let value = check.parameter(node, parameter.form);
        complete &= value.is_some();
        *number = value;
    }
    complete.then_some(())
}

/// Reports a fault for each law that lacks a required input for a pair of bodies that can meet. `pairs`: nodes of the
/// pair rules.
pub(in crate::scene::check) fn check_needs(check: &mut Check, scene: &Scene, root: &Node, pairs: &[Node]) {
    for LawFault { rule, law, what, remedy } in scene.lacking_laws() {
        let node = rule.and_then(|k| pairs.get(k)).unwrap_or(root);
        let of = LAWS.table.fields.iter().find(|field| field.name == law.component());
        let path = [&SCENE.friction, &FRICTION.laws].into_iter().chain(of.copied());
        let node = path.fold(node.clone(), |node, name| field(&node, name));
        check.fault(&node, what, remedy);
    }
}

impl Scene {
    /// A copy of the scene with these laws for every pair, without the remarks on its own; fails if a law lacks a required
    /// input.
    pub fn with_laws(&self, laws: &Laws) -> Result<Self, LawFault> {
        let mut scene = Self { remarks: Vec::new(), ..self.clone() };
        scene.friction.laws = *laws;
        for rule in &mut scene.pairs {
            rule.friction.laws = *laws;
        }
        match scene.lacking_laws().into_iter().next() {
            Some(fault) => Err(fault),
            None => Ok(scene),
        }
    }

    /// All laws that lack a required input, in the friction of the scene and in each pair rule.
    pub fn lacking_laws(&self) -> Vec<LawFault> {
        let places = std::iter::once(None).chain((0..self.pairs.len()).map(Some));
        places.flat_map(|rule| self.lacking_at(rule)).collect()
    }

    /// The laws that lack a required input in the friction of the scene (`None`) or in a pair rule.
    pub fn lacking_at(&self, rule: Option<usize>) -> Vec<LawFault> {
        let friction = self.friction_of(rule);
        if friction.is_linear_paper() && friction.k_e.is_finite() {
            return Vec::new();
        }
        friction.laws.each().into_iter().filter_map(|law| self.lacks(rule, friction, law)).collect()
    }

    /// The friction of the scene (`None`) or of a pair rule.
    pub(crate) fn friction_of(&self, rule: Option<usize>) -> &Friction {
        rule.and_then(|k| self.pairs.get(k)).map_or(&self.friction, |rule| &rule.friction)
    }

    /// The normal law of the scene (`None`) or of a pair rule.
    pub fn normal_of(&self, rule: Option<usize>) -> &NormalLaw {
        rule.and_then(|k| self.pairs.get(k)).map_or(&self.normal, |rule| &rule.normal)
    }

    /// The required input that a law would lack with these parameters, in the friction of the scene (`None`) or in a
    /// pair rule; `None` if it lacks nothing.
    pub fn lacks(&self, rule: Option<usize>, friction: &Friction, law: AnyLaw) -> Option<LawFault> {
        let normal_force_kind = self.normal_of(rule).normal_force_kind();
        let always = law.lacks(friction, normal_force_kind, true).map(|[what, remedy]| LawFault {
            rule,
            law: law.into(),
            what,
            remedy,
        });
        always.or_else(|| {
            let [what, remedy] = law.lacks(friction, normal_force_kind, false)?;
            let (a, b) = self.rigid_pair(rule)?;
            let what = format!("{what} (`{}` and `{}`)", a.name, b.name);
            Some(LawFault { rule, law: law.into(), what, remedy })
        })
    }
}
