//! Marks the contacts that touch.

use crate::world::contact::Touching;
use bevy_ecs::prelude::*;

/// Marks these contacts as touching, or as not.
pub(in crate::step) fn mark_touching(world: &mut World, contacts: impl IntoIterator<Item = (Entity, bool)>) {
    for (entity, touches) in contacts {
        let Ok(mut contact) = world.get_entity_mut(entity) else { continue };
        if touches {
            contact.insert(Touching);
        } else {
            contact.remove::<Touching>();
        }
    }
}
