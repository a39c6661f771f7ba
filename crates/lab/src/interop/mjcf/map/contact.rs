//! Friction of pairs: materials, rules of pairs, and pairs that MuJoCo lets pass through each other.

use super::bodies::ImportedBody;
use super::touch::{FrictionLimits, GeomContact, condim};
use crate::interop::mjcf::format::{Element, name_span};
use crate::interop::mjcf::report::MjcfReader;
use std::collections::BTreeMap;
use stickslip_engine::scene::Motion;

/// What becomes of bodies that pass through each other in the file, in notes.
pub(in crate::interop::mjcf) const THEY_TOUCH: &str = "it is left out: here they touch";

/// A rule for the pairs of two bodies or materials.
type Rule = ([String; 2], FrictionLimits);

/// Gives the bodies their materials; returns the friction limits of the scene and the rules of pairs.
pub(in crate::interop::mjcf) fn rules(bodies: &mut [ImportedBody]) -> (FrictionLimits, Vec<Rule>) {
    let mut kinds: Vec<GeomContact> = Vec::new();
    let mut kind_of = Vec::with_capacity(bodies.len());
    for body in bodies.iter() {
        let known = kinds.iter().position(|kind| kind.same_friction(&body.touch));
        kind_of.push(known.unwrap_or(kinds.len()));
        if known.is_none() {
            kinds.push(body.touch);
        }
    }
    let none = FrictionLimits::new([0.0; 3], 1);
    let [first, _, ..] = kinds[..] else {
        return (kinds.first().map_or(none, |only| only.with(only)), Vec::new());
    };
    let is_taken = |name: &str| bodies.iter().any(|body| body.spec.name == name);
    let name = |k: usize| {
        let mut name = format!("friction-{}", k + 1);
        while is_taken(&name) {
            name.push('\'');
        }
        name
    };
    let names: Vec<String> = (0..kinds.len()).map(name).collect();
    let pairs = (0..kinds.len()).flat_map(|a| (a..kinds.len()).map(move |b| (a, b)));
    let rule = |(a, b): (usize, usize)| ([names[a].clone(), names[b].clone()], kinds[a].with(&kinds[b]));
    let rules = pairs.map(rule).collect();
    for (body, kind) in bodies.iter_mut().zip(kind_of) {
        body.spec.material = Some(names[kind].clone());
    }
    (first.with(&first), rules)
}

/// Refuses pairs that do not collide in MuJoCo: in a scene any two bodies collide if at least one of them moves.
pub(in crate::interop::mjcf) fn check_filters(reader: &mut MjcfReader, bodies: &[ImportedBody]) {
    let mut kinds: BTreeMap<(u32, u32, bool), (usize, &ImportedBody)> = BTreeMap::new();
    for body in bodies {
        let key = (body.touch.contype, body.touch.conaffinity, body.spec.motion != Motion::Fixed);
        kinds.entry(key).or_insert((0, body)).0 += 1;
    }
    let kinds: Vec<_> = kinds.into_iter().collect();
    for (k, ((_, _, a_moves), (count, a))) in kinds.iter().enumerate() {
        let alone = usize::from(*count < 2);
        for ((_, _, b_moves), (_, b)) in &kinds[k + alone..] {
            if (*a_moves || *b_moves) && !a.touch.collides(&b.touch) {
                let message = format!(
                    "`contype` and `conaffinity` let `{}` and its like pass through `{}`",
                    a.spec.name, b.spec.name
                );
                let remedy = "here all bodies collide: let them collide in the file too";
                reader.refuse_else(name_span(a.element), message, remedy, THEY_TOUCH);
            }
        }
    }
}

/// `<pair>` of `<contact>`: the friction of two geoms by name.
pub(in crate::interop::mjcf) fn pair(
    reader: &mut MjcfReader,
    element: Element,
    bodies: &[ImportedBody],
) -> Option<Rule> {
    reader.ignore_all_but(element, &["name", "class", "geom1", "geom2", "condim", "friction"]);
    let mut named = |attribute: &str| {
        let name = element.attribute(attribute).unwrap_or_default();
        let found = bodies.iter().find(|body| body.geom.as_deref() == Some(name));
        if found.is_none() {
            let legal = bodies.iter().filter_map(|body| body.geom.as_deref());
            let remedy = stickslip_engine::scene::text::nearest::advice(name, legal, "there are");
            reader.refuse(name_span(element), format!("there is no geom `{name}` that collides"), remedy);
        }
        found.map(|body| body.spec.name.clone())
    };
    let (first, second) = (named("geom1"), named("geom2"));
    let number = reader.number(element, "condim", 3.0)?;
    let condim = condim(reader, element, number)?;
    let given = match element.attribute_node("friction") {
        Some(attribute) => reader.numbers(&attribute)?,
        None => Vec::new(),
    };
    // Slide twice, torsional, rolling twice.
    let mut all = [1.0, 1.0, 0.005, 0.0001, 0.0001];
    let count = given.len().min(5);
    all[..count].copy_from_slice(&given[..count]);
    if all[0] != all[1] || all[3] != all[4] || all.iter().any(|number| *number < 0.0) {
        let remedy = "give `slide slide torsional rolling rolling`, ≥ 0, the two of a kind alike";
        reader.refuse(name_span(element), "friction that depends on the direction has no meaning here", remedy);
        return None;
    }
    Some(([first?, second?], FrictionLimits::new([all[0], all[2], all[3]], condim)))
}
