//! The slide laws after Mindlin: one rule for their stiffness, and those without partial slip under a changing N.

use super::mindlin::hertz_mindlin;
use super::slide::drag;
use super::{DT, K, M, MU_K, N, R, friction, near, probe, slip};
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::friction::law::ContactState;
use stickslip_engine::laws::pair::probe::Probe;

/// Step of the prescribed motion, m, and the number of steps of a shear that stays far below μN at N/8.
const STEP: f64 = 1e-9;
const STEPS: i32 = 64;

/// The laws with a dashpot of 0 where they would take that of the normal force, and whether they have a `stiffness`.
const LAWS: [(&str, bool); 6] = [
    ("MindlinTsuji(alpha: 0.0", false),
    ("MindlinForce(damping: 0.0", true),
    ("MindlinRescale(damping: 0.0", true),
    ("MindlinRescaleForce(damping: 0.0", true),
    ("MindlinIncremental(mu: 0.2", true),
    ("MindlinDeresiewicz(mu: 0.2", true),
];

/// A small shear meets K_t = `stiffness`, else 8 G_eff √(R_eff δ), else K_E, under every law after Mindlin, with the
/// energy ½ F²/K_t; a point with half of N has half of K_t. The laws with partial slip soften by F/(3 μN) at most.
#[test]
fn a_change_of_law_after_mindlin_keeps_the_stiffness() {
    let rigid = |law: &str| {
        let parameters = friction("").parameters;
        let laws = friction(&format!("slide: {law}")).laws;
        Probe::new(laws, ContactState::ball_on_plane(parameters, R, M, None, DT))
    };
    for (law, has_stiffness) in LAWS {
        let mut cases = vec![(probe(&format!("slide: {law})")), hertz_mindlin(N)), (rigid(&format!("{law})")), K)];
        if has_stiffness {
            cases.push((probe(&format!("slide: {law}, stiffness: 3e4)")), 3e4));
            cases.push((rigid(&format!("{law}, stiffness: 3e4)")), 3e4));
        }
        for (probe, k) in cases {
            for share in [1.0, 0.5] {
                let mut probe = probe;
                probe.contact_state.at.share = share;
                let load = drag(&mut probe, STEP, 2)[1];
                let softer = load / (3.0 * MU_K * N * share);
                near(load, k * share * 2.0 * STEP, 2.0 * softer);
                // The energy of partial slip is a difference of integrals up to the cap, which are larger by (μN/F)².
                let rounding = 4.0 * f64::EPSILON / (3.0 * softer).powi(2);
                near(probe.stored()[0], 0.5 * load * load / (k * share), 2.0 * softer + rounding);
            }
        }
    }
    assert!(hertz_mindlin(N) < 0.7 * K, "the case does not tell the stiffnesses apart");
}

/// Under a constant N all three are T = K_t ξ up to μN, hold it, and go back with K_t.
#[test]
fn laws_without_partial_slip_are_a_capped_spring_under_a_constant_n() {
    for law in ["MindlinForce", "MindlinRescale", "MindlinRescaleForce"] {
        for (stiffness, k) in [("", hertz_mindlin(N)), (", stiffness: 3e4", 3e4)] {
            let mut probe = probe(&format!("slide: {law}(damping: 0.0{stiffness})"));
            let step = MU_K * N / k / 100.3;
            for (n, load) in drag(&mut probe, step, 150).iter().enumerate() {
                near(*load, (k * step * (n + 1) as f64).min(MU_K * N), 1e-12);
            }
            assert_eq!(probe.slide.mode, Mode::Slip);
            let back = drag(&mut probe, -step, 50)[49];
            near(back, MU_K * N - 50.0 * k * step, 1e-12);
            assert_eq!(probe.slide.mode, Mode::Stick);
        }
        // The dashpot in stick: that of the normal force unless it is given; a known N has none.
        for (damping, d) in [("", 0.0), ("damping: 7.0", 7.0)] {
            let mut probe = probe(&format!("slide: {law}({damping})"));
            near(drag(&mut probe, STEP, 1)[0], hertz_mindlin(N) * STEP + d * STEP / DT, 1e-12);
        }
        let mut probe = probe(&format!("slide: {law}()"));
        probe.contact_state.normal_damping = 11.0;
        near(drag(&mut probe, STEP, 1)[0], hertz_mindlin(N) * STEP + 11.0 * STEP / DT, 1e-12);
    }
}

/// The load as N falls to an eighth, so that a = √(R δ) is halved, and rises again, at a fixed displacement, as multiples
/// of the load before: the table of `laws/no_slip.rs`. At last N falls until μN cuts the load.
#[test]
fn without_motion_the_load_follows_the_contact_radius_by_the_rule_of_the_law() {
    for (law, low, again) in [
        ("MindlinTsuji(alpha: 0.0)", 0.5, 1.0),
        ("MindlinForce(damping: 0.0)", 1.0, 1.0),
        ("MindlinRescale(damping: 0.0)", 0.25, 0.5),
        ("MindlinRescaleForce(damping: 0.0)", 0.5, 0.5),
    ] {
        let mut probe = probe(&format!("slide: {law}"));
        let first = drag(&mut probe, STEP, 64)[63];
        press(&mut probe, N, N / 8.0);
        near(probe.slide.load().x, low * first, 1e-12);
        press(&mut probe, N / 8.0, N);
        near(probe.slide.load().x, again * first, 1e-12);
        let low = 0.3 * first / MU_K;
        press(&mut probe, N, low);
        let kept = if law.starts_with("MindlinForce") { 0.3 * first } else { probe.slide.load().x };
        near(probe.slide.load().x, kept, 1e-9);
        assert!(probe.slide.load().x <= MU_K * low * (1.0 + 1e-9), "{law}");
    }
}

/// Work of a shear at one N and of its removal at another, with a ratio of the radii of 2. A load that keeps its value
/// while the contact softens, or that grows as it stiffens, returns twice the work that was put in; the load that shrinks
/// with the radius and is kept as it grows returns half of it either way. What is returned is the stored energy.
#[test]
fn only_the_rescaled_load_creates_no_energy() {
    for (law, falling, rising) in [
        ("MindlinTsuji(alpha: 0.0)", 0.5, 2.0),
        ("MindlinForce(damping: 0.0)", 2.0, 0.5),
        ("MindlinRescale(damping: 0.0)", 0.125, 2.0),
        ("MindlinRescaleForce(damping: 0.0)", 0.5, 0.5),
    ] {
        for (from, to, expected) in [(N, N / 8.0, falling), (N / 8.0, N, rising)] {
            let mut probe = probe(&format!("slide: {law}"));
            press(&mut probe, from, from);
            let put = shear(&mut probe, STEP, from);
            near(probe.stored()[0], put, 1e-9);
            press(&mut probe, from, to);
            let stored = probe.stored()[0];
            let back = -shear(&mut probe, -STEP, to);
            eprintln!("{law}, N {from} to {to}: {:.6} of the work comes back", back / put);
            near(back, expected * put, 1e-6);
            near(stored, back, 1e-6);
        }
    }
}

/// Changes N evenly without motion.
fn press(probe: &mut Probe, from: f64, to: f64) {
    for k in 1..=100 {
        probe.step(slip(0.0, 0.0), from + (to - from) * f64::from(k) / 100.0);
    }
}

/// Moves by `step` (m) per step at N = `n`: forward [`STEPS`] times, or back until the load is gone. The work, J.
fn shear(probe: &mut Probe, step: f64, n: f64) -> f64 {
    let (mut work, top) = (0.0, probe.slide.load().x);
    for k in 0..4 * STEPS {
        let before = probe.slide.load().x;
        if step > 0.0 && k == STEPS || step < 0.0 && before < 1e-6 * top {
            break;
        }
        probe.step(slip(step, 0.0), n);
        work += 0.5 * (before + probe.slide.load().x) * step;
    }
    work
}
