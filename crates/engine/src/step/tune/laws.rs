//! Edits of the friction laws.

use crate::laws::Vec2;
use crate::laws::choice::{AnyLaw, Memories, Point};
use crate::laws::element::FrictionSpring;
use crate::laws::number::V2;
use crate::step::contacts::table::ContactTable;
use crate::world::body::{Body, ElasticMaterial, Mass};
use crate::world::contact::{ContactExtras, ContactModes, ContactPair, FrictionHistory};
use crate::world::{CaseId, CaseRules, Cases};
use bevy_ecs::prelude::*;

/// Sets a law in the friction of a rule (`None`: the scene's own) of every case, and converts the contacts: histories
/// that both laws understand are kept (see [`Point::change`]), the others restart.
pub(super) fn choose(world: &mut World, rule: Option<usize>, law: AnyLaw) -> Result<(), String> {
    let bodies: Vec<(CaseId, Body, bool, bool)> = world
        .query::<(&CaseId, &Body, &ElasticMaterial, &Mass)>()
        .iter(world)
        .map(|(lane, body, stuff, mass)| (*lane, body.clone(), stuff.0.is_none(), mass.mass.is_finite()))
        .collect();
    let mut lanes = std::mem::take(&mut world.resource_mut::<Cases>().0);
    let chosen = lanes.iter_mut().enumerate().try_for_each(|(number, rules)| {
        let rigid: Vec<_> = bodies.iter().filter(|row| row.0.0 as usize == number && row.2).collect();
        let two = rigid
            .iter()
            .enumerate()
            .any(|(k, a)| rigid[k + 1..].iter().any(|b| (a.3 || b.3) && rules.law(&a.1, &b.1).rule == rule));
        rules.choose(rule, law, !two)
    });
    world.resource_mut::<Cases>().0 = lanes;
    chosen?;
    refit_contacts(world);
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
        match law.lacks(friction, normal.pressing(), elastic) {
            Some([what, remedy]) => Err(format!("{what}; {remedy}")),
            None => {
                friction.laws.set(law);
                Ok(())
            }
        }
    }
}

/// Converts the contacts' histories to the current laws of their rules; the table of contacts, which still has the old
/// laws, is rebuilt after all edits.
fn refit_contacts(world: &mut World) {
    let mut contacts = world.query::<(&mut ContactPair, &mut FrictionHistory, &mut ContactExtras)>();
    world.resource_scope(|world, table: Mut<ContactTable>| {
        let lanes = world.resource::<Cases>().0.clone();
        for (mut pair, mut history, mut extras) in contacts.iter_mut(world).filter(|row| row.0.touches()) {
            let class = &table.classes[pair.class as usize];
            let Some(rules) = lanes.get(class.lane as usize) else { continue };
            let (old, new) = (class.friction().laws, rules.law_of(class.law.rule).friction.laws);
            if old == new {
                continue;
            }
            let (mut read, modes) = (history.read(), pair.modes);
            let vector = |k: usize, v: V2<f64>| FrictionSpring::resumed(modes.now(k), modes.saturate(k), Vec2::from(v));
            let (mut slide, mut i, mut j) = (vector(0, read.slide), vector(1, read.roll[0]), vector(2, read.roll[1]));
            let mut spin = FrictionSpring::resumed(modes.now(3), modes.saturate(3), read.spin);
            let mut kept = extras.0.as_deref().map_or_else(Memories::default, |extras| extras.memories);
            Point { slide: &mut slide, roll_i: &mut i, roll_j: &mut j, spin: &mut spin, memories: &mut kept }
                .change(&old, &new);
            read.slide = slide.history.into();
            (read.roll, read.spin) = ([i.history.into(), j.history.into()], spin.history);
            *history = read.into();
            let saturate = [slide.saturate, i.saturate, j.saturate, spin.saturate];
            pair.modes = ContactModes::of([slide.mode, i.mode, j.mode, spin.mode], saturate);
            let extras = extras.0.get_or_insert_default();
            extras.memories = kept;
            if old.slide.card().id != new.slide.card().id {
                extras.reaction = None;
            }
        }
    });
}

/// Serialized form of a law in a recording: component, id and parameters.
pub(super) mod as_written {
    use crate::laws::choice::AnyLaw;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Serializes the law.
    pub(crate) fn serialize<S: Serializer>(law: &AnyLaw, to: S) -> Result<S::Ok, S::Error> {
        let mut law = *law;
        let numbers: Vec<Option<f64>> = law.numbers().into_iter().map(|number| *number).collect();
        (law.component(), law.card().id, numbers).serialize(to)
    }

    /// Deserializes the law.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<AnyLaw, D::Error> {
        let (component, id, numbers) = <(String, String, Vec<Option<f64>>)>::deserialize(from)?;
        let found = AnyLaw::of_component(&component).into_iter().find(|law| law.card().id == id);
        let mut law = found.ok_or_else(|| D::Error::custom(format!("there is no {component} law `{id}`")))?;
        for (own, number) in law.numbers().into_iter().zip(numbers) {
            *own = number;
        }
        Ok(law)
    }
}
