//! The energy budget of overlapping polygons.

use super::support::*;
use stickslip_engine::laws::friction::energy::Budget;
use stickslip_engine::laws::math::extremes::{larger, largest};
use stickslip_engine::run::simulation::Simulation;

fn budget(simulation: &mut Simulation) -> Budget {
    simulation.state().accounts.expect("books").budget
}

/// Bodies that overlap at the start have that energy from the start: no damper has done work yet, and its later
/// dissipation is positive.
#[test]
fn an_overlap_at_the_start_is_no_work_of_the_damper() {
    let case = Case::new(vec![ground(""), square([0.0, 0.0499], PLANAR, "")]);
    let mut simulation = Simulation::with_energy_ledger(&case.scene());
    let first = budget(&mut simulation).contacts.normal;
    assert!(first.stored > 1e-6 && first.damping == 0.0 && first.stiffness == 0.0, "{first:?}");
    simulation.steps(2000);
    let last = budget(&mut simulation);
    assert!(last.contacts.normal.damping > 0.0 && last.residual().abs() < 0.05 * first.stored, "{last:?}");
}

/// On a plane the force has a potential: a square that bounces on its corner, rotating, conserves its energy up to the
/// error of semi-implicit Euler, which is of first order in Δt, and no item of polygons takes any.
#[test]
fn hits_on_a_plane_keep_the_energy() {
    let left = |dt: f64| {
        let more = format!("{}, velocity: (0.2, -1.0, 0.0), angular_velocity: (0.0, 0.0, 3.0)", turned(0.4));
        let mut case = Case::new(vec![ground(""), square([0.0, 0.075], PLANAR, &more)]);
        (case.dt, case.friction, case.normal) = (dt, dae(0.0, ""), normal(0.0, None));
        let mut simulation = Simulation::with_energy_ledger(&case.scene());
        let start = budget(&mut simulation).total();
        let (mut most, mut hits) = (0.0, 0);
        for _ in 0..(0.5 / dt).round() as u64 {
            simulation.step();
            let state = simulation.state();
            hits += usize::from(!state.contacts.is_empty());
            let budget = state.accounts.expect("books").budget;
            assert_eq!(budget.contacts.normal.stiffness, 0.0);
            most = larger(most, (budget.kinetic + budget.potential + budget.contacts.normal.stored - start).abs());
        }
        assert!(hits > 100, "{hits} steps of hits");
        let energy = 0.5 * M * 1.04;
        eprintln!("Δt {dt:e}: {most:e} J of {energy} J, residual {:e} J", budget(&mut simulation).residual());
        (most / energy, (budget(&mut simulation).residual() / energy).abs())
    };
    let ((coarse, coarse_rest), (fine, fine_rest)) = (left(2e-5), left(1e-5));
    assert!(coarse < 1e-2 && fine < 0.6 * coarse, "{coarse:e}, {fine:e}");
    assert!(coarse_rest < 5e-3 && fine_rest < 5e-3, "{coarse_rest:e}, {fine_rest:e}");
}

/// Polygons on polygons have no potential: frictionless, undamped collisions change the kinetic energy by about 1 %
/// (rms) and up to several per cent. The item of the polygons' overlap force accounts for it; the rest is the
/// integration's.
#[test]
fn hits_of_polygons_are_booked() {
    let mut state = 7u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let (mut changes, mut residuals) = (Vec::new(), Vec::new());
    while changes.len() < 60 {
        let mut shape = || regular(5 + (random() * 6.0) as usize, 0.01, random());
        let (one, other) = (shape(), shape());
        let (offset, spin) = (0.012 * (random() - 0.5), 20.0 * (random() - 0.5));
        let a = prism(
            "a",
            &one,
            [-0.0105, 0.0],
            PLANAR,
            &format!("velocity: (0.2, 0.0, 0.0), angular_velocity: (0.0, 0.0, {spin:?})"),
        );
        let b = prism("b", &other, [0.0105, offset], PLANAR, "velocity: (-0.2, 0.0, 0.0)");
        let mut case = Case::new(vec![a, b]);
        (case.dt, case.gravity, case.friction, case.normal) = (5e-6, 0.0, dae(0.0, ""), normal(0.0, None));
        let mut simulation = Simulation::with_energy_ledger(&case.scene());
        let before = budget(&mut simulation).kinetic;
        let mut touched = false;
        for _ in 0..40 {
            simulation.steps(200);
            touched |= !simulation.state().contacts.is_empty();
        }
        assert_eq!(simulation.stopped(), None);
        if !touched {
            continue;
        }
        let after = budget(&mut simulation);
        assert!(simulation.state().contacts.is_empty(), "they part");
        changes.push((after.kinetic - before) / before);
        residuals.push((after.residual() / before).abs());
        let booked = (after.contacts.normal.stiffness + after.kinetic - before) / before;
        assert!(booked.abs() < 1e-3, "{booked:e}: {after:?}");
    }
    let rms = (changes.iter().map(|x| x * x).sum::<f64>() / changes.len() as f64).sqrt();
    let most = largest(changes.iter().map(|x| x.abs()));
    eprintln!("{rms:e} rms, {most:e} at most, residual at most {:e}", largest(residuals.iter().copied()));
    assert!(rms > 2e-3 && rms < 3e-2 && most < 0.1, "{rms:e}, {most:e}");
    assert!(largest(residuals) < 1e-3);
}

/// Dissipation by the damping of rocking has its own item, and the budget closes.
#[test]
fn damped_rocking_is_booked() {
    let y = 0.05 - depth(M * G, 0.1, length(0.01));
    let block = square([0.0, y], PLANAR, "angular_velocity: (0.0, 0.0, 0.1)");
    let mut case = Case::new(vec![ground(""), block]);
    (case.dt, case.friction, case.normal) = (1e-5, dae(0.0, ""), normal(0.0, Some(0.2)));
    let mut simulation = Simulation::with_energy_ledger(&case.scene());
    simulation.steps(10_000);
    let budget = budget(&mut simulation);
    let energy = 0.5 * I * 0.01;
    eprintln!("{budget:?}");
    near(budget.rocking, energy, 1e-2 * energy, "taken from rocking");
    near(budget.residual(), 0.0, 1e-2 * energy, "residual");
}

/// The budget closes with damping of the normal motion and with friction.
#[test]
fn a_damped_hit_with_friction_is_booked() {
    let more = format!("{}, velocity: (0.5, -1.0, 0.0)", turned(0.3));
    let mut case = Case::new(vec![ground(""), square([0.0, 0.08], PLANAR, &more)]);
    case.dt = 1e-5;
    let mut simulation = Simulation::with_energy_ledger(&case.scene());
    let start = budget(&mut simulation).kinetic;
    simulation.steps(30_000);
    let budget = budget(&mut simulation);
    eprintln!("{budget:?}");
    assert!(budget.contacts.normal.damping > 0.1 * start && budget.contacts.slide.slip > 1e-3 * start);
    near(budget.residual(), 0.0, 5e-3 * start, "residual");
}
