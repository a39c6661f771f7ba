//! Steady-state class of a body (Table 4), from the contacts that carry load.

use stickslip_engine::observe::steady_class::REST_SPEED;
use stickslip_engine::observe::steady_class::classes;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

/// A ball of 0.1 m on a plane that starts sliding at 8 m/s.
fn sliding_ball(dt: f64, friction: &str, normal: &str, z: f64) -> Scene {
    let text = format!(
        r#"Scene(schema: 1, title: "ball", time: (dt: {dt:e}, duration: 1.0), gravity: (0.0, 0.0, -9.81),
            friction: ({friction}), {normal}, bodies: [(name: "ground", shape: Plane),
            (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, {z:?}), velocity: (0.0, 8.0, 0.0))])"#
    );
    Scene::parse("ball.ron", &text).expect("a scene")
}

/// Speed of the lowest point of the ball, m/s, and class of the ball, at every step from the time `from`, s.
fn classified(scene: &Scene, from: f64) -> Vec<(f64, Option<&'static str>)> {
    let mut simulation = Simulation::new(scene);
    simulation.steps((from / scene.dt).round() as u64);
    let mut found = Vec::new();
    for _ in 0..((scene.duration - from) / scene.dt).round() as u64 {
        simulation.step();
        let state = simulation.state();
        let ball = &state.bodies[1];
        let speed = (ball.v.y + 0.1 * ball.w.x).hypot(ball.v.x - 0.1 * ball.w.y);
        found.push((speed, classes(&state)[1]));
    }
    assert_eq!(simulation.stopped(), None);
    found
}

/// A ball slides, hops or bounces, and later rolls: it is in pure rolling only while its lowest point is at rest. Rigid
/// contacts that lift the ball are open for most of the steps.
#[test]
fn a_ball_whose_surface_slides_is_never_in_pure_rolling() {
    let rigid = |more: &str| format!("normal: Rigid{more}");
    for (name, scene, from) in [
        ("cones", sliding_ball(1e-2, "mu: 0.2", &rigid(""), 0.1), 0.0),
        ("cones, relaxed", sliding_ball(1e-2, "mu: 0.2", &rigid(", solver: Cones(form: Relaxed)"), 0.1), 0.0),
        ("cones, bouncing", sliding_ball(1e-3, "mu: 0.2", &rigid("(restitution: 0.7)"), 0.12), 0.0),
        (
            "springs",
            sliding_ball(1e-4, "mu_s: 0.2, mu_k: 0.2, k_e: 1e5, spin: Off", "normal: Known(Weight)", 0.1),
            0.01,
        ),
        (
            "springs, Hooke",
            sliding_ball(
                1e-5,
                "mu_s: 0.2, mu_k: 0.2, k_e: 1e5, spin: Off",
                "normal: Hooke(k_n: 1e5, restitution: 0.3)",
                0.0999,
            ),
            0.01,
        ),
        ("dae", sliding_ball(1e-4, "mu: 0.2, laws: (slide: Dae)", "normal: Known(Weight)", 0.1), 0.01),
    ] {
        let found = classified(&scene, from);
        let slides = found.iter().filter(|(speed, _)| *speed > 1e-2);
        let (mut sliding, mut classed) = (0, 0);
        for (speed, class) in slides {
            sliding += 1;
            classed += usize::from(class.is_some());
            assert!(!matches!(class, Some("PR" | "S")), "{name}: {class:?} at a slip of {speed} m/s");
        }
        assert!(sliding > 20 && classed > 0, "{name}: {classed} of {sliding} steps");
    }
}

/// Where the contact stays closed, the ball rolls in the end and is then in pure rolling; before its contacts carry
/// load, and in flight, it has no class.
#[test]
fn a_ball_that_rolls_is_in_pure_rolling_and_one_in_flight_in_no_class() {
    for (name, scene) in [
        ("cones", sliding_ball(1e-2, "mu: 0.5", "normal: Rigid", 0.1)),
        ("springs", sliding_ball(1e-4, "mu_s: 0.5, mu_k: 0.5, k_e: 1e5, spin: Off", "normal: Known(Weight)", 0.1)),
        ("dae", sliding_ball(1e-4, "mu: 0.5, laws: (slide: Dae)", "normal: Known(Weight)", 0.1)),
    ] {
        let (speed, class) = *classified(&scene, 0.98).last().expect("a step");
        assert!(speed < 100.0 * REST_SPEED && class == Some("PR"), "{name}: {class:?} at a slip of {speed} m/s");
    }
    let flies = Scene { duration: 0.02, ..sliding_ball(1e-4, "mu: 0.5", "normal: Rigid", 0.2) };
    assert!(classified(&flies, 0.0).iter().all(|(_, class)| class.is_none()));
}
