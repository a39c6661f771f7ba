//! Friction tables: each option changes a run or causes a remark, and one number in place of two means the same.

use crate::support::body;
use stickslip_engine::laws::friction::normal::{exact_damping_ratio, published_damping_ratio};
use stickslip_engine::laws::pair::choice::AnyLaw;
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Faults, Scene, set};

const BASE: &str = "mu_s: 0.5, mu_k: 0.4, k_e: 1e5, eta_r: 0.3, spin: Heuristic(eta_psi: 0.2, curvature: 5.0)";

/// A soft elastic ball that is pushed onto a plane with slip, roll and spin, and comes to rest.
fn text(friction: &str) -> String {
    format!(
        r#"Scene(schema: 1, title: "options", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.81),
        friction: ({friction}), normal: Hooke(k_n: 1e6, restitution: 0.5),
        bodies: [(name: "ground", shape: Plane, motion: Fixed),
            (name: "ball", shape: Sphere(radius: 0.2), mass: 5.0, youngs_modulus: 1e7, poisson_ratio: 0.3,
             position: (0.0, 0.0, 0.19995), velocity: (0.1, 1.5, 0.0), angular_velocity: (-2.5, 0.2, 5.0))])"#
    )
}

fn under(law: &AnyLaw) -> String {
    format!("laws: ({}: {law})", law.component())
}

fn parsed(text: &str) -> Scene {
    Scene::parse("options", text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

fn after(scene: &Scene, seconds: f64) -> State {
    let mut simulation = Simulation::new(scene);
    simulation.steps((seconds / scene.dt).round() as u64);
    assert_eq!(simulation.stopped(), None);
    simulation.state()
}

fn lines(faults: &Faults) -> String {
    faults.lines().map(|line| line.to_string()).collect::<Vec<_>>().join("\n")
}

/// Pose and velocity of the ball as bits, after runs that begin at rest but for gravity's push, in slip, and at speeds at
/// which the first step ends near a threshold.
fn bits(scene: &Scene) -> Vec<u64> {
    let speeds = std::iter::successors(Some(2e-3), |speed| Some(speed * 1.2)).take_while(|speed| *speed < 4.0);
    let runs = std::iter::once((1.0, 0.15)).chain(speeds.map(|speed| (speed, 1e-3)));
    let of = |(speed, seconds): (f64, f64)| {
        let mut scene = scene.clone();
        for ball in scene.bodies.iter_mut().filter(|body| body.name == "ball") {
            ball.velocity *= speed;
            ball.angular_velocity *= speed;
        }
        let state = after(&scene, seconds);
        let ball = body(&state, "ball").clone();
        let numbers = [ball.x, ball.v, ball.w].map(|v| [v.x, v.y, v.z].map(f64::to_bits));
        numbers.concat()
    };
    runs.flat_map(of).collect()
}

/// Laws of contacts with springs, all but the paper's.
fn spring_laws() -> Vec<AnyLaw> {
    AnyLaw::all().into_iter().filter(|law| !law.is_cone() && law.info().id != "fang-negrut").collect()
}

/// An option that changes no bit of a run is remarked on, and only such an option.
#[test]
fn an_option_changes_the_run_or_is_remarked_on() {
    let options = [
        ("mu_s", "0.6"),
        ("k_e", "2e5"),
        ("eta_r", "0.17"),
        ("mu_r", "0.1"),
        ("spin", "Heuristic(eta_psi: 0.13, curvature: 7.0)"),
        ("slide_damping", "Ratio(0.3)"),
        ("roll_damping", "Ratio(0.3)"),
        ("spin_damping", "Ratio(0.3)"),
        ("slide.damping", "Ratio(0.3)"),
        ("slide.stiffness", "3e5"),
        ("slide.threshold", "PerLoad(1e-6)"),
        ("roll.stiffness", "3e3"),
        ("roll.threshold", "PerLoad(1e-6)"),
        ("damping_in_slip", "true"),
        ("start.slide", "slip"),
        ("start.roll", "slip"),
        ("start.spin", "slip"),
        ("saturated", "true"),
        ("history.slide", "(1e-5, 2e-5)"),
        ("history.roll_j", "(1e-5, 2e-5)"),
        ("history.spin", "1e-5"),
    ];
    let mut wrong = Vec::new();
    for law in spring_laws() {
        let base = text(&format!("{BASE}, {}", under(&law)));
        let before = bits(&parsed(&base));
        for (path, value) in options {
            let path = format!("friction.{path}");
            let changed = parsed(&set(&base, &path, value).expect("a path"));
            let remarked = changed.remarks.iter().any(|remark| remark.starts_with(&format!("{path} ")));
            let is_idle = bits(&changed) == before;
            if remarked != is_idle {
                wrong.push(format!("{} {path}: changes nothing {is_idle}, remarked {remarked}", law.info().id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A remark names the law, the reason and what to write instead; a warning passes it on.
#[test]
fn a_remark_says_which_law_does_not_read_the_option() {
    let scene = parsed(&text(&format!("{BASE}, slide_damping: Ratio(0.3), laws: (slide: \"coulomb-regularised\")")));
    let simulation_state = Simulation::new(&scene).state();
    let warnings = stickslip_engine::observe::advice::warnings(&scene, &simulation_state);
    let found =
        warnings.iter().find(|line| line.starts_with("friction.slide_damping has no effect")).expect("a warning");
    assert!(found.contains("`coulomb-regularised` of slide does not read it"), "{found}");
    // A pair that reads what the scene's table says makes it effective.
    let pairs = "pairs: [(between: (\"ball\", \"ground\"), friction: (laws: (slide: \"fang-negrut\")))], normal:";
    let read = parsed(
        &text(&format!("{BASE}, slide_damping: Ratio(0.3), {}", "laws: (slide: \"coulomb-regularised\")"))
            .replace("normal:", pairs),
    );
    assert!(read.remarks.iter().all(|remark| !remark.contains("slide_damping")), "{:?}", read.remarks);
}

/// `mu` is both coefficients, under every law and in a pair.
#[test]
fn one_mu_serves_every_law() {
    let rest = "k_e: 1e5, eta_r: 0.3, spin: Heuristic(eta_psi: 0.2, curvature: 5.0)";
    for law in AnyLaw::all().into_iter().filter(|law| !law.is_cone()) {
        let [one, two] = ["mu: 0.4", "mu_s: 0.4, mu_k: 0.4"]
            .map(|mu| bits(&parsed(&text(&format!("{mu}, {rest}, {}", under(&law))))));
        assert_eq!(one, two, "{}", law.info().id);
    }
    let pair = |mu: &str| {
        let pairs = format!("pairs: [(between: (\"ball\", \"ground\"), friction: ({mu}))], normal:");
        bits(&parsed(&text(BASE).replace("normal:", &pairs)))
    };
    assert_eq!(pair("mu: 0.2"), pair("mu_s: 0.2, mu_k: 0.2"));
    assert_ne!(pair("mu: 0.2"), pair("mu: 0.25"));
}

/// `--set` writes one coefficient in place of the other way to say it.
#[test]
fn a_set_coefficient_replaces_the_other_words_for_it() {
    let of = |friction: &str, path: &str, value: &str| {
        let text = set(&text(friction), &format!("friction.{path}"), value).expect("a path");
        let friction = parsed(&text).friction;
        [friction.mu_s, friction.mu_k, friction.roll.eta_r()]
    };
    let rest = "k_e: 1e5";
    assert_eq!(of(&format!("mu: 0.4, {rest}"), "mu_s", "0.5"), [0.5, 0.4, 0.0]);
    assert_eq!(of(&format!("mu: 0.4, {rest}"), "mu_k", "0.3"), [0.4, 0.3, 0.0]);
    assert_eq!(of(&format!("mu_k: 0.3, /* of μ_s */ mu_s: 0.4, {rest}"), "mu", "0.55"), [0.55, 0.55, 0.0]);
    assert_eq!(of(&format!("mu: 0.5, mu_r: 0.2, {rest}"), "eta_r", "0.3"), [0.5, 0.5, 0.3]);
    assert_eq!(of(&format!("mu: 0.5, eta_r: 0.2, {rest}"), "mu_r", "0.3"), [0.5, 0.5, 0.3]);
}

/// μ_r of other programs is the torque in slip over R_eff N: that of `constant-torque`, whose own parameter it equals.
#[test]
fn mu_r_is_the_torque_in_slip_over_radius_and_load() {
    let scene = parsed(&text("mu_s: 0.5, mu_k: 0.4, k_e: 1e5, mu_r: 0.1"));
    let torque = scene.friction.roll_torque_in_slip(0.2);
    assert!((torque / (0.1 * 0.2) - 1.0).abs() < 1e-14, "{torque}");
    let [through, own] = ["mu_r: 0.1, laws: (roll: \"constant-torque\")", "laws: (roll: ConstantTorque(mu_r: 0.1))"]
        .map(|roll| after(&parsed(&text(&format!("mu: 0.5, k_e: 1e5, {roll}"))), 0.1));
    let [through, own] = [&through, &own].map(|state| body(state, "ball").w);
    assert!((through - own).norm() < 1e-9 * own.norm(), "{through} {own}");
    for (friction, fault) in [
        ("mu: 0.5, k_e: 1e5, mu_r: 0.1, eta_r: 0.1", "friction.mu_r: conflicts with `eta_r`"),
        ("mu: 0.0, k_e: 1e5, mu_r: 0.1", "friction.mu_r: needs kinetic friction"),
        ("mu: 0.5, k_e: 1e5, mu_r: -0.1", "friction.mu_r: must be at least 0"),
    ] {
        let faults = Scene::parse("options", &text(friction)).expect_err("a fault");
        assert!(lines(&faults).contains(fault), "{friction}: {}", lines(&faults));
    }
}

/// K_E may be left out exactly where no law reads it: there a run with any K_E is the same, and one without is, too.
#[test]
fn k_e_is_asked_for_where_a_law_reads_it() {
    let own = "spin: Off, eta_r: 0.0";
    let laws = ["slide: MindlinTsuji, roll: ConstantTorque(mu_r: 0.1), spin: EdemDisk(mu: 0.2)"]
        .into_iter()
        .chain(["slide: CoulombRegularised, spin: EdemDisk", "slide: CundallStrack(stiffness: 2e5)"])
        .chain(["slide: Luding(stiffness: 2e5), roll: SpringDashpot(mu_r: 0.1, stiffness: 1e5)"]);
    for laws in laws {
        let friction = |k_e: &str| text(&format!("mu: 0.4, {k_e}{own}, laws: ({laws})"));
        let [with, other, without] = ["k_e: 1e5, ", "k_e: 3e5, ", ""].map(|k_e| bits(&parsed(&friction(k_e))));
        assert_eq!(with, other, "{laws}");
        assert_eq!(with, without, "{laws}");
    }
    for laws in ["slide: CundallStrack", "slide: MindlinTsuji, roll: SpringDashpot(mu_r: 0.1)", "slide: Luding"] {
        let faults = Scene::parse("options", &text(&format!("mu: 0.4, {own}, laws: ({laws})"))).expect_err("no k_e");
        assert!(lines(&faults).contains("k_e"), "{laws}: {}", lines(&faults));
    }
}

/// No damper returns nothing while N is never negative: `restitution: 0.0` is critical damping, with which two free bodies
/// part at e⁻² (the limit of `exp(−2φ cot φ)` for φ → 0), and the scene says so.
#[test]
fn a_restitution_of_zero_is_critical_damping() {
    assert_eq!([exact_damping_ratio(0.0), published_damping_ratio(0.0)], [1.0; 2]);
    for normal in ["Hooke(k_n: 1e6, restitution: 0.0)", "Hertz(restitution: 0.0)"] {
        for speed in [0.1, 3.0] {
            let text = format!(
                r#"Scene(schema: 1, title: "drop", time: (dt: 2e-6, duration: 1.0), gravity: (0.0, 0.0, 0.0),
                friction: (mu: 0.0, k_e: 1e5), normal: {normal},
                bodies: [(name: "ground", shape: Plane, motion: Fixed),
                    (name: "ball", shape: Sphere(radius: 0.2), mass: 5.0, youngs_modulus: 1e7, poisson_ratio: 0.3,
                     position: (0.0, 0.0, 0.2), velocity: (0.0, 0.0, -{speed:?}))])"#
            );
            let scene = parsed(&text);
            assert!(scene.remarks.iter().any(|remark| remark.contains("critically damped")), "{:?}", scene.remarks);
            let rebound = body(&after(&scene, 0.2), "ball").v.z / speed;
            assert!((rebound / libm::exp(-2.0) - 1.0).abs() < 2e-3, "{normal} at {speed} m/s: {rebound}");
        }
    }
}
