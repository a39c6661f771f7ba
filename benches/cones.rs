//! Cost of rigid contacts: passes over the contacts of a pile with each method, and whole steps of piles at rest, by
//! number of balls. Pouring is not measured.

#![allow(missing_docs, reason = "criterion's macros write undocumented functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use stickslip::lab::bench::settled;
use stickslip::laws::friction::limit::cones::ConeForm;
use stickslip::scene::{ConeMethod, Cones, Scene, set};
use stickslip_benches::begun;

/// `count` rigid balls at rest in a box, Δt 2e-3 s, solved to 1e-4 m/s.
fn pile(count: u64) -> Scene {
    let edits = [
        ("normal", "Rigid"),
        ("friction", "(mu: 0.5, rho: 2e-4, sigma: 1e-4)"),
        ("time.dt", "2e-3"),
        ("solver", "Cones(tolerance: 1e-4, max_iterations: 200)"),
    ];
    let edit = |text: String, (path, value): &(&str, &str)| set(&text, path, value);
    let text = edits.iter().try_fold(stickslip_benches::pile(count), edit).unwrap_or_else(|fault| panic!("{fault}"));
    let scene = Scene::parse("pile", &text).unwrap_or_else(|faults| panic!("{faults}"));
    settled(&scene, scene.duration, 2).unwrap_or_else(|why| panic!("{why}"))
}

/// Steps with a fixed number of passes; an element is one pass over one contact.
fn passes(c: &mut Criterion) {
    const PASSES: u64 = 200;
    let mut group = c.benchmark_group("passes");
    group.sample_size(10);
    let scene = pile(500);
    for (name, method, form) in [
        ("gauss-seidel", ConeMethod::GaussSeidel, ConeForm::Exact),
        ("gauss-seidel relaxed", ConeMethod::GaussSeidel, ConeForm::Relaxed),
        ("apgd", ConeMethod::Apgd, ConeForm::Exact),
        ("apgd relaxed", ConeMethod::Apgd, ConeForm::Relaxed),
    ] {
        // Unreachable tolerance, so that every step makes all passes.
        let solver = Cones { method, form, tolerance: 1e-30, max_iterations: PASSES, ..scene.solver };
        let mut running = begun(&Scene { solver, ..scene.clone() }, 50);
        let before = running.cones();
        running.steps(10);
        let passes = (running.cones().contact_iterations - before.contact_iterations) / 10;
        group.throughput(Throughput::Elements(passes));
        group.bench_function(name, |b| b.iter(|| black_box(&mut running).steps(1)));
        assert_eq!(running.stopped(), None);
    }
}

/// Whole steps to 1e-4 m/s; elements are contacts. The number of passes per step falls as the pile comes to rest.
fn piles(c: &mut Criterion) {
    let mut group = c.benchmark_group("rigid pile");
    group.sample_size(10);
    for count in [200, 400, 1600] {
        let mut running = begun(&pile(count), 50);
        let contacts = running.cones().last.contacts;
        group.throughput(Throughput::Elements(contacts as u64));
        let name = format!("{contacts} contacts");
        group.bench_function(BenchmarkId::from_parameter(name), |b| b.iter(|| black_box(&mut running).steps(1)));
        assert_eq!(running.stopped(), None);
    }
}

criterion_group!(benches, passes, piles);
criterion_main!(benches);
