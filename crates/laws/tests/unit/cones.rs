//! Tests of `laws::friction::limit::cones`.

use stickslip_laws::friction::limit::cones::{ConeForm, FrictionCone, Limits, PARTS, Rows, lift, project, residual};
use stickslip_laws::math::extremes::largest;

/// Numbers in (−1, 1), identical in every run.
fn numbers(seed: u64) -> impl Iterator<Item = f64> {
    let mut state = seed;
    std::iter::from_fn(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some((state >> 11) as f64 / (1u64 << 52) as f64 - 1.0)
    })
}

/// The Euclidean norm.
fn size(part: &[f64]) -> f64 {
    part.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The point y of K nearest to x satisfies y ∈ K, y − x ∈ K*, y·(y − x) = 0, each to rounding.
#[test]
fn a_projection_has_its_certificate() {
    let mut from = numbers(7);
    let mut next = || from.next().unwrap_or(0.0);
    let mut worst: f64 = 0.0;
    for case in 0..1_000_000 {
        let x: Rows = std::array::from_fn(|_| next());
        let mut limits: Limits = std::array::from_fn(|_| next().abs());
        if case % 4 == 0 {
            limits[case / 4 % 3] = 0.0;
        }
        let y = project(&x, &FrictionCone::apart(limits));
        let inside = |k: usize, part: std::ops::Range<usize>| size(&y[part]) - limits[k] * y[0];
        let outside = PARTS.into_iter().enumerate().map(|(k, part)| inside(k, part));
        // Rows of a part without a limit are unconstrained in the dual cone.
        let mut rest: Rows = std::array::from_fn(|k| y[k] - x[k]);
        for (k, part) in PARTS.into_iter().enumerate() {
            if limits[k] == 0.0 {
                rest[part].fill(0.0);
            }
        }
        let dual = lift(&rest, &FrictionCone::apart(limits)) - rest[0];
        let product: f64 = (0..6).map(|k| y[k] * rest[k]).sum();
        worst = largest(outside.chain([dual, product.abs(), worst]));
    }
    assert!(worst < 1e-13, "{worst:e}");
}

/// Worked out by hand with c = (0.5, 0.1, 0.2): all three parts lie outside their limits.
#[test]
fn a_projection_of_all_three_parts() {
    let y = project(&[1.0, 2.0, 1.0, 0.3, 0.4, -0.6], &FrictionCone::apart([0.5, 0.1, 0.2]));
    let expected = [
        1.760_026_145_192,
        0.787_107_620_565,
        0.393_553_810_283,
        0.105_601_568_712,
        0.140_802_091_615,
        -0.352_005_229_038,
    ];
    for (found, expected) in y.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{y:?}");
    }
}

#[test]
fn the_residual_of_a_solution_is_nothing() {
    // A body that slides along u at 2 m/s under full friction, and an open contact.
    let limits = FrictionCone::apart([0.5, 0.0, 0.0]);
    let slides =
        residual(ConeForm::Exact, &[3.0, -1.5, 0.0, 0.0, 0.0, 0.0], &[0.0, 2.0, 0.0, 0.0, 0.0, 0.0], 0.0, &limits, 0.7);
    let open = residual(ConeForm::Exact, &[0.0; 6], &[0.5, 2.0, 0.0, 0.0, 0.0, 0.0], 0.0, &limits, 0.7);
    let relaxed = residual(
        ConeForm::Relaxed,
        &[3.0, -1.5, 0.0, 0.0, 0.0, 0.0],
        &[1.0, 2.0, 0.0, 0.0, 0.0, 0.0],
        0.0,
        &limits,
        0.7,
    );
    for (name, found) in [("slides", slides), ("open", open), ("relaxed", relaxed)] {
        assert!(found < 1e-15, "{name}: {found:e}");
    }
    let sinks = residual(ConeForm::Exact, &[0.0; 6], &[-0.5, 0.0, 0.0, 0.0, 0.0, 0.0], 0.0, &limits, 0.7);
    assert!((sinks - 0.5).abs() < 1e-15, "{sinks}");
}
