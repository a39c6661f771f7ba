//! Replay of a run: its edits act at their steps, and the hash of every state is compared with the known hash. Both the
//! timeline of the window and `stickslip run --replay` step through a [`Replay`].

use crate::record::hash::WorldHash;
use crate::record::recording::Difference;
use crate::step;
use crate::step::edits::{ApplyEdits, Edit, EditLog, QueueEdit};
use crate::world::Clock;
use bevy_ecs::prelude::*;
use std::ops::Range;

/// The edits of a run, past and future, and the known hashes of its states.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// Edits in order, each with the step count before which it acts.
    pub(super) edits: Vec<(u64, Edit)>,
    /// Known hashes of the states, from step 0.
    pub(super) hashes: Vec<u64>,
    /// Last step of the run that is replayed.
    pub(super) last: u64,
    /// The first state that differs from its known hash.
    pub(super) difference: Option<Difference>,
}

/// Index range of the edits that act at a step, in a list sorted by step.
pub(super) fn at_step(edits: &[(u64, Edit)], step: u64) -> Range<usize> {
    edits.partition_point(|(at, _)| *at < step)..edits.partition_point(|(at, _)| *at <= step)
}

impl Replay {
    /// A replay of edits sorted by step, with the hashes of the states from step 0.
    pub fn new(edits: Vec<(u64, Edit)>, hashes: Vec<u64>) -> Self {
        Self { edits, last: (hashes.len() as u64).saturating_sub(1), hashes, difference: None }
    }

    /// Applies the edits of the current step now instead of at the start of the next step; the result is the same.
    pub fn apply(&mut self, world: &mut World) {
        if self.queue_edits(world) {
            world.run_schedule(ApplyEdits);
            self.drop_refused(world.resource::<Clock>().step, world);
        }
    }

    /// Makes one step, with the edits that act at its start; does nothing once the guard has stopped the run. Returns
    /// the hash of the new state, as [`Replay::check`] does.
    pub fn step(&mut self, world: &mut World) -> Option<u64> {
        let now = world.resource::<Clock>().step;
        let queued = self.queue_edits(world);
        step::run(world, 1);
        if world.resource::<Clock>().step == now {
            return None;
        }
        if queued {
            self.drop_refused(now, world);
        }
        self.check(world)
    }

    /// Hashes the current state and compares it with the known hash; `None` in a world without a [`WorldHash`].
    pub fn check(&mut self, world: &mut World) -> Option<u64> {
        let found = WorldHash::now(world)?;
        self.compare(world.resource::<Clock>().step, found);
        Some(found)
    }

    /// Compares the hash of a state with the known hash; keeps the earliest difference.
    pub(super) fn compare(&mut self, step: u64, found: u64) {
        let recorded = self.hashes.get(step as usize).copied().filter(|recorded| *recorded != found);
        if let Some(recorded) = recorded
            && self.difference.is_none_or(|known| step < known.step)
        {
            self.difference = Some(Difference { step, recorded, found });
        }
    }

    /// Queues the edits of the current step that have not been applied yet; false if there are none.
    fn queue_edits(&self, world: &mut World) -> bool {
        let step = world.resource::<Clock>().step;
        let due = &self.edits[at_step(&self.edits, step)];
        if due.is_empty() {
            return false;
        }
        let made = at_step(&world.resource::<EditLog>().0, step).len();
        let to_come = due.get(made..).unwrap_or_default();
        for (_, edit) in to_come {
            world.write_message(QueueEdit(edit.clone()));
        }
        !to_come.is_empty()
    }

    /// Removes the edits at this step that were refused as invalid: they are not part of the run.
    fn drop_refused(&mut self, step: u64, world: &World) {
        let log = &world.resource::<EditLog>().0;
        self.edits.splice(at_step(&self.edits, step), log[at_step(log, step)].to_vec());
    }
}
