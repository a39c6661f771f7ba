//! What accompanies a run step by step: the edits of a recording that is run again, the comparison with its hashes, a
//! recording of its own.

use super::run::RunPlan;
use crate::record::hash::WorldHash;
use crate::record::recording::{Difference, Recording, Writer};
use crate::record::write_error::WriteError;
use crate::run::simulation::Simulation;
use crate::step::tune::{EditLog, Tune};
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// The script of a run.
pub struct Script<'a> {
    replay: Option<&'a Recording>,
    /// Edits of the recording that were made.
    made: usize,
    /// The first state that is not the recorded one.
    pub difference: Option<Difference>,
    record: Option<(&'a Path, Writer<BufWriter<File>>)>,
    /// Edits that were written.
    told: usize,
    hash: WorldHash,
}

/// Comes to the next state of a run with its script, if it has one: step 0 is the start, any other is taken here.
pub fn come_to(script: &mut Option<Script>, simulation: &mut Simulation, step: u64) -> Result<(), WriteError> {
    if step > 0 {
        if let Some(script) = script {
            script.before_step(simulation);
        }
        simulation.step();
    }
    script.as_mut().map_or(Ok(()), |script| script.after_step(simulation))
}

impl<'a> Script<'a> {
    /// Of a plan, with the recording begun; `None` if there is nothing to replay and nothing to record.
    pub fn begin(plan: &RunPlan<'a>, simulation: &mut Simulation) -> Result<Option<Self>, WriteError> {
        if plan.replay.is_none() && plan.record.is_none() {
            return Ok(None);
        }
        let create = |path: &'a Path| {
            let file = BufWriter::new(File::create(path).map_err(|error| WriteError::at(path, error))?);
            Writer::begin(file, plan.name, plan.text).map(|w| (path, w)).map_err(|error| WriteError::at(path, error))
        };
        let record = plan.record.map(create).transpose()?;
        let hash = WorldHash::new(simulation.world());
        Ok(Some(Self { replay: plan.replay, made: 0, difference: None, record, told: 0, hash }))
    }

    /// Queues the recorded edits of the present step.
    fn before_step(&mut self, simulation: &mut Simulation) {
        let Some(recording) = self.replay else { return };
        let now = simulation.step_count();
        while let Some((_, edit)) = recording.edits.get(self.made).filter(|(step, _)| *step <= now) {
            simulation.world().write_message(Tune(edit.clone()));
            self.made += 1;
        }
    }

    /// Compares and records the present state; what was edited on the way to it is recorded before it.
    fn after_step(&mut self, simulation: &mut Simulation) -> Result<(), WriteError> {
        let found = self.hash.of(simulation.world());
        let step = simulation.step_count();
        let recorded = self.replay.and_then(|recording| recording.hashes.get(step as usize));
        if let Some(recorded) = recorded.copied().filter(|recorded| *recorded != found && self.difference.is_none()) {
            self.difference = Some(Difference { step, recorded, found });
        }
        if let Some((path, writer)) = &mut self.record {
            let made = &simulation.world().resource::<EditLog>().0[self.told..];
            let edits = made.iter().try_for_each(|(step, edit)| writer.edit(*step, edit));
            self.told += made.len();
            edits.and_then(|()| writer.hash(found)).map_err(|error| WriteError::at(path, error))?;
        }
        Ok(())
    }

    /// Ends the recording.
    pub fn finish(self, stopped: Option<&str>) -> Result<Option<Difference>, WriteError> {
        if let Some((path, writer)) = self.record {
            writer.finish(stopped).map_err(|error| WriteError::at(path, error))?;
        }
        Ok(self.difference)
    }
}
