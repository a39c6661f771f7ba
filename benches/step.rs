//! What one step costs in scenes with one pair of bodies. Not measured: loading and observing.

#![allow(missing_docs, reason = "criterion's macros write undocumented functions")]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};
use stickslip::record::hash::{WorldHash, state_hash};
use stickslip::scene::{Scene, builtin};
use stickslip::sim::Simulation;
use stickslip::step::events::EventLog;

fn simulation(name: &str) -> Simulation {
    let text = builtin::text(name).unwrap_or_else(|| panic!("no built-in scene {name}"));
    let scene = Scene::parse(name, text).unwrap_or_else(|faults| panic!("{faults}"));
    let mut simulation = Simulation::new(&scene);
    simulation.world().resource_mut::<EventLog>().on = false;
    simulation
}

/// The first 0.2 s of each scene, again and again from the start: slip, rolling and rest as in a real run.
fn steps(c: &mut Criterion) {
    const RUN: u64 = 2000;
    let mut group = c.benchmark_group("step");
    for name in ["sphere-up-35", "sphere-spin-0.006", "hertz-spin-steel-20mm", "roll-and-spin", "brick-damped"] {
        group.bench_function(name, |b| b.iter_custom(|steps| timed(name, steps, RUN)));
    }
    group.finish();
}

/// The time of so many steps, in runs of `run` steps; loading is not in it.
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

/// What a recorded step adds: reading everything that can be seen, and its hash.
fn observing(c: &mut Criterion) {
    let mut running = simulation("sphere-up-35");
    running.steps(100);
    c.bench_function("observe sphere-up-35", |b| b.iter(|| black_box(running.state())));
    let state = running.state();
    c.bench_function("hash sphere-up-35", |b| b.iter(|| state_hash(black_box(&state))));
    // What the window does after every step: one compact contact, and four in the full form.
    for name in ["sphere-up-35", "brick-damped"] {
        let mut running = simulation(name);
        running.steps(100);
        let mut hash = WorldHash::new(running.world());
        c.bench_function(&format!("hash of the world of {name}"), |b| b.iter(|| hash.of(black_box(running.world()))));
    }
}

criterion_group!(benches, steps, observing);
criterion_main!(benches);
