//! The slide laws of speed and rest: invariants, energy and limits. Their numbers are rows of `verify`.

use super::near;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::friction::law::{ContactState, Relative};
use stickslip_engine::laws::math::extremes::{larger, smallest};
use stickslip_engine::laws::pair::choice::Laws;
use stickslip_engine::laws::pair::probe::Probe;
use stickslip_engine::laws::{Rotation, SlideLaw, Vec2, Vec3};
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Motion, Scene};

const G: f64 = 10.0;
const LAWS: [&str; 5] = [
    "Stribeck(v_s: 1e-2, viscous: 0.04)",
    "Lugre(v_s: 1e-3, viscous: 0.04)",
    "ElastoPlastic(v_s: 1e-3, viscous: 0.04)",
    "RateState(mu_0: 0.35)",
    "RateState(mu_0: 0.35, evolution: Slip)",
];

/// A block on a belt, held by a spring of 100 N/m; `order`: its bodies are exchanged.
fn belt(law: &str, order: bool, dt: f64) -> Scene {
    let mut bodies = [
        r#"(name: "belt", shape: Plane, motion: Driven(velocity: (0.0, 0.1, 0.0)))"#,
        r#"(name: "block", shape: Box(half_extents: (0.1, 0.1, 0.05)), mass: 1.0, motion: Translating,
            position: (0.0, 0.0, 0.05))"#,
    ];
    if order {
        bodies.reverse();
    }
    let text = format!(
        r#"Scene(schema: 1, title: "belt", time: (dt: {dt:e}, duration: 4.0), gravity: (0.0, 0.0, {:?}),
        friction: (mu_s: 0.4, mu_k: 0.3, k_e: 1e5, laws: (slide: {law})), normal: Known(Weight),
        bodies: [{}], pulls: [(body: "block", stiffness: 100.0)])"#,
        -G,
        bodies.join(", ")
    );
    Scene::parse("belt", &text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

fn run(scene: &Scene, steps: u64) -> State {
    let mut simulation = Simulation::new(scene);
    simulation.steps(steps);
    assert_eq!(simulation.stopped(), None);
    simulation.state()
}

fn block(state: &State) -> (Vec3, Vec3) {
    let body = state.bodies.iter().find(|body| body.name == "block").expect("a block");
    (body.x, body.v)
}

/// A turned belt with its spring, and a belt after its block in the file: the same motion. An instability of e^(3 t) over
/// 2 s takes rounding of 1e-16 to 1e-13; `rate-state` divides by a of 1e-2.
#[test]
fn a_turned_scene_and_exchanged_bodies_move_alike() {
    let r = Rotation::from_euler_angles(0.4, -1.1, 2.3);
    for law in LAWS {
        let here = belt(law, false, 1e-4);
        let mut there = here.clone();
        there.gravity = r * there.gravity;
        for body in &mut there.bodies {
            (body.position, body.rotation) = (r * body.position, r * body.rotation);
            if let Motion::Driven(drive) = &mut body.motion {
                drive.velocity = r * drive.velocity;
            }
        }
        for spec in &mut there.pulls {
            if let stickslip_engine::laws::motion::pull::Pull::Spring { anchor, .. } = &mut spec.pull {
                *anchor = r * *anchor;
            }
        }
        let (x, v) = block(&run(&here, 20_000));
        let (x_turned, v_turned) = block(&run(&there, 20_000));
        assert!(
            (r * x - x_turned).norm() < 1e-10 && (r * v - v_turned).norm() < 1e-9,
            "{law}: turned, {}",
            r * v - v_turned
        );
        let (x_swapped, v_swapped) = block(&run(&belt(law, true, 1e-4), 20_000));
        assert!((x - x_swapped).norm() < 1e-10 && (v - v_swapped).norm() < 1e-9, "{law}: exchanged, {}", v - v_swapped);
    }
}

/// The books of a belt close to first order in Δt: halving the step halves the residual, or it is rounding.
#[test]
fn the_books_close_to_first_order() {
    for law in LAWS {
        let residual = |dt: f64| {
            let mut simulation = Simulation::with_energy_ledger(&belt(law, false, dt));
            let mut worst = 0.0;
            for _ in 0..(1.5 / dt).round() as usize {
                simulation.step();
                let state = simulation.state();
                worst = larger(worst, state.accounts.as_ref().expect("a ledger").budget.residual().abs());
            }
            worst
        };
        let [coarse, fine] = [2e-4, 1e-4].map(residual);
        assert!(fine < 0.6 * coarse || fine < 1e-9, "{law}: {coarse:e} J, then {fine:e} J");
        // The spring of the belt holds up to ½ (μ_s N)²/k = 0.08 J.
        assert!(fine < 3e-3 * 0.08, "{law}: {fine:e} J");
    }
}

/// No smooth motion books negative slip or negative damping: a slow circle, and a speed that swings.
#[test]
fn smooth_motion_never_books_negative_slip() {
    for law in LAWS {
        let friction = belt(law, false, 1e-4).friction;
        let dt = 1e-4;
        let mut probe = Probe::new(friction.laws, ContactState::ball_on_plane(friction.parameters, 0.1, 1.0, None, dt));
        let (mut before, mut load, mut worst) = (Vec2::zeros(), Vec2::zeros(), 0.0_f64);
        for k in 0..200_000 {
            let t = f64::from(k) * dt;
            let speed = 2e-3 * (1.0 + (7.0 * t).sin());
            let by = Vec2::new((1.3 * t).cos(), (1.3 * t).sin()) * speed * dt;
            probe.step(Relative::from_step(by, Vec2::zeros(), 0.0, 0.1, dt), 10.0);
            let (z, now) = (probe.slide.history, probe.slide.elastic);
            let slip = 0.5 * (load + now).dot(&(by - z + before));
            worst = smallest([worst, slip]);
            (before, load) = (z, now);
        }
        assert!(worst > -1e-16, "{law}: {worst:e} J in a step");
    }
}

/// K → the law of the paper for v_s → 0: a belt at 0.1 m/s moves alike to 1e-11.
#[test]
fn stribeck_without_a_fall_over_speed_is_the_papers_law() {
    let thin = run(&belt("Stribeck(v_s: 1e-9)", false, 1e-4), 20_000);
    let mut scene = belt("Stribeck(v_s: 1e-9)", false, 1e-4);
    scene.friction.laws = Laws::default();
    scene.friction.slide_given.damping = stickslip_engine::laws::friction::parameters::Damping::Ratio(0.5);
    let paper = run(&scene, 20_000);
    assert!((block(&thin).0 - block(&paper).0).norm() < 1e-11, "{}", block(&thin).0 - block(&paper).0);
}

/// Implicit coupling becomes the constraint of `dae` for K → ∞: one μ, a spring of 1e15 N/m, steps of 2 ms; and the order of
/// bodies and a turn of the scene change nothing.
#[test]
fn implicit_coupling_becomes_static_friction_as_a_constraint() {
    let scene = |law: &str| {
        let mut scene = belt(law, false, 2e-3);
        scene.friction.mu_s = 0.3;
        scene.friction.mu_k = 0.3;
        scene
    };
    let dae = run(&scene("Dae(mu: 0.3)"), 1000);
    for law in
        ["Stribeck(v_s: 1e-9, stiffness: 1e15, coupling: Implicit)", "Stribeck(stiffness: 1e15, coupling: Implicit)"]
    {
        let stiff = run(&scene(law), 1000);
        let (x, v) = (block(&stiff).0 - block(&dae).0, block(&stiff).1 - block(&dae).1);
        assert!(x.norm() < 1e-9 && v.norm() < 1e-8, "{law}: {x} {v}");
    }
    for law in LAWS {
        let law = law.replace(')', ", coupling: Implicit)");
        let (there, back) = (run(&belt(&law, false, 2e-3), 1000), run(&belt(&law, true, 2e-3), 1000));
        let apart = (block(&there).0 - block(&back).0).norm();
        assert!(apart < 1e-9 && block(&there).0.norm() > 1e-3, "{law}: {apart:e}");
    }
}

/// A live change of law keeps the deflection and forgets the state; a change of its normal force cuts the deflection.
#[test]
fn a_change_of_law_keeps_the_deflection() {
    let friction = belt(LAWS[3], false, 1e-4).friction;
    let mut probe = Probe::new(friction.laws, ContactState::ball_on_plane(friction.parameters, 0.1, 1.0, None, 1e-4));
    let slide = |probe: &mut Probe, by: f64, normal: f64| {
        probe.step(Relative::from_step(Vec2::new(by, 0.0), Vec2::zeros(), 0.0, 0.1, 1e-4), normal);
    };
    (0..100).for_each(|_| slide(&mut probe, 1e-7, 10.0));
    assert!(probe.memories.slide.number != 0.0);
    let z = probe.slide.history;
    for law in [LAWS[1], LAWS[2], LAWS[0], LAWS[4]] {
        probe.change(&belt(law, false, 1e-4).friction);
        assert_eq!((probe.slide.history, probe.memories.slide.number), (z, 0.0), "{law}");
    }
    probe.change(&belt(LAWS[1], false, 1e-4).friction);
    slide(&mut probe, 0.0, 0.5);
    near(probe.slide.history.norm(), 0.4 * 0.5 / 1e5, 1e-12);
    slide(&mut probe, 1e-7, 0.0);
    assert_eq!((probe.slide.history, probe.slide.load()), (Vec2::zeros(), Vec2::zeros()));
}

/// θ lives on while the contact does, also without a normal force; rest ages it by the clock.
#[test]
fn a_contact_ages_while_it_is_not_pressed() {
    let friction = belt(LAWS[3], false, 1e-4).friction;
    let SlideLaw::RateState(law) = friction.laws.slide else { panic!("another law") };
    let mut probe = Probe::new(friction.laws, ContactState::ball_on_plane(friction.parameters, 0.1, 1.0, None, 1e-3));
    for k in 1..=1000 {
        let normal = if k % 2 == 0 { 10.0 } else { 0.0 };
        probe.step(Relative::from_step(Vec2::zeros(), Vec2::zeros(), 0.0, 0.1, 1e-3), normal);
        assert_eq!(probe.slide.mode, Mode::Stick);
    }
    near(law.state(&probe.memories.slide), 0.1 + 1.0, 1e-12);
}

/// A belt that slides for 1 s, holds for 2 s and slides at ten times the speed, and an end of a spring that does the same.
#[test]
fn a_schedule_moves_a_belt_and_the_end_of_a_spring() {
    let schedule = "[(1.0, 1.0), (1.0, 0.0), (3.0, 0.0), (3.0, 10.0)]";
    let text = format!(
        r#"Scene(schema: 1, title: "belt", time: (dt: 1e-3, duration: 4.0), gravity: (0.0, 0.0, 0.0),
        friction: (mu_s: 0.0, mu_k: 0.0, k_e: 1e5), normal: Known(Force(1.0)),
        bodies: [(name: "belt", shape: Plane, motion: Driven(velocity: (0.0, 0.01, 0.0), schedule: {schedule})),
                 (name: "block", shape: Sphere(radius: 0.1), mass: 1.0, motion: Translating, position: (0.0, 0.0, 0.1))],
        pulls: [(body: "block", stiffness: 1e3, damping: Ratio(1.0), velocity: (0.0, 0.01, 0.0), schedule: {schedule})])"#
    );
    let scene = Scene::parse("belt", &text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()));
    let mut simulation = Simulation::new(&scene);
    for (time, way, speed) in
        [(0.5, 0.005, 0.01), (1.0, 0.01, 0.01), (2.0, 0.01, 0.0), (3.0, 0.01, 0.0), (3.5, 0.06, 0.1)]
    {
        simulation.steps((time / 1e-3_f64).round() as u64 - simulation.step_count());
        let state = simulation.state();
        let (belt, block) = (&state.bodies[0], &state.bodies[1]);
        assert!(
            (belt.x.y - way).abs() < 1e-12 && (belt.v.y - speed).abs() < 1e-12,
            "{time}: {} {}",
            belt.x.y,
            belt.v.y
        );
        // A critically damped spring follows its end.
        assert!((block.x.y - way).abs() < 2e-3, "{time}: {}", block.x.y);
    }
    let both = text.replace("schedule: [(1.0, 1.0)", "from: 1.0, schedule: [(1.0, 1.0)");
    let fault = Scene::parse("belt", &both).expect_err("a fault");
    assert!(fault.lines().any(|line| line.to_string().contains("motion.from: conflicts with `schedule`")), "{both}");
    let wrong = text.replace("(3.0, 0.0), (3.0", "(0.5, 0.0), (3.0");
    let fault = Scene::parse("belt", &wrong).expect_err("a fault");
    assert!(fault.lines().any(|line| line.to_string().contains("must not fall")), "{wrong}");
}

/// Before a run: a fall of friction that a step cannot follow, and a contact spring with several solutions.
#[test]
fn what_a_step_cannot_follow_is_a_warning() {
    let warnings = |law: &str, dt: f64| stickslip_engine::observe::advice::step_size(&belt(law, false, dt)).join(" ");
    // 0.858 · 0.1/v_s · 10 N · Δt/1 kg.
    for (v_s, warns) in [(1e-4, true), (1e-2, false)] {
        for law in ["Stribeck", "Lugre", "ElastoPlastic"] {
            let found = warnings(&format!("{law}(v_s: {v_s:?})"), 1e-3);
            assert_eq!(found.contains("falls with speed faster than a step can follow"), warns, "{law} {v_s}: {found}");
        }
    }
    assert!(
        warnings("Stribeck(v_s: 1e-4)", 1e-3).contains("is 8.58, above 1"),
        "{}",
        warnings("Stribeck(v_s: 1e-4)", 1e-3)
    );
    // b N/D_c = 1500 N/m.
    for (stiffness, warns) in [(1000.0, true), (2000.0, false)] {
        let found = warnings(&format!("RateState(stiffness: {stiffness:?})"), 1e-4);
        assert_eq!(found.contains("softer than b N/d_c = 1.50e3 N/m"), warns, "{stiffness}: {found}");
    }
}

/// The scene language refuses what the laws cannot do, with the place and the remedy.
#[test]
fn what_the_laws_cannot_do_is_an_error() {
    let faults = |law: &str| {
        let text = format!(
            r#"Scene(schema: 1, title: "a", time: (duration: 1.0), gravity: (0.0, 0.0, -10.0),
            friction: (mu_s: 0.4, mu_k: 0.3, k_e: 400.0, laws: (slide: {law})), normal: Known(Weight),
            bodies: [(name: "floor", shape: Plane), (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0,
                      on: (surface: "floor"))])"#
        );
        Scene::parse("a", &text)
            .map_or_else(|faults| faults.lines().map(|line| line.to_string()).collect(), |_| Vec::new())
    };
    for (law, what) in [
        ("Stribeck(v_s: 0.0)", "friction.laws.slide.v_s: must be positive"),
        ("Stribeck(shape: -1.0)", "friction.laws.slide.shape: must be positive"),
        ("Lugre(viscous: -0.1)", "friction.laws.slide.viscous: must be at least 0"),
        ("ElastoPlastic(break_away: 1.0)", "friction.laws.slide.break_away: must be between 0 and 1"),
        ("ElastoPlastic(break_away: 0.0)", "friction.laws.slide.break_away: must be between 0 and 1"),
        ("RateState(evolution: Ageing)", "friction.laws.slide.evolution"),
        // N (b − a)/D_c = 500 N/m.
        (
            "\"rate-state\"",
            "friction.laws.slide: the contact spring of 400 N/m is softer than N (b - a)/d_c = 5.0000e2 N/m",
        ),
    ] {
        let found: Vec<String> = faults(law);
        assert!(found.len() == 1 && found[0].contains(what), "{law}: {found:#?}");
    }
    for law in ["RateState(stiffness: 501.0)", "RateState(b: 0.01)", "\"stribeck\"", "\"lugre\"", "\"elasto-plastic\""]
    {
        assert_eq!(faults(law), Vec::<String>::new(), "{law}");
    }
}

/// Below the break-away load the contact of LuGre sticks and creeps: its plastic slip path is what the body has moved and
/// the bristle does not hold. That of `elasto-plastic` does not yield there.
#[test]
fn the_plastic_slip_path_shows_the_creep_in_stick() {
    for (law, creeps) in [("Lugre(v_s: 1e-3)", true), ("ElastoPlastic(v_s: 1e-3)", false)] {
        let text = format!(
            r#"Scene(schema: 1, title: "creep", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -10.0),
            friction: (mu_s: 0.15, mu_k: 0.1, k_e: 1e5, laws: (slide: {law})), normal: Known(Weight),
            bodies: [(name: "ground", shape: Plane),
                     (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, motion: Translating, position: (0.0, 0.0, 0.1))],
            pulls: [(body: "ball", force: (0.0, 0.6, 0.0), schedule: [(0.0, 0.0), (0.5, 1.0)])])"#
        );
        let scene = Scene::parse("creep", &text).unwrap_or_else(|f| panic!("{:?}", f.lines().collect::<Vec<_>>()));
        let mut simulation = Simulation::with_energy_ledger(&scene);
        for _ in 0..8000 {
            simulation.step();
            assert_eq!(simulation.state().contacts[0].slide.0.mode, Mode::Stick, "{law}");
        }
        let state = simulation.state();
        let account = state.accounts.as_ref().expect("a ledger").contacts[0];
        let moved = account.travel[0] - state.contacts[0].slide.0.history;
        assert!((account.plastic_slip - moved.norm()).abs() < 1e-15, "{law}: {} m", account.plastic_slip);
        // -z_s ln(1 - ζ) - ζ z_s with z_s = μ_s N/K = 15 µm and ζ = 0.4.
        let expected = if creeps { 15e-6 * (-libm::log(0.6) - 0.4) } else { 0.0 };
        assert!(
            (account.plastic_slip - expected).abs() < 5e-8,
            "{law}: {:e}, theory {expected:e}",
            account.plastic_slip
        );
    }
}
