//! Changes that a scene prescribes at given times: `edits:`.

use stickslip_engine::observe::state::State;
use stickslip_engine::record::save::scene_text;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::snapshot::Snapshot;

/// A block of 1 kg that slides at 2 m/s on the level.
fn sliding(normal_and_friction: &str, edits: &str) -> Scene {
    let text = format!(
        "Scene(schema: 1, title: \"block\", time: (dt: 1e-4, duration: 0.5), gravity: (0.0, 0.0, -9.81), {normal_and_friction}, \
         edits: [{edits}], bodies: [(name: \"ground\", shape: Plane), (name: \"block\", shape: Box(half_extents: (0.1, 0.1, 0.1)), \
         mass: 1.0, motion: Translating, on: (surface: \"ground\", velocity: (0.0, 2.0)))])"
    );
    Scene::parse("block", &text).expect("no fault")
}

/// Speed of the block along y, m/s, after each of some times, s.
fn speeds(scene: &Scene, times: &[f64]) -> Vec<f64> {
    let mut simulation = Simulation::new(scene);
    let at = |time: &f64| {
        simulation.steps((time / scene.dt).round() as u64 - simulation.step_count());
        simulation.state().bodies[1].v.y
    };
    times.iter().map(at).collect()
}

const RIGID: &str = "normal: Rigid, friction: (mu: 0.5)";

/// Without friction from 0.1 s on the speed stays 2 m/s − μ g 0.1 s; friction that returns at 0.2 s slows again, and
/// gravity acts by μ g.
#[test]
fn friction_switches_off_and_on_at_its_time() {
    let edits = "(at: 0.1, set: \"friction.mu\", to: 0.0), (at: 0.2, set: \"friction.mu\", to: 0.3), \
                 (at: 0.3, set: \"gravity\", to: (0.0, 0.0, -1.6))";
    let expected = [2.0 - 0.5 * 9.81 * 0.1, 2.0 - 0.5 * 9.81 * 0.1, 2.0 - 0.8 * 9.81 * 0.1];
    let expected = [expected[0], expected[1], expected[2], expected[2] - 0.3 * 1.6 * 0.1];
    for law in [RIGID, "normal: Known(Weight), friction: (mu: 0.5, laws: (slide: Dae))"] {
        let found = speeds(&sliding(law, edits), &[0.1, 0.2, 0.3, 0.4]);
        // Under `dae` the friction found in a step acts in the next one.
        let late = if law == RIGID { 0.0 } else { 0.5 * 9.81 * 1e-4 };
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() < late + 1e-9, "{law}: {found} {expected}");
        }
    }
    let without = speeds(&sliding(RIGID, ""), &[0.2]);
    assert!((without[0] - (2.0 - 0.5 * 9.81 * 0.2)).abs() < 1e-9, "{without:?}");
}

/// An edit acts from the start of the first step at or after its time: 0.00015 s is the second step of 1e-4 s.
#[test]
fn an_edit_acts_from_the_first_step_at_its_time() {
    let loss = 0.5 * 9.81 * 1e-4;
    for (at, steps) in [("0.0", 0.0), ("0.0001", 1.0), ("0.00015", 2.0)] {
        let scene = sliding(RIGID, &format!("(at: {at}, set: \"friction.mu\", to: 0.0)"));
        let found = 2.0 - speeds(&scene, &[0.01])[0];
        assert!((found - steps * loss).abs() < 1e-10, "{at}: {found} {}", steps * loss);
    }
}

/// Bits of all bodies.
fn bits(state: &State) -> Vec<u64> {
    let numbers = state.bodies.iter().flat_map(|body| body.x.iter().chain(body.v.iter()).chain(body.w.iter()).copied());
    numbers.map(f64::to_bits).collect()
}

/// A jump back to a snapshot before an edit, and a run that continues from a checkpoint after one, give the same bits
/// as the unbroken run; two cases side by side each have their own edits.
#[test]
fn an_edit_is_made_again_wherever_the_run_continues() {
    let springs = "normal: Hooke(k_n: 1e6, damping: Ratio(0.3)), friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5)";
    let edited = sliding(
        springs,
        "(at: 0.1, set: \"friction.laws.slide\", to: \"luding\"), (at: 0.1, set: \"friction.mu_k\", to: 0.05)",
    );
    let mut whole = Simulation::new(&edited);
    whole.steps(900);
    let before = Snapshot::take(whole.world(), None);
    whole.steps(600);
    let kept = whole.changed();
    whole.steps(500);
    let end = bits(&whole.state());
    let mut later = Simulation::at(&edited, kept).expect("the same scene");
    later.steps(500);
    assert_eq!(bits(&later.state()), end, "from a checkpoint");
    before.restore(whole.world());
    whole.steps(1100);
    assert_eq!(bits(&whole.state()), end, "from a snapshot");
    let plain = sliding(springs, "");
    let mut both = Simulation::batch(&[plain.clone(), edited]);
    let mut alone = Simulation::new(&plain);
    both.steps(2000);
    alone.steps(2000);
    assert_eq!(bits(&both.case_state(1)), end, "beside another case");
    assert_eq!(bits(&both.case_state(0)), bits(&alone.state()), "the other case");
    assert_ne!(bits(&alone.state()), end, "the edits do something");
}

/// A scene saved after an edit keeps its text; saved as a start from now it has the friction of now and the edits to come.
#[test]
fn a_saved_scene_keeps_its_edits() {
    let text = "Scene(schema: 1, title: \"ball\", time: (dt: 1e-3, duration: 0.5), gravity: (0.0, 0.0, -9.81), normal: Rigid, \
                friction: (mu: 0.5), edits: [(at: 0.1, set: \"friction.mu\", to: 0.2), (at: 0.3, set: \"friction.mu\", to: 0.0)], \
                bodies: [(name: \"ground\", shape: Plane), (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, \
                on: (surface: \"ground\", velocity: (0.0, 2.0)))])";
    let mut simulation = Simulation::new(&Scene::parse("ball", text).expect("no fault"));
    simulation.steps(200);
    assert_eq!(scene_text(simulation.world(), text, false).as_deref(), Ok(text));
    let now = scene_text(simulation.world(), text, true).expect("a scene");
    let again = Scene::parse("ball", &now).expect("no fault");
    assert_eq!((again.friction.mu_k, again.edits.len(), again.edits[0].step(again.dt)), (0.2, 1, 100), "{now}");
    let mut later = Simulation::new(&again);
    simulation.steps(300);
    later.steps(300);
    let speed = |simulation: &mut Simulation| simulation.state().bodies[1].v.y;
    assert!((speed(&mut simulation) - speed(&mut later)).abs() < 1e-9);
}
