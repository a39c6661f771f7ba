//! Shared by the benchmarks: scenes, and runs ready to be timed.

use stickslip::lab::{builtin, generate};
use stickslip::run::simulation::Simulation;
use stickslip::scene::Scene;
use stickslip::step::events::EventLog;

/// A built-in scene.
///
/// # Panics
/// If no scene has this name, or the scene has a fault.
pub fn scene(name: &str) -> Scene {
    let text = builtin::text(name).unwrap_or_else(|| panic!("no built-in scene {name}"));
    Scene::parse(name, text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The text of `box-settle` with about `count` balls.
///
/// # Panics
/// If the scene cannot be generated.
pub fn pile(count: u64) -> String {
    generate::text("box-settle", count).unwrap_or_else(|fault| panic!("{fault}"))
}

/// A run that keeps no events.
pub fn quiet(mut running: Simulation) -> Simulation {
    running.world().resource_mut::<EventLog>().on = false;
    running
}

/// A run on one thread that keeps no events, advanced by `steps` steps.
pub fn begun(scene: &Scene, steps: u64) -> Simulation {
    let mut running = quiet(Simulation::new(scene));
    running.use_threads(1);
    running.steps(steps);
    running
}
