//! `stickslip run`: a scene, step by step, into tables.

use super::tables::Tables;
use crate::record::advice;
use crate::record::hash::state_hash;
use crate::record::recording::Recording;
use crate::record::stability::Stability;
use crate::record::state::State;
use crate::record::summary::{BodySummary, REST_SPEED, Summary, class};
use crate::record::table::Format;
use crate::record::write_error::WriteError;
use crate::run::replay::RecordedRun;
use crate::run::rest::RestClock;
use crate::run::simulation::Simulation;
use crate::scene::Scene;
use crate::step::events::EventLog;
use std::path::Path;
use std::time::Instant;

/// The stability of the step is looked at every so many steps.
const STABILITY_EVERY: u64 = 256;

/// What to run and what to keep.
#[derive(Clone, Debug)]
pub struct RunPlan<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its file, or the name of the built-in scene; for a recording.
    pub name: &'a str,
    /// Its text, for the summary.
    pub text: &'a str,
    /// Folder of the tables; `None` keeps none.
    pub out: Option<&'a Path>,
    /// A row every so many steps.
    pub every: u64,
    /// File format of the tables.
    pub format: Format,
    /// Runs this recording again: its edits at their steps, each state compared with its hash.
    pub replay: Option<&'a Recording>,
    /// File of a recording of this run.
    pub record: Option<&'a Path>,
}

impl<'a> RunPlan<'a> {
    /// A run of a scene that keeps nothing.
    pub fn of(scene: &'a Scene, text: &'a str) -> Self {
        Self { scene, name: "", text, out: None, every: 1, format: Format::Csv, replay: None, record: None }
    }

    /// Number of steps of the whole run: those of the recording, or the duration over Δt, to the nearest.
    pub fn steps(&self) -> u64 {
        if let Some(recording) = self.replay {
            return recording.last_step();
        }
        (self.scene.duration / self.scene.dt).round().max(0.0) as u64
    }

    /// Begins the run, with what this plan replays and records.
    pub(super) fn recorded(&self, simulation: &mut Simulation) -> Result<RecordedRun<'a>, WriteError> {
        RecordedRun::begin(self.replay, self.record, [self.name, self.text], simulation)
    }
}

/// Runs to the end or until the guard stops it. `progress` hears of steps done, every few milliseconds.
pub fn run(plan: &RunPlan, mut progress: impl FnMut(u64)) -> Result<Summary, WriteError> {
    let start = Instant::now();
    let hash = crate::scene::hash(plan.text);
    let metadata = [("scene_hash".to_string(), hash.clone()), ("settings".to_string(), plan.text.to_string())];
    let mut simulation = Simulation::new(plan.scene);
    simulation.world().resource_mut::<EventLog>().on = plan.out.is_some();
    let mut tables = plan.out.map(|dir| Tables::create(dir, plan.format, plan.scene, false, &metadata)).transpose()?;
    let mut recorded = plan.recorded(&mut simulation)?;
    let mut stability = Stability::default();
    let mut rest = RestClock::default();
    let mut state = simulation.state();
    let warnings = advice::of(plan.scene, &state);
    let steps = plan.steps();
    let is_kept = tables.is_some();
    let is_read = |step| step >= steps || is_kept && step % plan.every == 0 || step % STABILITY_EVERY == 0;
    for step in 0..=steps {
        // The frames of a contact are those of two steps.
        simulation.observe(is_read(step) || is_read(step + 1));
        recorded.come_to(&mut simulation, step)?;
        let last = step == steps || simulation.stopped().is_some();
        let sampled = last || (tables.is_some() && step % plan.every == 0);
        rest.note(&mut simulation);
        if sampled || step % STABILITY_EVERY == 0 {
            state = simulation.state();
            stability.note(&state, plan.scene.dt);
        }
        if let Some(tables) = &mut tables {
            let events = simulation.world().resource_mut::<EventLog>().take();
            tables.write(None, &events, &state, sampled)?;
        }
        if step % 1024 == 0 {
            progress(step);
        }
        if last {
            break;
        }
    }
    if let Some(tables) = tables {
        tables.finish()?;
    }
    let difference = recorded.finish(simulation.stopped())?;
    let summary = Summary {
        dt_over_critical: stability,
        warnings,
        difference,
        ..summarise(plan, hash, &simulation, &state, &rest, start.elapsed().as_secs_f64())
    };
    if let Some(dir) = plan.out {
        let path = dir.join("summary.json");
        let text = serde_json::to_string_pretty(&summary).map_err(|e| WriteError::at(&path, e))?;
        std::fs::write(&path, text + "\n").map_err(|e| WriteError::at(&path, e))?;
    }
    Ok(summary)
}

fn summarise(
    plan: &RunPlan,
    hash: String,
    simulation: &Simulation,
    state: &State,
    rest: &RestClock,
    wall: f64,
) -> Summary {
    let body = |(index, body): (usize, &crate::record::state::BodyState)| BodySummary {
        name: body.name.clone(),
        class: class(state, index),
        moves: body.mass.mass.is_finite(),
        velocity: body.v.into(),
        angular_velocity: body.w.into(),
        rest_time: rest.since(0, index).map(|step| step as f64 * plan.scene.dt),
    };
    Summary {
        title: plan.scene.title.clone(),
        scene_hash: hash,
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
        stopped: simulation.stopped().map(str::to_string),
        rest_speed: REST_SPEED,
        bodies: state.bodies.iter().enumerate().map(body).collect(),
    }
}
