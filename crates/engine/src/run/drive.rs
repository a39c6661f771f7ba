//! `stickslip run`: simulates a scene and writes its tables.

use super::checkpoint::{Checkpoint, Slot, named_from};
use super::run_error::{RunError, interrupted};
use super::tables::Tables;
use crate::files::{PartFile, WriteError};
use crate::observe::advice;
use crate::observe::kinetic::KineticParts;
use crate::observe::stability::{STABILITY_EVERY, Stability};
use crate::observe::state::State;
use crate::observe::steady_class::REST_SPEED;
use crate::observe::steady_class::classes;
use crate::record::build::build;
use crate::record::folder::{ResultFolder, ResultKind};
use crate::record::hash::state_hash;
use crate::record::impacts::ImpactList;
use crate::record::recording::Recording;
use crate::record::summary::{BodySummary, DaeSummary, SolverSummary, Summary, largest_slip_per_d_c, slip_warning};
use crate::record::table::Format;
use crate::run::headless::HeadlessRun;
use crate::run::rest::RestClock;
use crate::run::simulation::Simulation;
use crate::scene::{RunHeader, Scene};
use crate::step::events::EventLog;
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What to run and what to store.
#[derive(Clone, Debug)]
pub struct RunPlan<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Scene file, or name of the built-in scene, as stored in a recording.
    pub name: &'a str,
    /// Text of the scene, as stored in the summary.
    pub text: &'a str,
    /// Folder of the tables; `None` writes nothing.
    pub out: Option<&'a Path>,
    /// Steps between two rows of a table.
    pub every: u64,
    /// File format of the tables.
    pub format: Format,
    /// Replays this recording: applies its edits at their steps and compares each state with its hash.
    pub replay: Option<&'a Recording>,
    /// File for a recording of this run.
    pub record: Option<&'a Path>,
    /// Threads per step; `None` uses all cores. The results are bitwise the same.
    pub threads: Option<usize>,
    /// Simulated time between two checkpoints in `out`, s; requires CSV tables and no replay.
    pub checkpoint: Option<f64>,
    /// Once this is true, the run ends within two steps, and its tables are complete up to there.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> RunPlan<'a> {
    /// A plan to run a scene and store nothing.
    pub fn new(scene: &'a Scene, text: &'a str) -> Self {
        Self {
            scene,
            name: "",
            text,
            out: None,
            every: 1,
            format: Format::Csv,
            replay: None,
            record: None,
            threads: None,
            checkpoint: None,
            stop: None,
        }
    }

    /// The simulation at step 0. A scene that the guard stops in step 0 is an error, unless a recording of the scene
    /// is replayed.
    pub fn start(&self) -> Result<Simulation, RunError> {
        let mut simulation = match self.replay {
            Some(_) => Simulation::new(self.scene),
            None => Simulation::new(self.scene).ready().map_err(RunError::Start)?,
        };
        self.set_threads(&mut simulation);
        Ok(simulation)
    }

    fn set_threads(&self, simulation: &mut Simulation) {
        if let Some(threads) = self.threads {
            simulation.use_threads(threads);
        }
    }

    /// True once the run has been asked to stop.
    pub fn is_to_stop(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Steps between two checkpoints.
    fn checkpoint_steps(&self) -> Option<u64> {
        self.checkpoint.map(|seconds| (seconds / self.scene.dt).round().max(1.0) as u64)
    }

    /// Number of steps of the whole run: the steps of the recording, or the duration divided by Δt, rounded.
    pub fn steps(&self) -> u64 {
        if let Some(recording) = self.replay {
            return recording.last_step();
        }
        (self.scene.duration / self.scene.dt).round().max(0.0) as u64
    }

    /// Begins the replay and the recording of this plan; `record` is [`RunPlan::begin_record`]'s.
    pub fn recorded(&self, record: Option<PartFile>, simulation: &mut Simulation) -> Result<HeadlessRun, WriteError> {
        HeadlessRun::begin(self.replay, record, [self.name, self.text], simulation)
    }

    /// Begins the file of the recording, which replaces an older one only in [`RunPlan::recorded`]; fails if another
    /// process writes it.
    pub fn begin_record(&self) -> Result<Option<PartFile>, WriteError> {
        self.record.map(PartFile::create).transpose()
    }
}

/// The file that says what the tables mean.
const RUN_FILE: &str = "run.json";
/// The file that marks a run as complete.
const SUMMARY: &str = "summary.json";
/// Steps that an interrupted run still completes: a row of a contact needs two steps.
const LAST_STEPS: u64 = 2;

/// Runs until the end, a stop by the guard or an interruption. `progress` receives the number of completed steps
/// every few milliseconds.
pub fn run(plan: &RunPlan, progress: impl FnMut(u64)) -> Result<Summary, RunError> {
    ActiveRun::begin(plan)?.drive(0, progress)
}

/// Resumes a run from a checkpoint in `plan.out`. Tables, summary (except wall time) and state hash are bitwise equal
/// to an uninterrupted run. `plan` is the original plan, as stored in the checkpoint.
pub fn resume(plan: &RunPlan, from: Checkpoint, progress: impl FnMut(u64)) -> Result<Summary, RunError> {
    let step = from.state.step();
    ActiveRun::at(plan, from)?.drive(step + 1, progress)
}

/// A run in progress.
struct ActiveRun<'a> {
    plan: &'a RunPlan<'a>,
    start: Instant,
    /// Wall time before `start`, s.
    before: f64,
    simulation: Simulation,
    output: Option<(ResultFolder, Tables)>,
    recorded: HeadlessRun,
    stability: Stability,
    rest: RestClock,
    /// The last state read.
    state: State,
    warnings: Vec<String>,
    /// The file for the next checkpoint.
    slot: Slot,
}

impl<'a> ActiveRun<'a> {
    fn begin(plan: &'a RunPlan<'a>) -> Result<Self, RunError> {
        let start = Instant::now();
        let mut simulation = plan.start()?;
        simulation.world().resource_mut::<EventLog>().on = plan.out.is_some();
        if plan.out.is_some() && plan.scene.played.is_none() {
            simulation.log_impacts();
        }
        // The recording may lie in the folder, and both must be free before anything in them is replaced.
        if let Some(dir) = plan.out {
            std::fs::create_dir_all(dir).map_err(|error| WriteError::at(dir, error))?;
        }
        let record = plan.begin_record()?;
        let output = plan.out.map(|dir| create(plan, dir)).transpose()?;
        let recorded = plan.recorded(record, &mut simulation)?;
        let state = simulation.state();
        let warnings = advice::warnings(plan.scene, &state);
        let (before, stability, rest, slot) = Default::default();
        Ok(Self { plan, start, before, simulation, output, recorded, stability, rest, state, warnings, slot })
    }

    fn at(plan: &'a RunPlan<'a>, from: Checkpoint) -> Result<Self, RunError> {
        let start = Instant::now();
        let Checkpoint {
            state: changed,
            rest,
            stability,
            warnings,
            tables,
            recording,
            impacts,
            wall_seconds: before,
            slot,
            ..
        } = from;
        let other = || RunError::Start("the checkpoint belongs to another scene".to_owned());
        let mut simulation = Simulation::at(plan.scene, changed).ok_or_else(other)?;
        plan.set_threads(&mut simulation);
        if let Some(log) = impacts {
            simulation.world().insert_resource(log);
        }
        let resume = |dir: &Path| -> Result<_, WriteError> {
            let folder = ResultFolder::resume(dir, ResultKind::Tables)?;
            let tables = Tables::resume(&folder, plan.scene, &tables)?;
            Ok((folder, tables))
        };
        let output = plan.out.map(resume).transpose()?;
        let recorded = match (plan.record, recording) {
            (Some(path), Some((_, mark))) => HeadlessRun::resume(path, mark, &mut simulation)?,
            (None, None) => plan.recorded(None, &mut simulation)?,
            _ => return Err(RunError::Start("the checkpoint belongs to another recording".to_owned())),
        };
        let (state, slot) = (simulation.state(), slot.other());
        Ok(Self { plan, start, before, simulation, output, recorded, stability, rest, state, warnings, slot })
    }

    /// Makes the steps from `first` on; step 0 is the initial state.
    fn drive(mut self, first: u64, mut progress: impl FnMut(u64)) -> Result<Summary, RunError> {
        let (steps, every, is_kept) = (self.plan.steps(), self.plan.every, self.output.is_some());
        let (mut step, mut end) = (first, steps);
        loop {
            let is_read = |step| step >= end || is_kept && step % every == 0 || step % STABILITY_EVERY == 0;
            // The frames of a contact depend on two steps.
            self.simulation.observe(is_read(step) || is_read(step + 1));
            self.recorded.advance_to(&mut self.simulation, step)?;
            let last = step >= end || self.simulation.stopped().is_some();
            self.keep(step, last)?;
            if step % 1024 == 0 {
                progress(step);
            }
            if last {
                break;
            }
            let ends_here = end == steps && self.plan.is_to_stop();
            if ends_here || self.plan.checkpoint_steps().is_some_and(|interval| step % interval == 0) {
                self.write_checkpoint()?;
            }
            if ends_here {
                end = steps.min(step + LAST_STEPS);
            }
            step += 1;
        }
        let is_cut = step < steps && self.simulation.stopped().is_none();
        self.finish(is_cut.then(|| interrupted(step, steps)))
    }

    /// Stores the current state; `last` marks the final step.
    fn keep(&mut self, step: u64, last: bool) -> Result<(), WriteError> {
        let sampled = last || (self.output.is_some() && step.is_multiple_of(self.plan.every));
        self.rest.note(&mut self.simulation);
        if sampled || step.is_multiple_of(STABILITY_EVERY) {
            // Drop the old state first, so that only one is in memory.
            self.state = State::default();
            self.state = self.simulation.state();
            // A played motion is not integrated: its step is the interval between two frames.
            if self.plan.scene.played.is_none() {
                self.stability.note(&self.state, self.plan.scene.dt);
            }
        }
        let Some((_, tables)) = &mut self.output else { return Ok(()) };
        let events = self.simulation.world().resource_mut::<EventLog>().take();
        tables.write(None, &events, &self.state, sampled)
    }

    /// Wall time of the run so far, s.
    fn wall(&self) -> f64 {
        self.before + self.start.elapsed().as_secs_f64()
    }

    /// Writes a checkpoint of the current state, if the plan asks for checkpoints.
    fn write_checkpoint(&mut self) -> Result<(), WriteError> {
        let (wall_seconds, plan) = (self.wall(), self.plan);
        let (Some((folder, tables)), Some(interval)) = (&mut self.output, plan.checkpoint) else { return Ok(()) };
        let mark = self.recorded.sync()?;
        let file = plan.record.map(|file| named_from(folder.path(), file)).transpose()?;
        let checkpoint = Checkpoint {
            name: plan.name.to_owned(),
            text: plan.text.to_owned(),
            every: plan.every,
            interval,
            state: self.simulation.changed(),
            rest: self.rest.clone(),
            stability: self.stability,
            warnings: self.warnings.clone(),
            tables: tables.sync()?,
            recording: file.zip(mark),
            impacts: self.simulation.impacts().cloned(),
            wall_seconds,
            slot: self.slot,
        };
        self.slot = self.slot.other();
        checkpoint.write(folder)
    }

    /// Completes the files: writes the summary last, then removes the checkpoints.
    fn finish(self, interrupted: Option<String>) -> Result<Summary, RunError> {
        let wall = self.wall();
        let Self { plan, simulation, output, recorded, stability, rest, state, mut warnings, .. } = self;
        let stopped = simulation.stopped().map(str::to_owned);
        let solver = SolverSummary::from_report(&plan.scene.solver, &simulation.cones());
        warnings.extend(solver.and_then(|solver| solver.warning(plan.scene.solver.tolerance)));
        let largest_slip_per_d_c = largest_slip_per_d_c(&state);
        warnings.extend(slip_warning(largest_slip_per_d_c));
        let dae = DaeSummary::from_report(&simulation.dae());
        let impacts = simulation.impacts().map(|log| ImpactList::from_log(log, plan.scene.dt, &state));
        // Frees the memory for the summary, which is large with a million bodies.
        drop(simulation);
        let folder = output.map(|(folder, tables)| tables.finish().map(|()| folder)).transpose()?;
        let difference = recorded.finish(stopped.as_deref())?;
        let summary = Summary {
            solver,
            dae,
            largest_slip_per_d_c,
            dt_over_critical: stability,
            warnings,
            difference,
            impacts,
            interrupted: interrupted.is_some(),
            stopped: stopped.or(interrupted),
            ..summarise(plan, &state, &rest, wall)
        };
        if let Some(mut folder) = folder {
            write_json(&mut folder, SUMMARY, &summary)?;
            if !summary.interrupted {
                Checkpoint::clear(folder.path())?;
            }
        }
        Ok(summary)
    }
}

/// Streams a file of JSON: with a million bodies it takes hundreds of megabytes.
fn write_json(folder: &mut ResultFolder, name: &str, content: &impl Serialize) -> Result<(), WriteError> {
    let mut file = BufWriter::new(folder.create(name)?);
    let path = file.get_ref().path().to_path_buf();
    let error = |why: String| WriteError::at(&path, why);
    serde_json::to_writer_pretty(&mut file, content).map_err(|why| error(why.to_string()))?;
    file.write_all(b"\n").map_err(|why| error(why.to_string()))?;
    file.into_inner().map_err(|why| error(why.error().to_string()))?.finish()
}

/// Creates the folder of a run and its tables.
fn create(plan: &RunPlan, dir: &Path) -> Result<(ResultFolder, Tables), WriteError> {
    let hash = crate::scene::hash(plan.text);
    let metadata = [("scene_hash".to_string(), hash), ("settings".to_string(), plan.text.to_string())];
    let mut folder = ResultFolder::begin(dir, ResultKind::Tables)?;
    write_header(&mut folder, plan)?;
    let tables = Tables::create(&mut folder, plan.format, plan.scene, false, &metadata)?;
    Ok((folder, tables))
}

/// Writes `run.json`, which says what the tables mean to programs that read runs of any engine.
fn write_header(folder: &mut ResultFolder, plan: &RunPlan) -> Result<(), WriteError> {
    if let Some(played) = &plan.scene.played {
        let header = RunHeader { dt: plan.scene.dt, every: plan.every, ..played.header.clone() };
        return write_json(folder, RUN_FILE, &header);
    }
    write_json(folder, RUN_FILE, &RunHeader::to_write(plan.scene, plan.every, format!("stickslip {}", build())))
}

fn summarise(plan: &RunPlan, state: &State, rest: &RestClock, wall: f64) -> Summary {
    let classes = classes(state);
    let body = |(index, body): (usize, &crate::observe::state::BodyState)| BodySummary {
        name: body.name.clone(),
        class: classes[index],
        moves: body.mass.mass.is_finite(),
        velocity: body.v.into(),
        angular_velocity: body.w.into(),
        rest_time: rest.since(0, index).map(|step| step as f64 * plan.scene.dt),
    };
    Summary {
        title: plan.scene.title.clone(),
        scene_hash: crate::scene::hash(plan.text),
        settings: plan.text.to_string(),
        dt: plan.scene.dt,
        steps: state.step,
        time: state.time,
        wall_seconds: wall,
        steps_per_second: state.step as f64 / wall,
        state_hash: format!("{:016x}", state_hash(state)),
        dt_over_critical: Stability::default(),
        warnings: Vec::new(),
        difference: None,
        stopped: None,
        interrupted: false,
        rest_speed: REST_SPEED,
        solver: None,
        dae: None,
        largest_slip_per_d_c: None,
        kinetic: KineticParts::from_bodies(&state.bodies),
        contacts: state.contacts.len(),
        impacts: None,
        bodies: state.bodies.iter().enumerate().map(body).collect(),
    }
}
