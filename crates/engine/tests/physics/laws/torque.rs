//! The roll and spin laws.

use super::{DT, E, ETA_R, K, M, MU_K, MU_S, N, NU, R, near, probe, roll, spin};
use std::f64::consts::PI;
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::friction::law::Relative;
use stickslip_engine::laws::friction::normal::{HertzPair, plane_strain_modulus};
use stickslip_engine::laws::friction::parameters::RollCoefficient;

const INERTIA: f64 = 0.4 * M * R * R;

/// Contact radius of the elastic ball at N, m: (3 N R/(4 E*))^{1/3}.
fn patch() -> f64 {
    (0.75 * N * R / plane_strain_modulus(E, NU)).cbrt()
}

/// (8): the magnitude is μ_r R_eff N for any ω, along the whole ω_rel; the spin part is booked with spin. 0 at rest.
#[test]
fn constant_torque_has_one_size_and_the_direction_of_the_whole_relative_rotation() {
    let mut probe = probe("roll: ConstantTorque(mu_r: 0.1)");
    for scale in [1e-12, 1.0, 100.0] {
        let by = Relative { roll: Vec2::new(2.0, -1.0) * scale, spin: 2.0 * scale, ..Relative::default() };
        probe.step(by, N);
        let (rolling, spinning) = (probe.roll_j.load(), probe.spin.damping);
        near(rolling.norm().hypot(spinning), 0.1 * R * N, 1e-12);
        near(rolling.x / spinning, 1.0, 1e-12);
        near(rolling.y / spinning, -0.5, 1e-12);
        assert_eq!(probe.roll_i.load(), rolling, "the pair's torques cancel");
    }
    probe.step(Relative::default(), N);
    assert_eq!((probe.roll_j.load(), probe.spin.load()), (Vec2::zeros(), 0.0), "0/0");
}

/// (9), (10): K_r = K_t R², C_r = η 2√(I K_r); the spring alone is capped at μ_r R N, without dashpot there.
#[test]
fn spring_dashpot_is_a_capped_spring_of_the_rolling_angle() {
    let mut probe = probe("roll: SpringDashpot(mu_r: 0.1, eta: 0.3)");
    let (k, step) = (K * R * R, 1e-6);
    for n in 1..=20 {
        probe.step(roll(0.0, step), N);
        near(probe.roll_j.elastic.y, k * step * f64::from(n), 1e-12);
        near(probe.roll_j.damping.y, 0.3 * 2.0 * (INERTIA * k).sqrt() * step / DT, 1e-12);
    }
    // Rolling back and then about the other axis: a path, not an angle about one axis.
    probe.step(roll(step, 0.0), N);
    near(probe.roll_j.elastic.x, k * step, 1e-12);
    for _ in 0..2000 {
        probe.step(roll(0.0, step), N);
    }
    near(probe.roll_j.load().norm(), 0.1 * R * N, 1e-12);
    assert_eq!((probe.roll_j.mode, probe.roll_j.damping), (Mode::Slip, Vec2::zeros()));
}

/// Without μ_r the torque in slip equals that of the paper's law with the same η_r: 2 η_r R μ_k N (section 4.3: 0.963
/// N·m for 8.027 N).
#[test]
fn the_default_coefficient_gives_the_papers_torque() {
    for laws in [r#"roll: "constant-torque""#, r#"roll: "spring-dashpot""#] {
        let mut probe = probe(laws);
        for _ in 0..3000 {
            probe.step(roll(0.0, 1e-5), N);
        }
        near(probe.roll_j.load().y, 2.0 * ETA_R * R * MU_K * N, 1e-12);
    }
}

/// A.2: Luding's slide rule on v_r, M = R n × F_r: K R² on the angle, test force against 2 η_r μ_s R N.
#[test]
fn luding_roll_is_the_slide_rule_on_the_rolling_velocity() {
    let mut probe = probe(r#"roll: "luding-roll""#);
    let (k, step) = (K * R * R, 1e-6);
    let damping = 2.0 * (INERTIA * k).sqrt() * step / DT;
    let (fixed, moving) = (2.0 * ETA_R * MU_S * R * N, 2.0 * ETA_R * MU_K * R * N);
    let mut fell = 0;
    for _ in 0..3000 {
        let (angle, slides) = (probe.roll_i.history.x + probe.roll_j.history.x, probe.roll_j.mode == Mode::Slip);
        probe.step(roll(step, 0.0), N);
        let test = k * (angle + step) + damping;
        let yields = test > if slides { moving } else { fixed };
        fell += i32::from(yields);
        near(probe.roll_j.load().x, if yields { moving } else { test }, 1e-12);
        assert_eq!(probe.roll_i.load(), probe.roll_j.load());
    }
    assert!(fell > 0);
}

/// Marshall: K_sp = K_t a²/2, D_sp = D_t a²/2, at most ⅔ μNa; Lubkin: at most 3π/16 μNa.
#[test]
fn marshall_and_lubkin_hold_their_critical_torques() {
    let a = patch();
    for (laws, factor) in [(r#"spin: "marshall""#, 2.0 / 3.0), (r#"spin: "lubkin""#, 3.0 * PI / 16.0)] {
        let mut probe = probe(laws);
        let step = 1e-6;
        for n in 1..=10 {
            probe.step(spin(step), N);
            near(probe.spin.elastic, 0.5 * K * a * a * step * f64::from(n), 1e-12);
            near(probe.spin.damping, 0.5 * a * a * 2.0 * (M * K).sqrt() * step / DT, 1e-12);
        }
        for _ in 0..500 {
            probe.step(spin(-1e-4), N);
        }
        near(probe.spin.load(), -factor * MU_K * N * a, 1e-12);
        assert_eq!(probe.spin.mode, Mode::Slip);
    }
}

/// A.3: v_o = R ω_n, M = R F_sp; μ_o R N, or the torque of the scene's spin model η_ψ μN/𝒦.
#[test]
fn luding_spin_holds_its_pseudo_force_times_the_radius() {
    let step = 1e-5;
    for (laws, cap) in
        [("spin: LudingSpin(mu_o: 0.01)", 0.01 * R * N), (r#"spin: "luding-spin""#, 0.006 * MU_K * N / 5.0)]
    {
        let mut probe = probe(laws);
        let (mut angle, mut fell) = (0.0, 0);
        for _ in 0..200 {
            probe.step(spin(step), N);
            angle += step;
            if probe.spin.mode == Mode::Slip {
                fell += 1;
                near(probe.spin.load(), cap, 1e-12);
            } else if fell == 0 {
                near(probe.spin.elastic, K * R * R * angle, 1e-9);
            }
        }
        assert!(fell > 0, "{laws}");
    }
}

/// The overlap area of a ball on a plane is π(2Rδ − δ²): M = ⅔ μN√(2Rδ − δ²), limited to C ω I/Δt, and γ_n/4 R_disk²
/// ω_t against rocking.
#[test]
fn edem_disk_slips_over_the_overlap_area_up_to_its_limit() {
    let mut probe = probe(r#"spin: "edem-disk""#);
    let pair = HertzPair { modulus: plane_strain_modulus(E, NU), radius: R };
    let delta = pair.overlap(N);
    let disk = (2.0 * R * delta - delta * delta).sqrt();
    let torque = 2.0 / 3.0 * MU_K * N * disk;
    let limit = |omega: f64| 0.125 * omega * INERTIA / DT;
    for (omega, expected) in [(50.0, torque), (-3.0, -torque), (1e-4, limit(1e-4)), (-1e-9, limit(-1e-9)), (0.0, 0.0)] {
        assert!(torque < limit(3.0));
        probe.step(Relative { spin: omega, ..Relative::default() }, N);
        assert!((probe.spin.load() - expected).abs() <= 1e-12 * expected.abs(), "at {omega} rad/s");
    }
    probe.contact_state.normal_damping = 40.0;
    probe.contact_state.friction.roll = RollCoefficient::Single(0.0); // no other roll law
    probe.step(Relative { roll: Vec2::new(0.0, 2.0), ..Relative::default() }, N);
    near(probe.roll_j.damping.y, 0.25 * 40.0 * disk * disk * 2.0, 1e-12);
    assert_eq!(probe.roll_i.damping, probe.roll_j.damping);
}

/// Two equal balls intersect in a circle of radius √(r² − (r − δ/2)²); also a ball in a bowl of twice its radius, in
/// either order of the bodies.
#[test]
fn the_disk_is_the_circle_in_which_two_spheres_cut_each_other() {
    let mut probe = probe(r#"spin: "edem-disk""#);
    let (r, delta) = (0.2, 0.003);
    let (half, flat) = (r - 0.5 * delta, r * r);
    // Bowl of radius B = 2r: centres d = B − r + δ apart, circle at (d² + B² − r²)/(2d) from the bowl's centre.
    let (b, d) = (2.0 * r, r + delta);
    let x = (d * d + b * b - flat) / (2.0 * d);
    for (curvatures, expected) in
        [([5.0, 5.0], flat - half * half), ([5.0, -2.5], b * b - x * x), ([-2.5, 5.0], b * b - x * x)]
    {
        probe.contact_state.curvatures = curvatures;
        probe.contact_state.overlap = delta;
        near(
            stickslip_engine::laws::library::spin::edem_disk::disk_radius_squared(&probe.contact_state),
            expected,
            1e-10,
        );
    }
}
