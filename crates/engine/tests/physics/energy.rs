//! The energy budget: the bodies lose the energy that contacts store and dissipate, to the order of the integrator.

use crate::support::scene;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::energy::Budget;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::record::hash::state_hash;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::step::edits::{Edit, QueueEdit};

/// The budget at the end, and the largest residual of any step, J.
fn run(name: &str, edits: &[(&str, &str)], time: f64) -> (Budget, f64) {
    let scene = scene(name, edits);
    let mut simulation = Simulation::with_energy_ledger(&scene);
    let (mut worst, mut last) = (0.0_f64, Budget::default());
    for _ in 0..(time / scene.dt).round() as u64 {
        simulation.step();
        last = simulation.state().accounts.expect("the account is kept").budget;
        worst = larger(worst, last.residual().abs());
    }
    assert_eq!(simulation.stopped(), None);
    (last, worst)
}

/// The residual is small against the energy through the contacts, and a quarter of Δt gives a quarter of it.
fn closes(name: &str, edits: &[(&str, &str)], time: f64, least: f64) {
    let (budget, coarse) = run(name, edits, time);
    let finer: Vec<(&str, &str)> = edits.iter().copied().chain([("time.dt", "2.5e-5")]).collect();
    let (_, fine) = run(name, &finer, time);
    let through = budget.contacts.total().dissipated() + budget.kinetic;
    let (part, ratio) = (coarse / through, coarse / fine);
    eprintln!(
        "{name}: {through:.2e} J went through, residual {part:.1e} of it, {ratio:.2} times that at a quarter of dt"
    );
    assert!(part < 1.2e-2, "{name}: residual {coarse:e} J of {through:e} J");
    assert!(ratio > least, "{name}: residual {coarse:e} J, at a quarter of the step {fine:e} J");
}

#[test]
fn the_budget_closes_to_first_order_in_the_step() {
    for (name, time) in [
        ("sphere-up-35", 0.2),
        ("brick-damped", 0.04),
        ("brick-undamped", 0.04),
        ("brick-slips", 0.04),
        ("sphere-spin-0.012", 4.0),
        ("bowling-ball", 0.5),
        ("ellipsoid-falls", 0.5),
        ("ball-on-ball", 0.2),
        ("stack-rolls-apart", 0.2),
        ("across-the-grain", 0.2),
        ("puck", 0.2),
        ("ramp-tilts", 1.0),
        ("block-on-a-spring", 5.0),
    ] {
        closes(name, &[], time, 3.3);
    }
    // Dashpots that are cut at the cap are cut and released within steps, so the residual does not fall to a quarter.
    closes("shaken-plate", &[], 0.5, 2.0);
}

/// The budget closes with tables for the loads in stick and in slip and for the dashpot.
#[test]
fn the_budget_closes_with_tables() {
    let slide = "Given(stiffness: 1e5, slip_curve: [(0.0, 0.0), (1e-5, 1.5), (4e-5, 4.5)], \
                 damping_curve: [(0.0, 0.0), (1e-3, 0.6), (2e-3, 1.0), (1e-2, 2.0)])";
    let spin = "Given(stiffness: 60.0, slip_curve: [(0.0, 0.0), (4e-4, 0.02), (1e-3, 0.03)], threshold: Kappa(5.0), \
                damping_curve: [(0.0, 0.0), (0.1, 0.4), (1.0, 0.4)])";
    let basic = "(mu_s: 0.25, mu_k: 0.2, k_e: 1e5)";
    closes("brick-slips", &[("friction", basic), ("friction.slide", slide)], 0.04, 3.3);
    closes("sphere-spin-0.012", &[("friction", basic), ("friction.spin", spin)], 4.5, 3.3);
}

/// At 20 rad/s the springs load within a few steps of 1e-4 s: first order shows at smaller steps.
#[test]
fn the_budget_of_a_fast_spin_closes_to_first_order() {
    let (_, coarse) = run("roll-and-spin", &[("time.dt", "2.5e-5")], 0.1);
    let (budget, fine) = run("roll-and-spin", &[("time.dt", "6.25e-6")], 0.1);
    assert!(coarse / fine > 3.3, "residual {coarse:e} J, at a quarter of the step {fine:e} J");
    assert!(fine < 1e-3 * budget.contacts.total().dissipated(), "{fine:e} J of {budget:?}");
}

/// The closed form of section 4.4: a spinning ball loses its ½ I ω² to spin friction alone.
#[test]
fn a_spinning_ball_spends_its_energy_on_spin_friction() {
    let (budget, _) = run("sphere-spin-0.006", &[], 8.0);
    let energy = 0.5 * (0.4 * 5.0 * 0.04) * 1.0;
    assert!((budget.contacts.spin.dissipated() - energy).abs() < 2e-3 * energy, "{budget:?}");
    assert_eq!(budget.contacts.slide.dissipated(), 0.0);
    assert!(budget.kinetic < 1e-9 * energy);
}

/// A kick is booked as work of the hand, and the budget stays closed.
#[test]
fn a_kick_is_booked_as_the_work_of_the_hand() {
    let scene = scene("sphere-spin-0.006", &[]);
    let mut simulation = Simulation::with_energy_ledger(&scene);
    simulation.steps(100);
    let before = simulation.state().accounts.expect("books").budget;
    let velocity = Vec3::new(0.3, 0.0, 0.0);
    let edit = Edit::Kick { body: 0, velocity, angular_velocity: Vec3::zeros() };
    simulation.world().write_message(QueueEdit(edit));
    simulation.step();
    let after = simulation.state().accounts.expect("books").budget;
    let work = 0.5 * 5.0 * 0.09;
    assert!((after.edits - work).abs() < 1e-2 * work, "{after:?}");
    assert!((after.residual() - before.residual()).abs() < 1e-12);
}

/// The energy ledger changes no bit of the motion.
#[test]
fn the_books_change_no_bits() {
    let scene = scene("stack-rolls-apart", &[]);
    let (mut with, mut without) = (Simulation::with_energy_ledger(&scene), Simulation::new(&scene));
    with.steps(500);
    without.steps(500);
    assert_eq!(state_hash(&with.state()), state_hash(&without.state()));
    assert_eq!(without.state().accounts, None);
}
