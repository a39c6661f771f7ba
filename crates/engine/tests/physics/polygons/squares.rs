//! Blocks that slide or stick: every number has a closed form or comes from an event-driven integration of Coulomb's
//! law.

use super::support::*;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::math::extremes::{larger, largest, range};
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;

/// Whether every contact is static.
fn is_static(state: &State) -> bool {
    state.contacts.iter().all(|contact| contact.slide.0.mode == Mode::Stick)
}

/// A square at rest on the ground under its weight, without rotation.
fn resting(more: &str) -> Case {
    let y = 0.05 - depth(M * G, 0.1, length(0.01));
    Case::new(vec![ground(""), square([0.0, y], TRANSLATING, more)])
}

/// Half of the utilized friction is tan α/(2μ); the tilt balances the moment m g sin α H/2 by the bed of springs, whose
/// stiffness k w³/(12 l) is reduced by the weight on top of it. From 50 s to 100 s the block does not move by a bit: it
/// lies 1 m up the slope, where a number resolves 1e-16 m.
#[test]
fn a_block_on_15_degrees_stands_still() {
    let degrees = 15.0f64;
    let mut case = Case::new(vec![ground(""), square([1.0, 0.05], PLANAR, "")]);
    case.slope = degrees;
    let mut simulation = Simulation::new(&case.scene());
    let mut seen = Vec::new();
    for steps in [5_000, 495_000, 500_000] {
        simulation.steps(steps);
        let state = simulation.state();
        let energy = kinetic(body(&state, "block"));
        assert!(energy < 1e-20, "{energy:e} J");
        assert!(is_static(&state) && state.contacts.len() == 1);
        near(used(&state)[0], degrees.to_radians().tan(), 1e-6, "|λ − ½| 2μ");
        let bed = K * 1e-3 / (12.0 * length(0.01)) - M * G * degrees.to_radians().cos() * 0.05;
        let tilt = M * G * degrees.to_radians().sin() * 0.05 / bed;
        near(angle(body(&state, "block")), tilt, 1e-3 * tilt, "tilt");
        seen.push(body(&state, "block").x);
    }
    assert_eq!((seen[2] - seen[1]).xy().map(f64::to_bits), (seen[2] * 0.0).xy().map(f64::to_bits), "m in 50 s");
}

/// Without damping of rotation nothing dissipates the rocking: friction holds the contact and does no work. A spring of
/// 2k/7 with its dashpot (Cundall & Strack) damps it in 2 s.
#[test]
fn rocking_goes_on_where_nothing_damps_it() {
    let mut case = Case::new(vec![ground(""), square([0.0, 0.05], PLANAR, "")]);
    (case.slope, case.normal) = (15.0, normal(0.5, Some(0.0)));
    let mut most = 0.0f64;
    case.run_from(50.0, 50.1, |state| most = largest([most, kinetic(body(state, "block"))]));
    eprintln!("after 50 s: {most:e} J");
    assert!(most > 1e-6, "{most:e} J");
    let stiffness = 2.0 * K / 7.0;
    case.friction = format!("mu_s: 0.5, mu_k: 0.5, k_e: {stiffness:?}, laws: (slide: \"cundall-strack\")");
    let energy = kinetic(body(&case.after(2.0), "block"));
    assert!(energy < 1e-20, "{energy:e} J");
}

/// At the level of accelerations, as in the source, the velocity left at the reversal of slip remains.
#[test]
fn the_level_of_accelerations_drifts() {
    for slope in [15.0, 25.0] {
        let mut case = Case::new(vec![ground(""), square([0.0, 0.05], PLANAR, "")]);
        (case.slope, case.friction) = (slope, dae(0.5, "level: Acceleration"));
        let speed = body(&case.after(6.0), "block").v.norm();
        eprintln!("drifts with {speed:e} m/s");
        assert!(speed > 1e-8 && speed < 1e-4, "{speed:e} m/s");
    }
}

/// ½ g (sin α − μ cos α) t²; semi-implicit Euler is ahead by ½ a t Δt = 7e-5 m. The block starts resting on its
/// springs, rotated by the tilt at which its load is below its centre of mass with friction included: on 0.075 m of its
/// face.
#[test]
fn a_block_on_30_degrees_slides() {
    let load = M * G * 30f64.to_radians().cos();
    let straight = square([0.0, 0.05 - depth(load, 0.1, length(0.01))], TRANSLATING, "");
    // The load acts a third of the contact width from the leading corner, μ H/2 before the centre.
    let width = 3.0 * (0.05 - 0.5 * 0.05);
    let tilt = 2.0 * load * length(0.01) / (K * width * width);
    let y = 0.05 * (tilt.cos() + tilt.sin()) - width * tilt;
    for block in [straight, square([0.0, y], PLANAR, &turned(tilt))] {
        let mut case = Case::new(vec![ground(""), block]);
        case.slope = 30.0;
        let end = case.after(2.0);
        near(-body(&end, "block").x.x, 1.31429, 1e-4, "way in 2 s");
        assert_eq!(used(&end), [0.5]);
    }
}

/// A force of 1 N/s: the block starts at μ m g, and then moves by F'(t − t₀)³/(6 m).
#[test]
fn a_rising_force_sets_a_block_going() {
    let mut case = resting("");
    case.more = force("block", 0.0, 1.0);
    let (mut first, mut way) = (None, 0.0);
    case.run(1.8244, |state| {
        let block = body(state, "block");
        if block.v.norm() > 1e-9 {
            first.get_or_insert(state.time);
        }
        way = block.x.x;
    });
    near(first.expect("it starts"), 0.5 * M * G, 1e-3, "starts");
    near(way, 0.5f64.powi(3) / (6.0 * M), 5e-4, "0.5 s later");
}

/// 1 kg on 100 N/m and μN = 1 N: each half-cycle takes 2 μN/k off the amplitude, so 0.103 becomes −0.083, 0.063,
/// −0.043, 0.023, −0.003.
#[test]
fn a_spring_brings_a_block_to_rest_within_its_stiction() {
    let y = 0.05 - depth(G, 0.1, length(0.01));
    let block = square([0.103, y], TRANSLATING, "mass: 1.0");
    let mut case = Case::new(vec![ground(""), block]);
    case.friction = dae(1.0 / G, "");
    case.more = format!("pulls: [(body: \"block\", stiffness: 100.0, anchor: (0.0, {y:?}, 0.0))]");
    let mut moved = 0.0;
    let end = case
        .run(2.5, |state| {
            if body(state, "block").v.norm() > 1e-9 {
                moved = state.time;
            }
        })
        .state();
    near(body(&end, "block").x.x, -0.003, 1e-5, "rests at");
    near(moved, 5.0 * std::f64::consts::PI / 10.0, 2.0 * case.dt, "rests from");
    near(used(&end)[0], 0.15, 1e-3, "|λ − ½|");
}

/// Two blocks under a force on the lower one: they move together below the limit between them, and apart above it.
#[test]
fn a_block_carries_another_until_it_cannot() {
    let (mu, total) = (0.4, 3.0);
    let [low, high] = [length(0.02), length(0.01)];
    let below = depth(total * G, 0.2, low);
    // l of two bodies of the radii r_i and r_j is 4 r_i r_j/(r_i + r_j).
    let between = depth(G, 0.1, 2.0 * low * high / (low + high));
    let lower = prism("lower", &rectangle(0.2, 0.1), [0.0, 0.05 - below], TRANSLATING, "mass: 2.0");
    let upper = prism("upper", &rectangle(0.1, 0.1), [0.0, 0.15 - below - between], TRANSLATING, "mass: 1.0");
    for (times, lower_rate, upper_rate, held) in [(1.5, 1.962, 1.962, 0.25), (2.5, 6.867, 3.924, 0.5)] {
        let mut case = Case::new(vec![ground(""), lower.clone(), upper.clone()]);
        (case.friction, case.more) = (dae(mu, ""), force("lower", times * mu * total * G, 0.0));
        let [start, end] = [0.0, 0.1].map(|time| case.after(time));
        let rate = |name: &str| (body(&end, name).v.x - body(&start, name).v.x) / (end.time - start.time);
        near(rate("lower"), lower_rate, 1e-4, "lower");
        near(rate("upper"), upper_rate, 1e-4, "upper");
        for contact in &end.contacts {
            let used = (contact.lambda().expect("dae") - 0.5).abs();
            near(used, if contact.pair.key.i == 0 { 0.5 } else { held }, 1e-4, "|λ − ½|");
        }
    }
}

/// The plate shakes as A sin ωt with Γ = Aω²/g = 0.75 at 5 Hz. Below μ/Γ = 0.5370 the block is never static, above 1
/// always; slip starts at the phase asin(μ/Γ), where the plate's acceleration exceeds μ g.
#[test]
fn a_shaken_plate_takes_a_block_along_for_a_part_of_the_time() {
    let (hertz, shaking) = (5.0, 0.75);
    let omega = std::f64::consts::TAU * hertz;
    let plate = ground(&format!(
        "motion: Driven(shake: ({:?}, 0.0, 0.0), frequency: {hertz:?})",
        shaking * G / (omega * omega)
    ));
    for (mu, share, travel) in [
        (0.3, 0.0, 11.599e-3),
        (0.5, 0.1745, 4.0129e-3),
        (0.6, 0.3762, 1.3999e-3),
        (0.7, 0.6477, 0.1511e-3),
        (0.8, 1.0, 0.0),
    ] {
        let mut case = resting("");
        case.bodies[0].clone_from(&plate);
        case.friction = dae(mu, "");
        let (mut relative, mut fixed, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        // After 12 s the block has reached its mean position on the plate; then five periods.
        case.run_from(12.0, 13.0, |state| {
            relative.push(body(state, "block").x.x - body(state, "ground").x.x);
            let now = is_static(state);
            if fixed.last().is_some_and(|before| *before && !now) {
                starts.push((state.time * omega) % std::f64::consts::PI);
            }
            fixed.push(now);
        });
        let found = fixed.iter().filter(|is_fixed| **is_fixed).count() as f64 / fixed.len() as f64;
        near(found, share, 0.003, &format!("static share at μ = {mu}"));
        // Friction reverses at a whole step, so that the mean position drifts by up to half a step's slip per period:
        // one period.
        near(range(relative.into_iter().skip(8_000)), travel, 0.005 * travel + 1e-12, &format!("travel at μ = {mu}"));
        for phase in starts {
            near(phase, f64::asin(mu / shaking), 2.0 * omega * case.dt, "slip starts at");
        }
    }
}

/// The block moves with the belt after v/(μ g), has fallen behind by v²/(2 μ g) by then, and keeps its place on the
/// belt.
#[test]
fn a_belt_takes_a_block_along() {
    let (mu, speed) = (0.3, 1.0);
    let mut case = resting("");
    case.bodies[0] = ground(&format!("motion: Driven(velocity: ({speed:?}, 0.0, 0.0))"));
    case.friction = dae(mu, "");
    let (mut sticks, mut behind) = (None, Vec::new());
    case.run(0.6, |state| {
        if is_static(state) {
            sticks.get_or_insert(state.time);
            behind.push(speed * state.time - body(state, "block").x.x);
        }
    });
    near(sticks.expect("it sticks"), 0.33979, case.dt, "sticks from");
    near(behind[0], speed * speed / (2.0 * mu * G), 1e-4, "behind");
    near(range(behind.iter().copied().skip(1)), 0.0, 1e-12, "on the belt");
}

/// With ζ = ½γ√(w/l) the body leaves at exp(−2φ cot φ) of its speed, cos φ = ζ, where the force would become tensile.
/// Friction takes μ times the change of the normal velocity, at most all of the tangential velocity. 0.2 %: 230 steps
/// per impact.
#[test]
fn a_hit_has_the_restitution_of_its_damping() {
    let zeta = 0.5 * (0.1 / length(0.01)).sqrt();
    let phi = zeta.acos();
    let restitution = (-2.0 * phi / phi.tan()).exp();
    near(restitution, 0.3157, 1e-4, "e");
    for along in [0.3, 1.0, 2.0] {
        let block = square([0.0, 0.05], TRANSLATING, &format!("velocity: ({along:?}, -1.0, 0.0)"));
        let mut case = Case::new(vec![ground(""), block]);
        (case.dt, case.gravity, case.normal) = (1e-5, 0.0, normal(1.0, None));
        let end = case.after(0.02);
        assert!(end.contacts.is_empty());
        near(body(&end, "block").v.y, restitution, 2e-3 * restitution, "e");
        let expected = larger(0.0, along - 0.5 * (1.0 + restitution));
        near(body(&end, "block").v.x, expected, 2e-3 * expected + 1e-12, "along");
    }
}
