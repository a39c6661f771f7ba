//! Blocks that slide or stick as one: every number has a closed form.

use super::support::{BLOCK, G, LEVEL, M, after, body, dae, kinetic, lambdas, near, run, scene, slope, uphill};
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::math::extremes::{largest, range};
use stickslip_engine::run::simulation::Simulation;

const DT: f64 = 1e-4;
const HOOKE: &str = "Hooke(k_n: 1e5, damping: Ratio(0.5))";

/// Half of the utilized friction: |λ − ½| = tan α/(2μ).
#[test]
fn a_block_on_15_degrees_rests() {
    let degrees = 15.0f64;
    let used = degrees.to_radians().tan() / (2.0 * 0.5);
    for normal in ["Known(Weight)", HOOKE] {
        let scene = scene(DT, &dae(0.5, ""), normal, &[&slope(degrees), BLOCK], "");
        let [early, late] = [5_000, 15_000].map(|steps| after(&scene, steps));
        for state in [&early, &late] {
            let energy = kinetic(body(state, "block"));
            assert!(energy < 1e-20, "{normal}: {energy:e} J");
            for lambda in lambdas(state) {
                near((lambda - 0.5).abs(), used, 1e-6, "|λ − ½|");
            }
            assert!(state.contacts.iter().all(|contact| contact.slide.0.mode == Mode::Stick));
        }
        let moved = (body(&late, "block").x - body(&early, "block").x).dot(&uphill(&late));
        near(moved, 0.0, 1e-12, normal);
    }
}

/// At the level of accelerations, as in the source, the velocity left at the reversal of slip remains.
#[test]
fn the_level_of_accelerations_drifts() {
    let degrees = 25.0f64;
    let scene = scene(DT, &dae(0.5, "level: Acceleration"), HOOKE, &[&slope(degrees), BLOCK], "");
    let speed = body(&after(&scene, 10_000), "block").v.norm();
    eprintln!("drifts with {speed:e} m/s");
    assert!(speed > 1e-8 && speed < 1e-3, "{speed:e} m/s");
}

/// x = ½ g (sin α − μ cos α) t²; semi-implicit Euler is ahead by half a step: ½ a t Δt = 3e-5 m.
#[test]
fn a_block_on_30_degrees_slides() {
    for normal in ["Known(Weight)", HOOKE] {
        let scene = scene(DT, &dae(0.5, ""), normal, &[&slope(30.0), BLOCK], "");
        let [start, end] = [0, 20_000].map(|steps| after(&scene, steps));
        let moved = -(body(&end, "block").x - body(&start, "block").x).dot(&uphill(&end));
        near(moved, 1.31429, 1e-4, normal);
        assert!(lambdas(&end).iter().all(|lambda| *lambda == 0.0), "λ of slip");
    }
}

/// A spring of 1e-3 N/m whose end moves at 1000 m/s pulls with 1 N/s. The block starts when the pull reaches μ m g;
/// from then on x = F'(t − t₀)³/(6 m).
#[test]
fn a_rising_force_sets_a_block_going() {
    let pull = "pulls: [(body: \"block\", stiffness: 1e-3, velocity: (1000.0, 0.0, 0.0))]";
    let scene = scene(DT, &dae(0.5, ""), "Known(Weight)", &[LEVEL, BLOCK], pull);
    let (starts, mut first, mut way) = (0.5 * M * G, None, 0.0);
    run(&scene, 18_244, |state| {
        let block = body(state, "block");
        if block.v.norm() > 1e-9 {
            first.get_or_insert(state.time);
        }
        way = block.x.x;
    });
    near(first.expect("it starts"), starts, 1e-3, "starts");
    near(way, 0.5f64.powi(3) / (6.0 * M), 5e-4, "0.5 s later");
}

/// 1 kg on 100 N/m and μN = 1 N: each half-cycle takes 2 μN/k off the amplitude, so 0.103 becomes −0.083, 0.063,
/// −0.043, 0.023, −0.003.
#[test]
fn a_spring_brings_a_block_to_rest_within_its_stiction() {
    let block = "(name: \"block\", shape: Box(half_extents: (0.05, 0.05, 0.05)), mass: 1.0, motion: Translating,
        position: (0.103, 0.0, 0.05))";
    let pull = "pulls: [(body: \"block\", stiffness: 100.0, anchor: (0.0, 0.0, 0.05))]";
    let friction = dae(1.0 / G, "");
    let scene = scene(DT, &friction, "Known(Weight)", &[LEVEL, block], pull);
    let mut moved = 0.0;
    let simulation = run(&scene, 25_000, |state| {
        if body(state, "block").v.norm() > 1e-9 {
            moved = state.time;
        }
    });
    let mut simulation = simulation;
    let end = simulation.state();
    near(body(&end, "block").x.x, -0.003, 1e-5, "rests at");
    near(moved, 5.0 * std::f64::consts::PI / 10.0, 2.0 * DT, "rests from");
    for lambda in lambdas(&end) {
        near((lambda - 0.5).abs(), 0.15, 1e-3, "|λ − ½|");
    }
}

/// Two blocks under a force on the lower one: they move together below the limit between them, and apart above it.
#[test]
fn a_block_carries_another_until_it_cannot() {
    let (mu, total) = (0.4, 3.0);
    let bodies = [
        LEVEL,
        "(name: \"lower\", shape: Box(half_extents: (0.1, 0.1, 0.05)), mass: 2.0, motion: Translating, position: (0.0, 0.0, 0.05))",
        "(name: \"upper\", shape: Box(half_extents: (0.05, 0.05, 0.05)), mass: 1.0, motion: Translating, position: (0.0, 0.0, 0.15))",
    ];
    let normal = "Hooke(k_n: 1e6, damping: Ratio(0.5))";
    for (times, lower, upper, between) in [(1.5, 1.962, 1.962, 0.25), (2.5, 6.867, 3.924, 0.5)] {
        let (stiffness, force) = (1e-4, times * mu * total * G);
        // The spring's end is far away, so that its force stays constant.
        let far = force / stiffness;
        let pull = format!("pulls: [(body: \"lower\", stiffness: {stiffness:e}, anchor: ({far:?}, 0.0, 0.05))]");
        let scene = scene(DT, &dae(mu, ""), normal, &bodies, &pull);
        // The overlaps have settled after 0.1 s.
        let [start, end] = [1_000, 1_200].map(|steps| after(&scene, steps));
        let rate = |name: &str| (body(&end, name).v.x - body(&start, name).v.x) / (end.time - start.time);
        near(rate("lower"), lower, 1e-3, "lower");
        near(rate("upper"), upper, 1e-3, "upper");
        for contact in &end.contacts {
            let used = (contact.lambda().expect("dae") - 0.5).abs();
            let is_floor = contact.pair.key.i == 0;
            near(used, if is_floor { 0.5 } else { between }, 1e-4, if is_floor { "floor" } else { "between" });
        }
    }
}

/// The plate shakes as A sin ωt with Γ = Aω²/g = 0.75 at 5 Hz. Static shares and travels of the block are from an
/// event-driven integration of Coulomb's law; below μ/Γ = 0.5370 the block is never static, above 1 always.
#[test]
fn a_shaken_plate_takes_a_block_along_for_a_part_of_the_time() {
    let (frequency, shaking) = (5.0, 0.75);
    let omega = std::f64::consts::TAU * frequency;
    let amplitude = shaking * G / (omega * omega);
    let plate = format!(
        "(name: \"ground\", shape: Plane, motion: Driven(shake: ({amplitude:?}, 0.0, 0.0), frequency: {frequency:?}))"
    );
    for (mu, share, travel) in [
        (0.3, 0.0, 11.599e-3),
        (0.5, 0.1745, 4.0129e-3),
        (0.6, 0.3762, 1.3999e-3),
        (0.7, 0.6477, 0.1511e-3),
        (0.8, 1.0, 0.0),
    ] {
        let scene = scene(DT, &dae(mu, ""), "Known(Weight)", &[&plate, BLOCK], "");
        let (mut relative, mut fixed, seen) = (Vec::new(), 0, 10_000);
        // After 12 s the block has reached its mean position on the plate; then five periods.
        let mut simulation = Simulation::new(&scene);
        simulation.steps(120_000);
        for _ in 0..seen {
            simulation.step();
            let state = simulation.state();
            relative.push(body(&state, "block").x.x - body(&state, "ground").x.x);
            fixed += usize::from(state.contacts.iter().all(|contact| contact.slide.0.mode == Mode::Stick));
        }
        near(fixed as f64 / f64::from(seen), share, 0.003, &format!("static share at μ = {mu}"));
        // Friction reverses at a whole step, so that the mean position drifts by up to half a step's slip per period:
        // one period.
        near(range(relative.into_iter().skip(8_000)), travel, 0.005 * travel + 1e-12, &format!("travel at μ = {mu}"));
    }
}

/// A block on a belt of 1 m/s moves with the belt after v/(μ g), has fallen behind by v²/(2 μ g) by then, and keeps its
/// place on the belt.
#[test]
fn a_belt_takes_a_block_along() {
    let (mu, speed) = (0.3, 1.0);
    let belt = format!("(name: \"ground\", shape: Plane, motion: Driven(velocity: ({speed:?}, 0.0, 0.0)))");
    let scene = scene(DT, &dae(mu, ""), "Known(Weight)", &[&belt, BLOCK], "");
    let (mut sticks, mut behind) = (None, Vec::new());
    run(&scene, 6_000, |state| {
        if state.contacts.iter().all(|contact| contact.slide.0.mode == Mode::Stick) {
            sticks.get_or_insert(state.time);
            behind.push(speed * state.time - body(state, "block").x.x);
        }
    });
    near(sticks.expect("it sticks"), 0.33979, DT, "sticks from");
    near(behind[0], speed * speed / (2.0 * mu * G), 1e-4, "behind");
    near(range(behind.iter().copied().skip(1)), 0.0, 1e-12, "on the belt");
    assert!(largest(behind).is_finite());
}
