//! Extensions that section 3 allows: separate η_e and η_θ (3.2), and load curves instead of linear springs (3.3).

use crate::builtin;
use crate::support::{body, contact, scene, trajectory};
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::math::extremes::{largest, largest_difference};
use stickslip_engine::observe::quantity::component;
use stickslip_engine::observe::state::State;
use stickslip_engine::record::hash::state_hash;
use stickslip_engine::record::save::scene_text;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::edits::{Edit, FrictionParameter, QueueEdit, Refused};

/// The ball of section 4.3 with these fields instead of `eta_r: 0.3`.
fn ball(fields: &str) -> String {
    let text = builtin::text("sphere-up-35").expect("a scene");
    assert!(text.contains("eta_r: 0.3"));
    text.replace("eta_r: 0.3", fields)
}

fn parse(text: &str) -> Scene {
    Scene::parse("s.ron", text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

/// η_e alone equals η_r, to the bit.
#[test]
fn eta_e_with_eta_theta_1_is_eta_r() {
    let hash = |text: &str| {
        let mut simulation = Simulation::new(&parse(text));
        simulation.steps(500);
        state_hash(&simulation.state())
    };
    let whole = hash(&ball("eta_r: 0.3"));
    assert_eq!(hash(&ball("eta_e: 0.3")), whole);
    assert_eq!(hash(&ball("eta_e: 0.3, eta_theta: 1.0")), whole);
    assert_ne!(hash(&ball("eta_e: 0.3, eta_theta: 0.9")), whole);
}

/// (2a): ½ K_R Θ_s² = η_e ½ K_E S_s², and Θ_s = η_θ κ S_s; so K_R = η_e/η_θ² K_E/κ², and the torque in slip is
/// (η_e/η_θ) μ_k N/κ, κ = 1/(2R).
#[test]
fn eta_e_scales_the_energy_and_eta_theta_the_threshold() {
    let (eta_e, eta_theta, kappa) = (0.147, 0.7, 2.5);
    let normal = 5.0 * 9.8 * 35f64.to_radians().cos();
    let states = trajectory(&parse(&ball("eta_e: 0.147, eta_theta: 0.7")), 100);
    let c = contact(&states[100]);
    let (roll, slide) = (component(c, 2), component(c, 0));
    let near =
        |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-9, "{found}, expected {expected}");
    near(roll.spring.static_cap, eta_theta * kappa * 0.25 * normal / 1e5);
    let energy = |k: f64, cap: f64| 0.5 * k * cap * cap;
    near(
        energy(roll.spring.stiffness, roll.spring.static_cap),
        eta_e * energy(slide.spring.stiffness, slide.spring.static_cap),
    );
    near(roll.spring.stiffness, eta_e / (eta_theta * eta_theta) * 1e5 / (kappa * kappa));
    assert_eq!(roll.mode, Mode::Slip);
    near(roll.elastic.norm(), eta_e / eta_theta * 0.2 * normal / kappa);
}

#[test]
fn both_reductions_are_tuned_live_and_saved() {
    let text = ball("eta_e: 0.2, eta_theta: 0.8");
    let mut simulation = Simulation::new(&parse(&text));
    for (which, value) in [
        (FrictionParameter::EtaE, 0.3),
        (FrictionParameter::EtaTheta, 0.5),
        (FrictionParameter::EtaR, 0.1),
        (FrictionParameter::EtaTheta, 0.0),
    ] {
        simulation.world().write_message(QueueEdit(Edit::Basic { rule: None, which, value }));
    }
    simulation.steps(10);
    let refused: Vec<String> = simulation.world().resource::<Refused>().0.iter().map(|(_, why)| why.clone()).collect();
    let expected = ["this roll friction has eta_e and eta_theta", "k_e and eta_theta must be positive"];
    assert_eq!(refused, expected);
    let c = simulation.state().contacts[0].law.friction;
    assert_eq!((c.roll.eta_e(), c.roll.eta_theta(), c.roll.eta_r()), (0.3, 0.5, 1.2));
    let saved = scene_text(simulation.world(), &text, false).expect("a scene");
    assert_eq!(saved, ball("eta_e: 0.3, eta_theta: 0.5"));
    let mut simulation = Simulation::new(&parse(&ball("eta_r: 0.3")));
    simulation.world().write_message(QueueEdit(Edit::Basic { rule: None, which: FrictionParameter::EtaE, value: 0.3 }));
    simulation.steps(1);
    assert_eq!(simulation.world().resource::<Refused>().0[0].1, "this roll friction has only eta_r");
}

#[test]
fn wrong_combinations_of_the_reductions_are_refused() {
    for (fields, expected) in [
        ("eta_r: 0.3, eta_e: 0.3", "friction.eta_e: conflicts with `eta_r`, which sets both"),
        ("eta_r: 0.3, eta_theta: 0.9", "friction.eta_theta: conflicts with `eta_r`"),
        ("eta_theta: 0.9", "friction.eta_theta: requires `eta_e`"),
        ("eta_e: 0.3, eta_theta: 0.0", "friction.eta_theta: must be positive"),
        ("eta_e: -0.3", "friction.eta_e: must be at least 0"),
        (
            "eta_e: 0.3, eta_theta: 0.9, roll: (threshold: Kappa(2.5))",
            "friction.eta_theta: scales the threshold of roll",
        ),
    ] {
        let faults = Scene::parse("s.ron", &ball(fields)).expect_err(fields);
        let first = faults.lines().next().expect("a fault").to_string();
        assert!(first.contains("s.ron:9:") || first.contains("s.ron:8:") || first.contains("s.ron:1"), "{first}");
        assert!(first.contains(expected), "{fields}: {first}");
    }
}

/// A pair inherits the ratios it does not give: η_θ alone is combined with the inherited η_e, η_r replaces both.
#[test]
fn a_pair_inherits_the_reductions() {
    let of = |fields: &str| {
        let text = ball("eta_e: 0.2, eta_theta: 0.8");
        let pairs = format!("pairs: [(between: (\"ball\", \"incline\"), friction: ({fields}))],\n    bodies: [");
        let roll = parse(&text.replace("bodies: [", &pairs)).pairs[0].friction.roll;
        (roll.eta_e(), roll.eta_theta())
    };
    assert_eq!([of("eta_theta: 0.5"), of("eta_e: 0.1"), of("eta_r: 0.3")], [(0.2, 0.5), (0.1, 0.8), (0.3, 1.0)]);
}

/// A straight load curve is the linear law: the ball of section 4.3 and the brick of 4.1, slide, roll and spin, over
/// stick and slip. The loads are rounded differently, so the curves agree to 1e-9 of their range.
#[test]
fn a_curve_that_is_a_straight_line_is_the_linear_law() {
    let linear = "eta_r: 0.3,\n        spin: Heuristic(eta_psi: 0.006, curvature: 5.0)";
    let bent = "eta_r: 0.3, slide: (curve: [(0.0, 0.0), (1e-4, 10.0), (3e-4, 30.0)]), \
                roll: (curve: [(0.0, 0.0), (1e-4, 0.48), (1e-3, 4.8)]), \
                spin: Given(curve: [(0.0, 0.0), (1e-2, 0.24)], threshold: Kappa(5.0))";
    let text = builtin::text("sphere-up-35").expect("a scene");
    assert!(text.contains(linear));
    let [straight, tabled] = [text.to_string(), text.replace(linear, bent)].map(|text| trajectory(&parse(&text), 2000));
    for quantity in [
        |s: &State| body(s, "ball").v.y,
        |s: &State| body(s, "ball").w.x,
        |s: &State| contact(s).slide.0.elastic.norm(),
    ] {
        let pairs: Vec<(f64, f64)> = tabled.iter().map(quantity).zip(straight.iter().map(quantity)).collect();
        let apart = largest_difference(pairs);
        assert!(apart < 1e-9, "{apart:e} of the range");
    }
    let changes = |states: &[State]| states.windows(2).filter(|w| mode(&w[0]) != mode(&w[1])).count();
    assert_eq!(changes(&tabled), changes(&straight));
    assert!(changes(&straight) >= 2, "it sticks and slips");
}

fn mode(state: &State) -> Option<Mode> {
    state.contacts.first().map(|c| c.slide.0.mode)
}

/// Linear coefficient of the load curve, N/m.
const A: f64 = 2e4;
/// Quadratic coefficient of the load curve, N/m².
const B: f64 = 2e9;

/// A brick of section 4.1 with the load curve F = A d + B d² of 400 segments up to 4e-5 m.
fn curved_brick(name: &str) -> Scene {
    let pairs: Vec<String> =
        (0..=400).map(|k| f64::from(k) * 1e-7).map(|d| format!("({d:?}, {:?})", A * d + B * d * d)).collect();
    let text = builtin::text(name).expect("a scene");
    assert!(text.contains("eta_r: 0.0,"));
    parse(&text.replace("eta_r: 0.0,", &format!("eta_r: 0.0, slide: (curve: [{}]),", pairs.join(", "))))
}

/// At rest the load is m g sin α; the deflection is the root d of A d + B d² = m g sin α, and the spring stores A d²/2
/// + B d³/3. Four points of a face share it. Segments of length h miss B h² d/6 of the energy: 1e-5 of it.
#[test]
fn a_curved_spring_holds_the_integral_of_its_load() {
    let mut simulation = Simulation::with_energy_ledger(&curved_brick("brick-damped"));
    simulation.steps(20_000);
    let state = simulation.state();
    let load = 9.8 * 0.18f64.sin();
    let d = ((A * A + 4.0 * B * load).sqrt() - A) / (2.0 * B);
    let held = 0.5 * A * d * d + B * d * d * d / 3.0;
    for c in &state.contacts {
        let history = c.slide.0.history.norm();
        assert!((history / d - 1.0).abs() < 1e-5, "{history} m, expected {d} m");
        assert_eq!(c.slide.0.mode, Mode::Stick);
    }
    let accounts = state.accounts.expect("the account is kept");
    let slide = accounts.budget.contacts.slide;
    assert!((slide.stored / held - 1.0).abs() < 1e-4, "{} J, expected {held} J", slide.stored);
    assert_eq!(slide.slip, 0.0, "nothing slips");
}

/// Without damping the brick oscillates on its curved spring, and the budget closes to first order in Δt, as with a
/// linear one; the error of the trapezoidal rule on the curve is far smaller.
#[test]
fn the_energy_account_of_a_curved_spring_closes() {
    let worst = |dt: &str| {
        let mut scene = curved_brick("brick-undamped");
        scene.dt = dt.parse().expect("a number");
        let mut simulation = Simulation::with_energy_ledger(&scene);
        let (mut worst, mut through, mut missed) = (0.0_f64, 0.0_f64, 0.0_f64);
        for _ in 0..(0.04 / scene.dt).round() as u64 {
            simulation.step();
            let budget = simulation.state().accounts.expect("the account is kept").budget;
            worst = largest([worst, budget.residual().abs()]);
            through = largest([through, budget.contacts.slide.stored]);
            missed = largest([missed, budget.contacts.slide.stiffness.abs()]);
        }
        assert!(missed < 1e-2 * through, "{missed:e} J of {through:e} J");
        worst / through
    };
    let (coarse, fine) = (worst("1e-4"), worst("2.5e-5"));
    assert!(coarse < 0.1 && coarse / fine > 3.0, "{coarse:e}, at a quarter of the step {fine:e}");
}

/// A brick that slides on a curved spring: the thresholds are where the curve reaches μ N, so the force is μ_k N.
#[test]
fn a_brick_on_a_curved_spring_slides_with_mu_k_n() {
    let states = trajectory(&curved_brick("brick-slips"), 1000);
    let last = &states[1000];
    let force: f64 = last.contacts.iter().map(|c| c.slide.0.elastic.norm()).sum();
    let expected = 0.2 * 9.8 * 0.25f64.cos();
    assert!((force / expected - 1.0).abs() < 1e-9, "{force} N, expected {expected} N");
    let limits: f64 = last.contacts.iter().map(|c| component(c, 0).limits[0]).sum();
    assert!((limits / (1.25 * expected) - 1.0).abs() < 1e-9, "{limits} N at the static threshold");
}

/// A ball that spins on a load curve: in slip the torque is F(Ψ_k) with Ψ_k = 5 μ_k N/K_E = 4.9e-4 rad, here 0.02 +
/// 0.01·0.09/0.6 N·m, and ω falls by F/I per second.
#[test]
fn a_spinning_ball_on_a_curve_slows_down_with_its_load_at_the_threshold() {
    let curve = "Given(curve: [(0.0, 0.0), (4e-4, 0.02), (1e-3, 0.03)], threshold: Kappa(5.0))";
    let states = trajectory(&scene("sphere-spin-0.012", &[("friction.spin", curve)]), 10_000);
    let torque = 0.02 + 0.01 * 0.09 / 0.6;
    let rate = (body(&states[10_000], "ball").w.z - body(&states[5000], "ball").w.z) / 0.5;
    let expected = -torque / (0.4 * 5.0 * 0.04);
    assert!((rate / expected - 1.0).abs() < 1e-6, "{rate} rad/s², expected {expected}");
    assert!((contact(&states[10_000]).spin.0.elastic.abs() / torque - 1.0).abs() < 1e-9);
}

#[test]
fn wrong_load_curves_are_refused_at_their_pair() {
    for (fields, expected) in [
        (
            "slide: (curve: [(0.0, 0.0), (1e-5, 1.0), (2e-5, 0.9)])",
            "friction.slide.curve.2: a load curve must increase",
        ),
        ("slide: (curve: [(0.0, 0.5), (1e-5, 1.0)])", "friction.slide.curve.0: a load curve must begin at zero load"),
        ("roll: (curve: [(0.0, 0.0)])", "friction.roll.curve: a load curve needs at least two pairs"),
        ("roll: (curve: [(0.0, 0.0), (1e-5, \"x\")])", "friction.roll.curve.1.1: expected a number"),
        (
            "slide: (stiffness: 1e5, curve: [(0.0, 0.0), (1e-5, 1.0)])",
            "friction.slide.curve: conflicts with `stiffness`",
        ),
        (
            "slide: (curve: [(0.0, 0.0), (1e-5, 1.0)]), laws: (slide: \"luding\")",
            "`luding` cannot use the load curve of slide",
        ),
    ] {
        let faults = Scene::parse("s.ron", &ball(&format!("eta_r: 0.3, {fields}"))).expect_err(fields);
        let all: Vec<String> = faults.lines().map(|line| line.to_string()).collect();
        assert!(all.iter().any(|line| line.contains(expected)), "{fields}: {all:?}");
    }
    let spin = ball("eta_r: 0.3")
        .replace("Heuristic(eta_psi: 0.006, curvature: 5.0)", "Given(curve: [(0.0, 0.0), (1e-5, 1.0)])");
    let faults = Scene::parse("s.ron", &spin).expect_err("no threshold");
    assert!(faults.lines().next().expect("a fault").to_string().contains("missing field `threshold`"));
}
