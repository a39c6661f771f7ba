//! Cost of a whole run through `study::run::run`: loading, a few steps, and the summary. Costs that grow faster than
//! the number of bodies show here, not in the bench of a step.

#![allow(missing_docs, reason = "criterion's macros write undocumented functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use stickslip::run::drive::{RunPlan, run};
use stickslip::scene::Scene;

/// Steps per run.
const STEPS: f64 = 4.0;

/// `count` balls in rows of `side` on a plane; each touches the plane and no other ball.
fn balls(count: usize, side: usize) -> Scene {
    let scene = stickslip_benches::scene("roll-and-spin");
    let moves = |spec: &&stickslip::scene::BodySpec| spec.mass.is_finite();
    let ball = scene.bodies.iter().find(moves).unwrap_or_else(|| panic!("a body that moves"));
    let apart = 3.0 * ball.shape.size();
    let mut bodies: Vec<_> = scene.bodies.iter().filter(|spec| !moves(spec)).cloned().collect();
    bodies.extend((0..count).map(|k| {
        let mut ball = ball.clone();
        ball.name = format!("ball{k}");
        ball.position.x += apart * (k % side) as f64;
        ball.position.y += apart * (k / side) as f64;
        ball
    }));
    Scene { bodies, duration: STEPS * scene.dt, ..scene }
}

fn runs(c: &mut Criterion) {
    let mut group = c.benchmark_group("run");
    group.sample_size(10);
    for side in [32, 100, 316] {
        let scene = balls(side * side, side);
        let plan = RunPlan::new(&scene, "");
        group.throughput(Throughput::Elements((side * side) as u64));
        group.bench_function(BenchmarkId::from_parameter(side * side), |b| {
            b.iter(|| {
                let summary = run(black_box(&plan), |_| ()).unwrap_or_else(|error| panic!("{error}"));
                assert!(summary.bodies.last().is_some_and(|ball| ball.class.is_some()));
                summary
            });
        });
    }
    group.finish();
}

criterion_group!(benches, runs);
criterion_main!(benches);
