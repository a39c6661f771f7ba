//! Normal laws with tension: N = k δ + c δ̇ may pull until the overlap ends, and friction is 0 while it does.

use crate::support::body;
use stickslip_engine::laws::friction::normal::{published_damping_ratio, restitution_with_tension};
use stickslip_engine::laws::math::extremes::{larger, largest};
use stickslip_engine::observe::state::{ContactView, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::contacts::pair_constants::SimdMode;
use stickslip_engine::step::spawn;

const K_N: f64 = 1e5;

/// A weightless ball of 1 kg, or another body, just above level ground.
fn impact(normal: &str, dt: f64, friction: &str, body: &str) -> Scene {
    let text = format!(
        "Scene(schema: 1, title: \"impact\", time: (dt: {dt:e}, duration: 1.0), gravity: (0.0, 0.0, 0.0), \
         friction: (k_e: 1e5, {friction}), normal: {normal}, bodies: [(name: \"ground\", shape: Plane, motion: Fixed), \
         (name: \"body\", mass: 1.0, youngs_modulus: 1e7, poisson_ratio: 0.3, {body})])"
    );
    Scene::parse("impact", &text).unwrap_or_else(|f| panic!("{:?}", f.lines().collect::<Vec<_>>()))
}

/// A ball that falls at `speed`, m/s, and meets the ground within its first step.
fn ball(radius: f64, speed: f64, dt: f64, more: &str) -> String {
    let height = radius + 0.4 * speed * dt;
    format!(
        "shape: Sphere(radius: {radius:?}), position: (0.0, 0.0, {height:e}), velocity: (0.3, 0.0, {:?}), {more}",
        -speed
    )
}

/// Steps until the bodies have met and parted; `look` sees each state with a contact. The speed after, m/s, and the number
/// of steps in contact.
fn bounce(simulation: &mut Simulation, mut look: impl FnMut(&State)) -> (f64, u32) {
    let mut touching = 0;
    for _ in 0..200_000 {
        simulation.step();
        assert_eq!(simulation.stopped(), None);
        let state = simulation.state();
        if state.contacts.is_empty() && touching > 0 {
            return (body(&state, "body").v.z, touching);
        }
        touching += u32::from(!state.contacts.is_empty());
        look(&state);
    }
    panic!("they do not part");
}

/// e = exp(−πζ/√(1 − ζ²)) for Hooke and for Hertz, from any speed, size and stiffness, to 1e-3 at a resolved step; the
/// contact of Hooke lasts π/√(k/m − (c/2m)²), and its last force is −c e v.
#[test]
fn with_tension_the_restitution_is_that_of_the_whole_overlap() {
    let mut worst = 0.0_f64;
    for e in [0.2, 0.4, 0.6, 0.8, 1.0] {
        for (speed, radius) in [(0.01, 0.1), (3.0, 0.1), (0.3, 1.0)] {
            for law in ["Hooke(k_n: 1e5, restitution: ?, tension: true)", "Hertz(restitution: ?, tension: true)"] {
                let normal = law.replace('?', &format!("{e:?}"));
                // The time of an undamped impact, s.
                let lasts = if law.starts_with("Hooke") {
                    std::f64::consts::PI / K_N.sqrt()
                } else {
                    let modulus: f64 = 1e7 / 0.91;
                    2.87 * (1.0 / (radius * modulus * modulus * speed)).powf(0.2)
                };
                let dt = lasts / 4000.0;
                let scene = impact(&normal, dt, "mu: 0.0", &ball(radius, speed, dt, ""));
                let (mut simulation, mut last) = (Simulation::new(&scene), 0.0);
                let (found, steps) = bounce(&mut simulation, |state| {
                    state.contacts.iter().for_each(|contact| last = contact.normal.n);
                });
                let case = format!("{normal}, {speed} m/s, {radius} m: {:.6} after {steps} steps", found / speed);
                worst = larger(worst, (found / speed - e).abs());
                assert!((found / speed - e).abs() < 1e-3, "{case}");
                if law.starts_with("Hooke") {
                    let c = 2.0 * published_damping_ratio(e) * K_N.sqrt();
                    let time = std::f64::consts::PI / (K_N - 0.25 * c * c).sqrt();
                    assert!((f64::from(steps) * dt - time).abs() < 2.5 * dt, "{case}, expected {:.1}", time / dt);
                    assert!((last + c * e * speed).abs() < 5e-3 * K_N.sqrt() * speed, "{case}: {last} N at the end");
                }
            }
        }
        assert!((restitution_with_tension(published_damping_ratio(e)) - e).abs() < 1e-15);
    }
    eprintln!("largest error of the restitution: {worst:e}");
    assert!(worst > 0.0);
}

/// Without the word nothing pulls, and `Exact` gives the same restitution by another damping; `Published` with tension is
/// `Exact`.
#[test]
fn a_force_pulls_only_where_it_is_told_to() {
    let least = |normal: &str| {
        let mut least = f64::INFINITY;
        let scene = impact(normal, 1e-5, "mu: 0.0", &ball(0.1, 1.0, 1e-5, ""));
        let (found, _) = bounce(&mut Simulation::new(&scene), |state| {
            for contact in &state.contacts {
                least = -larger(-least, -contact.normal.n);
            }
        });
        assert!((found - 0.5).abs() < 0.01, "{normal}: {found}");
        least
    };
    for law in ["Hooke(k_n: 1e5, restitution: 0.5", "Hertz(restitution: 0.5"] {
        assert_eq!(least(&format!("{law})")), 0.0);
        assert_eq!(least(&format!("{law}, tension: false)")), 0.0);
        assert!(least(&format!("{law}, tension: true)")) < -1.0);
    }
    let hertz = "Hertz(restitution: 0.5, tension: true";
    assert_eq!(least(&format!("{hertz}, damping: Published)")), least(&format!("{hertz})")));
}

/// While N is negative no law of slide, roll or spin has a load, and none exceeds its limit after; all numbers are finite.
/// A ball in SIMD lanes moves as one processed alone, to the last bit.
#[test]
fn nothing_rubs_while_the_normal_force_pulls() {
    let spin = "angular_velocity: (5.0, 30.0, -20.0)";
    let laws = [
        "",
        "laws: (slide: CundallStrack, roll: SpringDashpot, spin: Marshall)",
        "laws: (slide: MindlinTsuji, roll: LudingRoll, spin: LudingSpin)",
        "laws: (slide: MindlinForce, roll: ConstantTorque, spin: EdemDisk)",
        "laws: (slide: MindlinRescale, spin: Lubkin)",
        "laws: (slide: MindlinRescaleForce)",
        "laws: (slide: MindlinIncremental)",
        "laws: (slide: MindlinDeresiewicz)",
        "laws: (slide: Luding)",
        "laws: (slide: CoulombRegularised)",
        "laws: (slide: Dae)",
    ];
    for normal in ["Hooke(k_n: 1e5, restitution: 0.3, tension: true)", "Hertz(restitution: 0.3, tension: true)"] {
        for law in laws {
            let friction =
                format!("mu_s: 0.4, mu_k: 0.3, eta_r: 0.1, spin: Heuristic(eta_psi: 0.01, curvature: 10.0), {law}");
            let scene = impact(normal, 2e-6, &friction, &ball(0.1, 1.0, 2e-6, spin));
            let mut pulled = 0;
            let after = [SimdMode::Wide, SimdMode::One].map(|mode| {
                let mut simulation = Simulation::new(&scene);
                simulation.world().insert_resource(mode);
                spawn::load(simulation.world(), &scene);
                bounce(&mut simulation, |state| {
                    let Some(c) = state.contacts.first() else { return };
                    let slide = c.loads.friction_on_j.norm();
                    let turning = c.loads.roll_on_j().norm() + c.loads.spin_on_i.norm();
                    assert!(slide.is_finite() && turning.is_finite() && c.normal.n.is_finite(), "{law}");
                    if c.normal.n < 0.0 && c.slide.0.mode_age > 0 {
                        pulled += 1;
                        assert!(slide == 0.0 && turning == 0.0, "{normal}, {law}: {slide} N, {turning} N m");
                    }
                    assert!(slide <= 0.4 * larger(c.normal.n, 0.0) * (1.0 + 1e-9), "{normal}, {law}: {slide} N");
                    assert_eq!(c.normal.share, 1.0);
                });
                let state = simulation.state();
                let b = body(&state, "body");
                [b.v.x, b.v.y, b.v.z, b.w.x, b.w.y, b.w.z].map(f64::to_bits)
            });
            assert!(pulled > 100, "{normal}, {law}: {pulled}");
            assert_eq!(after[0], after[1], "{normal}, {law}");
        }
    }
}

/// The ledger books (1 − e²) of the kinetic energy as work of the normal dashpot, and closes.
#[test]
fn the_dashpot_takes_what_the_rebound_lacks() {
    for normal in ["Hooke(k_n: 1e5, restitution: 0.5, tension: true)", "Hertz(restitution: 0.5, tension: true)"] {
        let scene = impact(normal, 2e-6, "mu: 0.0", &ball(0.1, 1.0, 2e-6, ""));
        let mut simulation = Simulation::with_energy_ledger(&scene);
        bounce(&mut simulation, |_| {});
        simulation.step();
        let budget = simulation.state().accounts.expect("the account is kept").budget;
        let lost = budget.contacts.normal.dissipated();
        assert!((lost - 0.5 * 0.75).abs() < 2e-3, "{normal}: {lost} J");
        assert!(budget.residual().abs() < 2e-3, "{normal}: {} J", budget.residual());
        assert_eq!(budget.contacts.normal.stored, 0.0);
    }
}

/// A box that lands on its face rebounds with e as a whole, and its points share the pressing force alone: in \[0, 1\],
/// and 1 in all. One that tumbles ends at rest under gravity with N = m g.
#[test]
fn the_points_of_a_face_share_what_presses() {
    for normal in ["Hooke(k_n: 1e5, restitution: 0.5, tension: true)", "Hertz(restitution: 0.5, tension: true)"] {
        let flat =
            "shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 0.100001), velocity: (0.0, 0.0, -1.0)";
        let scene = impact(normal, 5e-6, "mu: 0.3", flat);
        let shares = |state: &State| {
            let of = |contact: &ContactView| contact.normal.share;
            let sum: f64 = state.contacts.iter().map(of).sum();
            assert!(state.contacts.iter().all(|contact| (0.0..=1.0).contains(&of(contact))), "{normal}");
            assert!((sum - 1.0).abs() < 1e-12 || state.contacts.is_empty(), "{normal}: {sum}");
        };
        let (found, _) = bounce(&mut Simulation::new(&scene), shares);
        assert!((found - 0.5).abs() < 5e-3, "{normal}: {found}");

        let tumbling = "shape: Box(half_extents: (0.1, 0.15, 0.2)), position: (0.0, 0.0, 0.35), \
                        angular_velocity: (2.0, 3.0, -1.0)";
        let text = impact(normal, 5e-5, "mu: 0.5", tumbling);
        let mut simulation = Simulation::new(&Scene { gravity: stickslip_engine::laws::Vec3::z() * -9.81, ..text });
        for _ in 0..600 {
            simulation.steps(100);
            shares(&simulation.state());
        }
        assert_eq!(simulation.stopped(), None);
        let state = simulation.state();
        let pressed: f64 = state.contacts.iter().map(|contact| contact.normal.n).sum();
        let speed = largest([body(&state, "body").v.norm(), body(&state, "body").w.norm()]);
        assert!((pressed - 9.81).abs() < 1e-3 && speed < 1e-3, "{normal}: {pressed} N, {speed}");
    }
}
