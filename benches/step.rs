//! Cost of one step: scenes with one pair of bodies, many cases in one world as in a sweep, and settled piles.
//! Loading and settling are not measured.

#![allow(missing_docs, reason = "criterion's macros write undocumented functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
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
        group.bench_function(name, |b| b.iter_custom(|steps| timed(name, steps, RUN)));
    }
    group.finish();
}

/// Time of `steps` steps in runs of at most `run` steps, without loading.
fn timed(name: &str, steps: u64, run: u64) -> Duration {
    let (mut left, mut time) = (steps, Duration::ZERO);
    while left > 0 {
        let mut running = simulation(name);
        let now = left.min(run);
        let start = Instant::now();
        black_box(&mut running).steps(now);
        time += start.elapsed();
        assert_eq!(running.stopped(), None, "{name}");
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

criterion_group!(benches, steps, observing, cases, piles);
criterion_main!(benches);
