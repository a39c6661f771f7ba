//! `check` reports bodies that slide off a slope below its limit angle because their springs start without load.

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

/// Two blocks, one on the other, on a slope of 28° between the kinetic and the static limit, with and without `settled`.
struct Stack<'a> {
    normal: &'a str,
    law: &'a str,
    mu_k: f64,
    /// `motion:` of the blocks.
    motion: &'a str,
    is_ramp_first: bool,
}

impl Stack<'_> {
    fn scene(&self, is_settled: bool) -> Scene {
        let Self { normal, law, mu_k, motion, is_ramp_first } = self;
        let ramp = r#"(name: "ramp", shape: Incline(degrees: 28.0))"#;
        let block = |name: &str, on: &str, half: f64| {
            format!(
                r#"(name: "{name}", shape: Box(half_extents: ({half:?}, {half:?}, 0.02)), {motion} mass: 1.0,
                youngs_modulus: 1e7, poisson_ratio: 0.3, on: (surface: "{on}", settled: {is_settled}))"#
            )
        };
        let (low, high) = (block("low", "ramp", 0.06), block("high", "low", 0.03));
        let bodies = if *is_ramp_first { format!("{ramp}, {low}, {high}") } else { format!("{high}, {low}, {ramp}") };
        let text = format!(
            r#"Scene(schema: 1, title: "settled", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.81),
            friction: (mu_s: 0.56, mu_k: {mu_k:?}, k_e: 1e5, slide_damping: Ratio(0.3), laws: (slide: "{law}")),
            normal: {normal}, bodies: [{bodies}])"#
        );
        Scene::parse("settled", &text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
    }

    /// How far the two blocks move in 0.3 s, m.
    fn way(&self, is_settled: bool) -> [f64; 2] {
        let scene = self.scene(is_settled);
        assert!(!is_settled || !scene.remarks.iter().any(|remark| remark.contains("slides off")));
        let mut simulation = Simulation::new(&scene);
        let from = simulation.state();
        simulation.steps(3000);
        let to = simulation.state();
        ["low", "high"].map(|name| (body(&to, name).x - body(&from, name).x).norm())
    }
}

/// A body that is `settled` on a slope between the kinetic and the static limit begins in equilibrium: it stays where it is to a
/// billionth of its size, or to ten micrometres if it leans, with every law that has a spring, below another one, and with the
/// order of the bodies exchanged. Without `settled` most of them slide.
#[test]
fn a_settled_block_holds_up_to_the_static_limit() {
    // Laws with one coefficient take μ_k.
    let with_one = [
        "cundall-strack",
        "elasto-plastic",
        "mindlin-incremental",
        "mindlin-deresiewicz",
        "mindlin-force",
        "mindlin-rescale",
    ];
    let with_two = ["fang-negrut", "luding", "stribeck", "lugre"];
    let laws = with_one.map(|law| (law, 0.56)).into_iter().chain(with_two.map(|law| (law, 0.5)));
    let (mut slid, mut all) = (0, 0);
    for normal in ["Known(Weight)", "Hooke(k_n: 1e6, restitution: 0.3)", "Hertz(restitution: 0.3)"] {
        for ((law, mu_k), (motion, is_ramp_first)) in laws
            .clone()
            .flat_map(|law| [("", true), ("", false), ("motion: Translating,", true)].map(|kind| (law, kind)))
        {
            let stack = Stack { normal, law, mu_k, motion, is_ramp_first };
            // A body that leans by 1e-5 rad still rocks in second order, and a law that softens creeps under that motion.
            let is_exact = normal.starts_with("Known") || !motion.is_empty();
            let most = if is_exact { 5e-11 } else { 1e-5 };
            let way = stack.way(true);
            assert!(way.iter().all(|way| *way < most), "{normal}, {law}, {motion} {is_ramp_first}: {way:?} m");
            if mu_k < 0.56 {
                slid += usize::from(stack.way(false)[0] > 0.01);
                all += 1;
            }
        }
    }
    assert!(2 * slid > all, "{slid} of {all} slide without");
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
