//! Invariants at any parameter values: rotated scenes, exchanged bodies, threads, snapshots, energy.

use super::support::{BLOCK, LEVEL, M, body, dae, near, parse, scene, slope, text};
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::observe::state::State;
use stickslip_engine::record::hash::state_hash;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::contacts::table::ContactTable;
use stickslip_engine::step::snapshot::Snapshot;

const DT: f64 = 1e-4;
const HOOKE: &str = "Hooke(k_n: 1e6, damping: Ratio(0.5))";

/// Slide friction as a constraint, alone and with roll and spin.
fn frictions() -> [String; 2] {
    [dae(0.3, ""), "mu: 0.3, rho: 5e-3, sigma: 2e-3, laws: (slide: Dae, roll: Dae, spin: Dae)".to_owned()]
}

/// A heap with slip and stick: three balls on a slope, and a block that slides into them.
fn heap(friction: &str) -> Scene {
    let bodies = [
        &slope(12.0),
        "(name: \"a\", shape: Sphere(radius: 0.05), mass: 0.5, position: (-0.05, 0.0, 0.052))",
        "(name: \"b\", shape: Sphere(radius: 0.05), mass: 0.5, position: (0.05, 0.0, 0.052))",
        "(name: \"c\", shape: Sphere(radius: 0.05), mass: 0.5, position: (0.0, 0.01, 0.139))",
        "(name: \"d\", shape: Box(half_extents: (0.05, 0.05, 0.02)), mass: 0.3, position: (0.0, 0.3, 0.1),
           velocity: (0.0, -1.0, 0.0))",
    ];
    scene(DT, friction, HOOKE, &bodies, "")
}

fn end(scene: &Scene, steps: u64) -> State {
    let mut simulation = Simulation::new(scene);
    simulation.steps(steps);
    assert_eq!(simulation.stopped(), None);
    simulation.state()
}

/// Largest difference of the positions and velocities of two states, m and m/s, the second state rotated by `turn`.
fn difference(a: &State, b: &State, turn: &Rotation) -> f64 {
    let mut worst = 0.0;
    for one in &a.bodies {
        let other = body(b, &one.name);
        worst = larger(worst, (turn * one.x - other.x).norm());
        worst = larger(worst, (turn * one.v - other.v).norm());
    }
    worst
}

/// Collisions amplify rounding: 1e-9 m and m/s after 0.1 s of collisions and slip.
#[test]
fn a_turned_scene_moves_alike() {
    for friction in frictions() {
        let scene = heap(&friction);
        let straight = end(&scene, 1_000);
        for turn in [Vec3::new(0.3, -0.7, 1.1), Vec3::new(-2.0, 0.4, 0.9)].map(Rotation::new) {
            let mut turned = scene.clone();
            turned.gravity = turn * turned.gravity;
            for body in &mut turned.bodies {
                body.position = turn * body.position;
                body.rotation = turn * body.rotation;
                body.velocity = turn * body.velocity;
            }
            let off = difference(&straight, &end(&turned, 1_000), &turn);
            eprintln!("turned: {off:e}");
            assert!(off < 1e-9, "{friction}: {off:e}");
        }
    }
}

/// The sweeps visit the bodies in another order; they converge within 1e-10 of the largest μN.
#[test]
fn the_order_of_the_bodies_does_not_matter() {
    for friction in frictions() {
        let scene = heap(&friction);
        let mut reversed = scene.clone();
        reversed.bodies.reverse();
        let off = difference(&end(&scene, 1_000), &end(&reversed, 1_000), &Rotation::identity());
        eprintln!("exchanged: {off:e}");
        assert!(off < 1e-8, "{friction}: {off:e}");
    }
}

#[test]
fn threads_do_not_change_a_bit() {
    let balls = "(name: \"ball\", shape: Sphere(radius: 0.05), density: 1000.0,
        fill: Lattice(count: (9, 9, 9), spacing: 0.0999), position: (0.0, 0.0, 0.05))";
    let hash = |friction: &str, threads: usize| {
        let mut simulation = Simulation::new(&scene(DT, friction, HOOKE, &[LEVEL, balls], ""));
        simulation.use_threads(threads);
        simulation.steps(60);
        let state = simulation.state();
        assert!(state.contacts.len() > 500, "{} contacts", state.contacts.len());
        state_hash(&state)
    };
    for friction in frictions() {
        assert_eq!(hash(&friction, 1), hash(&friction, 2), "{friction}");
    }
}

/// Separate polygons are not tested until they have moved by the gap between them: bit-identical to a run that rebuilds
/// the list in every step and tests all of its pairs.
#[test]
fn a_pair_is_tested_before_it_can_touch() {
    let scene = crate::support::scene("dae-pour", &[]);
    let (mut usual, mut tested) = (Simulation::new(&scene), Simulation::new(&scene));
    let mut omitted = 0;
    for step in 0..6_000 {
        tested.world().resource_mut::<ContactTable>().is_old = true;
        usual.step();
        tested.step();
        let table = usual.world().resource::<ContactTable>();
        omitted += table.general.len() - table.due.len();
        if step % 20 == 0 {
            let [one, other] = [&mut usual, &mut tested].map(|simulation| state_hash(&simulation.state()));
            assert_eq!(one, other, "step {step}");
        }
    }
    let table = usual.world().resource::<ContactTable>();
    assert!(table.touching.len() > 20 && omitted > 100_000, "{} touch, {omitted} omitted", table.touching.len());
}

#[test]
fn a_snapshot_goes_on_with_the_same_bits() {
    for friction in frictions() {
        goes_on(&heap(&friction));
    }
}

fn goes_on(heap: &Scene) {
    let mut simulation = Simulation::new(heap);
    simulation.steps(400);
    let there = Snapshot::take(simulation.world(), None);
    let changed = simulation.changed();
    simulation.steps(400);
    let (hash, report) = (state_hash(&simulation.state()), simulation.dae());
    there.restore(simulation.world());
    simulation.steps(400);
    assert_eq!((state_hash(&simulation.state()), simulation.dae()), (hash, report));
    let mut again = Simulation::at(heap, changed).expect("the same scene");
    again.steps(400);
    assert_eq!((state_hash(&again.state()), again.dae()), (hash, report));
}

/// The work of friction uses the mean velocity of a step, so a block on level ground loses ½ m v² to rounding.
#[test]
fn slip_takes_the_kinetic_energy() {
    let block = BLOCK.replace("at: (0.0, 0.0)", "at: (0.0, 0.0), velocity: (1.0, 0.5)");
    for normal in ["Known(Weight)", "Hooke(k_n: 1e5, damping: Ratio(0.5))"] {
        let scene = scene(DT, &dae(0.3, ""), normal, &[LEVEL, &block], "");
        let mut simulation = Simulation::with_energy_ledger(&scene);
        simulation.steps(8_000);
        let state = simulation.state();
        // The rest of 1 m/s is rounding.
        near(body(&state, "block").v.xy().norm(), 0.0, 1e-15, "it stands");
        let budget = &state.accounts.as_ref().expect("books").budget;
        let energy = 0.5 * M * 1.25;
        near(budget.contacts.slide.slip, energy, 1e-9 * energy, normal);
        assert_eq!((budget.contacts.slide.stored, budget.contacts.slide.damping), (0.0, 0.0));
    }
}

/// On a slope gravity works on x, which semi-implicit Euler moves with the new velocity: the residual is of first order
/// in Δt.
#[test]
fn the_energy_account_closes_to_first_order() {
    let residual = |dt: f64| {
        let text = text(dt, &dae(0.3, ""), "Known(Weight)", &[&slope(30.0), BLOCK], "");
        let mut simulation = Simulation::with_energy_ledger(&parse(&text));
        simulation.steps((0.5 / dt).round() as u64);
        let state = simulation.state();
        let budget = &state.accounts.as_ref().expect("books").budget;
        (budget.residual(), budget.contacts.slide.slip)
    };
    let [(coarse, lost), (fine, _)] = [residual(1e-3), residual(5e-4)];
    eprintln!("residual {coarse:e} J, with half the step {fine:e} J, of {lost} J");
    assert!(lost > 0.1 && coarse.abs() < 5e-3 * lost, "{coarse:e} of {lost}");
    near(fine / coarse, 0.5, 0.01, "halved");
}

/// A ball that begins to roll, in the coordinates of a plane, where roll has one direction, and in those of space.
#[test]
fn roll_in_a_plane_is_roll_in_space() {
    let ball = |motion: &str| {
        format!(
            "(name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, {motion} velocity: (0.0, 1.0, 0.0),
            angular_velocity: (-3.0, 0.0, 0.0), position: (0.0, 0.0, 0.1))"
        )
    };
    let friction = "mu: 0.3, rho: 1e-2, laws: (slide: Dae, roll: Dae)";
    let run = |motion: &str| end(&scene(DT, friction, HOOKE, &[LEVEL, &ball(motion)], ""), 5_000);
    let (plane, space) = (run("motion: Planar(X),"), run(""));
    let off = difference(&plane, &space, &Rotation::identity());
    eprintln!("in a plane: {off:e}");
    assert!(body(&plane, "ball").v.y > 0.1 && off < 1e-12, "{off:e}");
}
