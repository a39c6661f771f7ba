//! The slide laws.

use super::{DT, E, K, M, MU_K, MU_S, N, NU, R, near, others, probe, slip};
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::friction::law::ContactState;
use stickslip_engine::laws::friction::normal::{HertzPair, plane_strain_modulus, published_damping_ratio};
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::pair::probe::Probe;

/// Slides by `step` m per step, `times` times, and returns the load along u after each step, N.
pub(crate) fn drag(probe: &mut Probe, step: f64, times: usize) -> Vec<f64> {
    (0..times)
        .map(|_| {
            probe.step(slip(step, 0.0), N);
            probe.slide.load().x
        })
        .collect()
}

/// A point of a face whose damper cancels its normal force has no share of the stiffness either; it carries nothing,
/// and continues when it is pressed again.
#[test]
fn a_point_without_a_share_carries_nothing() {
    for (law, laws) in others().into_iter().filter(|(law, _)| law.component() == "slide") {
        let mut probe = Probe { laws, ..probe("") };
        for share in [0.5, 0.25, 0.0, 0.0, 0.5] {
            probe.contact_state.at.share = share;
            probe.step(slip(1e-6, 0.0), N);
            let load = probe.slide.load().norm();
            let id = law.info().id;
            assert!(load.is_finite() && load <= MU_S * N && probe.slide.history.norm().is_finite(), "{id}, {share}");
            assert!((load == 0.0) == (share == 0.0), "{id}, {share}: {load}");
        }
    }
}

/// A.1: F = K_t ξ + D_t v with D_t = √(m K_t), at most μN, then μN and no dashpot; it unloads with K_t at once.
#[test]
fn cundall_strack_is_a_capped_spring_with_half_critical_damping() {
    let mut probe = probe(r#"slide: "cundall-strack""#);
    let step = 1e-6;
    let loads = drag(&mut probe, step, 50);
    for (k, load) in loads.iter().enumerate() {
        near(*load, (K * step * (k + 1) as f64 + (M * K).sqrt() * step / DT).min(MU_K * N), 1e-12);
    }
    let loads = drag(&mut probe, 1e-5, 50);
    assert_eq!(probe.slide.mode, Mode::Slip);
    near(loads[49], MU_K * N, 1e-12);
    assert_eq!(probe.slide.damping, Vec2::zeros(), "damping is off in full sliding");
    probe.step(slip(-step, 0.0), N);
    near(probe.slide.elastic.x, MU_K * N - K * step, 1e-12);
    near(probe.slide.damping.x, -(M * K).sqrt() * step / DT, 1e-12);
}

/// `damping` replaces √(m K_t), at any stiffness and share; 0 leaves the spring alone.
#[test]
fn cundall_strack_takes_its_dashpot_as_given() {
    for (parameters, k, d) in
        [("damping: 0.0", K, 0.0), ("damping: 70.0", K, 70.0), ("stiffness: 2e5, damping: 70.0", 2e5, 70.0)]
    {
        for share in [1.0, 0.25] {
            let mut probe = probe(&format!("slide: CundallStrack({parameters})"));
            probe.contact_state.at.share = share;
            for (n, load) in drag(&mut probe, 1e-7, 20).iter().enumerate() {
                near(*load, share * (k * 1e-7 * (n + 1) as f64 + d * 1e-7 / DT), 1e-12);
            }
        }
    }
}

/// A.1 (5), (6): the stiffness 8 G_eff √(R δ) and damping α √(m K_n) δ^¼ of the Hertz contact at this N, the sum capped
/// at μN. The plane is rigid: G_eff = G/(2 − ν).
#[test]
fn mindlin_tsuji_has_the_stiffness_and_damping_of_the_hertz_contact() {
    let mut probe = probe("slide: MindlinTsuji(alpha: 0.7)");
    let modulus = plane_strain_modulus(E, NU);
    let k_n = 4.0 / 3.0 * modulus * R.sqrt();
    let delta = (N / k_n).powf(2.0 / 3.0);
    let shear = E / (2.0 * (1.0 + NU)) / (2.0 - NU);
    let (k, d) = (8.0 * shear * (R * delta).sqrt(), 0.7 * (M * k_n).sqrt() * delta.powf(0.25));
    let step = 1e-6;
    for (n, load) in drag(&mut probe, step, 20).iter().enumerate() {
        near(*load, k * step * (n + 1) as f64 + d * step / DT, 1e-12);
    }
    drag(&mut probe, 1e-4, 20);
    near(probe.slide.load().norm(), MU_K * N, 1e-12);
    // The spring holds the capped load and unloads from there.
    near(probe.slide.history.x, MU_K * N / k, 1e-12);
}

/// (6) says D_t = D_n: with `Hertz(restitution: e, damping: Published)` the damping coefficient of the normal force is α √(m K_n) δ^¼ with
/// α = −√5 ln e/√(ln²e + π²), for any δ.
#[test]
fn the_normal_damping_is_tsujis_for_one_alpha() {
    let (modulus, radius, mass, e) = (1.5e6, 0.03, 0.2, 0.4_f64);
    let pair = HertzPair { modulus, radius };
    let alpha = -(5.0_f64.sqrt()) * e.ln() / e.ln().hypot(std::f64::consts::PI);
    for delta in [1e-7_f64, 1e-5, 1e-3] {
        let k_n = 4.0 / 3.0 * modulus * radius.sqrt();
        near(
            pair.damping(delta, mass, published_damping_ratio(e)),
            alpha * (mass * k_n).sqrt() * delta.powf(0.25),
            1e-13,
        );
    }
}

/// A.1: the test force decides; above μ_s N the force is μ_k N exactly, and the spring holds it. Sliding goes on at μ_k N, in both directions.
#[test]
fn luding_falls_from_the_static_to_the_kinetic_force() {
    let mut probe = probe(r#"slide: "luding""#);
    let (step, damping) = (2e-7, 2.0 * (M * K).sqrt() * 2e-7 / DT);
    let (mut top, mut slid) = (0.0_f64, 0);
    for k in 0..2000 {
        let (xi, slides) = (probe.slide.history.x, probe.slide.mode == Mode::Slip);
        let way = if k < 1000 { 1.0 } else { -1.0 };
        probe.step(slip(way * step, 0.0), N);
        let test = K * (xi + way * step) + way * damping;
        let load = probe.slide.load().x;
        if test.abs() <= if slides { MU_K * N } else { MU_S * N } {
            assert_eq!(probe.slide.mode, Mode::Stick);
            assert!((load - test).abs() < 1e-12 * MU_S * N, "{load} {test}");
            assert!((probe.slide.history.x - xi - way * step).abs() < 1e-12 * MU_S * N / K);
        } else {
            slid += 1;
            near(load, way * MU_K * N, 1e-12);
            near(K * probe.slide.history.x, way * MU_K * N, 1e-12);
            assert_eq!(probe.slide.damping, Vec2::zeros());
        }
        top = larger(top, load);
    }
    assert!(slid > 100 && probe.slide.mode == Mode::Slip, "{slid} of 2000 steps slide");
    assert!(top <= MU_S * N * (1.0 + 1e-12) && top > MU_S * N - 2.0 * K * step, "{top}");
}

/// F = μN v/max(|v|, ε), against the motion in any direction, without memory.
#[test]
fn coulomb_regularised_is_a_ramp_and_then_coulombs_law() {
    let mut probe = probe("slide: CoulombRegularised(epsilon: 2e-3)");
    for (v, expected) in [(0.5e-3, 0.25), (2e-3, 1.0), (0.7, 1.0)] {
        probe.step(slip(0.6 * v * DT, -0.8 * v * DT), N);
        let load = probe.slide.load();
        near(load.norm(), expected * MU_K * N, 1e-12);
        near(load.x / load.norm(), 0.6, 1e-12);
    }
    probe.step(slip(0.0, 0.0), N);
    assert_eq!((probe.slide.load(), probe.slide.history), (Vec2::zeros(), Vec2::zeros()));
    assert_eq!(probe.slide.mode, Mode::Slip, "it never holds");
}

/// True for a law whose strength is not a coefficient of the scene.
fn is_rated(laws: &stickslip_engine::laws::pair::choice::Laws) -> bool {
    matches!(laws.slide, stickslip_engine::laws::SlideLaw::RateState(_))
}

/// Every slide law: no load without normal force, no load above its cap (a rate law may add its dashpot),
/// and a load that opposes the motion.
#[test]
fn no_slide_law_passes_its_cap_or_pushes() {
    for (law, laws) in super::others().into_iter().filter(|(law, _)| law.component() == "slide") {
        let friction = super::friction("").parameters;
        let mut probe = Probe::new(laws, ContactState::ball_on_plane(friction, R, M, Some((E, NU)), DT));
        let mut slid = 0.0;
        for k in 0..4000 {
            let t = f64::from(k) * 0.01;
            let by = slip(3e-6 * (1.7 * t).sin(), 3e-6 * (0.9 * t).cos());
            probe.step(by, N);
            let load = probe.slide.load();
            // A rate law computes its own strength, which its spring holds; its dashpot acts in addition.
            let [cap, _] = probe.derived.slide.thresholds();
            let dashpot = probe.derived.slide.damping * by.slip.norm();
            let most = if is_rated(&laws) { cap + dashpot } else { MU_S * N };
            assert!(load.norm() <= most * (1.0 + 1e-12), "{law}: {} above {most}", load.norm());
            slid += load.dot(&by.slip) * DT;
            assert!(slid > -1e-9, "{law} gave out more than it took: {slid:e} J at step {k}");
        }
        probe.step(slip(1e-6, 0.0), 0.0);
        assert!(probe.slide.load().norm() < 1e-12, "{law} acts without a normal force");
    }
}
