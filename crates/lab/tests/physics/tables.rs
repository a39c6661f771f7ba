//! The three functions that section 3.3 leaves open, as tables: F_s in stick, F_d in slip, F_D of the dashpot.

use crate::support::{body, contact, scene, trajectory};
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::math::extremes::{largest, largest_difference};
use stickslip_engine::observe::advice::at_start;
use stickslip_engine::observe::quantity::component;
use stickslip_engine::observe::state::State;
use stickslip_engine::record::hash::state_hash;
use stickslip_engine::record::save::scene_text;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Faults, Scene, set};
use stickslip_engine::step::edits::{Edit, FrictionParameter, QueueEdit, Refused};
use stickslip_engine::world::contact::ContactIdentity;
use stickslip_lab::{builtin, generate};

/// Moment of inertia of the ball of section 4.4, kg·m².
const INERTIA: f64 = 0.4 * 5.0 * 0.04;

/// F(x) = c x² as a table of `n` equal steps up to `reach`.
fn parabola(c: f64, reach: f64, n: u32) -> String {
    let x = |k: u32| reach * f64::from(k) / f64::from(n);
    let pairs: Vec<String> = (0..=n).map(|k| format!("({:?}, {:?})", x(k), c * x(k) * x(k))).collect();
    format!("[{}]", pairs.join(", "))
}

/// The ball of section 4.4 with this `Given(...)` of spin; it starts at 1 rad/s.
fn spinner(given: &str, edits: &[(&str, &str)]) -> Scene {
    let given = format!("Given({given})");
    let basic = [("friction", "(mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: 0.3)"), ("friction.spin", given.as_str())];
    let edits: Vec<(&str, &str)> = basic.iter().chain(edits).copied().collect();
    scene("sphere-spin-0.012", &edits)
}

fn omega(state: &State) -> f64 {
    body(state, "ball").w.z
}

/// Tables of straight lines are the linear law: the ball of section 4.3, slide, roll and spin, over stick and slip,
/// with slip curves and dashpots of two segments of one slope. The loads are rounded differently, so the curves agree
/// to 1e-9 of their range.
#[test]
fn tables_of_straight_lines_are_the_linear_law() {
    let spin = ("friction.spin", "Given(stiffness: 24.0, threshold: Kappa(5.0), damping: Coefficient(2.0))");
    let linear = [
        ("friction.slide", "Given(stiffness: 1e5, damping: Coefficient(1000.0))"),
        ("friction.roll", "Given(stiffness: 4800.0, damping: Coefficient(30.0))"),
        spin,
    ];
    let slide = "Given(stiffness: 1e5, slip_curve: [(0.0, 0.0), (1e-5, 1.0), (3e-4, 30.0)], \
                 damping_curve: [(0.0, 0.0), (1e-3, 1.0), (0.1, 100.0)])";
    let roll = "Given(curve: [(0.0, 0.0), (1e-3, 4.8)], slip_curve: [(0.0, 0.0), (1e-5, 0.048), (1e-3, 4.8)], \
                damping_curve: [(0.0, 0.0), (0.01, 0.3), (1.0, 30.0)])";
    let turn = "Given(stiffness: 24.0, slip_curve: [(0.0, 0.0), (1e-4, 24e-4), (1e-3, 24e-3)], threshold: Kappa(5.0), \
                damping_curve: [(0.0, 0.0), (0.01, 0.02), (1.0, 2.0)])";
    let tables = [("friction.slide", slide), ("friction.roll", roll), ("friction.spin", turn)];
    let run = |edits: &[(&str, &str)]| {
        let text = builtin::text("sphere-up-35").expect("a scene");
        let basic = [("friction", "(mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: 0.3)")];
        let text = basic.iter().chain(edits).fold(text.to_string(), |text, (path, value)| {
            set(&text, path, value).unwrap_or_else(|fault| panic!("{fault}"))
        });
        let text = set(&text, "bodies.ball.on.spin", "2.0").unwrap_or_else(|fault| panic!("{fault}"));
        trajectory(&Scene::parse("s", &text).unwrap_or_else(|faults| panic!("{faults}")), 2000)
    };
    let (straight, tabled) = (run(&linear), run(&tables));
    assert!(tabled[0].contacts[0].law.friction.has_curves() && !straight[0].contacts[0].law.friction.has_curves());
    for quantity in [
        |s: &State| body(s, "ball").v.y,
        |s: &State| body(s, "ball").w.x,
        |s: &State| body(s, "ball").w.z,
        |s: &State| contact(s).slide.0.load().norm(),
        |s: &State| contact(s).roll.j.load().norm(),
        |s: &State| contact(s).spin.0.load(),
    ] {
        let pairs: Vec<(f64, f64)> = tabled.iter().map(quantity).zip(straight.iter().map(quantity)).collect();
        let apart = largest_difference(pairs);
        assert!(apart < 1e-9, "{apart:e} of the range");
    }
    let damped = largest(straight.iter().map(|s| contact(s).slide.0.damping.norm()));
    let turns = largest(straight.iter().map(|s| contact(s).spin.0.load().abs()));
    assert!(damped > 1.0 && turns > 0.01, "dashpot {damped} N, spin {turns} N·m");
}

/// Spin with F_s = 60 Ψ in stick and a slip curve: Ψ_s = 5 μ_s N/K_E = 6.125e-4 rad and Ψ_k = 4.9e-4 rad.
const TWO_LOADS: &str = "stiffness: 60.0, slip_curve: [(0.0, 0.0), (4e-4, 0.02), (1e-3, 0.03)], threshold: Kappa(5.0)";
/// F_d(Ψ_k), N·m.
const SLIP_TORQUE: f64 = 0.02 + 0.01 * 0.09 / 0.6;

/// The step that yields has F_s at the static threshold, as in the paper; each further step of slip has F_d at the
/// kinetic one, whatever the table of stick; each step of stick has F_s. In slip ω falls by F_d/I per second.
#[test]
fn slip_has_its_own_load_and_the_step_that_yields_that_of_stick() {
    let states = trajectory(&spinner(TWO_LOADS, &[]), 40_000);
    let (mut yields, mut slips, mut sticks) = (0, 0, 0);
    for pair in states.windows(2) {
        let [before, now] = [0, 1].map(|k| &contact(&pair[k]).spin.0);
        let expected = match (before.mode, now.mode) {
            (Mode::Stick, Mode::Slip) => {
                yields += 1;
                60.0 * 6.125e-4
            }
            (_, Mode::Open) | (Mode::Open, _) => panic!("a spring is open"),
            (Mode::Slip, Mode::Slip) => {
                slips += 1;
                SLIP_TORQUE
            }
            (_, Mode::Stick) => {
                sticks += 1;
                60.0 * now.history.abs()
            }
        };
        let found = now.elastic.abs();
        assert!((found - expected).abs() <= 1e-9 * expected, "{found} N·m, expected {expected}, {before:?} {now:?}");
    }
    assert!(yields >= 1 && slips > 30_000 && sticks > 100, "{yields} yields, {slips} in slip, {sticks} in stick");
    let [upper, lower] = component(contact(&states[10_000]), 3).limits;
    assert!((upper - 60.0 * 6.125e-4).abs() < 1e-12 && (lower - SLIP_TORQUE).abs() < 1e-12, "{upper} {lower}");
    let rate = (omega(&states[10_000]) - omega(&states[5000])) / 0.5;
    assert!((rate * INERTIA / SLIP_TORQUE + 1.0).abs() < 1e-6, "{rate} rad/s²");
}

/// A brick whose slip curve is at first steeper than its stick curve: the thresholds are where F_s reaches μ_s N and
/// F_d reaches μ_k N, the brick slides with μ_k N, and slip dissipates μ_k N times the path. The springs store ½ K
/// d_k², the integral of F_s, and return it once they stick.
#[test]
fn a_brick_with_a_slip_curve_slides_with_mu_k_n() {
    let curve = "Given(stiffness: 1e5, slip_curve: [(0.0, 0.0), (1e-5, 1.5), (4e-5, 4.5)])";
    let mut simulation = Simulation::with_energy_ledger(&scene("brick-slips", &[("friction.slide", curve)]));
    simulation.steps(600);
    let early = simulation.state();
    simulation.steps(400);
    let late = simulation.state();
    let normal = 9.8 * 0.25f64.cos();
    let force: f64 = late.contacts.iter().map(|c| c.slide.0.elastic.norm()).sum();
    assert!((force / (0.2 * normal) - 1.0).abs() < 1e-9, "{force} N");
    let kinetic = 1e-5 + (0.2 * normal - 1.5) / 1e5;
    for c in &late.contacts {
        let spring = component(c, 0).spring;
        assert!((spring.static_cap / (0.25 * normal / 1e5) - 1.0).abs() < 1e-9, "{spring:?}");
        assert!((spring.kinetic_cap / kinetic - 1.0).abs() < 1e-9, "{spring:?}");
        assert_eq!(c.slide.0.mode, Mode::Slip);
    }
    let [limit, lower] = [0, 1].map(|k| late.contacts.iter().map(|c| component(c, 0).limits[k]).sum::<f64>());
    assert!((limit / (0.25 * normal) - 1.0).abs() < 1e-9 && (lower / force - 1.0).abs() < 1e-9, "{limit} N, {lower} N");
    let slide = |state: &State| state.accounts.as_ref().expect("the account is kept").budget.contacts.slide;
    let way = (body(&late, "brick").x - body(&early, "brick").x).norm();
    let spent = slide(&late).slip - slide(&early).slip;
    assert!((spent / (0.2 * normal * way) - 1.0).abs() < 1e-6, "{spent} J over {way} m");
    assert_eq!(slide(&late).stiffness, slide(&early).stiffness);
    let held = 0.5 * 1e5 * kinetic * kinetic;
    assert!((slide(&late).stored / held - 1.0).abs() < 1e-9, "{} J, expected {held} J", slide(&late).stored);
}

/// I dω/dt = −c ω² is ω = ω₀/(1 + c ω₀ t/I), with a negligible spring. The integrator is of first order in Δt. One
/// thousand segments of 1e-3 rad/s add at most c (1e-3)²/4 to the load: 2e-6 of it.
#[test]
fn a_quadratic_dashpot_slows_spin_down_as_its_closed_form() {
    let table = parabola(0.08, 1.0, 1000);
    let given = format!("stiffness: 1e-9, threshold: Kappa(1e9), damping_curve: Uncapped({table})");
    let worst = |dt: &str| {
        let scene = spinner(&given, &[("time.dt", dt)]);
        let mut simulation = Simulation::new(&scene);
        let mut worst = 0.0_f64;
        for k in 1..=(2.0 / scene.dt).round() as u64 {
            simulation.step();
            let expected = 1.0 / (1.0 + 0.08 / INERTIA * scene.dt * k as f64);
            worst = largest([worst, (omega(&simulation.state()) / expected - 1.0).abs()]);
        }
        worst
    };
    let (coarse, fine) = (worst("1e-3"), worst("2.5e-4"));
    assert!(coarse < 2e-3 && coarse / fine > 3.5, "{coarse:e}, at a quarter of the step {fine:e}");
}

/// The quadratic dashpot of slide for a brick on four points, each with its share: v = v₀/(1 + c v₀ t/m).
#[test]
fn the_points_of_a_face_share_a_dashpot() {
    let curve = parabola(2.0, 0.5, 1000);
    let given = format!("Given(stiffness: 1e-9, threshold: PerLoad(1e3), damping_curve: Uncapped({curve}))");
    let edits = [
        ("bodies.incline.shape.degrees", "0.0"),
        ("bodies.brick.on.velocity", "(0.3, 0.4)"),
        ("friction", "(mu_s: 0.25, mu_k: 0.2, k_e: 1e5)"),
        ("friction.slide", given.as_str()),
    ];
    let states = trajectory(&scene("brick-damped", &edits), 5000);
    let last = &states[5000];
    assert_eq!(last.contacts.len(), 4);
    let (found, expected) = (body(last, "brick").v.norm(), 0.5 / (1.0 + 2.0 * 0.5 * 0.5));
    assert!((found / expected - 1.0).abs() < 2e-4, "{found} m/s, expected {expected} m/s");
    for c in &last.contacts {
        let (load, share) = (c.slide.0.damping.norm(), c.normal.share);
        assert!((load / (share * 2.0 * found * found) - 1.0).abs() < 1e-3, "{load} N with {share} of N");
    }
}

/// Ψ at which ω passes zero, and the energy that the dashpot has dissipated until then, J, for each swing of a spring
/// of 8 N·m/rad.
fn swings(damping_curve: &str, dt: &str, n: usize) -> Vec<(f64, f64)> {
    let given = format!("stiffness: 8.0, threshold: Kappa(1e6), damping_curve: {damping_curve}");
    let mut simulation = Simulation::with_energy_ledger(&spinner(&given, &[("time.dt", dt)]));
    let mut found = Vec::new();
    let mut last = 1.0;
    while found.len() < n {
        simulation.step();
        let state = simulation.state();
        let w = omega(&state);
        if w * last < 0.0 {
            let spent = state.accounts.as_ref().expect("the account is kept").budget.contacts.spin;
            assert!(spent.slip.abs() < 1e-12, "{spent:?}");
            found.push((contact(&state).spin.0.history.abs(), spent.damping));
        }
        last = w;
    }
    found
}

/// I ω dω/dΨ = −K Ψ − c ω² is linear in y = ω²: y = (ω₀² − a/b²) e^(−bΨ) + a/b² − aΨ/b, a = 2K/I, b = 2c/I. The first
/// turning point is where y is 0, and the dashpot has dissipated ½ I ω₀² − ½ K Ψ². First order in Δt.
#[test]
fn a_quadratic_dashpot_turns_a_swing_where_its_closed_form_says() {
    let c = 0.8;
    let (a, b) = (2.0 * 8.0 / INERTIA, 2.0 * c / INERTIA);
    let y = |psi: f64| (1.0 - a / (b * b)) * (-b * psi).exp() + a / (b * b) - a / b * psi;
    let (mut low, mut high) = (0.0, 0.1);
    assert!(y(low) > 0.0 && y(high) < 0.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if y(middle) > 0.0 { low = middle } else { high = middle }
    }
    let spent = 0.5 * INERTIA - 0.5 * 8.0 * low * low;
    let off = |dt: &str| {
        let (psi, damping) = swings(&parabola(c, 1.0, 2000), dt, 1)[0];
        [(psi / low - 1.0).abs(), (damping / spent - 1.0).abs()]
    };
    let (coarse, fine) = (off("1e-4"), off("2.5e-5"));
    for k in [0, 1] {
        assert!(coarse[k] < 1e-3 && coarse[k] / fine[k] > 3.0, "{coarse:?}, at a quarter of the step {fine:?}");
    }
}

/// A dashpot that saturates at T = 0.04 N·m above 1e-3 rad/s is Coulomb damping: each half-cycle is shorter by 2T/K =
/// 0.01 rad than the one before, and dissipates T times its path. The ball is below 1e-3 rad/s only for 1e-7 rad around
/// each turning point.
#[test]
fn a_saturating_dashpot_takes_the_same_from_each_swing() {
    let turns = swings("[(0.0, 0.0), (1e-3, 0.04), (1.0, 0.04)]", "2.5e-5", 5);
    for pair in turns.windows(2) {
        let ([(one, before), (other, after)], way) = ([pair[0], pair[1]], pair[0].0 + pair[1].0);
        assert!(((one - other) / 0.01 - 1.0).abs() < 2e-2, "{one} rad, then {other} rad");
        assert!(((after - before) / (0.04 * way) - 1.0).abs() < 2e-3, "{before} J, then {after} J over {way} rad");
    }
}

/// The table follows `damping_in_slip`: in slip the spin torque is F_d(Ψ_k), and with that setting also F_D, which is
/// flat here.
#[test]
fn a_damping_table_acts_in_slip_where_damping_does() {
    let given = format!("{TWO_LOADS}, damping_curve: [(0.0, 0.0), (0.01, 0.01), (0.02, 0.01)]");
    for (in_slip, damping) in [("false", 0.0), ("true", 0.01)] {
        let states = trajectory(&spinner(&given, &[("friction.damping_in_slip", in_slip)]), 10_000);
        let spin = &contact(&states[10_000]).spin.0;
        assert_eq!(spin.mode, Mode::Slip);
        assert!((spin.damping.abs() - damping).abs() < 1e-12 && (spin.elastic.abs() - SLIP_TORQUE).abs() < 1e-12);
        let rate = (omega(&states[10_000]) - omega(&states[5000])) / 0.5;
        assert!((rate * INERTIA / (SLIP_TORQUE + damping) + 1.0).abs() < 1e-6, "{rate} rad/s²");
    }
}

/// The step size is checked against the steepest segments of all three tables: 2e9 N·m/rad of the slip curve alone, or
/// 1e5 N·m·s/rad of the dashpot, on 0.08 kg·m² exceed the limit at Δt = 1e-4 s; a dashpot or a slip curve a thousand
/// times flatter does not.
#[test]
fn the_steepest_line_of_any_table_decides_about_the_step() {
    let warned = |tables: &str| {
        let scene = spinner(&format!("stiffness: 60.0, threshold: Kappa(5.0), {tables}"), &[]);
        let mut simulation = Simulation::new(&scene);
        simulation.steps(3);
        at_start(&scene, &simulation.state()).iter().any(|line| line.contains("of the spin spring"))
    };
    assert!(warned("slip_curve: [(0.0, 0.0), (1e-4, 0.01), (1.0001e-4, 20.0)]"));
    assert!(!warned("slip_curve: [(0.0, 0.0), (1e-4, 0.01), (1.0001e-4, 0.02)]"));
    assert!(warned("damping_curve: [(0.0, 0.0), (1.0, 0.1), (1.1, 1e4)]"));
    assert!(!warned("damping_curve: [(0.0, 0.0), (1.0, 0.1), (1.1, 10.0)]"));
}

/// Beads that fall into a heap, with tables for slide: one and two threads give the same bits.
#[test]
fn threads_change_no_bit_of_a_heap_with_tables() {
    let text = generate::text("heap", 2500).expect("a scene");
    let k_e = Scene::parse("s", &text).expect("a good scene").friction.k_e;
    let slide = format!(
        "Given(stiffness: {k_e:?}, slip_curve: [(0.0, 0.0), (1.0, {:?})], damping_curve: [(0.0, 0.0), (0.1, 1e-3), (1.0, 1e-3)])",
        1.1 * k_e
    );
    let basic = format!("(mu_s: 0.5, mu_k: 0.4, k_e: {k_e:?}, eta_r: 0.2)");
    let text = set(&text, "friction", &basic).and_then(|text| set(&text, "friction.slide", &slide));
    let text = text.unwrap_or_else(|fault| panic!("{fault}"));
    let scene = Scene::parse("heap", &text).unwrap_or_else(|faults| panic!("{faults}"));
    let hash = |threads: usize| {
        let mut simulation = Simulation::new(&scene);
        simulation.use_threads(threads);
        simulation.steps(600);
        let state = simulation.state();
        let world = simulation.world();
        let pairs = world.query::<&ContactIdentity>().iter(world).count();
        assert!(pairs > 4096, "{pairs} pairs are too few to share");
        assert!(state.contacts.iter().any(|c| c.slide.0.mode == Mode::Slip && c.slide.0.mode_age > 0));
        state_hash(&state)
    };
    assert_eq!(hash(1), hash(2));
}

/// A valid table.
const RISING: &str = "[(0.0, 0.0), (1e-5, 1.0)]";

/// Checks that each of these fields of `friction:` is refused, with a fault that contains the expected text.
fn assert_refused<const N: usize>(cases: [(String, &str); N]) {
    for (fields, expected) in cases {
        let text = builtin::text("brick-damped").expect("a scene");
        let basic = "slide_damping: Uncapped(Ratio(1.0)),";
        assert!(text.contains(basic));
        let text = text.replace(basic, "").replace("eta_r: 0.0,", &format!("eta_r: 0.3, {fields},"));
        let faults = Scene::parse("s.ron", &text).expect_err(&fields);
        let all: Vec<String> = faults.lines().map(|line| line.to_string()).collect();
        assert!(all.iter().any(|line| line.contains(expected)), "{fields}: {all:?}");
    }
}

#[test]
fn wrong_slip_curves_are_refused() {
    assert_refused([
        (
            "slide: (stiffness: 1e5, slip_curve: [(0.0, 0.0), (1e-5, 0.0)])".to_owned(),
            "friction.slide.slip_curve.1: a load curve must increase",
        ),
        (format!("slide: (slip_curve: {RISING})"), "friction.slide.slip_curve: requires `curve` or `stiffness`"),
        (format!("roll: (slip_curve: {RISING})"), "friction.roll.slip_curve: requires `curve` or `stiffness`"),
        (
            "slide: (stiffness: 1e5, slip_curve: [(0.0, 0.0), (1e-5, 1.0), (4e-5, 3.0)])".to_owned(),
            "friction.slide.slip_curve: the slip curve of slide is too low above 2.5",
        ),
        (
            "slide: (stiffness: 1e5, slip_curve: [(0.0, 0.0), (1e-5, 1.0), (4e-5, 3.25)])".to_owned(),
            // 0.2 · 1e5 d = 0.25 (1 + 7.5e4 (d − 1e-5)) at d = 5e-5 m.
            "friction.slide.slip_curve: the slip curve of slide is too low above 5.000e-5 m",
        ),
        (
            format!("slide: (stiffness: 1e5, slip_curve: {RISING}), laws: (slide: \"luding\")"),
            "`luding` cannot use the load curve of slide",
        ),
    ]);
}

#[test]
fn wrong_damping_curves_are_refused() {
    assert_refused([
        (
            "roll: (damping_curve: [(0.0, 0.0), (1.0, 2.0), (2.0, 1.0)])".to_owned(),
            "friction.roll.damping_curve.2: a damping curve must not decrease",
        ),
        (
            "roll: (damping_curve: [(0.0, 0.1), (1.0, 2.0)])".to_owned(),
            "friction.roll.damping_curve.0: a damping curve must begin at zero load",
        ),
        (
            "roll: (damping_curve: [(0.0, 0.0)])".to_owned(),
            "friction.roll.damping_curve: a damping curve needs at least two pairs",
        ),
        (
            format!("slide: (damping: Ratio(1.0), damping_curve: {RISING})"),
            "friction.slide.damping_curve: conflicts with `damping`",
        ),
        (
            format!("slide: (damping_curve: {RISING}), slide_damping: Ratio(1.0)"),
            "friction.slide_damping: damping is also given in friction.slide.damping_curve",
        ),
        (
            format!("slide: (damping_curve: {RISING}), slide_damping: Capped(Ratio(1.0))"),
            "friction.slide_damping: damping is also given in friction.slide.damping_curve",
        ),
        (
            format!("roll: (damping_curve: {RISING}), laws: (roll: \"luding-roll\")"),
            "`luding-roll` cannot use the damping curve of roll",
        ),
    ]);
}

/// A pair inherits tables it does not give. A slip curve alone is combined with the inherited load in stick; a given
/// load in stick replaces both; a damping and a damping curve replace each other.
#[test]
fn a_pair_inherits_tables() {
    let given = |base: &str, fields: &str| {
        let text =
            builtin::text("sphere-up-35").expect("a scene").replace("slide_damping: Uncapped(Ratio(1.0)),", base);
        let pairs = format!("pairs: [(between: (\"ball\", \"incline\"), friction: ({fields}))],\n    bodies: [");
        Scene::parse("s.ron", &text.replace("bodies: [", &pairs)).map(|scene| scene.pairs[0].friction.slide_given)
    };
    let base =
        "slide: (stiffness: 1e5, slip_curve: [(0.0, 0.0), (1.0, 1.5e5)], damping_curve: [(0.0, 0.0), (1.0, 3.0)]),";
    let loads = |fields: &str| {
        let given = given(base, fields).unwrap_or_else(|faults| panic!("{faults}"));
        let damping = given.damping_curve.map(|curve| curve.coefficient(0.5));
        (given.curves.map(|curves| [curves.stick.load(1.0), curves.slip.load(1.0)]), damping)
    };
    assert_eq!(loads("mu_k: 0.1"), (Some([1e5, 1.5e5]), Some(3.0)));
    assert_eq!(loads("slide: (slip_curve: [(0.0, 0.0), (1.0, 2e5)])"), (Some([1e5, 2e5]), Some(3.0)));
    assert_eq!(loads("slide: (curve: [(0.0, 0.0), (1.0, 4e4)])"), (Some([4e4, 4e4]), Some(3.0)));
    assert_eq!(loads("slide: (stiffness: 2e5)"), (None, Some(3.0)));
    assert_eq!(loads("slide: (damping: Ratio(0.5))"), (Some([1e5, 1.5e5]), None));
    assert_eq!(loads("slide_damping: Ratio(0.5)"), (Some([1e5, 1.5e5]), None));
    assert_eq!(loads("slide: (damping_curve: [(0.0, 0.0), (1.0, 7.0)])"), (Some([1e5, 1.5e5]), Some(7.0)));
    let first = |faults: Faults| faults.lines().next().expect("a fault").to_string();
    // With other coefficients of the pair, the inherited slip curve may be too low.
    let low = base.replace("1.5e5", "9e4");
    let fault = first(given(&low, "mu_k: 0.24").expect_err("0.9 < 0.24/0.25"));
    assert!(fault.contains("pairs.ball-incline.friction.mu_k: the slip curve of slide is too low"), "{fault}");
}

/// A live edit that would bring the kinetic threshold above the static one is refused; another is accepted, and the
/// saved scene still has its tables.
#[test]
fn tables_are_kept_by_live_edits_and_saved() {
    let slide = "Given(stiffness: 1e5, slip_curve: [(0.0, 0.0), (1e-4, 9.0)], damping_curve: [(0.0, 0.0), (0.1, 3.0)])";
    let text = builtin::text("brick-damped").expect("a scene").replace("slide_damping: Uncapped(Ratio(1.0)),", "");
    let text = set(&text, "friction.slide", slide).unwrap_or_else(|fault| panic!("{fault}"));
    let mut simulation = Simulation::new(&Scene::parse("s", &text).unwrap_or_else(|faults| panic!("{faults}")));
    for value in [0.24, 0.1] {
        simulation.world().write_message(QueueEdit(Edit::Basic { rule: None, which: FrictionParameter::MuK, value }));
    }
    simulation.steps(10);
    let refused = simulation.world().resource::<Refused>().0.clone();
    assert_eq!(refused.len(), 1);
    assert!(refused[0].1.starts_with("the slip curve of slide is too low above 0.000e0 m"), "{}", refused[0].1);
    let friction = simulation.state().contacts[0].law.friction;
    assert!(
        friction.mu_k == 0.1 && friction.slide_given.curves.is_some() && friction.slide_given.damping_curve.is_some()
    );
    let saved = scene_text(simulation.world(), &text, false).expect("a scene");
    assert_eq!(saved, set(&text, "friction.mu_k", "0.1").unwrap_or_else(|fault| panic!("{fault}")));
}
