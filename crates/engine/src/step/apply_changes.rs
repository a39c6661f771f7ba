//! Applies shapes and motions of bodies, and rules of cases, that were changed since the list of pairs was built.

use crate::laws::pair::choice::{FrictionState, Memories};
use crate::scene::Motion;
use crate::step::contacts::narrow::Collider;
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::build::end_contacts;
use crate::world::body::{Body, BodyShape, MotionType, Redefined};
use crate::world::contact::{ContactExtras, ContactHistory, ContactPair, PairLaw};
use crate::world::pull::Driving;
use crate::world::{CaseRules, Cases};
use bevy_ecs::prelude::*;
use std::mem::discriminant;

/// True if a definition was written since the list of pairs was built.
pub(super) fn is_due(bodies: &Redefined, cases: &impl DetectChanges, table: &ContactTable) -> bool {
    bodies.any || table.rules_at != Some(cases.last_changed())
}

/// Applies what was written. A body with another shape gets the features of that shape, and its contacts end; contacts
/// under other laws keep the histories that both laws understand, and end under another kind of normal force.
pub(super) fn apply(world: &mut World) {
    let Redefined { any, reshaped } = std::mem::take(&mut *world.resource_mut::<Redefined>());
    if any {
        for entity in reshaped {
            let Some(shape) = world.get::<BodyShape>(entity) else { continue };
            let collider = Collider::from_shape(&shape.0);
            world.entity_mut(entity).insert(collider);
            end_contacts(world, |_, bodies| bodies.contains(&entity));
        }
        let mut motions = world.query::<(Entity, &MotionType, Has<Driving>)>();
        let wrong = motions.iter(world).filter(|(_, motion, marked)| is_driven(&motion.0) != *marked);
        for entity in wrong.map(|(entity, ..)| entity).collect::<Vec<_>>() {
            mark_driving(world, entity);
        }
    }
    let built = world.resource::<ContactTable>().rules_at;
    if built.is_some_and(|built| built != world.resource_ref::<Cases>().last_changed()) {
        refit_contacts(world);
    }
}

/// Remembers that the list of pairs follows from the present rules.
pub(super) fn note_rules(world: &mut World) {
    let written = world.resource_ref::<Cases>().last_changed();
    world.resource_mut::<ContactTable>().rules_at = Some(written);
    // What is written from now on has another tick.
    world.increment_change_tick();
}

fn is_driven(motion: &Motion) -> bool {
    matches!(motion, Motion::Driven(_))
}

/// Marks a driven body as a carrier of other bodies.
pub(super) fn mark_driving(world: &mut World, entity: Entity) {
    let driven = world.get::<MotionType>(entity).is_some_and(|motion| is_driven(&motion.0));
    let mut entity = world.entity_mut(entity);
    if driven {
        entity.insert(Driving);
    } else {
        entity.remove::<Driving>();
    }
}

/// Converts the contacts' histories to the present laws, and ends those under another kind of normal force; the table
/// of contacts still has the old laws.
fn refit_contacts(world: &mut World) {
    let cases = world.resource::<Cases>().0.clone();
    let has_rules = cases.iter().any(|rules| !rules.pairs.is_empty());
    let names: Vec<Option<Body>> = match has_rules {
        true => world.resource::<ContactTable>().entities.iter().map(|body| world.get(*body).cloned()).collect(),
        false => Vec::new(),
    };
    let law = |rules: &CaseRules, rows: [u32; 2]| match rows.map(|row| names.get(row as usize)?.as_ref()) {
        [Some(i), Some(j)] => rules.law(i, j),
        _ => rules.law_of(None),
    };
    let mut contacts = world.query::<(&mut ContactPair, &mut ContactHistory, &mut ContactExtras)>();
    let mut others = Vec::new();
    world.resource_scope(|world, table: Mut<ContactTable>| {
        for (mut pair, mut history, mut extras) in contacts.iter_mut(world).filter(|row| row.0.touches()) {
            let class = &table.classes[pair.class as usize];
            let Some(rules) = cases.get(class.case as usize) else { continue };
            let law = law(rules, pair.rows);
            if discriminant(&law.normal) != discriminant(&class.law.normal) {
                others.push(pair.rows);
            } else {
                refit((&class.law, &law), &mut pair, &mut history, &mut extras);
            }
        }
    });
    if !others.is_empty() {
        end_contacts(world, |pair, _| others.contains(&pair.rows));
    }
}

/// Converts the histories of a contact from one law to another.
fn refit(
    (old, new): (&PairLaw, &PairLaw),
    pair: &mut ContactPair,
    history: &mut ContactHistory,
    extras: &mut ContactExtras,
) {
    let (old, new) = (old.friction.laws, new.friction.laws);
    if old == new {
        return;
    }
    let mut springs = pair.modes.springs(history);
    let mut memories = extras.0.as_deref().map_or_else(Memories::default, |extras| extras.memories);
    let (slide, roll_i, roll_j, spin) = &mut springs;
    FrictionState { slide, roll_i, roll_j, spin, memories: &mut memories }.change(&old, &new);
    pair.take_springs(history, &springs);
    let extras = extras.0.get_or_insert_default();
    extras.memories = memories;
    if old.slide.info().id != new.slide.info().id {
        (extras.solution.reaction, extras.solution.acted) = (None, None);
    }
}
