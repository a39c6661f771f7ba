//! A run that writes sampled states one by one; used by the exports of states.

use std::path::Path;
use stickslip_engine::files::WriteError;
use stickslip_engine::observe::state::State;
use stickslip_engine::run::drive::RunPlan;
use stickslip_engine::run::run_error::{RunError, interrupted};
use stickslip_engine::scene::text::plural::counted;

/// Outcome of a run that writes sampled states.
pub(super) struct SampledRun {
    /// Number of states written.
    written: u64,
    /// Why the guard stopped the run.
    stopped: Option<String>,
    /// Message of the interruption.
    interrupted: Option<String>,
}

impl SampledRun {
    /// Runs until the end, a stop by the guard or an interruption; `write` receives a state every `plan.every` steps
    /// and at the end.
    pub(super) fn run(
        plan: &RunPlan,
        mut progress: impl FnMut(u64),
        mut write: impl FnMut(&State) -> Result<(), WriteError>,
    ) -> Result<Self, RunError> {
        let mut simulation = plan.start()?;
        let mut recorded = plan.recorded(plan.begin_record()?, &mut simulation)?;
        let steps = plan.steps();
        let mut run = Self { written: 0, stopped: None, interrupted: None };
        for step in 0..=steps {
            recorded.advance_to(&mut simulation, step)?;
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

    /// The number of states written, and why the guard stopped the run; an interruption is an error.
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
