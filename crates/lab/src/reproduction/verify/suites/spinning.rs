//! Spin friction: Chrono SMC, Marshall and Lubkin; roll and torsion springs as MercuryDPM tries them (Luding 2008).

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::comparison::SuiteTest;
use super::scene::{G, SuiteLaw, SuiteNormal, SuiteScene};
use crate::trace::{self, StudyError, TraceProbe};
use SuiteNormal::{Hertz, Rigid, Weight};
use stickslip_engine::laws::friction::normal::plane_strain_modulus;
use stickslip_engine::laws::math::extremes::largest;

/// Radius, m, mass, kg, and moment of inertia, kg·m², of the ball, and its first spin, rad/s.
const RADIUS: f64 = 0.5;
const MASS: f64 = 1.0;
const INERTIA: f64 = 0.4 * MASS * RADIUS * RADIUS;
const SPIN: f64 = 1.0;
/// Spin torque over N, m.
const SIGMA: f64 = 0.1;

/// Laws whose spin torque is 0.1 m N, each with Δt, s.
const LAWS: [(SuiteLaw, f64); 7] = [
    (SuiteLaw::new("fang-negrut", ", spin: Heuristic(eta_psi: 0.6666666666666667, curvature: 2.0)", Weight), 2e-5),
    (
        SuiteLaw::new(
            "fang-negrut without dashpot",
            ", spin_damping: Ratio(0.0), spin: Heuristic(eta_psi: 0.6666666666666667, curvature: 2.0)",
            Weight,
        ),
        2e-5,
    ),
    (SuiteLaw::new("luding-spin", ", laws: (spin: LudingSpin(mu_o: 0.2))", Weight), 2e-5),
    (SuiteLaw::new("dae-spin", r#", laws: (slide: "dae", spin: DaeSpin(sigma: 0.1))"#, Weight), 1e-4),
    (SuiteLaw::new("Rigid, dt 1e-4", ", sigma: 0.1", Rigid), 1e-4),
    (SuiteLaw::new("Rigid, dt 1e-3", ", sigma: 0.1", Rigid), 1e-3),
    (SuiteLaw::new("Rigid, dt 1e-2", ", sigma: 0.1", Rigid), 1e-2),
];

const PROBES: &[(&str, TraceProbe)] = &[
    ("w", trace::angular_velocity_n),
    ("torque", |state| {
        let normal = trace::of_contact(state, |contact| contact.normal.n);
        trace::of_contact(state, |contact| contact.spin.0.load().abs()) / normal
    }),
];

/// A ball that spins in place, and stops.
pub(in super::super) fn stops(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let test = SuiteTest {
        source: "Chrono SMC, spinning",
        reason: "steps are of first order, a step in time and omega0 Δt/2 in angle; the spin spring is loaded within 1e-4 of the \
                 time, and swings back by sigma N/K when it stops",
    };
    rows.compare_all(&LAWS, |(law, dt)| {
        let torque = SIGMA * MASS * G;
        let time = INERTIA * SPIN / torque;
        let normal = if law.is_rigid() { "Rigid" } else { "Known(Weight)" };
        let duration = (2.0 * time / dt).round() * dt;
        let scene = SuiteScene::new([*dt, duration], law.friction(0.3, 1e5), normal).under(G).on_plane();
        let run = scene.with(ball(SPIN)).trace(PROBES)?;
        let spins = run.column("w")?;
        // Without a dashpot the spin spring swings on afterwards.
        let last = spins.iter().position(|w| w.abs() <= 0.02 * SPIN).map_or(f64::NAN, |k| k as f64 * dt);
        let angle: f64 = spins.iter().skip(1).sum::<f64>() * dt;
        let what = |what: &str| format!("{}: {what}", law.name);
        let mut found = vec![
            test.within(what("time until 2 % of the spin are left [s]"), 0.98 * time, last, 1.5 * dt + 5e-3 * time),
            test.within(what("angle to rest [rad]"), 0.5 * SPIN * time, angle, 0.6 * SPIN * dt + 2e-3 * time),
        ];
        if law.normal == Weight && !law.name.starts_with("dae") {
            let largest = largest(run.column("torque")?.iter().skip(1).copied());
            found.push(test.near(what("largest torque over N [m]"), SIGMA, largest, 1e-9));
        }
        Ok(found)
    })
}

fn ball(spin: f64) -> String {
    format!(
        r#"(name: "ball", shape: Sphere(radius: {RADIUS:?}), mass: {MASS:?}, on: (surface: "plane", spin: {spin:?}))"#
    )
}

/// The torque of an elastic patch that spins, as a part of μ N a: law, fields, part.
const PATCHES: [(&str, &str, f64); 5] = [
    ("marshall, uniform pressure", r#", laws: (spin: "marshall")"#, 2.0 / 3.0),
    (EDEM, r#", laws: (spin: "edem-disk")"#, 2.0 / 3.0),
    ("lubkin, Hertz pressure", r#", laws: (spin: "lubkin")"#, 3.0 * std::f64::consts::PI / 16.0),
    ("fang-negrut, spin Hertz", ", spin: Hertz", 0.5),
    ("fang-negrut, limit Hertz", ", limit: Hertz", 3.0 * std::f64::consts::PI / 16.0),
];

/// The law whose patch is the circle in which sphere and plane intersect, √(2Rδ − δ²), not Hertz's √(Rδ).
const EDEM: &str = "edem-disk, uniform pressure";

/// Deceleration of a ball that spins on an elastic patch.
pub(in super::super) fn patches(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let test = SuiteTest {
        source: "Marshall 2009, Lubkin 1951, EDEM, Fang & Negrut 2020",
        reason: "a = (3NR/(4E*))^(1/3), for EDEM the circle of the intersection; the overlap of the start is that of the weight, to the swing of N by 1e-3 that is left",
    };
    let (young, poisson) = (2e5, 0.3);
    let weight = MASS * G;
    let modulus = plane_strain_modulus(young, poisson);
    let patch = libm::cbrt(0.75 * weight * RADIUS / modulus);
    let table = super::comparison::pairs(&PATCHES, &[0.1, 0.3, 0.6]);
    rows.compare_all(&table, |((name, fields, part), mu)| {
        let law = SuiteLaw { name, fields, normal: Hertz };
        let height = RADIUS - patch * patch / RADIUS;
        let scene = SuiteScene::new([2e-5, 0.06], law.friction(*mu, 1e6), "Hertz(restitution: 0.1)").under(G).on_plane();
        let body = format!(
            r#"(name: "ball", shape: Sphere(radius: {RADIUS:?}), mass: {MASS:?}, youngs_modulus: {young:?}, poisson_ratio: {poisson:?},
            position: (0.0, 0.0, {height:?}), angular_velocity: (0.0, 0.0, 5.0))"#
        );
        let rate = -scene.with(body).trace(PROBES)?.slope("w", 0.03, 0.06);
        let overlap = patch * patch / RADIUS;
        let radius = if *name == EDEM { (2.0 * RADIUS * overlap - overlap * overlap).sqrt() } else { patch };
        let expected = part * mu * weight * radius / INERTIA;
        Ok(vec![test.near(format!("{name}, mu {mu}: deceleration [rad/s^2]"), expected, rate, 2e-3)])
    })
}

/// Springs of rolling and torsion, which swing: law, fields; axis of the rotation.
const SWINGS: [(&str, &str, bool); 4] = [
    ("luding-roll", ", roll_damping: Ratio(0.0), laws: (roll: LudingRoll(mu_r: 1.0, stiffness: 1e4))", false),
    ("luding-roll, stiffer", ", roll_damping: Ratio(0.0), laws: (roll: LudingRoll(mu_r: 1.0, stiffness: 1e5))", false),
    ("luding-spin", ", spin_damping: Ratio(0.0), laws: (spin: LudingSpin(mu_o: 1.0, stiffness: 1e4))", true),
    ("luding-spin, stiffer", ", spin_damping: Ratio(0.0), laws: (spin: LudingSpin(mu_o: 1.0, stiffness: 1e5))", true),
];

/// Rolling and torsion without damping below the limit: half period and amplitude.
pub(in super::super) fn swings(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let test = SuiteTest {
        source: "MercuryDPM (Luding 2008), roll and torsion",
        reason: "pi sqrt(I/(k R^2)) by two zeros of the rotation, each placed to a step of 1/600 of it; explicit steps keep the \
                 amplitude",
    };
    rows.compare_all(&SWINGS, |(name, fields, is_spin)| {
        let stiffness = if name.ends_with("stiffer") { 1e5 } else { 1e4 };
        let half = std::f64::consts::PI * (INERTIA / (stiffness * RADIUS * RADIUS)).sqrt();
        let dt = half / 600.0;
        let scene = SuiteScene::new([dt, 1200.0 * dt], format!("mu_s: 0.0, mu_k: 0.0, k_e: 1e5{fields}"), "Known(Weight)");
        let turn = if *is_spin { "(0.0, 0.0, 1e-2)" } else { "(1e-2, 0.0, 0.0)" };
        let body = format!(
            r#"(name: "ball", shape: Sphere(radius: {RADIUS:?}), mass: {MASS:?}, position: (0.0, 0.0, {RADIUS:?}), angular_velocity: {turn})"#
        );
        let run = scene.under(G).on_plane().with(body).trace(&[("w", |state| {
            trace::moving_body(state).map_or(f64::NAN, |body| body.w.x + body.w.z)
        })])?;
        let first = run.zero("w", 0.0);
        let second = run.zero("w", first);
        let what = |what: &str| format!("{name}: {what}");
        let peak = -stickslip_engine::laws::math::extremes::smallest(run.column("w")?.iter().copied());
        Ok(vec![
            test.within(what("half period [s]"), half, second - first, 2.0 * dt),
            test.near(what("largest rotation back [rad/s]"), 1e-2, peak, 1e-4),
        ])
    })
}
