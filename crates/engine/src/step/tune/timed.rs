//! Changes that the scene itself prescribes, its `edits:`. They follow from the scene and the number of steps alone, so
//! that a step simulated again, from a snapshot or a checkpoint, makes them again; they are neither queued nor logged.

use crate::step::broad;
use crate::step::outcome::Outcome;
use crate::world::{Cases, Clock};
use bevy_ecs::prelude::*;

/// True if an edit of the scene acts at the start of the next step.
pub(in crate::step) fn are_changes_due(outcome: Res<Outcome>, cases: Res<Cases>, clock: Res<Clock>) -> bool {
    outcome.stopped.is_none() && cases.0.iter().any(|case| case.changes_at(clock.step))
}

/// `StepSystems::Tune`, before the queued edits: makes the changes due now. Contacts keep the histories that the old and
/// the new law both understand.
pub(in crate::step) fn make_changes(world: &mut World) {
    let step = world.resource::<Clock>().step;
    for case in &mut world.resource_mut::<Cases>().0 {
        case.make_changes(step..=step);
    }
    broad::pair_bodies(world);
}
