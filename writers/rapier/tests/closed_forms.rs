//! What a run of Rapier writes, against closed forms: weight, balances of momentum, Coulomb's law, places of the points.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly; expected values may come from any library"
)]

use rapier3d::parry::shape::HalfSpace;
use rapier3d::prelude::*;
use std::path::Path;
use stickslip_rapier::{Options, Recorder};
use stickslip_writers_check::{Written, cross, dot, length, number, plus};
use temp_dir::TempDir;

const G: f64 = 9.81;
/// The coefficients of ramp and crate; Rapier takes their mean.
const FRICTIONS: [f32; 2] = [0.2, 0.8];
const MU: f64 = 0.5;
const HALF: [f32; 3] = [0.15, 0.1, 0.08];
const DENSITY: f32 = 500.0;
/// 20°.
const SLOPE: f32 = 0.349_065_85;
const MODELS: [FrictionModel; 2] = [FrictionModel::Simplified, FrictionModel::Coulomb];

fn mass() -> f64 {
    HALF.iter().fold(8.0 * f64::from(DENSITY), |product, half| product * f64::from(*half))
}

fn half(axis: usize) -> f64 {
    f64::from(HALF[axis])
}

/// Principal moment of the crate about an axis: m (b² + c²)/3.
fn moment(axis: usize) -> f64 {
    let (b, c) = (half((axis + 1) % 3), half((axis + 2) % 3));
    mass() * (b * b + c * c) / 3.0
}

/// Out of the ramp, and down it.
fn axes(slope: f64) -> [[f64; 3]; 2] {
    [[slope.sin(), slope.cos(), 0.0], [slope.cos(), -slope.sin(), 0.0]]
}

fn vector(of: [f64; 3]) -> Vector {
    Vector::from_array(of.map(|part| part as f32))
}

/// A crate on a ramp, with this velocity down it and this angular velocity about its normal.
fn ramp(model: FrictionModel, slope: f32, down: f32, spin: f32, order: bool) -> (PhysicsWorld, [RigidBodyHandle; 2]) {
    let mut world = PhysicsWorld::default();
    world.integration_parameters.friction_model = model;
    let [normal, along] = axes(slope.into()).map(vector);
    let turn = Vector::new(0.0, 0.0, -slope);
    let fixed =
        (RigidBodyBuilder::fixed().rotation(turn), ColliderBuilder::cuboid(4.0, 0.1, 1.0).friction(FRICTIONS[0]));
    let body = RigidBodyBuilder::dynamic().translation((0.1 + HALF[1]) * normal).rotation(turn);
    let body = body.linvel(down * along).angvel(spin * normal).can_sleep(false);
    let shape = ColliderBuilder::cuboid(HALF[0], HALF[1], HALF[2]).density(DENSITY).friction(FRICTIONS[1]);
    let handles = if order {
        let first = world.insert(fixed.0, fixed.1).0;
        [first, world.insert(body, shape).0]
    } else {
        let first = world.insert(body, shape).0;
        [world.insert(fixed.0, fixed.1).0, first]
    };
    (world, handles)
}

fn record(dir: &Path, world: &mut PhysicsWorld, names: &[(RigidBodyHandle, &str)], steps: u64) -> Written {
    let mut run = Recorder::new(dir, &*world, Options { names, ..Options::default() }).unwrap();
    for _ in 0..steps {
        world.step();
        run.step(&*world).unwrap();
    }
    Written::read(dir).unwrap()
}

fn run(model: FrictionModel, slope: f32, down: f32, spin: f32, order: bool, steps: u64) -> Written {
    let dir = TempDir::new().unwrap();
    let (mut world, [fixed, body]) = ramp(model, slope, down, spin, order);
    record(dir.path(), &mut world, &[(fixed, "ramp"), (body, "crate")], steps)
}

fn speed(run: &Written, step: u64) -> f64 {
    length(run.body("crate", step).unwrap().vector("v", ""))
}

#[test]
fn a_crate_at_rest_is_carried_by_its_weight_at_its_corners() {
    for model in MODELS {
        for order in [true, false] {
            let run = run(model, 0.0, 0.0, 0.0, order, 120);
            for step in 60..=120 {
                let loads = run.loads("crate", step);
                assert_eq!(loads.points, 4);
                // Rounding of f32 and what is left of the first steps.
                assert!((loads.normal / (mass() * G) - 1.0).abs() < 1e-4, "{model:?}: {}", loads.normal);
                assert!((loads.pressing[1] / (mass() * G) - 1.0).abs() < 1e-4, "up: {:?}", loads.pressing);
                assert!(length(loads.friction) < 1e-4 * mass() * G);
                let centre = run.body("crate", step - 1).unwrap().vector("", "");
                for row in run.points(step) {
                    let arm = plus(row.vector("c", ""), -1.0, centre);
                    // The corners; contacts lie half a prediction distance, 1 mm, or less off them.
                    assert!((0..3).all(|axis| (arm[axis].abs() - half(axis)).abs() < 2e-3), "{arm:?}");
                    assert!(arm[1] < 0.0);
                    assert!(row.number("overlap").abs() < 2e-3);
                    assert!((row.number("mu") - MU).abs() < 1e-7, "the mean of both");
                }
            }
        }
    }
}

#[test]
fn a_sliding_crate_has_the_friction_of_coulomb_against_its_slip_and_its_momentum_balances() {
    let slope = f64::from(SLOPE);
    let [normal, down] = axes(slope);
    for model in MODELS {
        for order in [true, false] {
            let run = run(model, SLOPE, 1.5, 0.0, order, 80);
            let sliding: Vec<u64> = (3..80).filter(|step| speed(&run, *step) > 0.05).collect();
            assert!(sliding.len() > 30, "{model:?}: {}", sliding.len());
            for step in sliding {
                let loads = run.loads("crate", step);
                // The Simplified model tells one substep of four: its impulses differ by less than this while it slides.
                let error = run.momentum_error("crate", step);
                assert!(error < 1e-3, "{model:?}: step {step}: momentum is off by {error} g");
                let turning = run.turning_error("crate", step, [0.0, 0.0, 1.0], moment(2));
                assert!(turning.abs() < 2e-3 * mass() * G * half(0), "{model:?}: step {step}: {turning} N m");
                assert!((dot(loads.pressing, normal) / (mass() * G * slope.cos()) - 1.0).abs() < 2e-3);
                assert!(dot(loads.friction, down) < 0.0, "friction acts against the slip");
                let used = length(loads.friction) / loads.normal;
                match model {
                    FrictionModel::Simplified => assert!((used / MU - 1.0).abs() < 1e-3, "step {step}: {used}"),
                    // Its points cap friction in a metric of their own, off the slip: each is full, their sum less.
                    FrictionModel::Coulomb => {
                        assert!(used < MU * 1.001, "step {step}: {used}");
                        for row in run.points(step).filter(|row| row.number("N") > 1e-2 * loads.normal) {
                            let of_point = length(row.vector("F_", "")) / (MU * row.number("N"));
                            assert!((of_point - 1.0).abs() < 1e-2, "step {step}: {of_point}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_crate_stops_where_coulomb_says_and_is_held_by_what_pulls_it_down() {
    let (slope, v, dt) = (f64::from(SLOPE), 1.5, 1.0 / 60.0);
    let [normal, down] = axes(slope);
    for model in MODELS {
        let run = run(model, SLOPE, 1.5, 0.0, true, 180);
        let place = |step| run.body("crate", step).unwrap().vector("", "");
        let way = dot(plus(place(180), -1.0, place(0)), down);
        let expected = v * v / (2.0 * G * (MU * slope.cos() - slope.sin()));
        if model == FrictionModel::Simplified {
            assert!((way - expected).abs() < 5e-3 * expected + 0.5 * v * dt, "{way} m, by theory {expected} m");
        }
        for step in 150..=180 {
            let loads = run.loads("crate", step);
            assert!((dot(loads.pressing, normal) / (mass() * G * slope.cos()) - 1.0).abs() < 1e-3);
            assert!(
                (dot(loads.friction, down) / (mass() * G * slope.sin()) + 1.0).abs() < 1e-3,
                "{:?}",
                loads.friction
            );
        }
    }
}

#[test]
fn friction_about_the_normal_slows_a_spinning_crate_as_it_is_told() {
    for model in MODELS {
        let run = run(model, 0.0, 0.0, 12.0, true, 30);
        let up = [0.0, 1.0, 0.0];
        let about = |step| dot(run.body("crate", step).unwrap().vector("w", ""), up);
        let sliding: Vec<u64> = (3..30).filter(|step| about(*step) > 0.5).collect();
        assert!(sliding.len() > 3, "{model:?}: {}", sliding.len());
        let largest = MU * mass() * G * half(0).hypot(half(2));
        for step in sliding {
            assert!(run.loads("crate", step).moment[1] < -0.5 * largest, "against the spin");
            let error = run.turning_error("crate", step, up, moment(1));
            assert!(error.abs() < 1e-2 * largest, "{model:?}: step {step}: {error} of {largest} N m");
        }
    }
}

#[test]
fn what_lies_on_another_presses_it_down() {
    let dir = TempDir::new().unwrap();
    let (mut world, [ground, lower]) = ramp(FrictionModel::Coulomb, 0.0, 0.0, 0.0, true);
    let body = RigidBodyBuilder::dynamic().translation(Vector::Y * (0.1 + 3.0 * HALF[1])).can_sleep(false);
    let shape = ColliderBuilder::cuboid(HALF[0], HALF[1], HALF[2]).density(2.0 * DENSITY).friction(0.5);
    let (upper, _) = world.insert(body, shape);
    let names = [(upper, "upper"), (ground, "ground"), (lower, "crate")];
    let run = record(dir.path(), &mut world, &names, 180);
    for step in 100..=180 {
        for name in ["upper", "crate"] {
            let error = run.momentum_error(name, step);
            assert!(error < 1e-3, "{name}: {error} g");
        }
        let up = |name| run.loads(name, step).pressing[1] / (mass() * G);
        assert!(
            (up("upper") - 2.0).abs() < 1e-3 && (up("crate") - 1.0).abs() < 2e-3,
            "{} {}",
            up("upper"),
            up("crate")
        );
        let of_ground: f64 = run
            .points(step)
            .filter(|row| row.text("j") == "ground" || row.text("i") == "ground")
            .map(|row| row.number("N"))
            .sum();
        assert!((of_ground / (3.0 * mass() * G) - 1.0).abs() < 1e-3);
    }
}

#[test]
fn mass_inertia_shapes_and_what_cannot_be_balanced_are_in_the_header() {
    let dir = TempDir::new().unwrap();
    let mut world = PhysicsWorld::default();
    let cuboid = ColliderBuilder::cuboid(HALF[0], HALF[1], HALF[2]).density(DENSITY);
    let (boxed, _) = world.insert(RigidBodyBuilder::dynamic(), cuboid.clone());
    let (lying, _) = world.insert(RigidBodyBuilder::dynamic(), ColliderBuilder::capsule_x(0.2, 0.1));
    let (off, _) = world.insert(RigidBodyBuilder::fixed(), cuboid.clone().translation(Vector::X));
    let (locked, _) = world.insert(RigidBodyBuilder::dynamic().lock_rotations(), cuboid);
    let ground = SharedShape::new(HalfSpace { normal: Vector::Y });
    world.insert_collider(ColliderBuilder::new(ground), None);
    let names = [(boxed, "box"), (lying, "capsule"), (off, "off"), (locked, "locked")];
    let run = record(dir.path(), &mut world, &names, 1);
    let close = |value: f64, expected: f64| assert!((value / expected - 1.0).abs() < 1e-6, "{value}, not {expected}");
    close(number(run.of_body("box", "mass")), mass());
    for axis in 0..3 {
        close(number(&run.of_body("box", "inertia")[axis]), moment(axis));
        close(number(&run.of_body("box", "shape")["Box"]["half_extents"][axis]), half(axis));
    }
    close(number(&run.of_body("capsule", "shape")["Capsule"]["half_height"]), 0.2);
    close(number(&run.of_body("off", "x")[0]), 1.0);
    assert!(run.of_body("locked", "mass").is_null(), "what is locked has no balance");
    // The axes of the folder's shapes along z: x of the capsule, y of the half-space.
    let z = |q: [f64; 4]| {
        let [w, x, y, z] = q;
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), w * w - x * x - y * y + z * z]
    };
    let row = run.body("capsule", 0).unwrap();
    let along = z(["qw", "qx", "qy", "qz"].map(|name| row.number(name)));
    assert!(length(cross(along, [1.0, 0.0, 0.0])) < 1e-6, "{along:?}");
    let plane = run.header["bodies"].as_array().unwrap().iter().find(|body| body["shape"] == "Plane").unwrap();
    let out = z([0, 1, 2, 3].map(|part| number(&plane["q"][part])));
    assert!(length(plus(out, -1.0, [0.0, 1.0, 0.0])) < 1e-6, "{out:?}");
    assert_eq!(run.header["load"], "sample");
    assert_eq!(run.header["engine"], format!("rapier {}", rapier3d::VERSION));
}

#[test]
fn what_comes_late_and_unequal_steps_are_named() {
    let dir = TempDir::new().unwrap();
    let (mut world, _) = ramp(FrictionModel::Coulomb, 0.0, 0.0, 0.0, true);
    let mut run = Recorder::new(dir.path(), &world, Options::default()).unwrap();
    let late = RigidBodyBuilder::dynamic().translation(Vector::Y * (0.1 + 3.0 * HALF[1]));
    world.insert(late, ColliderBuilder::cuboid(HALF[0], HALF[1], HALF[2]));
    world.step();
    assert!(run.step(&world).unwrap_err().to_string().contains("added after the recorder began"));
    world.integration_parameters.dt *= 0.5;
    assert!(run.step(&world).unwrap_err().to_string().contains("take equal steps"));
}
