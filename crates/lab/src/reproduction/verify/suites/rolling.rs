//! Rolling friction: Ai 2011, PFC's rrlinear, Chrono SMC and Kratos 12.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::comparison::{SuiteTest, pairs};
use super::scene::{G, SuiteLaw, SuiteNormal, SuiteScene};
use crate::theory::stopping::RollingBall;
use crate::trace::{self, StudyError, TraceProbe};
use SuiteNormal::{Hertz, Hooke, Rigid, Weight};

/// Radius, m, and mass, kg, of the ball, and μ.
const RADIUS: f64 = 0.5;
const MU: f64 = 0.3;
/// Roll torque over R N.
const MU_R: f64 = 0.2;

/// Laws whose roll torque is 0.2 R N, each with Δt, s.
const LAWS: [(SuiteLaw, f64); 8] = [
    (SuiteLaw::new("fang-negrut, eta_r 1/3, N of the weight", ", eta_r: 0.33333333333333337", Weight), 1e-4),
    (SuiteLaw::new("fang-negrut, eta_r 1/3", ", eta_r: 0.33333333333333337", Hooke), 1e-4),
    (SuiteLaw::new("constant-torque", ", laws: (roll: ConstantTorque(mu_r: 0.2))", Weight), 1e-4),
    (SuiteLaw::new("spring-dashpot", ", laws: (roll: SpringDashpot(mu_r: 0.2))", Weight), 1e-4),
    (SuiteLaw::new("luding-roll", ", laws: (roll: LudingRoll(mu_r: 0.2))", Weight), 1e-4),
    (SuiteLaw::new("dae-roll", r#", laws: (slide: "dae", roll: DaeRoll(rho: 0.1))"#, Weight), 1e-4),
    (SuiteLaw::new("Rigid, dt 1e-3", ", rho: 0.1", Rigid), 1e-3),
    (SuiteLaw::new("Rigid, dt 1e-2", ", rho: 0.1", Rigid), 1e-2),
];

const PROBES: &[(&str, TraceProbe)] = &[
    ("x", |state| trace::moving_body(state).map_or(f64::NAN, |body| trace::on_plane(state, &body.x).x)),
    ("v", |state| trace::moving_body(state).map_or(f64::NAN, |body| trace::on_plane(state, &body.v).x)),
    ("w", |state| trace::moving_body(state).map_or(f64::NAN, |body| trace::on_plane(state, &body.w).y)),
    ("down", |state| -trace::speed_up(state)),
    ("wx", trace::angular_velocity_x),
];

fn normal_text(law: &SuiteLaw) -> &'static str {
    match law.normal {
        Weight | Hertz => "Known(Weight)",
        Hooke => "Hooke(k_n: 1e5, damping: Ratio(0.5))",
        Rigid => "Rigid",
    }
}

/// A ball on a plane of slope `tan`, which falls towards −y, with a velocity along x.
fn ball_on(law: &SuiteLaw, dt: f64, duration: f64, mu: f64, tan: f64, speed: f64) -> SuiteScene {
    let degrees = libm::atan(tan).to_degrees();
    let steps = (duration / dt).round();
    SuiteScene::new([dt, steps * dt], law.friction(mu, 1e5), normal_text(law))
        .under(G)
        .with(format!(r#"(name: "plane", shape: Incline(degrees: {degrees:?}))"#))
        .with(format!(
            r#"(name: "ball", shape: Sphere(radius: {RADIUS:?}), mass: 1.0, on: (surface: "plane", velocity: ({speed:?}, 0.0)))"#
        ))
}

/// Time after which the speed stays below `level`, s; NaN if it does not.
fn stopped_at(values: &[f64], level: f64, dt: f64) -> f64 {
    match values.iter().rposition(|value| value.abs() > level) {
        Some(last) if last + 1 < values.len() => (last + 1) as f64 * dt,
        _ => f64::NAN,
    }
}

/// A ball that slides, rolls and stops: Ai's test 1 as Chrono has it.
pub(in super::super) fn stops(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let test = SuiteTest {
        source: "Chrono SMC, rolling (Ai 2011, test 1)",
        reason: "steps are of first order, v0 Δt; a roll spring lets the ball turn by its deflection mu_r N/k and swing back \
                 before it stops, 2 % of the distance for these springs; the time is that at which the speed stays below 1 % \
                 of v0, which such a swing delays by its period",
    };
    let table = pairs(&LAWS, &[0.5, 1.0]);
    rows.compare_all(&table, |((law, dt), speed)| {
        let theory = RollingBall { radius: RADIUS, gravity: G, slope: 0.0, mu: MU, mu_r: MU_R }.motion(*speed);
        let run = ball_on(law, *dt, 1.5 * theory.rests_at, MU, 0.0, *speed).trace(PROBES)?;
        let what = |what: &str| format!("{}, v0 {speed} m/s: {what}", law.name);
        let start = run.column("x")?.first().copied().unwrap_or(f64::NAN);
        // The last hundredth of the speed takes its part of the rolling.
        let late = 0.01 * speed / (5.0 / 7.0 * MU_R * G);
        let time = stopped_at(run.column("v")?, 0.01 * speed, *dt);
        Ok(vec![
            test.within(
                what("stopping distance [m]"),
                theory.distance,
                run.end("x") - start,
                1.1 * speed * dt + 5e-3 * theory.distance,
            ),
            test.within(
                what("time until 1 % of v0 is left [s]"),
                theory.rests_at - late,
                time,
                1.5 * dt + 1e-2 * theory.rests_at,
            ),
            test.within(what("angular velocity at the end [rad/s]"), 0.0, run.end("w"), 1e-3),
        ])
    })
}

/// A ball on a slope: it rests below mu_r, and rolls or slides beyond (Ai 2011; PFC rrlinear).
pub(in super::super) fn slopes(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let rests = SuiteTest {
        source: "Ai 2011 and PFC rrlinear, slope",
        reason: "the ball stays; a law without a spring for rest creeps with g Δt at most",
    };
    let goes = SuiteTest {
        source: "Ai 2011 and PFC rrlinear, slope",
        reason: "closed form of rolling against mu_r N, or of sliding; springs are loaded, and swing, before the time of comparison, 0.2 to 0.4 s",
    };
    let table = pairs(&LAWS, &[0.1, 0.19, 0.25, 0.4, 0.7]);
    rows.compare_all(&table, |((law, dt), tan)| {
        let theory = RollingBall { radius: RADIUS, gravity: G, slope: *tan, mu: MU, mu_r: MU_R }.motion(0.0);
        let run = ball_on(law, *dt, 0.4, MU, *tan, 0.0).trace(PROBES)?;
        let what = |what: &str| format!("{}, tan(alpha) {tan}: {what}", law.name);
        let [half, end] = [0.2, 0.4].map(|t| run.at("down", t));
        if *tan < MU_R {
            return Ok(vec![rests.within(what("speed after 0.4 s [m/s]"), 0.0, end, G * dt)]);
        }
        let [turn_half, turn_end] = [0.2, 0.4].map(|t| run.at("wx", t));
        Ok(vec![
            goes.near(what("acceleration [m/s^2]"), theory.acceleration, (end - half) / 0.2, 5e-3),
            goes.near(what("angular acceleration [rad/s^2]"), theory.turning, (turn_end - turn_half) / 0.2, 5e-3),
        ])
    })
}

/// Kratos benchmark 12: a ball that rolls to rest.
pub(in super::super) fn kratos(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let kratos = SuiteTest {
        source: "Kratos DEM, benchmark 12",
        reason: "slope of its curve, 5/7 mu_r g/R; between two times the speed falls linearly, to rounding of the steps",
    };
    const R: f64 = 2.6e-3;
    let laws = [
        SuiteLaw::new("constant-torque", ", laws: (roll: ConstantTorque(mu_r: 0.2))", Weight),
        SuiteLaw::new("spring-dashpot", ", laws: (roll: SpringDashpot(mu_r: 0.2))", Weight),
        SuiteLaw::new("fang-negrut, eta_r 0.2", ", eta_r: 0.2", Weight),
        SuiteLaw::new("luding-roll", ", laws: (roll: LudingRoll(mu_r: 0.2))", Weight),
        SuiteLaw::new("Rigid", ", rho: 5.2e-4", Rigid),
    ];
    rows.compare_all(&laws, |law| {
        let dt = if law.is_rigid() { 1e-4 } else { 1e-5 };
        let scene = SuiteScene::new([dt, 0.06], law.friction(0.5, 10.0), normal_text(law)).under(G).on_plane().with(format!(
            r#"(name: "ball", shape: Sphere(radius: {R:?}), density: 1.0, on: (surface: "plane", velocity: (0.15, 0.0)))"#
        ));
        let rate = -scene.trace(PROBES)?.slope("w", 0.03, 0.05);
        Ok(vec![kratos.near(format!("{}: angular deceleration [rad/s^2]", law.name), 539.0126, rate, 1e-4)])
    })?;
    Ok(())
}
