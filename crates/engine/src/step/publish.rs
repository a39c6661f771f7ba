//! Publishes to other systems which contacts touch, and what happened to them.

use super::events::{ContactEvent, EventLog};
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::touching::mark_touching;
use crate::world::contact::ContactPair;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleConfigs;
use bevy_ecs::system::ScheduleSystem;

/// Publishes the step, if there is something to publish.
pub(super) fn systems() -> ScheduleConfigs<ScheduleSystem> {
    publish.run_if(is_due)
}

/// True if [`publish`] has something to do.
fn is_due(table: Res<ContactTable>, log: Res<EventLog>, messages: Option<Res<Messages<ContactEvent>>>) -> bool {
    !table.flips.is_empty() || messages.is_some() && !log.is_empty()
}

/// `StepSystems::Guard`, if [`is_due`]: marks the contacts that began as
/// [`Touching`](crate::world::contact::Touching) and those that ended as not, and sends the events of the step as
/// messages, emptying the log, if the app reads them.
fn publish(world: &mut World, contacts: &mut QueryState<(Entity, &ContactPair)>) {
    let flips = std::mem::take(&mut world.resource_mut::<ContactTable>().flips);
    let rows = contacts.contiguous_iter(world).ok().and_then(|mut tables| tables.next());
    let flipped: Vec<_> = match rows {
        Some((entities, pairs)) => {
            let of = |row: u32| Some((*entities.get(row as usize)?, pairs.get(row as usize)?.touches()));
            flips.into_iter().filter_map(of).collect()
        }
        None => Vec::new(),
    };
    mark_touching(world, flipped);
    if world.contains_resource::<Messages<ContactEvent>>() {
        let events = world.resource_mut::<EventLog>().take();
        world.resource_mut::<Messages<ContactEvent>>().write_batch(events);
    }
}
