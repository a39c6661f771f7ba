//! `stickslip bench`: the cost of a step of a scene, and its breakdown by phase.

use bevy_ecs::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;
use stickslip_engine::laws::friction::parameters::{RollCoefficient, SpinModel};
use stickslip_engine::record::hash::WorldHash;
use stickslip_engine::record::save::specs;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::CaseReport;
use stickslip_engine::step::events::EventLog;
use stickslip_engine::step::read::count;
use stickslip_engine::step::simd::SimdLevel;
use stickslip_engine::step::{SimStep, StepSystems};
use stickslip_engine::world::body::Body;
use stickslip_engine::world::contact::Observation;

/// Measurement settings.
#[derive(Clone, Copy, Debug)]
pub struct BenchPlan {
    /// Threads per step.
    pub threads: usize,
    /// Instruction set used for contacts of spheres and planes.
    pub simd: SimdLevel,
    /// Untimed steps before the first timed one.
    pub warm_up: u64,
    /// Timed steps of the largest scene, all parts together.
    pub steps: u64,
}

impl BenchPlan {
    fn parts(&self) -> u64 {
        PARTS.min(self.steps).max(1)
    }
}

/// Result of a benchmark.
#[derive(Clone, Debug, Serialize)]
pub struct BenchReport {
    /// Title of the scene.
    pub title: String,
    /// Number of bodies, including those that cannot move.
    pub bodies: usize,
    /// Number of contacts at the end.
    pub contacts: usize,
    /// Threads per step.
    pub threads: usize,
    /// Instruction set used by the step on this machine: `Avx512`, `Avx2`, `Sse4_2`, `Neon`, ...
    pub simd: String,
    /// Number of timed steps.
    pub steps: u64,
    /// Step size, s.
    pub dt: f64,
    /// Time to build the world and find its contacts, without reading the scene, s.
    pub load_seconds: f64,
    /// Wall time per step, median over nine parts, s.
    pub seconds_per_step: f64,
    /// Slowest part divided by the fastest.
    pub spread: f64,
    /// Steps per second.
    pub steps_per_second: f64,
    /// Simulated time divided by wall time.
    pub real_time_factor: f64,
    /// Contacts times steps, per second and thread.
    pub contact_updates_per_second_per_core: f64,
    /// Time per step and contact, ns.
    pub ns_per_contact: f64,
    /// Time per step and contact in each phase of the step, ns.
    pub ns_per_contact_by_phase: BTreeMap<&'static str, f64>,
    /// Cost of rigid contacts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rigid: Option<RigidCost>,
    /// Size of the components of a contact, bytes.
    pub bytes_per_contact: usize,
    /// Hash of the final state, the same for any number of threads.
    pub state_hash: String,
}

/// Work of the solver of rigid contacts in the steps timed by phase.
#[derive(Clone, Debug, Serialize)]
pub struct RigidCost {
    /// Passes over the contacts of the island that needs the most, mean over the steps.
    pub mean_iterations: f64,
    /// Contacts times passes, per second spent in the solver's phase and per thread.
    pub contact_iterations_per_second_per_core: f64,
    /// Fraction of the steps that ended above the tolerance.
    pub unconverged: f64,
    /// Largest residual at the end of any step since the start of the run, m/s.
    pub worst_residual: f64,
}

impl RigidCost {
    /// Cost of the steps between two reports, in which the solver took `seconds` s; `None` without steps of the
    /// solver.
    fn between(before: &CaseReport, after: &CaseReport, seconds: f64, threads: usize) -> Option<Self> {
        let steps = Some((after.steps - before.steps) as f64).filter(|steps| *steps > 0.0)?;
        let passes = (after.contact_iterations - before.contact_iterations) as f64;
        Some(Self {
            mean_iterations: (after.iterations - before.iterations) as f64 / steps,
            contact_iterations_per_second_per_core: passes / seconds / threads as f64,
            unconverged: (after.unconverged - before.unconverged) as f64 / steps,
            worst_residual: after.worst_residual,
        })
    }
}

/// The phases of a step, in order.
const PHASES: [(&str, StepSystems); 7] = [
    ("1 tune", StepSystems::Tune),
    (CONSTRAIN, StepSystems::Constrain),
    ("3 integrate", StepSystems::Integrate),
    ("4 detect", StepSystems::Detect),
    ("5 solve", StepSystems::Solve),
    ("6 loads", StepSystems::Loads),
    ("7 guard", StepSystems::Guard),
];

/// The phase that solves rigid contacts.
const CONSTRAIN: &str = "2 constrain";

/// Accumulates the time of each phase.
#[derive(Resource, Default)]
struct Stopwatch {
    last: Option<Instant>,
    seconds: [f64; PHASES.len()],
}

/// Ends the timing of phase `K`.
fn stop<const K: usize>(mut watch: ResMut<Stopwatch>) {
    let now = Instant::now();
    if let Some(last) = watch.last.filter(|_| K < PHASES.len()) {
        watch.seconds[K] += (now - last).as_secs_f64();
    }
    watch.last = Some(now);
}

fn add_stopwatch(world: &mut World) {
    use StepSystems::*;
    world.init_resource::<Stopwatch>();
    let stops = (
        stop::<7>.before(Tune),
        stop::<0>.after(Tune).before(Constrain),
        stop::<1>.after(Constrain).before(Integrate),
        stop::<2>.after(Integrate).before(Detect),
        stop::<3>.after(Detect).before(Solve),
        stop::<4>.after(Solve).before(Loads),
        stop::<5>.after(Loads).before(Guard),
        stop::<6>.after(Guard),
    );
    world.resource_mut::<Schedules>().add_systems(SimStep, stops);
}

/// Step size while settling over step size of the timed steps.
const SETTLING_STEP_RATIO: f64 = 4.0;

/// The scene after `seconds` of simulated time: bodies with their poses and velocities at that time, contacts
/// undeformed. An error says why the guard stopped the run.
pub fn settled(scene: &Scene, seconds: f64, threads: usize) -> Result<Scene, String> {
    let dt = SETTLING_STEP_RATIO * scene.dt;
    let mut simulation = Simulation::new(&Scene { dt, ..scene.clone() });
    simulation.use_threads(threads);
    simulation.world().resource_mut::<EventLog>().on = false;
    simulation.steps((seconds / dt).round() as u64);
    match simulation.stopped() {
        Some(why) => Err(format!("while settling: {why}")),
        None => Ok(Scene { bodies: specs(simulation.world()), ..scene.clone() }),
    }
}

/// Upper limit of μ while a packing is poured.
const MAX_POURING_MU: f64 = 0.15;

/// The scene after `seconds` with little slide friction and no roll or spin friction, the usual way to prepare a dense
/// packing: a small one then settles nearly as densely as a large one. The scene's own friction is restored afterwards.
pub fn poured(scene: &Scene, seconds: f64, threads: usize) -> Result<Scene, String> {
    let mut friction = scene.friction;
    (friction.mu_s, friction.mu_k) = (MAX_POURING_MU.min(friction.mu_s), MAX_POURING_MU.min(friction.mu_k));
    (friction.roll, friction.spin) = (RollCoefficient::Single(0.0), SpinModel::Off);
    let rest = settled(&Scene { friction, ..scene.clone() }, seconds, threads)?;
    Ok(Scene { bodies: rest.bodies, ..scene.clone() })
}

/// Largest number of parts a timing is divided into; the median part counts.
const PARTS: u64 = 9;

/// Times the steps of several scenes, one part of each in turn, so that other load on the machine affects all alike.
/// Smaller scenes take more steps, so that each is timed as long as the largest. An error says why the guard stopped
/// a run.
pub fn measure(scenes: &[Scene], plan: &BenchPlan) -> Result<Vec<BenchReport>, String> {
    let most = scenes.iter().map(|scene| scene.bodies.len()).max().unwrap_or(1);
    let of = |scene| Timed::begin(scene, plan, (most / scene.bodies.len().max(1)).max(1) as u64);
    let mut all: Vec<_> = scenes.iter().map(of).collect();
    for _ in 0..plan.parts() {
        all.iter_mut().for_each(Timed::take_part);
    }
    all.into_iter().map(|timed| timed.report(plan)).collect()
}

/// A scene being timed.
struct Timed<'a> {
    scene: &'a Scene,
    simulation: Simulation,
    load_seconds: f64,
    /// Steps per part.
    steps: u64,
    /// Wall time per step of each part, s.
    parts: Vec<f64>,
}

impl<'a> Timed<'a> {
    /// Builds and warms up the simulation; it takes `times` times the planned steps.
    fn begin(scene: &'a Scene, plan: &BenchPlan, times: u64) -> Self {
        let start = Instant::now();
        let mut simulation = Simulation::new(scene);
        let load_seconds = start.elapsed().as_secs_f64();
        simulation.use_threads(plan.threads);
        simulation.world().insert_resource(plan.simd);
        // The contacts of a timed step are never read.
        simulation.world().resource_mut::<EventLog>().on = false;
        simulation.world().insert_resource(Observation::General);
        simulation.steps(plan.warm_up);
        Self { scene, simulation, load_seconds, steps: plan.steps / plan.parts() * times, parts: Vec::new() }
    }

    fn take_part(&mut self) {
        let start = Instant::now();
        self.simulation.steps(self.steps);
        self.parts.push(start.elapsed().as_secs_f64() / self.steps as f64);
    }

    fn report(self, plan: &BenchPlan) -> Result<BenchReport, String> {
        let Self { scene, mut simulation, load_seconds, steps, mut parts } = self;
        parts.sort_by(f64::total_cmp);
        let (seconds, spread) = (parts[parts.len() / 2], parts[parts.len() - 1] / parts[0]);
        let world = simulation.world();
        let state_hash = WorldHash::new(world).compute(world);
        let (contacts, bodies) = (count(world), world.query::<&Body>().iter(world).count());
        add_stopwatch(simulation.world());
        let watched = 3 * steps;
        let before = simulation.cones();
        simulation.steps(watched);
        if let Some(why) = simulation.stopped() {
            return Err(why.to_string());
        }
        let watch = simulation.world().resource::<Stopwatch>().seconds;
        let solving: f64 = PHASES.iter().zip(watch).filter(|((name, _), _)| *name == CONSTRAIN).map(|(_, s)| s).sum();
        let rigid = RigidCost::between(&before, &simulation.cones(), solving, plan.threads);
        let per_contact = |seconds: f64| 1e9 * seconds / contacts.max(1) as f64;
        let phases = PHASES.iter().zip(watch).map(|((name, _), time)| (*name, per_contact(time / watched as f64)));
        Ok(BenchReport {
            title: scene.title.clone(),
            bodies,
            contacts,
            threads: plan.threads,
            simd: plan.simd.name(),
            steps: plan.parts() * steps,
            dt: scene.dt,
            load_seconds,
            seconds_per_step: seconds,
            spread,
            steps_per_second: 1.0 / seconds,
            real_time_factor: scene.dt / seconds,
            contact_updates_per_second_per_core: contacts as f64 / seconds / plan.threads as f64,
            ns_per_contact: per_contact(seconds),
            ns_per_contact_by_phase: phases.collect(),
            rigid,
            bytes_per_contact: stickslip_engine::world::contact::BYTES,
            state_hash: format!("{state_hash:016x}"),
        })
    }
}

/// Exponent p in `quantity` ∝ N^p between the first and the last report, N the number of bodies; `None` if N is
/// equal.
pub fn growth(reports: &[BenchReport], quantity: fn(&BenchReport) -> f64) -> Option<f64> {
    let (first, last) = (reports.first()?, reports.last()?);
    let ratio = |f: fn(&BenchReport) -> f64| libm::log(f(last) / f(first));
    (first.bodies != last.bodies).then(|| ratio(quantity) / ratio(|r| r.bodies as f64))
}
