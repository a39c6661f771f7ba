//! Stops a run if another app altered contacts in a way that no step can continue from.

use crate::step::contacts::table::ContactTable;
use crate::step::outcome::Outcome;
use crate::world::contact::{ContactBundle, ContactIdentity, ContactPair};
use crate::world::{Cases, Clock};
use bevy_ecs::component::{ComponentInfo, StorageType};
use bevy_ecs::prelude::*;

/// True if all contacts are in one table, as many as there are rows.
pub(in crate::step) fn are_whole(contacts: &Query<&ContactPair>, table: &ContactTable) -> bool {
    let rows = contacts.contiguous_iter().ok().and_then(|mut tables| tables.next()).map_or(0, <[_]>::len);
    // The table of a world that has not begun lists nothing.
    rows == table.rows || table.rules_at.is_none()
}

/// Stops the run if a contact was taken out of the table of contacts; true if so. A contact that was only despawned is
/// found anew.
pub(in crate::step) fn refuse_foreign(world: &mut World) -> bool {
    let contacts = world.query::<&ContactPair>();
    if are_whole(&{ contacts }.query(world), world.resource::<ContactTable>()) {
        return false;
    }
    let Some(why) = fault(world) else { return false };
    let cases = world.resource::<Cases>().0.len();
    let mut outcome = world.resource_mut::<Outcome>();
    (0..cases as u32).for_each(|case| outcome.stop(case, cases, why.clone()));
    true
}

/// Which contact is not in the table, why, and the remedy.
fn fault(world: &mut World) -> Option<String> {
    let own = world.register_bundle::<ContactBundle>().contributed_components().to_vec();
    type AnyContact = Or<(With<ContactPair>, With<ContactIdentity>)>;
    let contacts = world.query_filtered::<(Entity, Option<&ContactIdentity>), AnyContact>();
    let (entity, identity, what) = { contacts }.iter(world).find_map(|(entity, identity)| {
        let components: Vec<&ComponentInfo> = world.inspect_entity(entity).ok()?.collect();
        let is_foreign =
            |info: &&&ComponentInfo| info.storage_type() == StorageType::Table && !own.contains(&info.id());
        let what = match components.iter().find(is_foreign) {
            Some(info) => format!("carries the component `{}`, which is not the step's", info.name()),
            None if components.iter().filter(|info| own.contains(&info.id())).count() < own.len() => {
                "lost a component".to_owned()
            }
            None => return None,
        };
        Some((entity, identity.map(|identity| identity.key), what))
    })?;
    let of = identity.map_or_else(String::new, |key| format!(" {}-{} point {}", key.i, key.j, key.feature));
    Some(format!(
        "entity {entity} of contact{of} {what}: it is no longer in the table of contacts that step {} goes through. The \
         entities of contacts are slots, which the step gives to other contacts: keep own data of a contact elsewhere, by \
         its `ContactKey` or its two bodies.",
        world.resource::<Clock>().step + 1
    ))
}
