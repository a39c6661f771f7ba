//! `stickslip compare`: one scene under several sets of laws, one world each, in lockstep.

mod impacts;
mod layout;
pub mod plot;
mod report;
mod series;
pub mod tally;

pub use layout::{aligned, short};
pub use report::{ComparisonReport, RunOutcome, document, table};

use series::Series;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use stickslip_engine::files::WriteError;
use stickslip_engine::observe::quantity::named::NamedQuantity;
use stickslip_engine::record::folder::{ResultFolder, ResultKind};
use stickslip_engine::record::impacts::ImpactList;
use stickslip_engine::record::table::Format;
use stickslip_engine::run::differences::Differences;
use stickslip_engine::run::rest::RestClock;
use stickslip_engine::run::run_error::{RunError, interrupted};
use stickslip_engine::run::side_by_side::{ComparedRun, SideBySide};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::run::tables::Tables;
use stickslip_engine::scene::{LawFault, LawSet, Scene};
use stickslip_engine::step::events::EventLog;
use tally::RunTally;

/// Maximum number of sets of laws.
pub const MAX_SETS: usize = 8;

/// The scene under one set of laws.
#[derive(Clone, Debug)]
pub struct PlannedRun {
    /// Name of the set of laws.
    pub name: String,
    /// The scene under the set of laws.
    pub scene: Scene,
    /// Differences from the scene other than the laws, in words.
    pub notes: Vec<String>,
}

impl PlannedRun {
    /// The scene under a set of laws; an error if a law lacks data.
    pub fn new(scene: &Scene, set: &LawSet) -> Result<Self, LawFault> {
        Ok(Self { name: set.name.clone(), scene: scene.under(set)?, notes: scene.law_set_notes(set) })
    }
}

/// Parameters and outputs of a comparison.
#[derive(Clone, Debug)]
pub struct ComparePlan<'a> {
    /// The scene under each set of laws.
    pub runs: Vec<PlannedRun>,
    /// Text of the scene, as stored in the files.
    pub text: &'a str,
    /// Folder of tables and figure; `None` writes nothing.
    pub out: Option<&'a Path>,
    /// Steps between two rows of a table.
    pub every: u64,
    /// File format of the tables of bodies, contacts and events.
    pub format: Format,
    /// Relative difference above which two runs count as different.
    pub threshold: f64,
    /// Quantities of the figure.
    pub plot: Vec<NamedQuantity>,
    /// Once this is true, the runs end and their tables are complete up to that step.
    pub stop: Option<&'a AtomicBool>,
}

fn begin(run: &PlannedRun, plan: &ComparePlan, steps: u64) -> Result<ComparedRun<RunOutcome>, RunError> {
    let PlannedRun { name, scene, notes } = run;
    let ready = Simulation::with_energy_ledger(scene).ready();
    let mut simulation = ready.map_err(|why| RunError::Start(format!("{name}: {why}")))?;
    simulation.log_impacts();
    let state = Arc::new(simulation.state());
    let tally = RunTally::begin(&state, steps, &scene.gravity);
    let series = plan.plot.iter().map(|_| Series::new(steps)).collect();
    let (name, notes, dt, rest) = (name.clone(), notes.clone(), scene.dt, RestClock::default());
    let impacts = ImpactList::default();
    Ok(ComparedRun::new(simulation, RunOutcome { name, notes, state, tally, dt, rest, impacts, stopped: None, series }))
}

/// Adds the current state of a run to its curves and to the tables.
fn keep(
    run: &mut ComparedRun<RunOutcome>,
    plan: &ComparePlan,
    tables: Option<&mut Tables>,
    last: bool,
) -> Result<(), WriteError> {
    let state = run.state();
    let ComparedRun { simulation, kept, .. } = run;
    if state.step > 0 {
        kept.tally.note(&state, simulation.dt());
    }
    kept.rest.note(simulation);
    for (series, quantity) in kept.series.iter_mut().zip(&plan.plot) {
        series.push(state.step, state.time, quantity.value(&state));
    }
    kept.stopped = simulation.stopped().map(str::to_owned);
    let sampled = last || kept.stopped.is_some() || state.step.is_multiple_of(plan.every);
    kept.state = Arc::clone(&state);
    let events = simulation.world().resource_mut::<EventLog>().take();
    tables.map_or(Ok(()), |tables| tables.write(Some(&kept.name), &events, &state, sampled))
}

/// Runs all sets of laws in lockstep. `progress` receives the number of completed steps.
pub fn compare(plan: &ComparePlan, mut progress: impl FnMut(u64)) -> Result<ComparisonReport, RunError> {
    let Some(PlannedRun { scene, .. }) = plan.runs.first() else {
        let differences = Differences::new(0, plan.threshold);
        return Ok(ComparisonReport { runs: Vec::new(), differences, interrupted: None });
    };
    let steps = (scene.duration / scene.dt).round().max(0.0) as u64;
    let runs: Vec<_> = plan.runs.iter().map(|run| begin(run, plan, steps)).collect::<Result<_, _>>()?;
    let mut output = plan.out.map(|dir| create(plan, scene, dir)).transpose()?;
    let mut beside = SideBySide::new(runs, plan.threshold);
    let mut ends = None;
    let visit = |runs: &mut [ComparedRun<RunOutcome>], step: u64| {
        let is_to_stop = step < steps && plan.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let mut tables = output.as_mut().map(|(_, tables)| tables);
        for run in runs.iter_mut().filter(|run| run.simulation.step_count() == step) {
            if let Err(error) = keep(run, plan, tables.as_deref_mut(), step == steps || is_to_stop) {
                return ControlFlow::Break(Some(error));
            }
        }
        if step.is_multiple_of(256) {
            progress(step);
        }
        if is_to_stop {
            ends = Some(interrupted(step, steps));
            return ControlFlow::Break(None);
        }
        ControlFlow::Continue(())
    };
    if let Some(Some(error)) = beside.go_to(steps, visit).break_value() {
        return Err(error.into());
    }
    let SideBySide { runs, differences, .. } = beside;
    let outcome = |ComparedRun { simulation, mut kept, .. }: ComparedRun<RunOutcome>| {
        kept.impacts =
            simulation.impacts().map(|log| ImpactList::from_log(log, kept.dt, &kept.state)).unwrap_or_default();
        kept
    };
    let mut runs: Vec<RunOutcome> = runs.into_iter().map(outcome).collect();
    for run in &mut runs {
        run.stopped = run.stopped.take().or_else(|| ends.clone());
    }
    let report = ComparisonReport { runs, differences, interrupted: ends };
    if let Some((mut folder, tables)) = output {
        tables.finish()?;
        report.write_differences(&mut folder)?;
        report.write_impacts(&mut folder)?;
        if !plan.plot.is_empty() {
            crate::plot::write_into(&plot::figure(&plan.plot, &report.runs), &mut folder, "curves")?;
        }
        report.write_summary(&mut folder)?;
    }
    Ok(report)
}

/// Creates the folder of the comparison and its tables.
fn create(plan: &ComparePlan, scene: &Scene, dir: &Path) -> Result<(ResultFolder, Tables), WriteError> {
    let metadata = [("settings".to_string(), plan.text.to_string())];
    let mut folder = ResultFolder::begin(dir, ResultKind::Tables)?;
    // These are written last.
    folder.check_free(&["differences.csv", "impacts.csv", "curves.csv", "curves.svg", "curves.png"])?;
    let tables = Tables::create(&mut folder, plan.format, scene, true, &metadata)?;
    Ok((folder, tables))
}
