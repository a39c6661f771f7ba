//! The rigid counterpart of a scene with springs: its limits, refused scenes, live edits of both and of the solver.

use super::support::{G, body, moving_ball, on_slope, parse};
use crate::builtin;
use stickslip_engine::laws::friction::limit::cones::ConeForm;
use stickslip_engine::record::hash::state_hash;
use stickslip_engine::record::save::scene_text;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::run::timeline::Timeline;
use stickslip_engine::scene::{Cones, LawSet, NormalLaw, Scene};
use stickslip_engine::step::edits::{Edit, EditLog, FrictionParameter, QueueEdit, Refused};

/// A sphere or box of 1 kg on springs, with this friction and normal law; `more` are further fields of the scene.
fn springs(friction: &str, normal: &str, dt: f64, bodies: &str, more: &str) -> Scene {
    parse(&format!(
        "Scene(schema: 1, title: \"t\", time: (dt: {dt:?}, duration: 100.0), gravity: (0.0, 0.0, -9.81), friction: ({friction}),
        normal: {normal}, {more} bodies: [(name: \"ground\", shape: Plane), {bodies}])"
    ))
}

fn set(text: &str) -> LawSet {
    LawSet::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn rigid(scene: &Scene) -> Scene {
    scene.under(&set("complementarity")).unwrap_or_else(|fault| panic!("{fault}"))
}

const FRICTION: &str = "mu_s: 0.6, mu_k: 0.5, k_e: 1e5, eta_r: 0.02, spin: Heuristic(eta_psi: 0.01, curvature: 5.0)";

fn close(found: &[f64], expected: &[f64]) {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-14 * b.abs().max(1e-300);
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(near), "{found:?}, expected {expected:?}");
}

/// μ = μ_k, ρ = 2η_r μ_k R and σ = η_ψ μ_k/𝒦, for the scene and for its pair rule; a given stiffness and threshold give
/// the torque of their springs; explicit limits of a law set take precedence.
#[test]
fn limits_follow_from_the_springs_of_every_pair() {
    let pair = "pairs: [(between: (\"ground\", \"body\"), friction: (mu_k: 0.3, eta_r: 0.1)),
                (between: (\"steel\", \"steel\"), friction: (roll: Given(stiffness: 50.0, threshold: PerLoad(1e-4)),
                 spin: Given(stiffness: 20.0, threshold: Kappa(3.0))))],";
    let ball = moving_ball(1.0, [0.0; 3]).replace("mass: 1.0", "mass: 1.0, material: \"steel\"");
    let scene = springs(FRICTION, "Hooke(k_n: 1e6, restitution: 0.4)", 1e-4, &ball, pair);
    let rigid = rigid(&scene);
    let radius = 0.1;
    close(&rigid.friction.cone(radius), &[0.5, 2.0 * 0.02 * 0.5 * radius, 0.01 * 0.5 / 5.0]);
    close(&rigid.pairs[0].friction.cone(radius), &[0.3, 2.0 * 0.1 * 0.3 * radius, 0.01 * 0.3 / 5.0]);
    let given = [0.5, 50.0 * 0.5 * 1e-4, 20.0 * 3.0 * 0.5 / 1e5];
    close(&rigid.pairs[1].friction.cone(radius), &given);
    for normal in [&rigid.normal, &rigid.pairs[0].normal] {
        let NormalLaw::Rigid { restitution, .. } = normal else { panic!("{normal:?}") };
        assert!((restitution - 0.4).abs() < 1e-12, "{restitution}");
    }
    let own = "slide=Complementarity(mu: 0.2)/roll=complementarity/spin=Complementarity(sigma: 1e-3)";
    let own = scene.under(&set(own)).expect("no fault");
    close(&own.friction.cone(radius), &[0.2, 2.0 * 0.02 * 0.5 * radius, 1e-3]);
    assert_eq!(scene.law_set_notes(&set("complementarity")).len(), 3, "mu_s and mu_k differ in all three places");
    assert_eq!(scene.law_set_notes(&set("fang-negrut")), Vec::<String>::new());
}

/// A rigid scene is its own counterpart: it keeps its explicit limits, and only the solver changes.
#[test]
fn a_rigid_scene_keeps_its_limits() {
    let scene = on_slope(0.0, "mu: 0.5, rho: 2e-3, sigma: 1e-3", 1e-2, &moving_ball(1.0, [0.0; 3]));
    assert_eq!(rigid(&scene), scene);
    for text in ["complementarity/Cones(form: Relaxed)", "Cones(form: Relaxed)", "scene/Cones(form: Relaxed)"] {
        let relaxed = scene.under(&set(text)).expect("no fault");
        assert_eq!(relaxed, Scene { solver: Cones { form: ConeForm::Relaxed, ..scene.solver }, ..scene.clone() });
    }
}

/// A scene without a counterpart is refused with a remedy, before anything runs.
#[test]
fn what_has_no_counterpart_is_refused() {
    let ball = moving_ball(1.0, [0.0; 3]);
    let on_springs = springs(FRICTION, "Hooke(k_n: 1e6)", 1e-4, &ball, "");
    let on_cones = on_slope(0.0, "mu: 0.5", 1e-2, &ball);
    let hertz = "mu_s: 0.6, mu_k: 0.5, k_e: 1e5, spin: Hertz";
    let elastic = ball.replace("mass: 1.0", "mass: 1.0, youngs_modulus: 1e7, poisson_ratio: 0.3");
    let on_hertz = springs(hertz, "Hertz(restitution: 0.4)", 1e-4, &elastic, "");
    let pressed = springs(FRICTION, "Known(Force(20.0))", 1e-4, &ball, "");
    for (scene, laws, what, remedy) in [
        (&on_cones, "fang-negrut", "`fang-negrut` of slide needs a stiffness", "write the scene with springs"),
        (
            &on_cones,
            "roll=constant-torque",
            "`constant-torque` of roll needs a stiffness",
            "write the scene with springs",
        ),
        (
            &on_springs,
            "slide=complementarity",
            "`complementarity` of slide needs rigid contacts",
            "for slide, roll and spin",
        ),
        (&on_springs, "Cones(form: Relaxed)", "there are none", "add `complementarity`"),
        (&on_hertz, "complementarity", "the torque of Hertz spin", "sigma"),
        (&pressed, "complementarity", "a rigid contact finds N from the motion", "Known(Weight)"),
    ] {
        let fault = scene.under(&set(laws)).expect_err(laws);
        assert!(fault.what.contains(what) && fault.remedy.contains(remedy), "{laws}: {fault}");
    }
    let sigma = "slide=complementarity/roll=complementarity/spin=Complementarity(sigma: 1e-4)";
    assert!(on_hertz.under(&set(sigma)).is_ok());
}

/// Every built-in scene has a counterpart that runs, or a reason why not.
#[test]
fn every_built_in_scene_has_a_counterpart_or_says_why_not() {
    let (mut run, mut refused) = (0, 0);
    for (name, text) in builtin::all() {
        let scene = Scene::parse(name, text).expect("no fault");
        match scene.under(&set("complementarity")) {
            Ok(rigid) if rigid.bodies.len() < 100 => {
                let mut simulation = Simulation::new(&rigid);
                simulation.steps(50);
                assert_eq!(simulation.stopped(), None, "{name}");
                assert!(simulation.cones().steps > 0 || simulation.state().contacts.is_empty(), "{name}");
                run += 1;
            }
            Ok(_) => {}
            Err(fault) => {
                assert!(!fault.remedy.is_empty(), "{name}: {fault}");
                refused += 1;
            }
        }
    }
    assert!(run > 25 && refused > 0, "{run} run, {refused} refused");
}

/// Edits of the springs act on the counterpart as far as its limits depend on them: μ_s on none, μ_k on all three
/// limits, η_r on ρ. A scene with explicit limits has a single μ.
#[test]
fn edits_of_the_springs_act_on_their_counterpart() {
    let ball = moving_ball(1.0, [-10.0, 0.0, 0.0]);
    let deceleration = |scene: &Scene, edits: &[(FrictionParameter, f64)]| {
        let mut simulation = Simulation::new(scene);
        for (which, value) in edits {
            simulation.world().write_message(QueueEdit(Edit::Basic { rule: None, which: *which, value: *value }));
        }
        simulation.steps(100);
        assert_eq!(simulation.world().resource::<Refused>().0, Vec::new());
        (1.0 - body(&simulation.state(), "body").v.norm()) / (100.0 * scene.dt)
    };
    // Deceleration of a rolling ball: 5ρg/7R.
    let of = |rho: f64| 5.0 * rho * G / 0.7;
    let counterpart = rigid(&springs(FRICTION, "Known(Weight)", 1e-3, &ball, ""));
    let limits = on_slope(0.0, "mu: 0.5, rho: 1e-3", 1e-3, &ball);
    for (scene, edits, expected) in [
        (&counterpart, vec![], of(2e-3)),
        (&counterpart, vec![(FrictionParameter::MuS, 0.9), (FrictionParameter::KE, 1e4)], of(2e-3)),
        (&counterpart, vec![(FrictionParameter::MuK, 0.4)], of(1.6e-3)),
        (&counterpart, vec![(FrictionParameter::EtaR, 0.04)], of(4e-3)),
        (&limits, vec![(FrictionParameter::MuS, 0.9)], of(1e-3)),
    ] {
        let found = deceleration(scene, &edits);
        assert!((found - expected).abs() < 1e-9, "{edits:?}: {found}, expected {expected}");
    }
}

/// A sliding box, 0.2 × 0.2 × 0.2 m.
const BOX: &str = "(name: \"body\", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, motion: Translating,
                    on: (surface: \"ground\", at: (0.0, 0.0), velocity: (0.0, 2.0)))";

/// The formulation changes while the box slides: from that step on, the relaxed one lifts the box; seeking back and
/// forth is bit-identical. Invalid settings are refused.
#[test]
fn the_solver_is_chosen_live() {
    let scene = on_slope(0.0, "mu: 0.5", 1e-2, BOX);
    let mut simulation = Simulation::new(&scene);
    let relaxed = Cones { form: ConeForm::Relaxed, ..Cones::default() };
    for nonsense in [Cones { tolerance: f64::NAN, ..relaxed }, Cones { max_iterations: 0, ..relaxed }] {
        simulation.world().write_message(QueueEdit(Edit::Solver(nonsense)));
    }
    simulation.step();
    assert_eq!(simulation.world().resource::<Refused>().0.len(), 2);
    assert_eq!(simulation.world().resource::<EditLog>().0, Vec::new());
    let mut simulation = Simulation::new(&scene);
    let mut timeline = Timeline::begin(simulation.world());
    timeline.seek(simulation.world(), 5);
    timeline.edit(5, Edit::Solver(relaxed));
    timeline.seek(simulation.world(), 6);
    let before = 2.0 - 5.0 * 0.5 * G * 1e-2;
    let after = (before - 0.5 * G * 1e-2) / 1.25;
    let v = body(&simulation.state(), "body").v;
    assert!((v.y - after).abs() < 1e-8 && (v.z - 0.5 * after).abs() < 1e-8, "{v:?}, expected {after}");
    timeline.seek(simulation.world(), 40);
    let first = state_hash(&simulation.state());
    timeline.seek(simulation.world(), 3);
    timeline.seek(simulation.world(), 5);
    assert!(body(&simulation.state(), "body").v.z.abs() < 1e-9);
    timeline.seek(simulation.world(), 40);
    assert_eq!(state_hash(&simulation.state()), first);
}

/// A solver chosen live is saved with the scene and in a recording.
#[test]
fn a_chosen_solver_is_saved_and_recorded() {
    let text = "Scene(schema: 1, title: \"t\", time: (duration: 1.0), gravity: (0.0, 0.0, -9.81), friction: (mu: 0.5), normal: Rigid,
        bodies: [(name: \"ground\", shape: Plane)])";
    let mut simulation = Simulation::new(&parse(text));
    let chosen = Cones { form: ConeForm::Relaxed, max_iterations: 50, ..Cones::default() };
    simulation.world().write_message(QueueEdit(Edit::Solver(chosen)));
    simulation.step();
    let saved = scene_text(simulation.world(), text, false).expect("a scene");
    assert_eq!(parse(&saved).solver, chosen, "{saved}");
    let edit = ron::to_string(&Edit::Solver(chosen)).expect("RON");
    assert_eq!(ron::from_str(&edit), Ok(Edit::Solver(chosen)), "{edit}");
    let short = "Solver((form: Relaxed, max_iterations: 50))";
    assert_eq!(ron::from_str(short), Ok(Edit::Solver(chosen)));
    assert!(ron::from_str::<Edit>("Solver((forms: Relaxed))").is_err());
}
