//! A ball on a plane.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::runs::{BALL, ConeCase, EXACT, G, NONE, R, RHO, STEPS, farthest, moving_ball, on_slope, rate, sine};
use crate::trace::StudyError;
use stickslip_engine::laws::math::extremes::larger;

/// A ball rolls at 1 m/s, decelerates at 5ρg/7R and remains at rest.
pub(in super::super) fn roll(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut case = ConeCase::new(rows);
    let scene = on_slope(0.0, "mu: 0.5, rho: 2e-3", &moving_ball(1.0, [-1.0 / R, 0.0, 0.0]))?;
    let slowing = 5.0 * RHO * G / (7.0 * R);
    for dt in STEPS {
        let run = case.exact(&scene, dt, 8.0)?;
        let worst = farthest(&run, "v", |t| larger(1.0 - slowing * t, 0.0))?;
        case.none(format!("rolls at 1 m/s, dt {dt:e}: v - (v0 - 5 rho g t/7R), largest [m/s]"), worst, EXACT);
        case.none(
            format!("rolls at 1 m/s, dt {dt:e}: v - R omega, largest [m/s]"),
            farthest(&run, "slips", |_| 0.0)?,
            EXACT,
        );
        case.none(format!("rolls at 1 m/s, dt {dt:e}: lift, largest [m]"), farthest(&run, "z", |_| R)?, NONE);
        let n = (1.0 / (slowing * dt)).floor();
        let way = dt * (n - 0.5 * slowing * dt * n * (n + 1.0));
        case.near(format!("rolls at 1 m/s, dt {dt:e}: distance to rest [m]"), way, run.end("x"), EXACT);
        let stops = run.column("speed")?.iter().position(|v| *v < NONE).map_or(f64::NAN, |k| run.time(k));
        case.near(format!("rolls at 1 m/s, dt {dt:e}: rests [s]"), (n + 1.0) * dt, stops, EXACT);
        case.none(format!("rolls at 1 m/s, dt {dt:e}: v + R omega at 8 s [m/s]"), run.end("speed"), NONE);
    }
    case.end();
    Ok(())
}

/// A ball rests while tan α ≤ ρ/R, rolls without sliding up to tan α = 3.5 μ − 2.5 ρ/R, and slides beyond.
pub(in super::super) fn incline(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut case = ConeCase::new(rows);
    let rest = case.exact(&on_slope(0.019, "mu: 0.5, rho: 2e-3", BALL)?, STEPS[0], 100.0)?;
    let start = rest.column("x")?.first().copied().unwrap_or(f64::NAN);
    let way = farthest(&rest, "x", |_| start)?;
    case.none("rho/R 0.02, tan(alpha) 0.019: distance in 100 s [m]".into(), way, NONE);
    for (mu, tan) in [(0.5, 0.3), (0.2, 0.64), (0.2, 0.8)] {
        let (sin, cos) = sine(tan);
        let rolls = tan < 3.5 * mu - 2.5 * RHO / R;
        let roll = 5.0 * G * (sin - RHO / R * cos) / 7.0;
        let (a, turning) = match rolls {
            true => (roll, roll / R),
            false => (G * (sin - mu * cos), 2.5 * G * cos * (mu - RHO / R) / R),
        };
        let scene = on_slope(tan, &format!("mu: {mu:?}, rho: 2e-3"), BALL)?;
        let does = if rolls { "rolls" } else { "slides" };
        for dt in STEPS {
            let run = case.exact(&scene, dt, 1.0)?;
            let what = format!("mu {mu}, tan(alpha) {tan}, dt {dt:e}: it {does} at");
            case.rate(format!("{what} [m/s^2]"), a, -rate(&run, "v", -a)?, dt);
            case.rate(format!("{what} [rad/s^2]"), turning, rate(&run, "w", turning)?, dt);
        }
    }
    case.end();
    Ok(())
}

/// A ball spins to rest with deceleration 2.5σg/R²; another slides and spins, each with its own limit.
pub(in super::super) fn spin(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut case = ConeCase::new(rows);
    let (sigma, first) = (RHO, 10.0);
    let slowing = 2.5 * sigma * G / (R * R);
    let scene = on_slope(0.0, "mu: 0.5, sigma: 2e-3", &moving_ball(0.0, [0.0, 0.0, first]))?;
    for dt in STEPS {
        let run = case.exact(&scene, dt, 2.5)?;
        let worst = farthest(&run, "spin", |t| larger(first - slowing * t, 0.0))?;
        case.none(
            format!("spins at 10 rad/s, dt {dt:e}: omega - (omega0 - 2.5 sigma g t/R^2), largest [rad/s]"),
            worst,
            first * EXACT,
        );
        let n = (first / (slowing * dt)).floor();
        let angle = dt * (n * first - 0.5 * slowing * dt * n * (n + 1.0));
        let turned = dt * run.column("spin")?.iter().skip(1).sum::<f64>();
        case.near(format!("spins at 10 rad/s, dt {dt:e}: angle to rest [rad]"), angle, turned, EXACT);
    }
    let scene = on_slope(0.0, "mu: 0.3, sigma: 2e-3", &moving_ball(2.0, [0.0, 0.0, 20.0]))?;
    for dt in STEPS {
        let run = case.exact(&scene, dt, 0.1)?;
        let what = |what: &str| format!("slides and spins, dt {dt:e}: {what}");
        case.near(what("v at 0.1 s [m/s]"), 2.0 - 0.3 * G * 0.1, run.end("v"), EXACT);
        case.near(what("omega_n at 0.1 s [rad/s]"), 20.0 - slowing * 0.1, run.end("spin"), EXACT);
        case.near(what("omega_w at 0.1 s [rad/s]"), 2.5 * 0.3 * G * 0.1 / R, -run.end("w"), EXACT);
    }
    case.end();
    Ok(())
}

/// A ball slides at 5 m/s until t = 2 v0/(g(7μ − 5ρ/R)), then rolls at 5/7 (v0 − ρ g t/R).
pub(in super::super) fn bowling(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut case = ConeCase::new(rows);
    let (mu, v0) = (0.2, 5.0);
    for rho in [0.0, RHO] {
        let scene = on_slope(0.0, &format!("mu: {mu:?}, rho: {rho:?}"), &moving_ball(v0, [0.0; 3]))?;
        let begins = 2.0 * v0 / (G * (7.0 * mu - 5.0 * rho / R));
        for dt in STEPS {
            let run = case.exact(&scene, dt, 1.0)?;
            let step = (begins / dt).ceil() * dt;
            let rolls = run.column("slips")?.iter().position(|v| *v < EXACT).map_or(f64::NAN, |k| run.time(k));
            case.near(format!("slides at 5 m/s, rho {rho}, dt {dt:e}: rolls from [s]"), step, rolls, EXACT);
            let v = 5.0 / 7.0 * (v0 - rho * G * step / R);
            case.near(
                format!("slides at 5 m/s, rho {rho}, dt {dt:e}: v as it begins to roll [m/s]"),
                v,
                run.at("v", step),
                EXACT,
            );
        }
    }
    case.end();
    Ok(())
}
