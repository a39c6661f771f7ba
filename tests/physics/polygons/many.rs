//! Bodies that many contacts hold, stacks and heaps.

use super::support::*;
use nalgebra::DMatrix;
use std::cmp::Ordering;
use stickslip::laws::extremes::{larger, largest, smallest};
use stickslip::record::hash::state_hash;
use stickslip::record::state::State;
use stickslip::run::simulation::Simulation;
use stickslip::scene::Scene;

/// A regular polygon with as many corners as walls, which press on its faces 1e-4 m deep. Returns the case, the torque that all the friction
/// together can hold, N·m, and the moment of inertia, kg·m².
fn wheel(corners: usize) -> (Case, f64, f64) {
    let (radius, overlap, mu) = (0.05, 1e-4, 0.5);
    let half = std::f64::consts::PI / corners as f64;
    let (apothem, face) = (radius * half.cos(), 2.0 * radius * half.sin());
    let mut bodies: Vec<String> = (0..corners)
        .map(|k| {
            let outward = half * (2 * k + 1) as f64;
            let at = [outward.cos(), outward.sin()].map(|x| (apothem - overlap) * x);
            plane(&format!("wall-{k}"), outward.to_degrees() + 180.0, at, "")
        })
        .collect();
    bodies.push(prism("wheel", &regular(corners, radius, 0.0), [0.0, 0.0], PLANAR, ""));
    // Each overlap is a trapezoid between the face and the wall.
    let inner = face + 2.0 * overlap / (2.0 * half).tan();
    let area = 0.5 * (face + inner) * overlap;
    let lever = apothem - overlap / 3.0 * (face + 2.0 * inner) / (face + inner);
    let whole = 0.5 * corners as f64 * radius * radius * (2.0 * half).sin();
    let load = K * area / length(whole);
    let inertia = 27.0 * whole * 0.5 * radius * radius * (1.0 - 2.0 / 3.0 * half.sin().powi(2));
    let mut case = Case::of(bodies);
    case.gravity = 0.0;
    (case, corners as f64 * mu * load * lever, inertia)
}

/// A couple on the wheel, N·m.
fn couple(torque: f64) -> String {
    let force = torque / 0.05;
    format!(
        "pulls: [(body: \"wheel\", force: (0.0, {force:?}, 0.0), at: (0.05, 0.0, 0.0), axes: World),
                 (body: \"wheel\", force: (0.0, {:?}, 0.0), axes: World)]",
        -force
    )
}

/// The walls hold the wheel below their limit, and give it what is above it.
#[test]
fn walls_hold_a_wheel() {
    for corners in [3, 4, 5, 6, 8] {
        let (mut case, torque, inertia) = wheel(corners);
        case.more = couple(0.98 * torque);
        let mut most = 0.0;
        let dae = case.run(0.05, |state| most = larger(most, body(state, "wheel").w.norm())).dae();
        eprintln!("{corners} walls: {most:e} rad/s, {} sweeps in {} steps", dae.sweeps, dae.steps);
        assert!(most < 1e-9, "{corners} walls: {most:e} rad/s");
        assert_eq!((dae.exhausted, dae.last.contacts), (0, corners));
        case.more = couple(1.02 * torque);
        let expected = 0.02 * torque * case.dt / inertia;
        near(body(&case.after(case.dt), "wheel").w.z, expected, 1e-3 * expected, &format!("{corners} walls"));
    }
}

/// With the friction of the other contacts from the last step each wall takes the whole couple on itself.
#[test]
fn lagged_friction_of_many_walls_shakes() {
    let (mut case, torque, _) = wheel(6);
    (case.more, case.normal) = (couple(0.9 * torque), normal(0.5, None));
    let most = |case: &Case| {
        let mut most = 0.0;
        case.run(0.02, |state| most = larger(most, body(state, "wheel").w.norm()));
        most
    };
    let coupled = most(&case);
    case.friction = dae(0.5, "coupling: Lagged");
    let lagged = most(&case);
    eprintln!("coupled {coupled:e}, lagged {lagged:e} rad/s");
    assert!(coupled < 1e-9 && lagged > 1e-2, "coupled {coupled:e}, lagged {lagged:e} rad/s");
}

/// The slowest swaying of a column of bricks that do not slip: its frequency, rad/s, and the rate, 1/s, at which the dashpots of γ_t = 1 at all
/// faces damp it. Each face is a spring k w³/(12 l) and a dashpot √(k m_eff) w²/4 on the angle between its two bricks; no slip gives
/// the places of the bricks from their angles.
fn swaying(count: usize, width: f64, height: f64) -> [f64; 2] {
    let (mass, l) = (27.0 * width * height, length(width * height));
    // From the angles of the bricks to those between them, and to the places of their centres along the faces.
    let between = DMatrix::from_fn(count, count, |a, b| f64::from(u8::from(a == b)) - f64::from(u8::from(a == b + 1)));
    let places = DMatrix::from_fn(count, count, |a, b| match b.cmp(&a) {
        Ordering::Less => -height,
        Ordering::Equal => -0.5 * height,
        Ordering::Greater => 0.0,
    });
    let inertia = mass * (width * width + height * height) / 12.0;
    let masses = DMatrix::identity(count, count) * inertia + places.transpose() * &places * mass;
    let springs = between.transpose() * &between * (K * width.powi(3) / (12.0 * l));
    // The lowest one is on the slope, which has no mass of its own.
    let shared = DMatrix::from_fn(count, count, |a, b| {
        if a != b {
            0.0
        } else if a == 0 {
            mass
        } else {
            0.5 * mass
        }
    });
    let dashpots = between.transpose() * shared.map(|mass: f64| (K * mass).sqrt() * 0.25 * width * width) * &between;
    let root = masses.cholesky().unwrap().l().try_inverse().unwrap();
    let modes = (&root * springs * root.transpose()).symmetric_eigen();
    let (slowest, square) = modes.eigenvalues.argmin();
    let shape = root.transpose() * modes.eigenvectors.column(slowest);
    [square.sqrt(), 0.5 * (shape.transpose() * dashpots * &shape)[(0, 0)]]
}

/// Ten bricks on each other on 20°, each on the springs that its load needs, which lean downhill and sway. No contact slips, and every one uses
/// tan 20°: nothing creeps. The swaying is what is left. T, all torque but that of the friction, is not 0 at rest: it is
/// what friction balances. So slow swaying does not change the sign of T + I (ω − ω₀)/Δt, and a brick has only the torques of one
/// sign, from one of its two faces: of the rate of all dashpots at least half is left, and not all. With all, 1e-8 m/s would be reached after
/// 4.1 s with γ_t = 0.5.
#[test]
fn ten_bricks_on_a_slope_stand() {
    let (width, height, degrees) = (0.2, 0.02, 20.0f64);
    let (mass, l) = (27.0 * width * height, length(width * height));
    let [omega, rate] = swaying(10, width, height);
    near(omega, 127.405, 1e-3, "ω of the column");
    let mut top = 0.0;
    let mut bodies = vec![ground("")];
    for k in 0..10 {
        top += height - depth(f64::from(10 - k) * mass * G * degrees.to_radians().cos(), width, l);
        bodies.push(prism(&format!("brick-{k}"), &rectangle(width, height), [0.0, top - 0.5 * height], PLANAR, ""));
    }
    let mut case = Case::of(bodies);
    case.slope = degrees;
    for gamma in [0.5, 1.0] {
        case.normal = normal(gamma, Some(gamma));
        let mut simulation = Simulation::new(&case.scene());
        let mut fastest = |from: f64, to: f64| {
            let [from, to] = [from, to].map(|time| (time / case.dt).round() as u64);
            simulation.steps(from - simulation.step_count());
            let mut samples = Vec::new();
            for _ in from..to {
                simulation.step();
                let state = simulation.state();
                samples.push((state.time, body(&state, "brick-9").v.x));
            }
            (largest(samples.iter().map(|(_, v)| v.abs())), samples)
        };
        let ((early, samples), (late, _)) = (fastest(0.5, 0.7), fastest(1.5, 1.7));
        // The lowest face is a little open on its upper side, since its load stands 5 H tan 20° = 0.036 m from its middle, more than w/6.
        near(frequency(&samples), omega, 0.08 * omega, "sways with");
        let decay = (early / late).ln();
        eprintln!("γ_t = {gamma}: decays with {decay} 1/s, all dashpots with {} 1/s", gamma * rate);
        assert!(decay > 0.5 * gamma * rate && decay < gamma * rate, "{decay} 1/s");
        simulation.steps(25_000 - simulation.step_count());
        let (end, report) = (simulation.state(), simulation.dae());
        assert_eq!((end.contacts.len(), report.last.fixed), (10, 10));
        let creep = report.last.residual * case.dt;
        eprintln!("creeps with {creep:e} m/s");
        assert!(creep < 1e-8, "{creep:e} m/s");
        // The springs of the lower bricks give way on one side: their faces are turned by up to 0.003 rad.
        for used in used(&end) {
            near(used, degrees.to_radians().tan(), 3e-3, "|λ − ½|");
        }
    }
}

/// 30 polygons of 5 to 10 corners and 8 to 12 mm, in rows above the ground between two walls, none like another.
fn poured() -> Case {
    let mut state = 12345u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut bodies = vec![ground(""), plane("left", 0.0, [-0.075, 0.0], ""), plane("right", 180.0, [0.075, 0.0], "")];
    for k in 0..30 {
        let (row, column) = (k / 5, k % 5);
        let corners = 5 + (random() * 6.0) as usize;
        let shape = regular(corners, 0.008 + 0.004 * random(), random());
        let at = [0.028 * (column as f64 - 2.0) + 0.003 * (random() - 0.5), 0.015 + 0.026 * row as f64];
        bodies.push(prism(&format!("p-{k}"), &shape, at, PLANAR, ""));
    }
    let mut case = Case::of(bodies);
    (case.dt, case.friction) = (5e-5, dae(0.6, ""));
    case
}

fn energy_per_body(state: &State) -> f64 {
    let bodies: Vec<f64> = state.bodies.iter().filter(|body| body.mass.mass.is_finite()).map(kinetic).collect();
    bodies.iter().sum::<f64>() / bodies.len() as f64
}

/// What is left of the motion of a heap on open ground after 4 s: next to nothing under `dae` with damping of rotation; much more without that
/// damping, with lagged friction, or at the level of accelerations. Orders of magnitude are those of an independent program: 1e-15 J
/// a body or less, and 1e-9 J or more; two decades off a heap may be another.
#[test]
fn a_heap_comes_to_rest() {
    let mut case = poured();
    case.bodies.drain(1..3);
    case.dt = 1e-4;
    let end = |friction: &str, rotation: Option<f64>| {
        let mut case = case.clone();
        (case.friction, case.normal) = (friction.to_owned(), normal(0.5, rotation));
        let energy = energy_per_body(&case.after(4.0));
        eprintln!("{friction}, {rotation:?}: {energy:e} J");
        energy
    };
    let rests = end(&dae(0.6, ""), Some(0.5));
    assert!(rests < 1e-13, "{rests:e} J");
    for (friction, rotation) in
        [(dae(0.6, ""), None), (dae(0.6, "coupling: Lagged"), Some(0.5)), (dae(0.6, "level: Acceleration"), Some(0.5))]
    {
        let moves = end(&friction, rotation);
        assert!(moves > 1e-11, "{friction}, {rotation:?}: {moves:e} J");
    }
}

/// Springs bring it to rest as well, where the step suits their dashpots; 1e-4 s is too long.
#[test]
fn a_heap_on_springs_comes_to_rest() {
    let mut case = poured();
    case.friction = "mu_s: 0.6, mu_k: 0.6, k_e: 28571.0, laws: (slide: \"cundall-strack\")".to_owned();
    let energy = energy_per_body(&case.after(4.0));
    assert!(energy < 1e-10, "{energy:e} J");
}

/// Few sweeps a step bring it to rest as well: each step goes on from the last.
#[test]
fn five_sweeps_a_step_are_enough_for_a_heap() {
    let mut case = poured();
    case.friction = dae(0.6, "sweeps: 5");
    let mut simulation = Simulation::new(&case.scene());
    simulation.steps(80_000);
    let (energy, report) = (energy_per_body(&simulation.state()), simulation.dae());
    eprintln!("{energy:e} J, {report:?}");
    assert!(energy < 1e-11 && report.exhausted > 0, "{energy:e} J, {report:?}");
}

fn hash_after(scene: &Scene, threads: usize, steps: u64) -> u64 {
    let mut simulation = Simulation::new(scene);
    simulation.use_threads(threads);
    simulation.steps(steps);
    let state = simulation.state();
    assert!(state.contacts.len() > 30, "{} contacts", state.contacts.len());
    state_hash(&state)
}

#[test]
fn threads_do_not_change_a_bit() {
    let scene = poured().scene();
    assert_eq!(hash_after(&scene, 1, 6_000), hash_after(&scene, 2, 6_000));
}

/// What a run has at a time is all that it needs to go on.
#[test]
fn a_snapshot_of_a_heap_goes_on_with_the_same_bits() {
    let scene = poured().scene();
    let mut simulation = Simulation::new(&scene);
    simulation.steps(5_000);
    let there = stickslip::step::snapshot::Snapshot::take(simulation.world(), None);
    let changed = simulation.changed();
    simulation.steps(1_000);
    let (hash, report) = (state_hash(&simulation.state()), simulation.dae());
    there.restore(simulation.world());
    simulation.steps(1_000);
    assert_eq!((state_hash(&simulation.state()), simulation.dae()), (hash, report));
    let mut again = Simulation::at(&scene, changed).expect("the same scene");
    again.steps(1_000);
    assert_eq!((state_hash(&again.state()), again.dae()), (hash, report));
}

/// None of them went through a wall or another.
#[test]
fn a_heap_stays_between_its_walls() {
    let end = poured().after(0.5);
    let moving = || end.bodies.iter().filter(|body| body.mass.mass.is_finite());
    assert!(largest(moving().map(|body| body.x.x.abs())) < 0.075);
    assert!(smallest(moving().map(|body| body.x.y)) > 0.0);
    let deepest = largest(end.contacts.iter().map(|contact| contact.touch.overlap));
    assert!(deepest < 1e-3, "{deepest} m");
}
