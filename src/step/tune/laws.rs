//! Edits of the friction laws.

use crate::laws::choice::{AnyLaw, Point};
use crate::scene::NormalLaw;
use crate::step::broad;
use crate::world::body::{Body, Mass, Stuff};
use crate::world::contact::{LawMemory, Pair, PairLaw, Roll, Slide, Spin};
use crate::world::{Lane, LaneRules, Lanes};
use bevy_ecs::prelude::*;

/// Puts a law into the friction of a rule (`None`: the scene's own) of every lane, and gives it to the contacts:
/// histories that both laws understand are handed over (see [`Point::change`]), the others begin anew.
pub(super) fn choose(world: &mut World, rule: Option<usize>, law: AnyLaw) -> Result<(), String> {
    let bodies: Vec<(Lane, Body, bool, bool)> = world
        .query::<(&Lane, &Body, &Stuff, &Mass)>()
        .iter(world)
        .map(|(lane, body, stuff, mass)| (*lane, body.clone(), stuff.0.is_none(), mass.mass.is_finite()))
        .collect();
    let mut lanes = std::mem::take(&mut world.resource_mut::<Lanes>().0);
    let chosen = lanes.iter_mut().enumerate().try_for_each(|(number, rules)| {
        let rigid: Vec<_> = bodies.iter().filter(|row| row.0.0 as usize == number && row.2).collect();
        let two = rigid
            .iter()
            .enumerate()
            .any(|(k, a)| rigid[k + 1..].iter().any(|b| (a.3 || b.3) && rules.law(&a.1, &b.1).rule == rule));
        rules.choose(rule, law, !two)
    });
    world.resource_mut::<Lanes>().0 = lanes;
    chosen?;
    // Contacts that were kept in the compact form of the paper's laws get their full one.
    broad::pair_bodies(world);
    refit_contacts(world);
    Ok(())
}

impl LaneRules {
    /// Puts a law into the friction of a rule; `elastic`: no two rigid bodies can meet under it.
    fn choose(&mut self, rule: Option<usize>, law: AnyLaw, elastic: bool) -> Result<(), String> {
        let (friction, normal) = match rule {
            None => (&mut self.friction, self.normal),
            Some(k) => {
                let rule = self.pairs.get_mut(k).ok_or("there is no such pair rule")?;
                (&mut rule.friction, rule.normal)
            }
        };
        let known = matches!(normal, NormalLaw::KnownWeight | NormalLaw::KnownForce(_));
        match law.lacks(friction, known, elastic) {
            Some([what, remedy]) => Err(format!("{what}; {remedy}")),
            None => {
                friction.laws.set(law);
                Ok(())
            }
        }
    }
}

/// Gives the contacts the laws of their rules.
fn refit_contacts(world: &mut World) {
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
