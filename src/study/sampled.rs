//! A run whose sampled states are written one by one, as the exports of states do.

use super::run::RunPlan;
use super::run_error::{RunError, interrupted};
use crate::files::WriteError;
use crate::record::state::State;
use crate::scene::plural::counted;
use std::path::Path;

/// How such a run ended.
pub(super) struct SampledRun {
    /// Number of states written.
    written: u64,
    /// Why the guard stopped it.
    stopped: Option<String>,
    /// Why it was interrupted.
    interrupted: Option<String>,
}

impl SampledRun {
    /// Runs to the end, until the guard stops it or an interruption; `write` receives a state every `plan.every` steps
    /// and at the end.
    pub(super) fn of(
        plan: &RunPlan,
        mut progress: impl FnMut(u64),
        mut write: impl FnMut(&State) -> Result<(), WriteError>,
    ) -> Result<Self, RunError> {
        let mut simulation = plan.start()?;
        let mut recorded = plan.recorded(&mut simulation)?;
        let steps = plan.steps();
        let mut run = Self { written: 0, stopped: None, interrupted: None };
        for step in 0..=steps {
            recorded.come_to(&mut simulation, step)?;
            run.stopped = simulation.stopped().map(str::to_owned);
            run.interrupted = (step < steps && plan.is_to_stop()).then(|| interrupted(step, steps));
            let last = step == steps || run.stopped.is_some() || run.interrupted.is_some();
            if last || step % plan.every == 0 {
                write(&simulation.state())?;
                run.written += 1;
                progress(step);
            }
            if last {
                break;
            }
        }
        Ok(run)
    }

    /// The number of states written, and why the guard stopped the run; an interrupted run is an error.
    pub(super) fn end(self, dir: &Path) -> Result<(u64, Option<String>), RunError> {
        match self.interrupted.filter(|_| self.stopped.is_none()) {
            Some(why) => {
                let states = counted(self.written as usize, "state");
                Err(RunError::Interrupted(format!("{why}; {states} written to {}", dir.display())))
            }
            None => Ok((self.written, self.stopped)),
        }
    }
}
