//! `check` tells which bodies slide off a slope below its limit angle since their springs begin without load.

use crate::support::body;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

/// The report's block on a slope of `degrees`, under these options of `friction:` and this normal law.
fn block(degrees: f64, friction: &str, normal: &str) -> Scene {
    let text = format!(
        r#"Scene(schema: 1, title: "release", time: (dt: 1e-4, duration: 2.0), gravity: (0.0, 0.0, -9.81),
        friction: (mu_s: 0.62, mu_k: 0.5, k_e: 1e5, {friction}), normal: {normal},
        bodies: [(name: "ramp", shape: Incline(degrees: {degrees:?})),
            (name: "block", shape: Box(half_extents: (0.05, 0.05, 0.05)), motion: Translating, mass: 1.0, on: (surface: "ramp"))])"#
    );
    Scene::parse("release", &text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

/// The remark of `check` is there exactly if the block slides in a run, for laws with and without dashpots, on slopes below the
/// limit of 31.8° by much and by little.
#[test]
fn check_tells_what_slides_below_the_limit_angle() {
    let mut counts = [0, 0];
    for normal in ["Known(Weight)", "Hooke(k_n: 1e6, restitution: 0.3)"] {
        for friction in [
            "",
            "slide_damping: Ratio(0.5)",
            "slide_damping: Uncapped(Ratio(0.5))",
            "slide_damping: Uncapped(Ratio(1.0))",
            "laws: (slide: \"cundall-strack\")",
            "laws: (slide: \"luding\")",
            "laws: (slide: \"stribeck\")",
        ] {
            for degrees in [20.0, 28.0, 30.0, 31.5] {
                // A body that lands on its springs is not one that begins at rest on them.
                let at_rest = normal.starts_with("Known");
                let scene = block(degrees, friction, normal);
                let is_told = scene.remarks.iter().any(|remark| remark.contains("slides off `ramp`"));
                let mut simulation = Simulation::new(&scene);
                let from = body(&simulation.state(), "block").x;
                simulation.steps(20_000);
                let way = (body(&simulation.state(), "block").x - from).norm();
                if at_rest {
                    assert_eq!(
                        is_told,
                        way > 0.05,
                        "{normal}, {friction}, {degrees} degrees: {way} m, {:?}",
                        scene.remarks
                    );
                }
                counts[usize::from(is_told)] += 1;
            }
        }
    }
    assert!(counts[0] > 5 && counts[1] > 5, "{counts:?} are told");
}

/// With `Collinear` and no friction along or across the grain there is none at all; `Associated`, and two limits above 0, are
/// as they are meant.
#[test]
fn check_tells_of_a_grain_that_leaves_no_friction() {
    for (along, across, rule, is_none) in [
        (0.0, 0.5, "Collinear", true),
        (0.5, 0.0, "Collinear", true),
        (0.0, 0.5, "Associated", false),
        (0.1, 0.5, "Collinear", false),
        (0.0, 0.0, "Collinear", false),
    ] {
        let text = format!(
            r#"Scene(schema: 1, title: "grain", time: (dt: 1e-4, duration: 0.1), gravity: (0.0, 0.0, -9.81),
            friction: (mu_s: {along:?}, mu_k: {along:?}, k_e: 1e5, across: (mu_s: {across:?}, mu_k: {across:?}), grain_rule: {rule}),
            normal: Known(Weight), bodies: [(name: "board", shape: Plane, grain: (1.0, 0.0, 0.0)),
                (name: "block", shape: Box(half_extents: (0.05, 0.05, 0.05)), motion: Translating, mass: 1.0,
                    position: (0.0, 0.0, 0.05), velocity: (1.0, 1.0, 0.0))])"#
        );
        let scene =
            Scene::parse("grain", &text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()));
        let is_told = scene.remarks.iter().any(|remark| remark.contains("no friction at all"));
        assert_eq!(is_told, is_none, "{along}, {across}, {rule}: {:?}", scene.remarks);
        let mut simulation = Simulation::new(&scene);
        simulation.steps(1000);
        let speed = body(&simulation.state(), "block").v.norm();
        let is_free = (speed - 2.0_f64.sqrt()).abs() < 1e-9;
        assert_eq!(is_free, is_none || across + along == 0.0, "{along}, {across}, {rule}: {speed}");
    }
}
