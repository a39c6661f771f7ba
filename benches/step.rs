//! Cost of one step: scenes with one pair of bodies, one contact under each of several slide laws, many cases in one world
//! as in a sweep, and settled piles.
//! Loading and settling are not measured.

#![allow(missing_docs, reason = "criterion's macros write undocumented functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::cell::Cell;
use std::hint::black_box;
use std::time::{Duration, Instant};
use stickslip::lab::bench::poured;
use stickslip::record::hash::{WorldHash, state_hash};
use stickslip::run::simulation::Simulation;
use stickslip::scene::Scene;
use stickslip_benches::{begun, pile, quiet, scene};

fn simulation(name: &str) -> Simulation {
    quiet(Simulation::new(&scene(name)))
}

/// The first 0.2 s of each scene, restarted until enough steps are timed: slip, rolling and rest as in a real run.
fn steps(c: &mut Criterion) {
    const RUN: u64 = 2000;
    let mut group = c.benchmark_group("step");
    for name in ["sphere-up-35", "sphere-spin-0.006", "hertz-spin-steel-20mm", "roll-and-spin", "brick-damped"] {
        group.bench_function(name, |b| b.iter_custom(|steps| timed(&scene(name), steps, RUN)));
    }
    group.finish();
}

/// Slide laws, in the words of a scene file; the first is what the others are measured by.
const SLIDE_LAWS: [(&str, &str); 5] = [
    ("cundall-strack", "CundallStrack"),
    ("stribeck", "Stribeck(v_s: 0.01)"),
    ("lugre", "Lugre(v_s: 0.01)"),
    ("elasto-plastic", "ElastoPlastic(v_s: 0.01)"),
    ("rate-state", "RateState(mu_0: 0.35)"),
];

/// A ball that does not turn on a belt, held by a spring: it sticks and slips, under one slide law.
fn belt(law: &str) -> Scene {
    let text = format!(
        r#"Scene(schema: 1, title: "belt", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.81),
        friction: (mu_s: 0.4, mu_k: 0.3, k_e: 1e5, laws: (slide: {law})), normal: Known(Weight),
        bodies: [(name: "belt", shape: Plane, motion: Driven(velocity: (0.0, 0.1, 0.0))),
                 (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, motion: Translating, position: (0.0, 0.0, 0.1))],
        pulls: [(body: "ball", stiffness: 100.0)])"#
    );
    Scene::parse(law, &text).unwrap_or_else(|faults| panic!("{law}: {faults}"))
}

/// A whole step of one contact under each slide law, over 1 s of stick and slip; prints the least time of each over that
/// of the first.
fn laws(c: &mut Criterion) {
    const RUN: u64 = 10_000;
    let mut group = c.benchmark_group("slide law");
    let mut least = Vec::new();
    for (name, law) in SLIDE_LAWS {
        let (scene, best) = (belt(law), Cell::new(f64::INFINITY));
        group.bench_function(name, |b| {
            b.iter_custom(|steps| {
                let time = timed(&scene, steps, RUN);
                best.set(best.get().min(time.as_secs_f64() / steps as f64));
                time
            });
        });
        least.push((name, best.get()));
    }
    group.finish();
    let (first, unit) = least[0];
    for (name, time) in least.into_iter().filter(|(_, time)| time.is_finite() && unit.is_finite()) {
        println!("slide law {name}: {:.0} ns per step, {:.2} of {first}", 1e9 * time, time / unit);
    }
}

/// Time of `steps` steps in runs of at most `run` steps, without loading.
fn timed(scene: &Scene, steps: u64, run: u64) -> Duration {
    let (mut left, mut time) = (steps, Duration::ZERO);
    while left > 0 {
        let mut running = quiet(Simulation::new(scene));
        let now = left.min(run);
        let start = Instant::now();
        black_box(&mut running).steps(now);
        time += start.elapsed();
        assert_eq!(running.stopped(), None, "{}", scene.title);
        left -= now;
    }
    time
}

/// Additional cost of a recorded step: reading the whole state, and hashing it.
fn observing(c: &mut Criterion) {
    let mut running = simulation("sphere-up-35");
    running.steps(100);
    c.bench_function("observe sphere-up-35", |b| b.iter(|| black_box(running.state())));
    let state = running.state();
    c.bench_function("hash sphere-up-35", |b| b.iter(|| state_hash(black_box(&state))));
    // The hash that the window computes after every step: of one compact contact, and of four in full form.
    for name in ["sphere-up-35", "brick-damped"] {
        let mut running = simulation(name);
        running.steps(100);
        let mut hash = WorldHash::new(running.world());
        c.bench_function(&format!("hash of the world of {name}"), |b| {
            b.iter(|| hash.compute(black_box(running.world())))
        });
    }
}

/// Cost of a step over the number of cases in one world, as in a sweep.
fn cases(c: &mut Criterion) {
    let mut group = c.benchmark_group("cases");
    let scene = scene("sphere-up-35");
    for count in [1_usize, 16, 256] {
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::from_parameter(count), |b| {
            let mut running = quiet(Simulation::batch(&vec![scene.clone(); count]));
            b.iter(|| black_box(&mut running).steps(1));
        });
    }
}

/// A pile at rest in its box, on one thread, by number of balls: time per step, and contacts per second.
fn piles(c: &mut Criterion) {
    let mut group = c.benchmark_group("pile");
    group.sample_size(10);
    for count in [1000, 8000] {
        let scene = Scene::parse("pile", &pile(count)).unwrap_or_else(|faults| panic!("{faults}"));
        let poured = poured(&scene, scene.duration, 2).unwrap_or_else(|why| panic!("{why}"));
        let mut running = begun(&poured, 100);
        group.throughput(Throughput::Elements(running.state().contacts.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(count), |b| b.iter(|| black_box(&mut running).steps(1)));
        assert_eq!(running.stopped(), None);
    }
}

criterion_group!(benches, steps, laws, observing, cases, piles);
criterion_main!(benches);
