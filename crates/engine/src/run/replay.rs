//! Replay of a run: its edits act at their steps, and the hash of every state is compared with the known hash. Both the
//! timeline of the window and `stickslip run --replay` step through a [`Replay`].

use super::simulation::Simulation;
use crate::files::{PartFile, WriteError};
use crate::record::hash::WorldHash;
use crate::record::recording::{Difference, Recording, RecordingMark, Writer};
use crate::step;
use crate::step::tune::{ApplyEdits, Edit, EditLog, QueueEdit};
use crate::world::Clock;
use bevy_ecs::prelude::*;
use std::io::BufWriter;
use std::ops::Range;
use std::path::Path;

/// The edits of a run, past and future, and the known hashes of its states.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// Edits in order, each with the step count before which it acts.
    pub(super) edits: Vec<(u64, Edit)>,
    /// Known hashes of the states, from step 0.
    pub(super) hashes: Vec<u64>,
    /// The first state that differs from its known hash.
    pub(super) difference: Option<Difference>,
}

/// Index range of the edits that act at a step, in a list sorted by step.
fn at_step(edits: &[(u64, Edit)], step: u64) -> Range<usize> {
    edits.partition_point(|(at, _)| *at < step)..edits.partition_point(|(at, _)| *at <= step)
}

impl Replay {
    /// A replay of edits sorted by step, with the hashes of the states from step 0.
    pub fn new(edits: Vec<(u64, Edit)>, hashes: Vec<u64>) -> Self {
        Self { edits, hashes, difference: None }
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

/// A headless run that follows a recording, writes one, both or neither. It keeps no snapshots.
pub struct RecordedRun<'a> {
    /// `None` if no state is hashed.
    replay: Option<Replay>,
    output: Option<(&'a Path, Writer<BufWriter<PartFile>>)>,
}

impl<'a> RecordedRun<'a> {
    /// Begins a run that follows the recording `replay` and writes a recording to the file `record`; both are optional.
    /// `[name, text]`: of the scene.
    pub fn begin(
        replay: Option<&Recording>,
        record: Option<&'a Path>,
        [name, text]: [&str; 2],
        simulation: &mut Simulation,
    ) -> Result<Self, WriteError> {
        let create = |path: &'a Path| {
            let part = PartFile::create(path)?;
            let begin = Writer::begin(BufWriter::new(part), name, text);
            let writer = begin.and_then(|mut writer| writer.flush_file().map(|()| writer));
            let writer = writer.map_err(|error| WriteError::at(path, error))?;
            // From its first line on, the file is a valid recording, which itself shows whether it was cut off.
            writer.file().get_ref().name()?;
            Ok((path, writer))
        };
        let output = record.map(create).transpose()?;
        let replay = replay.map(|recording| Replay::new(recording.edits.clone(), recording.hashes.clone()));
        let replay = replay.or_else(|| record.map(|_| Replay::default()));
        if replay.is_some() {
            WorldHash::enable(simulation.world());
        }
        Ok(Self { replay, output })
    }

    /// Resumes the recording in this file at the mark and discards everything after it.
    pub fn resume(path: &'a Path, mark: RecordingMark, simulation: &mut Simulation) -> Result<Self, WriteError> {
        let hash = mark.read(path).map_err(|why| WriteError::at(path, why))?;
        let file = PartFile::resume_named(path, mark.bytes())?;
        WorldHash::enable(simulation.world());
        let writer = Writer::resume(BufWriter::new(file), mark, hash);
        Ok(Self { replay: Some(Replay::default()), output: Some((path, writer)) })
    }

    /// Flushes the recording to the disk; returns its position, or `None` without a recording.
    pub fn sync(&mut self) -> Result<Option<RecordingMark>, WriteError> {
        let Some((path, writer)) = &mut self.output else { return Ok(None) };
        writer.flush_file().map_err(|error| WriteError::at(path, error))?;
        writer.file().get_ref().sync()?;
        Ok(Some(writer.mark()))
    }

    /// Advances by one step, to `step`; with `step` 0 makes no step. Records the edits made in between, then the hash
    /// of the state. Fails if the recording cannot be written.
    pub fn advance_to(&mut self, simulation: &mut Simulation, step: u64) -> Result<(), WriteError> {
        let world = simulation.world();
        let found = match &mut self.replay {
            Some(replay) if step == 0 => replay.check(world),
            Some(replay) => replay.step(world),
            None => {
                step::run(world, step.min(1));
                None
            }
        };
        let (Some((path, writer)), Some(found)) = (&mut self.output, found) else { return Ok(()) };
        let log = &world.resource::<EditLog>().0;
        let made = step.checked_sub(1).map_or(&[][..], |before| &log[at_step(log, before)]);
        let edits = made.iter().try_for_each(|(step, edit)| writer.edit(*step, edit));
        edits.and_then(|()| writer.hash(found)).map_err(|error| WriteError::at(path, error))
    }

    /// Ends the recording with the reason of the guard, if it stopped the run; returns the first state that differs
    /// from the followed recording.
    pub fn finish(self, stopped: Option<&str>) -> Result<Option<Difference>, WriteError> {
        if let Some((path, writer)) = self.output {
            writer.finish(stopped).map_err(|error| WriteError::at(path, error))?;
        }
        Ok(self.replay.and_then(|replay| replay.difference))
    }
}
