//! Scenes and runs of static friction.

use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

/// Gravity of all scenes here, m/s².
pub(crate) const G: f64 = 9.81;

/// Mass of the square of 0.1 m, 0.01 m thick and 2700 kg/m³, kg.
pub(crate) const M: f64 = 0.27;

/// The square of mass [`M`] on `ground`, without rotation.
pub(crate) const BLOCK: &str =
    "(name: \"block\", shape: Box(half_extents: (0.05, 0.05, 0.05)), mass: 0.27, motion: Translating,
    on: (surface: \"ground\", at: (0.0, 0.0)))";

/// Fixed ground.
pub(crate) const LEVEL: &str = "(name: \"ground\", shape: Plane)";

/// A slope that rises towards +y, by this angle in degrees.
pub(crate) fn slope(degrees: f64) -> String {
    format!("(name: \"ground\", shape: Incline(degrees: {degrees:?}))")
}

/// The slide law `dae` with these parameters.
pub(crate) fn dae(mu: f64, parameters: &str) -> String {
    format!("mu: {mu:?}, laws: (slide: Dae({parameters}))")
}

/// A scene with this friction and these bodies; `more` are other fields of the scene.
pub(crate) fn scene(dt: f64, friction: &str, normal: &str, bodies: &[&str], more: &str) -> Scene {
    parse(&text(dt, friction, normal, bodies, more))
}

/// Text of the scene that [`scene`] parses.
pub(crate) fn text(dt: f64, friction: &str, normal: &str, bodies: &[&str], more: &str) -> String {
    format!(
        "Scene(schema: 1, title: \"t\", time: (dt: {dt:?}, duration: 1000.0), gravity: (0.0, 0.0, -{G:?}), friction: ({friction}),
        normal: {normal}, bodies: [{}], {more})",
        bodies.join(", ")
    )
}

pub(crate) fn parse(text: &str) -> Scene {
    Scene::parse("t", text).unwrap_or_else(|faults| panic!("{}", lines(&faults)))
}

/// Faults of a scene text.
pub(crate) fn faults(text: &str) -> String {
    lines(&Scene::parse("t", text).expect_err("a fault"))
}

fn lines(faults: &stickslip_engine::scene::Faults) -> String {
    faults.lines().map(|line| line.to_string()).collect::<Vec<_>>().join("\n")
}

/// Runs `steps` steps and passes every state to `look`; the run must not stop.
pub(crate) fn run(scene: &Scene, steps: u64, mut look: impl FnMut(&State)) -> Simulation {
    let mut simulation = Simulation::new(scene);
    for _ in 0..steps {
        simulation.step();
        look(&simulation.state());
    }
    assert_eq!(simulation.stopped(), None);
    simulation
}

/// The state after this number of steps, run in one call.
pub(crate) fn after(scene: &Scene, steps: u64) -> State {
    let mut simulation = Simulation::new(scene);
    simulation.steps(steps);
    assert_eq!(simulation.stopped(), None);
    simulation.state()
}

pub(crate) fn body<'a>(state: &'a State, name: &str) -> &'a BodyState {
    state.bodies.iter().find(|body| body.name == name).unwrap()
}

/// Unit vector up the slope of the plane `ground`.
pub(crate) fn uphill(state: &State) -> Vec3 {
    body(state, "ground").q * Vec3::y()
}

pub(crate) fn kinetic(body: &BodyState) -> f64 {
    let w = body.q.inverse_transform_vector(&body.w);
    0.5 * (body.mass.mass * body.v.norm_squared() + body.mass.inertia.dot(&w.component_mul(&w)))
}

/// λ of every contact.
pub(crate) fn lambdas(state: &State) -> Vec<f64> {
    state.contacts.iter().map(|contact| contact.lambda().expect("dae")).collect()
}

pub(crate) fn near(found: f64, expected: f64, within: f64, what: &str) {
    eprintln!("{what}: {found:?}, expected {expected:?} ± {within:e}");
    assert!((found - expected).abs() <= within, "{what}: {found:?}, expected {expected:?} to {within:e}");
}
