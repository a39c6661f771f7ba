//! What a run of Avian writes, against closed forms: weight, balances of momentum, Coulomb's law, places of the points.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly; expected values may come from any library"
)]

use avian3d::math::{Quaternion, Scalar, Vector};
use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use std::path::Path;
use std::time::Duration;
use stickslip_avian::{RecordPlugin, Recording};
use stickslip_writers_check::{Written, dot, length, number, plus};
use temp_dir::TempDir;

const G: f64 = 9.81;
/// The coefficients of ramp and crate; Avian takes their mean.
const FRICTIONS: [f64; 2] = [0.2, 0.8];
const MU: f64 = 0.5;
const HALF: [f64; 3] = [0.15, 0.1, 0.08];
const DENSITY: f64 = 500.0;
/// 20°.
const SLOPE: f64 = 0.349_065_85;
const HZ: f64 = 60.0;

fn mass() -> f64 {
    HALF.iter().fold(8.0 * DENSITY, |product, half| product * half)
}

/// Principal moment of the crate about an axis: m (b² + c²)/3.
fn moment(axis: usize) -> f64 {
    let (b, c) = (HALF[(axis + 1) % 3], HALF[(axis + 2) % 3]);
    mass() * (b * b + c * c) / 3.0
}

/// Out of the ramp, and down it.
fn axes(slope: f64) -> [[f64; 3]; 2] {
    [[slope.sin(), slope.cos(), 0.0], [slope.cos(), -slope.sin(), 0.0]]
}

fn app(dir: &Path) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, PhysicsPlugins::default(), RecordPlugin::new(dir)))
        .insert_resource(Time::<Fixed>::from_hz(HZ))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / HZ)));
    app.finish();
    app
}

fn cuboid(half: [f64; 3]) -> Collider {
    let [x, y, z] = half.map(|half| 2.0 * half as Scalar);
    Collider::cuboid(x, y, z)
}

/// A crate above the middle of a ramp whose normal is y in its axes.
fn crate_on(turn: Quaternion, height: f64) -> impl Bundle {
    (
        RigidBody::Dynamic,
        cuboid(HALF),
        ColliderDensity(DENSITY as f32),
        Friction::new(FRICTIONS[1] as Scalar),
        SleepingDisabled,
        Position(turn * (Vector::Y * height as Scalar)),
        Rotation(turn),
    )
}

fn ramp(app: &mut App, slope: f64, down: f64, spin: f64, ramp_first: bool) {
    let turn = Quaternion::from_rotation_z(-slope as Scalar);
    let fixed = |app: &mut App| {
        let friction = Friction::new(FRICTIONS[0] as Scalar);
        let shape = cuboid([4.0, 0.1, 1.0]);
        let place = (Position(Vector::ZERO), Rotation(turn));
        app.world_mut().spawn((Name::new("ramp"), RigidBody::Static, shape, friction, place));
    };
    if ramp_first {
        fixed(app);
    }
    let (v, w) = (turn * (Vector::X * down as Scalar), turn * (Vector::Y * spin as Scalar));
    app.world_mut().spawn((Name::new("crate"), crate_on(turn, 0.1 + HALF[1]), LinearVelocity(v), AngularVelocity(w)));
    if !ramp_first {
        fixed(app);
    }
}

fn finish(mut app: App, dir: &Path, steps: u64) -> Written {
    while app.world().resource::<Recording>().steps() < steps {
        app.update();
        assert_eq!(app.world().resource::<Recording>().fault(), None);
    }
    Written::read(dir).unwrap()
}

fn run(slope: f64, down: f64, spin: f64, ramp_first: bool, steps: u64) -> Written {
    let dir = TempDir::new().unwrap();
    let mut app = app(dir.path());
    ramp(&mut app, slope, down, spin, ramp_first);
    finish(app, dir.path(), steps)
}

fn speed(run: &Written, step: u64) -> f64 {
    length(run.body("crate", step).unwrap().vector("v", ""))
}

#[test]
fn a_crate_at_rest_is_carried_by_its_weight_at_its_corners() {
    for ramp_first in [true, false] {
        let run = run(0.0, 0.0, 0.0, ramp_first, 120);
        for step in 60..=120 {
            let loads = run.loads("crate", step);
            assert_eq!(loads.points, 4);
            // Rounding of f32 and what is left of the first steps.
            assert!((loads.normal / (mass() * G) - 1.0).abs() < 1e-4, "{} of {}", loads.normal, mass() * G);
            assert!((loads.pressing[1] / (mass() * G) - 1.0).abs() < 1e-4, "up: {:?}", loads.pressing);
            assert!(length(loads.friction) < 1e-4 * mass() * G);
            let centre = run.body("crate", step - 1).unwrap().vector("", "");
            for row in run.points(step) {
                let arm = plus(row.vector("c", ""), -1.0, centre);
                assert!((0..3).all(|axis| (arm[axis].abs() - HALF[axis]).abs() < 2e-3), "{arm:?}");
                assert!(arm[1] < 0.0);
                assert!(row.number("overlap").abs() < 2e-3);
                assert!((row.number("mu") - MU).abs() < 1e-7, "the mean of both");
            }
        }
    }
}

#[test]
fn a_sliding_crate_has_the_friction_of_coulomb_against_its_slip_and_its_momentum_balances() {
    let [normal, down] = axes(SLOPE);
    for ramp_first in [true, false] {
        let run = run(SLOPE, 1.5, 0.0, ramp_first, 80);
        let sliding: Vec<u64> = (3..80).filter(|step| speed(&run, *step) > 0.05).collect();
        assert!(sliding.len() > 30, "{}", sliding.len());
        for step in sliding {
            let loads = run.loads("crate", step);
            let error = run.momentum_error("crate", step);
            assert!(error < 1e-4, "step {step}: momentum is off by {error} g");
            let turning = run.turning_error("crate", step, [0.0, 0.0, 1.0], moment(2));
            assert!(turning.abs() < 2e-3 * mass() * G * HALF[0], "step {step}: {turning} N m");
            assert!((dot(loads.pressing, normal) / (mass() * G * SLOPE.cos()) - 1.0).abs() < 2e-3);
            assert!(dot(loads.friction, down) < 0.0, "friction acts against the slip");
            // Its points cap friction in a metric of their own, off the slip: each is full, their sum may be less.
            let used = length(loads.friction) / loads.normal;
            assert!(used < MU * 1.001, "step {step}: {used}");
            for row in run.points(step).filter(|row| row.number("N") > 1e-2 * loads.normal) {
                let of_point = length(row.vector("F_", "")) / (MU * row.number("N"));
                assert!((of_point - 1.0).abs() < 1e-2, "step {step}: {of_point}");
            }
        }
    }
}

#[test]
fn a_crate_that_stopped_is_held_by_what_pulls_it_down() {
    let [normal, down] = axes(SLOPE);
    let run = run(SLOPE, 1.5, 0.0, true, 180);
    // Its tangents follow the sign of a velocity that is nearly 0, and the crate trembles by 1e-3 m/s: means over half a second.
    let (mut pressing, mut held) = (0.0, 0.0);
    for step in 151..=180 {
        assert!(run.momentum_error("crate", step) < 1e-4);
        let loads = run.loads("crate", step);
        pressing += dot(loads.pressing, normal) / (30.0 * mass() * G * SLOPE.cos());
        held -= dot(loads.friction, down) / (30.0 * mass() * G * SLOPE.sin());
    }
    assert!((pressing - 1.0).abs() < 1e-3 && (held - 1.0).abs() < 1e-3, "{pressing} {held}");
}

#[test]
fn friction_about_the_normal_slows_a_spinning_crate_as_it_is_told() {
    let run = run(0.0, 0.0, 12.0, true, 30);
    let up = [0.0, 1.0, 0.0];
    let about = |step| dot(run.body("crate", step).unwrap().vector("w", ""), up);
    let sliding: Vec<u64> = (3..30).filter(|step| about(*step) > 0.5).collect();
    assert!(sliding.len() > 3, "{}", sliding.len());
    let largest = MU * mass() * G * HALF[0].hypot(HALF[2]);
    for step in sliding {
        assert!(run.loads("crate", step).moment[1] < -0.5 * largest, "against the spin");
        let error = run.turning_error("crate", step, up, moment(1));
        assert!(error.abs() < 1e-2 * largest, "step {step}: {error} of {largest} N m");
    }
}

#[test]
fn impacts_with_and_without_restitution_balance_too() {
    for restitution in [0.0, 0.5] {
        let dir = TempDir::new().unwrap();
        let mut app = app(dir.path());
        ramp(&mut app, 0.0, 0.0, 0.0, true);
        let bounce = Restitution::new(restitution);
        let place = (Position(Vector::new(1.0, 0.5, 0.0)), LinearVelocity(Vector::new(0.5, -1.0, 0.0)));
        let ball = (RigidBody::Dynamic, Collider::sphere(0.1), ColliderDensity(500.0), SleepingDisabled, bounce);
        app.world_mut().spawn((Name::new("ball"), ball, place));
        let run = finish(app, dir.path(), 60);
        let touching: Vec<u64> = (1..=60).filter(|step| run.loads("ball", *step).normal > 0.0).collect();
        assert!(!touching.is_empty());
        for step in touching {
            let error = run.momentum_error("ball", step);
            // Over g: the impact is of some 10 g.
            assert!(error < 1e-3, "e {restitution}: step {step}: {error} g");
        }
    }
}

#[test]
fn what_lies_on_another_presses_it_down_and_forces_are_told() {
    let dir = TempDir::new().unwrap();
    let mut app = app(dir.path());
    ramp(&mut app, 0.0, 0.0, 0.0, true);
    let force = Vector::new(0.5, -2.0, 0.0);
    let upper = crate_on(Quaternion::IDENTITY, 0.1 + 3.0 * HALF[1]);
    app.world_mut().spawn((Name::new("upper"), upper, ConstantForce(force), GravityScale(2.0)));
    let run = finish(app, dir.path(), 240);
    let weight = mass() * G;
    // The upper crate trembles, as one that stopped does: means over one and a half seconds.
    let (mut pushed, mut up, mut up_lower) = (0.0, 0.0, 0.0);
    for step in 151..=240 {
        let pull = run.body("upper", step).unwrap().vector("Fext_", "");
        assert!((pull[0] - 0.5).abs() < 1e-4 && (pull[1] + 2.0 + weight).abs() < 1e-3 * weight, "{pull:?}");
        assert!(run.body("crate", step).unwrap().number("Fext_x").is_nan(), "nothing pulls the lower");
        pushed += run.loads("upper", step).friction[0] / 90.0;
        up += run.loads("upper", step).pressing[1] / 90.0;
        up_lower += run.loads("crate", step).pressing[1] / 90.0;
    }
    assert!((pushed + 0.5).abs() < 1e-3 * weight, "{pushed}");
    assert!((up / (2.0 * weight + 2.0) - 1.0).abs() < 1e-3, "{up}");
    assert!((up_lower / weight - 1.0).abs() < 1e-3, "{up_lower}");
}

#[test]
fn mass_inertia_and_shapes_are_in_the_header() {
    let run = run(0.0, 0.0, 0.0, true, 1);
    let close = |value: f64, expected: f64| assert!((value / expected - 1.0).abs() < 1e-6, "{value}, not {expected}");
    close(number(run.of_body("crate", "mass")), mass());
    for (axis, half) in HALF.into_iter().enumerate() {
        close(number(&run.of_body("crate", "inertia")[axis]), moment(axis));
        close(number(&run.of_body("crate", "shape")["Box"]["half_extents"][axis]), half);
    }
    assert_eq!(run.of_body("ramp", "fixed"), true);
    assert_eq!(run.header["load"], "mean");
    close(number(&run.header["dt"]), 1.0 / HZ);
}

/// Why impulses are added up here: Avian's own sum has every substep twice, once solved with bias and once without.
#[test]
fn what_avian_calls_the_total_normal_impulse_is_twice_what_acts() {
    let dir = TempDir::new().unwrap();
    let mut app = app(dir.path());
    ramp(&mut app, 0.0, 0.0, 0.0, true);
    (0..120).for_each(|_| app.update());
    let pairs = app.world().resource::<ContactGraph>().iter_active_touching();
    let impulse: f64 = pairs.map(|pair| f64::from(pair.total_normal_impulse_magnitude())).sum();
    assert!((impulse * HZ / (2.0 * mass() * G) - 1.0).abs() < 1e-3, "{impulse} N s");
}

#[test]
fn pairs_that_sleep_keep_their_loads() {
    let dir = TempDir::new().unwrap();
    let mut app = app(dir.path());
    ramp(&mut app, 0.0, 0.0, 0.0, true);
    let sleeper = (RigidBody::Dynamic, cuboid(HALF), ColliderDensity(DENSITY as f32), Friction::new(0.5));
    app.world_mut().spawn((Name::new("sleeper"), sleeper, Position(Vector::new(1.0, (0.1 + HALF[1]) as Scalar, 0.0))));
    let mut has_slept = false;
    while app.world().resource::<Recording>().steps() < 240 {
        app.update();
        has_slept |= app.world_mut().query::<&Sleeping>().iter(app.world()).next().is_some();
    }
    let run = Written::read(dir.path()).unwrap();
    assert!(has_slept);
    assert!((run.loads("sleeper", 240).normal / (mass() * G) - 1.0).abs() < 1e-3);
}

#[test]
fn a_body_that_comes_late_ends_the_recording_and_is_named() {
    let dir = TempDir::new().unwrap();
    let mut app = app(dir.path());
    ramp(&mut app, 0.0, 0.0, 0.0, true);
    (0..5).for_each(|_| app.update());
    app.world_mut().spawn((Name::new("late"), crate_on(Quaternion::IDENTITY, 0.1 + 3.0 * HALF[1])));
    (0..20).for_each(|_| app.update());
    let why = app.world().resource::<Recording>().fault().unwrap();
    assert!(why.contains("came after the recording began"), "{why}");
}
