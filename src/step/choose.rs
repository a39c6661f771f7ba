//! Another friction law for a running simulation.

use crate::laws::choice::{AnyLaw, Point};
use crate::scene::NormalLaw;
use crate::world::body::{Body, Mass, Stuff};
use crate::world::contact::{LawMemory, Pair, PairLaw, Roll, Slide, Spin};
use crate::world::{Lane, LaneRules, Lanes};
use bevy_ecs::prelude::*;

/// True from an edit that chose a law to the moment when the contacts have it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LawsChanged(pub bool);

/// Puts a law into the friction of a rule (`None`: the scene's own) of every lane; [`refit_contacts`] then gives it to
/// the contacts. False if there is no such rule, or if the law lacks something there.
pub fn choose(
    lanes: &mut Lanes,
    bodies: &Query<(&Lane, &Body, &Stuff, &Mass)>,
    rule: Option<usize>,
    law: AnyLaw,
) -> bool {
    let mut done = false;
    for (number, rules) in lanes.0.iter_mut().enumerate() {
        let here: Vec<_> = bodies.iter().filter(|(lane, ..)| lane.0 as usize == number).collect();
        done |= rules.choose(&here, rule, law);
    }
    done
}

impl LaneRules {
    fn choose(&mut self, bodies: &[(&Lane, &Body, &Stuff, &Mass)], rule: Option<usize>, law: AnyLaw) -> bool {
        let elastic = !self.has_rigid_pair(bodies, rule);
        let (friction, normal) = match rule {
            None => (&mut self.friction, self.normal),
            Some(k) => match self.pairs.get_mut(k) {
                Some(rule) => (&mut rule.friction, rule.normal),
                None => return false,
            },
        };
        let known = matches!(normal, NormalLaw::KnownWeight | NormalLaw::KnownForce(_));
        let fits = law.lacks(friction, known, elastic).is_none();
        if fits {
            friction.laws.set(law);
        }
        fits
    }

    /// Two bodies without elastic constants can meet under this rule.
    fn has_rigid_pair(&self, bodies: &[(&Lane, &Body, &Stuff, &Mass)], rule: Option<usize>) -> bool {
        let rigid: Vec<_> = bodies.iter().filter(|(_, _, stuff, _)| stuff.0.is_none()).collect();
        rigid.iter().enumerate().any(|(k, (_, a, _, mass_a))| {
            rigid[k + 1..].iter().any(|(_, b, _, mass_b)| {
                (mass_a.mass.is_finite() || mass_b.mass.is_finite()) && self.law(a, b).rule == rule
            })
        })
    }
}

/// `StepSystems::Tune`: gives the contacts the laws of their rules, hands histories over where both laws understand them
/// (see [`Point::change`]) and begins the others anew. Does nothing in a step without such an edit.
pub fn refit_contacts(world: &mut World) {
    if !std::mem::take(&mut world.resource_mut::<LawsChanged>().0) {
        return;
    }
    let lanes = world.resource::<Lanes>().0.clone();
    let mut contacts = world.query::<(&Pair, &mut PairLaw, &mut Slide, &mut Roll, &mut Spin, &mut LawMemory)>();
    for (pair, mut law, mut slide, mut roll, mut spin, mut memory) in contacts.iter_mut(world) {
        let Some(rules) = lanes.get(pair.key.lane as usize) else { continue };
        let friction = law.rule.and_then(|k| rules.pairs.get(k)).map_or(&rules.friction, |rule| &rule.friction);
        let Roll { i, j } = &mut *roll;
        let mut memories = memory.0.as_deref().copied().unwrap_or_default();
        let mut point = Point { slide: &mut slide.0, roll_i: i, roll_j: j, spin: &mut spin.0, memories: &mut memories };
        point.change(&law.friction.laws, &friction.laws);
        law.friction.laws = friction.laws;
        memory.0 = LawMemory::under(&friction.laws).0.map(|_| Box::new(memories));
    }
}

/// A law in a recording: component, id and parameters.
pub(super) mod as_written {
    use crate::laws::choice::AnyLaw;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes it.
    pub fn serialize<S: Serializer>(law: &AnyLaw, to: S) -> Result<S::Ok, S::Error> {
        let mut law = *law;
        let numbers: Vec<Option<f64>> = law.numbers().into_iter().map(|number| *number).collect();
        (law.component(), law.card().id, numbers).serialize(to)
    }

    /// Reads it.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<AnyLaw, D::Error> {
        let (component, id, numbers) = <(String, String, Vec<Option<f64>>)>::deserialize(from)?;
        let found = AnyLaw::of_component(&component).into_iter().find(|law| law.card().id == id);
        let mut law = found.ok_or_else(|| D::Error::custom(format!("there is no {component} law `{id}`")))?;
        for (own, number) in law.numbers().into_iter().zip(numbers) {
            *own = number;
        }
        Ok(law)
    }
}
