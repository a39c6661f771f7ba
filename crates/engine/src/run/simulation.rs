//! A simulation without a window; runs the same schedules directly.

use crate::observe::state::{State, observe};
use crate::observe::steady_class::REST_SPEED;
use crate::scene::Scene;
use crate::step::events::EventLog;
use crate::step::impacts::{self, ImpactLog};
use crate::step::snapshot::{ChangedState, Snapshot};
use crate::step::workers::Workers;
use crate::step::{self, CaseReport, ConesReport, DaeCase, DaeReport, Outcome, StepPlugin, spawn};
use crate::world::body::{Body, BodyShape, Twist};
use crate::world::contact::Observation;
use crate::world::ledger::EnergyLedger;
use crate::world::{CaseId, Clock};
use bevy_app::App;
use bevy_ecs::prelude::*;

/// One world with a scene, or with several scenes as independent cases.
pub struct Simulation {
    world: World,
    moving: QueryState<(&'static CaseId, &'static Body, &'static BodyShape, &'static Twist)>,
}

impl Simulation {
    /// Loads a scene, at step 0.
    pub fn new(scene: &Scene) -> Self {
        Self::batch(std::slice::from_ref(scene))
    }

    /// Returns the simulation if its run can leave step 0; otherwise why the guard stops it.
    pub fn ready(self) -> Result<Self, String> {
        match self.stopped() {
            Some(why) => Err(format!("the run would fail at step 0: {why}")),
            None => Ok(self),
        }
    }

    /// Loads a scene and restores a state of an earlier run, which then continues bit for bit; `None` if the state
    /// belongs to another scene. Logs no event.
    pub fn at(scene: &Scene, changed: ChangedState) -> Option<Self> {
        let mut simulation = Self::new(scene);
        let there = Snapshot::take(&mut simulation.world, None).with(changed)?;
        there.restore(&mut simulation.world);
        simulation.world.resource_mut::<EventLog>().take();
        Some(simulation)
    }

    /// Everything that steps have changed since the start, for [`Simulation::at`]; valid only for a run without edits.
    pub fn changed(&mut self) -> ChangedState {
        Snapshot::take(&mut self.world, None).changed()
    }

    /// Loads several scenes into one world as independent cases, which share the step size.
    pub fn batch(scenes: &[Scene]) -> Self {
        let mut app = App::empty();
        app.add_plugins(StepPlugin);
        let mut world = std::mem::take(app.world_mut());
        spawn::load_cases(&mut world, scenes);
        let moving = world.query();
        Self { world, moving }
    }

    /// Loads a scene and keeps its energy account ([`State::accounts`]).
    pub fn with_energy_ledger(scene: &Scene) -> Self {
        let mut simulation = Self::batch(&[]);
        simulation.world.insert_resource(EnergyLedger::kept());
        spawn::load(&mut simulation.world, scene);
        simulation
    }

    /// Makes one step of Δt; does nothing once the guard has stopped the run.
    pub fn step(&mut self) {
        self.steps(1);
    }

    /// Makes `n` steps, or fewer if the guard stops the run.
    pub fn steps(&mut self, n: u64) {
        step::run(&mut self.world, n);
    }

    /// Number of completed steps.
    pub fn step_count(&self) -> u64 {
        self.world.resource::<Clock>().step
    }

    /// Why the guard stopped the run; `None` if it did not.
    pub fn stopped(&self) -> Option<&str> {
        self.world.resource::<Outcome>().stopped.as_deref()
    }

    /// Report of the solver of rigid contacts so far, case 0.
    pub fn cones(&self) -> CaseReport {
        self.world.resource::<ConesReport>().0.first().copied().unwrap_or_default()
    }

    /// Report of the solver of static friction so far, case 0.
    pub fn dae(&self) -> DaeCase {
        self.world.resource::<DaeReport>().0.first().copied().unwrap_or_default()
    }

    /// The current observable state of case 0.
    pub fn state(&mut self) -> State {
        observe(&mut self.world, CaseId(0))
    }

    /// The current observable state of one case.
    pub fn case_state(&mut self, case: usize) -> State {
        observe(&mut self.world, CaseId(case as u32))
    }

    /// Why the guard stopped this case; `None` if it did not.
    pub fn case_stopped(&self, case: usize) -> Option<&str> {
        self.world.resource::<Outcome>().cases.get(&(case as u32)).map(String::as_str)
    }

    /// From now on, logs the impacts of case 0: pairs of bodies that meet and part. The run stays the same, bit for bit.
    pub fn log_impacts(&mut self) {
        impacts::begin(&mut self.world);
    }

    /// The impacts so far; `None` unless they are logged.
    pub fn impacts(&self) -> Option<&ImpactLog> {
        self.world.get_resource()
    }

    /// Step size, s.
    pub fn dt(&self) -> f64 {
        self.world.resource::<Clock>().dt
    }

    /// Calls `visit` for every body with its case, its index and whether it is at rest (no point of the body is faster
    /// than [`REST_SPEED`]).
    pub fn for_each_rest(&mut self, mut visit: impl FnMut(usize, usize, bool)) {
        for (case, body, shape, twist) in self.moving.iter(&self.world) {
            let turning = twist.w.norm();
            let turning = if turning == 0.0 { 0.0 } else { turning * shape.0.size() };
            visit(case.0 as usize, body.index as usize, twist.v.norm() + turning < REST_SPEED);
        }
    }

    /// Sets whether the following steps observe contacts of spheres and planes ([`Observation`]); initially they do.
    pub fn observe(&mut self, all: bool) {
        self.world.insert_resource(if all { Observation::All } else { Observation::General });
    }

    /// Sets the number of threads for large steps; the results are the same, bit for bit.
    pub fn use_threads(&mut self, threads: usize) {
        self.world.insert_resource(Workers::new(threads));
    }

    /// The world with its schedules.
    pub fn into_world(self) -> World {
        self.world
    }

    /// The world.
    pub fn world(&mut self) -> &mut World {
        &mut self.world
    }
}
