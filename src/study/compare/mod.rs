//! `stickslip compare`: one scene under several sets of laws, each in a world of its own, in the same step.

pub mod differ;
pub mod plot;
mod report;
pub mod tally;

pub use report::{ComparisonReport, aligned, short, table};

use super::figure;
use super::run::RestClock;
use super::tables::Tables;
use crate::record::hash::state_hash;
use crate::record::state::State;
use crate::record::table::Format;
use crate::record::write_error::WriteError;
use crate::run::simulation::Simulation;
use crate::scene::Scene;
use crate::step::events::EventLog;
use differ::Differences;
use plot::{ComparedQuantity, Series};
use std::path::Path;
use tally::RunTally;

/// At most so many sets of laws at once.
pub const MOST_SETS: usize = 8;
/// Relative difference above which two runs count as different.
pub const THRESHOLD: f64 = 1e-3;

/// What to compare and what to keep.
#[derive(Clone, Debug)]
pub struct ComparePlan<'a> {
    /// Name of each set of laws, and the scene under them; all scenes are the same but for the laws.
    pub runs: Vec<(String, Scene)>,
    /// The scene's text, for the files.
    pub text: &'a str,
    /// Folder of tables and figure; `None` keeps none.
    pub out: Option<&'a Path>,
    /// A row every so many steps.
    pub every: u64,
    /// File format of the tables of bodies, contacts and events.
    pub format: Format,
    /// See [`THRESHOLD`].
    pub threshold: f64,
    /// What the figure shows.
    pub plot: Vec<&'static ComparedQuantity>,
    /// Number of the body whose curves the figure shows.
    pub body: usize,
}

/// One run of a comparison.
struct Entrant<'a> {
    name: &'a str,
    simulation: Simulation,
    state: State,
    tally: RunTally,
    rest: RestClock,
    series: Vec<Series>,
    /// The guard has stopped it; its last state has been taken in.
    done: bool,
}

impl<'a> Entrant<'a> {
    fn new((name, scene): &'a (String, Scene), plan: &ComparePlan, steps: u64) -> Self {
        let mut simulation = Simulation::with_books(scene);
        let state = simulation.state();
        let tally = RunTally::begin(&state, steps, &scene.gravity);
        let series = plan.plot.iter().map(|_| Series::of(steps)).collect();
        Self { name, simulation, tally, rest: RestClock::new(state.bodies.len()), state, series, done: false }
    }

    /// The next state, unless there is none.
    fn step(&mut self, dt: f64) {
        self.simulation.step();
        self.state = self.simulation.state();
        self.tally.note(&self.state, dt);
    }

    /// Takes the present state into curves and tables.
    fn keep(&mut self, plan: &ComparePlan, tables: Option<&mut Tables>, last: bool) -> Result<(), WriteError> {
        let state = &self.state;
        self.rest.note(&mut self.simulation, state.step);
        for (series, quantity) in self.series.iter_mut().zip(&plan.plot) {
            series.push(state.step, state.time, quantity.of(state, plan.body));
        }
        self.done = last || self.simulation.stopped().is_some();
        let events = self.simulation.world().resource_mut::<EventLog>().take();
        match tables {
            Some(tables) => {
                tables.write(Some(self.name), &events, state, self.done || state.step.is_multiple_of(plan.every))
            }
            None => Ok(()),
        }
    }
}

/// Runs all sets step by step beside each other. `progress` hears of steps done.
pub fn compare(plan: &ComparePlan, mut progress: impl FnMut(u64)) -> Result<ComparisonReport, WriteError> {
    let Some((_, scene)) = plan.runs.first() else {
        return Ok(ComparisonReport { runs: Vec::new(), differences: Differences::new(0, plan.threshold) });
    };
    let steps = (scene.duration / scene.dt).round().max(0.0) as u64;
    let metadata = [("settings".to_string(), plan.text.to_string())];
    let mut tables = plan.out.map(|dir| Tables::create(dir, plan.format, scene, true, &metadata)).transpose()?;
    let mut entrants: Vec<Entrant> = plan.runs.iter().map(|run| Entrant::new(run, plan, steps)).collect();
    let mut differences = Differences::new(entrants.len(), plan.threshold);
    for step in 0..=steps {
        for entrant in entrants.iter_mut().filter(|entrant| !entrant.done) {
            if step > 0 {
                entrant.step(scene.dt);
            }
            entrant.keep(plan, tables.as_mut(), step == steps)?;
        }
        if !differences.is_complete() {
            let there = |entrant: &'_ Entrant| entrant.state.step == step;
            let states: Vec<Option<&State>> = entrants.iter().map(|e| there(e).then_some(&e.state)).collect();
            differences.note(&states);
        }
        if step.is_multiple_of(256) {
            progress(step);
        }
        if entrants.iter().all(|entrant| entrant.done) {
            break;
        }
    }
    tables.map_or(Ok(()), Tables::finish)?;
    finish(plan, entrants, differences)
}

/// The report, written where there is a folder for it.
fn finish(
    plan: &ComparePlan,
    entrants: Vec<Entrant>,
    differences: Differences,
) -> Result<ComparisonReport, WriteError> {
    let mut series = Vec::new();
    let mut runs = Vec::new();
    for entrant in entrants {
        let Entrant { name, simulation, state, tally, rest, series: own, .. } = entrant;
        let dt = simulation.dt();
        series.push(own);
        runs.push(report::ComparedRun {
            name: name.to_owned(),
            stopped: simulation.stopped().map(str::to_owned),
            rests: (0..state.bodies.len()).map(|k| rest.since(k).map(|step| step as f64 * dt)).collect(),
            hash: format!("{:016x}", state_hash(&state)),
            state,
            tally,
        });
    }
    let report = ComparisonReport { runs, differences };
    if let Some(dir) = plan.out {
        report.write(dir)?;
        if !plan.plot.is_empty() {
            let names: Vec<String> = report.runs.iter().map(|run| run.name.clone()).collect();
            figure::write(&plot::figure(&plan.plot, &names, series), &dir.join("curves"))?;
        }
    }
    Ok(report)
}
