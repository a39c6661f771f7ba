//! A run without a window, one step at a time; it can follow a recording, and write one.

use super::replay::{Replay, at_step};
use super::simulation::Simulation;
use crate::files::{PartFile, WriteError};
use crate::record::hash::WorldHash;
use crate::record::recording::{Difference, Recording, RecordingMark, Writer};
use crate::step;
use crate::step::edits::EditLog;
use std::io::BufWriter;
use std::path::Path;

/// A headless run that follows a recording, writes one, both or neither. It keeps no snapshots.
pub struct HeadlessRun {
    /// `None` if no state is hashed.
    replay: Option<Replay>,
    output: Option<Writer<BufWriter<PartFile>>>,
}

impl HeadlessRun {
    /// Begins a run that follows the recording `replay` and writes a recording to the file `record`, which was just
    /// begun; both are optional. `[name, text]`: of the scene.
    pub fn begin(
        replay: Option<&Recording>,
        record: Option<PartFile>,
        [name, text]: [&str; 2],
        simulation: &mut Simulation,
    ) -> Result<Self, WriteError> {
        let begin = |file: PartFile| {
            let path = file.path().to_path_buf();
            let begun = Writer::begin(BufWriter::new(file), name, text);
            let writer = begun.and_then(|mut writer| writer.flush_file().map(|()| writer));
            let writer = writer.map_err(|error| WriteError::at(&path, error))?;
            // From its first line on, the file is a valid recording, which itself shows whether it was cut off.
            writer.file().get_ref().name()?;
            Ok(writer)
        };
        let replay = replay.map(|recording| Replay::new(recording.edits.clone(), recording.hashes.clone()));
        let replay = replay.or_else(|| record.is_some().then(Replay::default));
        let output = record.map(begin).transpose()?;
        if replay.is_some() {
            WorldHash::enable(simulation.world());
        }
        Ok(Self { replay, output })
    }

    /// Resumes the recording in this file at the mark and discards everything after it.
    pub fn resume(path: &Path, mark: RecordingMark, simulation: &mut Simulation) -> Result<Self, WriteError> {
        let file = PartFile::resume_named(path, &mark.written)?;
        WorldHash::enable(simulation.world());
        let writer = Writer::resume(BufWriter::new(file), mark);
        Ok(Self { replay: Some(Replay::default()), output: Some(writer) })
    }

    /// Flushes the recording to the disk; returns its position, or `None` without a recording.
    pub fn sync(&mut self) -> Result<Option<RecordingMark>, WriteError> {
        let Some(writer) = &mut self.output else { return Ok(None) };
        writer.flush_file().map_err(|error| WriteError::at(writer.file().get_ref().path(), error))?;
        let written = writer.file().get_ref().sync()?;
        Ok(Some(writer.mark(written)))
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
        let (Some(writer), Some(found)) = (&mut self.output, found) else { return Ok(()) };
        let log = &world.resource::<EditLog>().0;
        let made = step.checked_sub(1).map_or(&[][..], |before| &log[at_step(log, before)]);
        let edits = made.iter().try_for_each(|(step, edit)| writer.edit(*step, edit));
        let written = edits.and_then(|()| writer.hash(found));
        written.map_err(|error| WriteError::at(writer.file().get_ref().path(), error))
    }

    /// Ends the recording with the reason of the guard, if it stopped the run; returns the first state that differs
    /// from the followed recording.
    pub fn finish(self, stopped: Option<&str>) -> Result<Option<Difference>, WriteError> {
        if let Some(writer) = self.output {
            let path = writer.file().get_ref().path().to_path_buf();
            writer.finish(stopped).map_err(|error| WriteError::at(&path, error))?;
        }
        Ok(self.replay.and_then(|replay| replay.difference))
    }
}
