//! One scene under different laws, one world each, in lockstep: `stickslip compare` runs them to the end; in the window
//! they follow the displayed run, forwards and backwards.

use super::differences::Differences;
use super::simulation::Simulation;
use super::timeline::Timeline;
use crate::observe::state::State;
use crate::step::edits::Edit;
use std::ops::ControlFlow;
use std::sync::Arc;

/// One run of a comparison, with data of the caller.
pub struct ComparedRun<T> {
    /// World and schedules of the run.
    pub simulation: Simulation,
    /// Data of the caller.
    pub kept: T,
    /// History of the run, if it can go back.
    timeline: Option<Timeline>,
    /// Edits passed to the history, including refused ones.
    known_edits: Vec<(u64, Edit)>,
    /// The last state read.
    last_state: Option<Arc<State>>,
}

impl<T> ComparedRun<T> {
    /// A run without history that begins with the current state of the simulation.
    pub fn new(simulation: Simulation, kept: T) -> Self {
        Self { simulation, kept, timeline: None, known_edits: Vec::new(), last_state: None }
    }

    /// A run with history, so that it can go back and follow edits.
    pub fn with_history(mut simulation: Simulation, kept: T) -> Self {
        let timeline = Some(Timeline::begin(simulation.world()));
        Self { timeline, ..Self::new(simulation, kept) }
    }

    /// The current state; reads the world only once per step.
    pub fn state(&mut self) -> Arc<State> {
        let step = self.simulation.step_count();
        let known = self.last_state.take().filter(|state| state.step == step);
        Arc::clone(self.last_state.insert(known.unwrap_or_else(|| Arc::new(self.simulation.state()))))
    }

    /// The state at this step, if the run is at this step and has read its state.
    pub fn state_at(&self, step: u64) -> Option<&State> {
        self.last_state.as_deref().filter(|state| state.step == step && self.simulation.step_count() == step)
    }

    fn step(&mut self) {
        match &mut self.timeline {
            Some(timeline) => timeline.step(self.simulation.world()),
            None => self.simulation.step(),
        }
    }

    /// Takes over `edits` and goes back to the last snapshot at or before the first step at which they differ from the
    /// previous edits; returns that first step. `None` if no edit differs or the run has no history.
    fn replace_edits(&mut self, edits: Vec<(u64, Edit)>) -> Option<u64> {
        let timeline = self.timeline.as_mut()?;
        let same = edits.iter().zip(&self.known_edits).take_while(|(new, old)| new == old).count();
        let [new, old] = [&edits, &self.known_edits].map(|list| list.get(same).map(|(step, _)| *step));
        let from = new.into_iter().chain(old).min()?;
        timeline.cut(from);
        timeline.load(self.simulation.world(), from);
        for (step, edit) in edits.iter().filter(|(step, _)| *step >= from) {
            timeline.edit(*step, edit.clone());
        }
        self.known_edits = edits;
        self.last_state = self.last_state.take().filter(|state| state.step <= from);
        Some(from)
    }
}

/// States of the runs at `step`; `None` for a run that is at another step.
pub fn states<T>(runs: &mut [ComparedRun<T>], step: u64) -> Vec<Option<Arc<State>>> {
    runs.iter_mut().map(|run| (run.simulation.step_count() == step).then(|| run.state())).collect()
}

/// Runs in lockstep, and the first steps at which they diverge.
pub struct SideBySide<T> {
    /// The runs.
    pub runs: Vec<ComparedRun<T>>,
    /// First differences between each pair of runs.
    pub differences: Differences,
    /// Last step compared; `None` until the initial state is compared.
    compared: Option<u64>,
}

impl<T> SideBySide<T> {
    /// Starts a comparison; runs count as different above the relative difference `threshold`.
    pub fn new(runs: Vec<ComparedRun<T>>, threshold: f64) -> Self {
        Self { differences: Differences::new(runs.len(), threshold), runs, compared: None }
    }

    /// Step of the run furthest behind; `None` if the guard has stopped all runs.
    pub fn step_count(&self) -> Option<u64> {
        let going = self.runs.iter().filter(|run| run.simulation.stopped().is_none());
        going.map(|run| run.simulation.step_count()).min()
    }

    /// Applies the edits of another run. The first run takes all of them; each other run keeps its own laws and its own
    /// solver of rigid contacts. Runs without history are not edited. Returns the first step from which a run continues
    /// differently.
    pub fn follow(&mut self, edits: &[(u64, Edit)]) -> Option<u64> {
        let own = |edit: &Edit| matches!(edit, Edit::Law { .. } | Edit::Solver(_));
        let of = |run: usize| edits.iter().filter(move |(_, edit)| run == 0 || !own(edit));
        let changed = self.runs.iter_mut().enumerate().map(|(k, run)| run.replace_edits(of(k).cloned().collect()));
        let from = changed.flatten().min()?;
        self.differences.forget_after(from);
        self.compared = self.compared.map(|compared| compared.min(from));
        Some(from)
    }

    /// Brings every run to step `goal`: backwards where the run has a history, then forwards one step at a time. Steps
    /// not yet compared are made by all runs together, to find where they diverge. `visit` is called at the start and
    /// after every step, new or repeated, and may break off. Runs that the guard stopped earlier stay behind.
    pub fn go_to<B>(
        &mut self,
        goal: u64,
        mut visit: impl FnMut(&mut [ComparedRun<T>], u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let from = self.compared.unwrap_or(0).min(goal);
        for run in &mut self.runs {
            if let Some(timeline) = &run.timeline {
                timeline.rewind(run.simulation.world(), from);
            }
        }
        if self.compared.is_none() {
            self.compare(0);
            visit(&mut self.runs, 0)?;
        }
        while let Some(now) = self.step_count().filter(|now| *now < goal) {
            for run in &mut self.runs {
                if run.simulation.step_count() == now && run.simulation.stopped().is_none() {
                    run.step();
                }
            }
            self.compare(now + 1);
            visit(&mut self.runs, now + 1)?;
        }
        ControlFlow::Continue(())
    }

    /// Compares the states of a step, unless this step was compared before.
    fn compare(&mut self, step: u64) {
        if self.compared.is_some_and(|compared| step <= compared) {
            return;
        }
        self.compared = Some(step);
        if !self.differences.is_complete() {
            self.differences.note(&states(&mut self.runs, step));
        }
    }
}
