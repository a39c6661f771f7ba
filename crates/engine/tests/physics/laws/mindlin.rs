//! The two slide laws after Mindlin and Deresiewicz.

use super::slide::drag;
use super::{E, K, MU_K, N, NU, R, near, probe, slip};
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::friction::normal::plane_strain_modulus;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::pair::probe::Probe;

/// μN, the load at which the contact slides, N.
const CAP: f64 = MU_K * N;

/// Mindlin's load at the displacement `xi` (m) of a first loading under the cap `cap` (N).
fn mindlin(xi: f64, k0: f64, cap: f64) -> f64 {
    cap * (1.0 - (1.0 - 2.0 * k0 * xi / (3.0 * cap)).max(0.0).powf(1.5))
}

/// The displacement at which a first loading reaches `load`, m.
fn mindlin_displacement(load: f64, k0: f64) -> f64 {
    1.5 * CAP / k0 * (1.0 - (1.0 - load / CAP).powf(2.0 / 3.0))
}

/// `8 G_eff √(R δ)` of the ball on the rigid plane under the normal force `n`, N/m.
pub(super) fn hertz_mindlin(n: f64) -> f64 {
    let overlap = (n / (4.0 / 3.0 * plane_strain_modulus(E, NU) * R.sqrt())).powf(2.0 / 3.0);
    8.0 * (E / (2.0 * (1.0 + NU)) / (2.0 - NU)) * (R * overlap).sqrt()
}

/// Slides by `step` (m) per step until the load along u has passed `end` (N); returns the displacement, m.
fn until(probe: &mut Probe, step: f64, end: f64) -> f64 {
    let mut way = 0.0;
    while (probe.slide.load().x - end) * step < 0.0 {
        probe.step(slip(step, 0.0), N);
        way += step;
        assert!(way.abs() < 1e-2, "the load {end} N is never reached: {}", probe.slide.load().x);
    }
    way
}

/// Mindlin's loading curve F = μN (1 − (1 − 2 K_t0 ξ/(3μN))^{3/2}), which slips at ξ = 3μN/(2 K_t0).
#[test]
fn both_load_along_mindlins_curve() {
    for law in ["MindlinIncremental(stiffness: 1e5)", "MindlinDeresiewicz(stiffness: 1e5)"] {
        let mut probe = probe(&format!("slide: {law}"));
        let step = 1e-9;
        let end = 1.5 * CAP / K;
        let mut worst = 0.0_f64;
        for k in 1..=(1.2 * end / step) as usize {
            probe.step(slip(step, 0.0), N);
            worst = larger(worst, (probe.slide.load().x - mindlin(step * k as f64, K, CAP)).abs());
        }
        assert!(worst < 2e-5 * CAP, "{law}: {:e} of the cap", worst / CAP);
        assert_eq!(probe.slide.mode, Mode::Slip);
        near(probe.slide.load().x, CAP, 1e-12);
    }
}

/// Unloading is the loading curve at twice the scale: F = F* − 2μN (1 − (1 − K_t0 d/(3μN))^{3/2}), d the displacement
/// back, through zero to −F*; the work returned down to F = 0 equals the stored energy.
#[test]
fn mindlin_deresiewicz_unloads_along_the_loading_curve_at_twice_the_scale() {
    let mut probe = probe("slide: MindlinDeresiewicz(stiffness: 1e5)");
    let step = 1e-9;
    until(&mut probe, step, 0.8 * CAP);
    let (top, stored) = (probe.slide.load().x, probe.stored()[0]);
    let (mut worst, mut back, mut way) = (0.0_f64, 0.0, 0.0);
    while probe.slide.load().x > -0.99 * top {
        let before = probe.slide.load().x;
        probe.step(slip(-step, 0.0), N);
        way += step;
        let load = probe.slide.load().x;
        worst = larger(worst, (load - (top - 2.0 * mindlin(0.5 * way, K, CAP))).abs());
        if load > 0.0 {
            back += 0.5 * (before + load) * step;
        }
    }
    assert!(worst < 2e-5 * CAP, "{:e} of the cap", worst / CAP);
    near(stored, back, 1e-4);
    // Beyond −F* it is the first loading again, mirrored.
    let beyond = until(&mut probe, -step, -0.95 * CAP);
    assert!(beyond < 0.0);
    let mut fresh = super::probe("slide: MindlinDeresiewicz(stiffness: 1e5)");
    until(&mut fresh, -step, -0.95 * CAP);
    for _ in 0..100 {
        probe.step(slip(-step, 0.0), N);
        fresh.step(slip(-step, 0.0), N);
    }
    assert!((probe.slide.load().x - fresh.slide.load().x).abs() < 2e-5 * CAP);
}

/// A loop between 0.8 and 0.3 of the cap closes: reloading follows the path of unloading, and above 0.8 the first
/// loading continues unchanged. Mindlin and Deresiewicz's loop between ±F* costs 2 (2μN − F*) X − 24 (μN)² (1 −
/// y^{5/3})/(5 K_t0) with X = 3μN (1 − y^{2/3})/K_t0 and y = 1 − F*/μN.
#[test]
fn mindlin_deresiewicz_closes_its_loops() {
    let mut probe = probe("slide: MindlinDeresiewicz(stiffness: 1e5)");
    let step = 1e-9;
    let up = until(&mut probe, step, 0.8 * CAP);
    let down = until(&mut probe, -step, 0.3 * CAP);
    let again = until(&mut probe, step, 0.8 * CAP);
    assert!((down + again).abs() < 2.5 * step, "down {down:e} m, up again {again:e} m");
    let on = until(&mut probe, step, 0.95 * CAP);
    let expected = mindlin_displacement(0.95 * CAP, K) - mindlin_displacement(0.8 * CAP, K);
    assert!((on - expected).abs() < 1e-3 * (up + on), "{on:e} m to 0.95 of the cap, expected {expected:e}");

    let mut probe = super::probe("slide: MindlinDeresiewicz(stiffness: 1e5)");
    let peak = 0.7 * CAP;
    until(&mut probe, step, peak);
    let mut work = 0.0;
    for (end, sign) in [(-peak, -1.0), (peak, 1.0)] {
        while (probe.slide.load().x - end) * sign < 0.0 {
            let before = probe.slide.load().x;
            probe.step(slip(sign * step, 0.0), N);
            work += 0.5 * (before + probe.slide.load().x) * sign * step;
        }
    }
    let y: f64 = 1.0 - 0.7;
    let way = 3.0 * CAP * (1.0 - y.powf(2.0 / 3.0)) / K;
    let area = 2.0 * (2.0 * CAP - peak) * way - 4.8 * CAP * CAP * (1.0 - y.powf(5.0 / 3.0)) / K;
    near(work, area, 1e-3);
}

/// While F rises faster than μN, the ring of slip only grows, and the load is that of a first loading under the latest
/// N, for any earlier N (Mindlin and Deresiewicz's simple loading; K_t0 of Hertz spheres grows as N^{1/3}). Likewise
/// where N falls without motion: the load follows to the curve of the lower N.
#[test]
fn mindlin_deresiewicz_knows_no_history_while_the_slip_grows() {
    let mut probe = probe("slide: MindlinDeresiewicz()");
    let (steps, end) = (40_000, 0.8 * mindlin_displacement(CAP, hertz_mindlin(N)));
    let mut last = 0.0;
    for k in 1..=steps {
        let done = f64::from(k) / f64::from(steps);
        let (before, n) = (probe.slide.load().x, N * (0.5 + 0.5 * done));
        probe.step(slip(end / f64::from(steps), 0.0), n);
        let (rise, load) = (MU_K * (n - last), probe.slide.load().x - before);
        assert!(k == 1 || load > rise, "the load must rise faster than μN: {load:e} against {rise:e} N");
        last = n;
    }
    near(probe.slide.load().x, mindlin(end, hertz_mindlin(N), CAP), 1e-4);
    for k in 1..=steps {
        probe.step(slip(0.0, 0.0), N * (1.0 - 0.1 * f64::from(k) / f64::from(steps)));
    }
    near(probe.slide.load().x, mindlin(end, hertz_mindlin(0.9 * N), 0.9 * CAP), 1e-4);
}

/// While K_t0 δ < μ ΔN nothing slips: ΔF = K_t0 δ on every branch, and a reversal of the motion at a rising N leaves
/// the load of the reversal μ ΔN behind.
#[test]
fn both_are_stiff_while_the_normal_force_rises_faster() {
    for law in ["MindlinIncremental(stiffness: 1e5)", "MindlinDeresiewicz(stiffness: 1e5)"] {
        let mut probe = probe(&format!("slide: {law}"));
        drag(&mut probe, 1e-6, 70);
        let before = probe.slide.load().x;
        assert!(before > 0.5 * CAP);
        probe.step(slip(1e-7, 0.0), N + 1.0);
        near(probe.slide.load().x - before, K * 1e-7, 1e-9);
        let before = probe.slide.load().x;
        probe.step(slip(1e-7, 0.0), N + 1.0);
        assert!(probe.slide.load().x - before < 0.9 * K * 1e-7, "{law}: soft again under a steady N");
        let before = probe.slide.load().x;
        probe.step(slip(-1e-7, 0.0), N + 2.0);
        near(before - probe.slide.load().x, K * 1e-7, 1e-9);
    }
}

/// Unloading from F*: dF/dξ = K_t0 ((μN + F)/(μN + F*))^{1/3}, so F = c (1 − 2 K_t0 d/(3c))^{3/2} − μN with c = μN + F*
/// and d the displacement back, through zero to the other side; the work returned down to F = 0 equals the stored
/// energy.
#[test]
fn mindlin_incremental_unloads_along_the_integral_of_its_law() {
    let mut probe = probe("slide: MindlinIncremental(stiffness: 1e5)");
    let (cap, step) = (MU_K * N, 1e-9);
    while probe.slide.load().x < 0.8 * cap {
        probe.step(slip(step, 0.0), N);
    }
    let (top, stored) = (probe.slide.load().x, probe.stored()[0]);
    let c = cap + top;
    let (mut worst, mut back, mut k) = (0.0_f64, 0.0, 0.0);
    while probe.slide.load().x > -0.7 * cap {
        let before = probe.slide.load().x;
        probe.step(slip(-step, 0.0), N);
        k += 1.0;
        let load = probe.slide.load().x;
        worst = larger(worst, (load - (c * (1.0 - 2.0 * K * step * k / (3.0 * c)).powf(1.5) - cap)).abs());
        if load > 0.0 {
            back += 0.5 * (before + load) * step;
        }
    }
    assert!(worst < 2e-5 * cap, "{:e} of the cap", worst / cap);
    near(stored, back, 1e-4);
    // Reloading from below follows the mirror image of the same branch.
    let bottom = probe.slide.load().x;
    for k in 1..=2000 {
        probe.step(slip(step, 0.0), N);
        let c = cap - bottom;
        let expected = cap - c * (1.0 - 2.0 * K * step * f64::from(k) / (3.0 * c)).powf(1.5);
        assert!((probe.slide.load().x - expected).abs() < 2e-5 * cap);
    }
}
