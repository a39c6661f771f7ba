//! The relaxed form: sliding lifts a contact, by an amount that follows from the equations.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::runs::{BALL, ConeCase, EXACT, G, NONE, R, RHO, STEPS, cube, farthest, moving_ball, on_slope, sine};
use crate::trace::{StudyError, Trace};
use stickslip_engine::laws::math::extremes::largest;

/// First steps and hops of bodies that roll, slide or spin.
pub(in super::super) fn relaxed(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut case = ConeCase::new(rows);
    rolls(&mut case)?;
    rolls_down(&mut case)?;
    spins(&mut case)?;
    slides(&mut case)?;
    blocks(&mut case)?;
    overlap(&mut case)?;
    case.end();
    Ok(())
}

/// Height of a hop with initial upward velocity `v`, m, in discrete steps: velocity first, then position.
fn flight(v: f64, dt: f64) -> f64 {
    let n = (v / (G * dt)).floor();
    dt * ((n + 1.0) * v - 0.5 * G * dt * n * (n + 1.0))
}

/// Highest position of the body above its initial one, m.
fn hop(run: &Trace) -> Result<f64, StudyError> {
    let z = run.column("z")?;
    Ok(largest(z.iter().copied()) - z.first().copied().unwrap_or(f64::NAN))
}

/// First step and hop of a ball rolling at 1 m/s.
fn rolls(case: &mut ConeCase) -> Result<(), StudyError> {
    let scene = on_slope(0.0, "mu: 0.5, rho: 2e-3", &moving_ball(1.0, [-1.0 / R, 0.0, 0.0]))?;
    for dt in STEPS {
        let run = case.relaxed(&scene, dt, 2.0 * STEPS[0])?;
        let v = (1.0 - 5.0 * RHO * G * dt / (7.0 * R)) / (1.0 + 5.0 * RHO * RHO / (7.0 * R * R));
        case.near(format!("rolls at 1 m/s, dt {dt:e}: v after a step [m/s]"), v, run.at("v", dt), EXACT);
        // Upward velocity s = ρ v/R.
        let top = flight(RHO * v / R, dt);
        case.rows.closed_form(format!("rolls at 1 m/s, dt {dt:e}: hop [m]"), top, hop(&run)?, NONE);
    }
    Ok(())
}

/// A ball that rolls down a slope from rest.
fn rolls_down(case: &mut ConeCase) -> Result<(), StudyError> {
    let scene = on_slope(0.3, "mu: 0.5, rho: 2e-3", BALL)?;
    let (sin, cos) = sine(0.3);
    for dt in STEPS {
        let run = case.relaxed(&scene, dt, 1.0)?;
        let first = 5.0 * G * (sin - RHO / R * cos) / (7.0 + 5.0 * RHO * RHO / (R * R));
        let what = |what: &str| format!("rolls down tan(alpha) 0.3, dt {dt:e}: {what}");
        case.near(what("v after a step over dt [m/s^2]"), first, -run.at("v", dt) / dt, EXACT);
        let (v, gap) = roll_in_steps((sin, cos), dt, 1.0);
        case.near(what("v at 1 s (recurrence of one ball) [m/s]"), v, -run.end("v"), EXACT);
        case.rows.closed_form(what("gap at 1 s, rho omega dt [m]"), gap, run.end("z") - R, NONE);
    }
    Ok(())
}

/// Velocity down the slope, m/s, and gap, m, after the time `end`, s, of a ball of 1 kg that rolls from rest in the
/// relaxed form: each step leaves the gap ρωΔt, and the impulses act on the surface of the ball.
fn roll_in_steps((sin, cos): (f64, f64), dt: f64, end: f64) -> (f64, f64) {
    let inertia = 0.4 * R * R;
    let (mut v, mut up, mut w, mut gap) = (0.0, 0.0, 0.0, 0.0);
    for _ in 0..(end / dt).round() as u64 {
        let pressed = G * dt * cos - gap / dt - up;
        w = (inertia * w + R * (v + G * dt * sin) - RHO * pressed) / (inertia + R * R + RHO * RHO);
        v = R * w;
        up = RHO * w - gap / dt;
        gap += up * dt;
    }
    (v, gap)
}

/// First step of a ball spinning at 10 rad/s.
fn spins(case: &mut ConeCase) -> Result<(), StudyError> {
    let scene = on_slope(0.0, "mu: 0.5, sigma: 2e-3", &moving_ball(0.0, [0.0, 0.0, 10.0]))?;
    let sigma = RHO;
    for dt in STEPS {
        let run = case.relaxed(&scene, dt, dt)?;
        let w = (10.0 - 2.5 * sigma * G * dt / (R * R)) / (1.0 + 2.5 * sigma * sigma / (R * R));
        case.near(format!("spins at 10 rad/s, dt {dt:e}: omega after a step [rad/s]"), w, run.end("spin"), EXACT);
    }
    Ok(())
}

/// First step and hop of a ball sliding at 5 m/s.
fn slides(case: &mut ConeCase) -> Result<(), StudyError> {
    let (mu, v0) = (0.2, 5.0);
    let scene = on_slope(0.0, "mu: 0.2", &moving_ball(v0, [0.0; 3]))?;
    for dt in STEPS {
        let run = case.relaxed(&scene, dt, 0.2)?;
        // Velocity of the contact point after the step; the upward velocity is μ times this.
        let slips = (v0 - 3.5 * mu * G * dt) / (1.0 + 3.5 * mu * mu);
        let v = v0 - mu * (G * dt + mu * slips);
        case.near(format!("slides at 5 m/s, dt {dt:e}: v after a step [m/s]"), v, run.at("v", dt), EXACT);
        case.near(format!("slides at 5 m/s, dt {dt:e}: hop [m]"), flight(mu * slips, dt), hop(&run)?, EXACT);
    }
    Ok(())
}

/// Blocks that land with a tangential speed hop; a block below its limit angle stays at rest.
fn blocks(case: &mut ConeCase) -> Result<(), StudyError> {
    let mu = 0.5;
    for (half, v0, steps, end) in [(R, 2.0, &STEPS[..], 0.2), (0.5 * R, 6.0, &[5e-3][..], 0.6)] {
        let scene = on_slope(0.0, "mu: 0.5", &cube(half, v0))?;
        for &dt in steps {
            let what = |what: &str| format!("block landing at {v0} m/s, dt {dt:e}: {what}");
            let run = case.relaxed(&scene, dt, end)?;
            let v = (v0 - mu * G * dt) / (1.0 + mu * mu);
            case.near(what("v after a step [m/s]"), v, run.at("v", dt), EXACT);
            case.near(what("upward velocity after a step [m/s]"), mu * v, run.at("vz", dt), EXACT);
            case.near(what("hop [m]"), flight(mu * v, dt), hop(&run)?, EXACT);
        }
    }
    let run = case.relaxed(&on_slope(0.49, "mu: 0.5", &cube(R, 0.0))?, STEPS[0], 10.0)?;
    let start = run.column("x")?.first().copied().unwrap_or(f64::NAN);
    case.none("block, mu 0.5, tan(alpha) 0.49: distance in 10 s [m]".into(), farthest(&run, "x", |_| start)?, NONE);
    Ok(())
}

/// A ball that starts with an overlap: a bias of Φ/Δt would eject it at 0.5 m/s.
fn overlap(case: &mut ConeCase) -> Result<(), StudyError> {
    let ball = moving_ball(0.0, [0.0; 3]).replace("(0.0, 0.0, 0.1)", "(0.0, 0.0, 0.0995)");
    let run = case.relaxed(&on_slope(0.0, "mu: 0.5", &ball)?, 1e-3, 0.1)?;
    let speed = largest(run.column("speed")?.iter().copied());
    case.none("ball starting 0.5 mm deep, dt 1e-3: speed, largest [m/s]".into(), speed, NONE);
    case.near("ball starting 0.5 mm deep, dt 1e-3: height at 0.1 s [m]".into(), R, run.end("z"), EXACT);
    Ok(())
}
