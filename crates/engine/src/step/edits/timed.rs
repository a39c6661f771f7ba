//! Changes that the scene itself prescribes, its `edits:`. They follow from the scene and the number of steps alone, so
//! that re-simulating a step from a snapshot or a checkpoint repeats them; they are neither queued nor logged.

use super::bodies;
use crate::scene::TimedChange;
use crate::step::broad;
use crate::step::outcome::Outcome;
use crate::world::body::Body;
use crate::world::{CaseId, Cases, Clock};
use bevy_ecs::prelude::*;

/// True if an edit of the scene acts at the start of the next step.
pub(in crate::step) fn are_changes_due(outcome: Res<Outcome>, cases: Res<Cases>, clock: Res<Clock>) -> bool {
    outcome.stopped.is_none() && cases.0.iter().any(|case| case.changes_at(clock.step))
}

/// `StepSystems::Tune`, before the queued edits: makes the changes due now. Contacts keep the histories that the old and
/// the new law both understand; those of a body that is moved end.
pub(in crate::step) fn make_changes(world: &mut World) {
    let step = world.resource::<Clock>().step;
    let mut states = Vec::new();
    for (number, case) in (0..).map(CaseId).zip(&mut world.resource_mut::<Cases>().0) {
        case.make_changes(step..=step);
        states.extend(case.changes.iter().filter_map(|(at, change)| match change {
            TimedChange::Body(body, to) if *at == step => Some((number, *body as u32, *to)),
            _ => None,
        }));
    }
    for (case, body, to) in states {
        let bodies = world.query::<(Entity, &CaseId, &Body)>();
        let found = { bodies }.iter(world).find(|row| *row.1 == case && row.2.index == body).map(|row| row.0);
        // An interactive edit may have deleted the body.
        if let Some(entity) = found {
            bodies::set_state(world, entity, &to);
        }
    }
    broad::pair_bodies(world);
}
