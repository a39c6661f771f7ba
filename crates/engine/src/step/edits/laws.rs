//! Edits of the friction laws.

use crate::laws::pair::choice::AnyLaw;
use crate::step::broad;
use crate::world::body::{Body, ElasticMaterial, Mass};
use crate::world::{CaseId, CaseRules, Cases};
use bevy_ecs::prelude::*;

/// Sets a law in the friction of a rule (`None`: the scene's own) of every case, and converts the contacts: histories
/// that both laws understand are kept (see [`FrictionState::change`](crate::laws::pair::choice::FrictionState::change)), the others restart.
pub(super) fn choose(world: &mut World, rule: Option<usize>, law: AnyLaw) -> Result<(), String> {
    let bodies: Vec<(CaseId, Body, bool, bool)> = world
        .query::<(&CaseId, &Body, &ElasticMaterial, &Mass)>()
        .iter(world)
        .map(|(case, body, elastic, mass)| (*case, body.clone(), elastic.0.is_none(), mass.mass.is_finite()))
        .collect();
    let mut cases = std::mem::take(&mut world.resource_mut::<Cases>().0);
    let chosen = cases.iter_mut().enumerate().try_for_each(|(number, rules)| {
        let rigid: Vec<_> = bodies.iter().filter(|row| row.0.0 as usize == number && row.2).collect();
        let two = rigid
            .iter()
            .enumerate()
            .any(|(k, a)| rigid[k + 1..].iter().any(|b| (a.3 || b.3) && rules.law(&a.1, &b.1).rule == rule));
        rules.choose(rule, law, !two)
    });
    world.resource_mut::<Cases>().0 = cases;
    chosen?;
    // The histories of contacts are converted from each law to the next.
    broad::pair_bodies(world);
    Ok(())
}

impl CaseRules {
    /// Sets a law in the friction of a rule; `elastic`: no two rigid bodies can meet under it.
    fn choose(&mut self, rule: Option<usize>, law: AnyLaw, elastic: bool) -> Result<(), String> {
        let (friction, normal) = match rule {
            None => (&mut self.friction, self.normal),
            Some(k) => {
                let rule = self.pairs.get_mut(k).ok_or("there is no such pair rule")?;
                (&mut rule.friction, rule.normal)
            }
        };
        match law.lacks(friction, normal.normal_force_kind(), elastic) {
            Some([what, remedy]) => Err(format!("{what}; {remedy}")),
            None => {
                friction.laws.set(law);
                Ok(())
            }
        }
    }
}

/// A law in a recording: component, id and parameters.
pub(super) mod as_written {
    use crate::laws::pair::choice::AnyLaw;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Serializes the law.
    pub(crate) fn serialize<S: Serializer>(law: &AnyLaw, to: S) -> Result<S::Ok, S::Error> {
        let mut law = *law;
        let numbers: Vec<Option<f64>> = law.numbers().into_iter().map(|number| *number).collect();
        (law.component(), law.info().id, numbers).serialize(to)
    }

    /// Deserializes the law.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<AnyLaw, D::Error> {
        let (component, id, numbers) = <(String, String, Vec<Option<f64>>)>::deserialize(from)?;
        let found = AnyLaw::for_component(&component).into_iter().find(|law| law.info().id == id);
        let mut law = found.ok_or_else(|| D::Error::custom(format!("there is no {component} law `{id}`")))?;
        for (own, number) in law.numbers().into_iter().zip(numbers) {
            *own = number;
        }
        Ok(law)
    }
}
