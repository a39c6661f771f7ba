//! Scenes and runs of rigid contacts.

use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::CaseReport;

/// Gravity of all scenes here, m/s².
pub(crate) const G: f64 = 9.81;

/// A ball of R = 0.1 m and 1 kg on level ground, with velocity `v` along y, m/s, and angular velocity `w`, rad/s.
pub(crate) fn moving_ball(v: f64, w: [f64; 3]) -> String {
    let [x, y, z] = w;
    format!(
        "(name: \"body\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 0.1), velocity: (0.0, {v:?}, 0.0),
         angular_velocity: ({x:?}, {y:?}, {z:?}))"
    )
}

/// A cube of 0.2 m and 1 kg on `ground` that moves up the slope at `v`, m/s.
pub(crate) fn block(v: f64) -> String {
    format!(
        "(name: \"body\", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0,
         on: (surface: \"ground\", at: (0.0, 0.0), velocity: (0.0, {v:?})))"
    )
}

/// A scene on a plane of this slope (its y-axis rises), with this friction and these bodies.
pub(crate) fn on_slope(tan: f64, friction: &str, dt: f64, bodies: &str) -> Scene {
    let degrees = tan.atan().to_degrees();
    let text = format!(
        "Scene(schema: 1, title: \"t\", time: (dt: {dt:?}, duration: 1000.0), gravity: (0.0, 0.0, -9.81), friction: ({friction}),
        normal: Rigid, bodies: [(name: \"ground\", shape: Incline(degrees: {degrees:?})), {bodies}])"
    );
    parse(&text)
}

pub(crate) fn parse(text: &str) -> Scene {
    Scene::parse("t", text)
        .unwrap_or_else(|faults| panic!("{}", faults.lines().map(|l| l.to_string()).collect::<Vec<_>>().join("\n")))
}

/// Runs `steps` steps, passes every state to `look` and returns the report of the solver. The run must not stop, and
/// every step must converge.
pub(crate) fn run(scene: &Scene, steps: u64, mut look: impl FnMut(&State)) -> CaseReport {
    let mut simulation = Simulation::new(scene);
    for _ in 0..steps {
        simulation.step();
        look(&simulation.state());
    }
    assert_eq!(simulation.stopped(), None);
    let report = simulation.cones();
    assert_eq!(report.unconverged, 0, "{report:?}");
    report
}

pub(crate) fn body<'a>(state: &'a State, name: &str) -> &'a BodyState {
    state.bodies.iter().find(|body| body.name == name).unwrap()
}
