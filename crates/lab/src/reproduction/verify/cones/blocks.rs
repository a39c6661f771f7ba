//! Blocks, a spool and a column of balls.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::runs::{ConeCase, EXACT, G, NONE, R, RHO, STEPS, cube, farthest, on_slope, rate};
use crate::trace::{StudyError, scene};
use stickslip_engine::laws::math::extremes::larger;

/// A block below its limit angle, above it, and landing with a tangential speed.
pub(in super::super) fn block(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut case = ConeCase::new(rows);
    limit_angle(&mut case)?;
    let mu = 0.5;
    for (half, v0, steps, end) in [(R, 2.0, &STEPS[..], 0.5), (0.5 * R, 6.0, &[5e-3][..], 1.0)] {
        let scene = on_slope(0.0, "mu: 0.5", &cube(half, v0))?;
        for &dt in steps {
            let what = |what: &str| format!("block landing at {v0} m/s, dt {dt:e}: {what}");
            let run = case.exact(&scene, dt, end)?;
            let worst = farthest(&run, "v", |t| larger(v0 - mu * G * t, 0.0))?;
            case.none(what("v - (v0 - mu g t), largest [m/s]"), worst, v0 * EXACT);
            case.rows.derived(what(&format!("v at {end} s [m/s]")), larger(v0 - mu * G * end, 0.0), run.end("v"), NONE);
            let lift = farthest(&run, "z", |_| half)?;
            case.none(what("lift, largest [m]"), lift, NONE);
        }
    }
    case.end();
    Ok(())
}

fn limit_angle(case: &mut ConeCase) -> Result<(), StudyError> {
    let stays = on_slope(0.49, "mu: 0.5", &cube(R, 0.0))?;
    let way = |run: &crate::trace::Trace| {
        let start = run.column("x")?.first().copied().unwrap_or(f64::NAN);
        farthest(run, "x", |_| start)
    };
    let run = case.exact(&stays, STEPS[0], 100.0)?;
    case.none("block, mu 0.5, tan(alpha) 0.49: distance in 100 s [m]".into(), way(&run)?, NONE);
    case.none(
        "block, mu 0.5, tan(alpha) 0.49: distance from 50 to 100 s [m]".into(),
        (run.end("x") - run.at("x", 50.0)).abs(),
        NONE,
    );
    let slides = on_slope(0.6, "mu: 0.5", &cube(R, 0.0))?;
    let a = G * (0.6 - 0.5) / (1.0_f64 + 0.6 * 0.6).sqrt();
    for dt in STEPS {
        let run = case.exact(&slides, dt, 0.5)?;
        let what = format!("block, mu 0.5, tan(alpha) 0.6, dt {dt:e}: it slides at [m/s^2]");
        case.rate(what, a, -rate(&run, "v", -a)?, dt);
    }
    Ok(())
}

/// Three balls of 1, 100 and 10 000 kg, the heaviest on top: each contact carries the weight above it.
pub(in super::super) fn column(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut case = ConeCase::new(rows);
    let scene = scene("rigid-heavy-on-light", &[])?;
    let run = case.exact(&scene, scene.dt, 0.02)?;
    for (k, above) in [10_101.0, 10_100.0, 10_000.0].into_iter().enumerate() {
        let load = run.last.contacts.get(k).map_or(f64::NAN, |contact| contact.normal.n);
        case.near(format!("1 : 100 : 1e4 from below, N of contact {} [N]", k + 1), above * G, load, EXACT);
    }
    case.end();
    Ok(())
}

/// A spool (1 kg) pulled by its thread: acceleration from F(cos θ − r/R) against roll friction ρN/R, over 1.5 times
/// the mass.
pub(in super::super) fn spool(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut case = ConeCase::new(rows);
    let lever = 0.04 / R;
    for (force, rho) in [(1.0, 0.0), (1.0, RHO), (0.3, RHO)] {
        let edits = [("friction.rho", format!("{rho:?}")), ("pulls.0.force", format!("(0.0, {force:?}, 0.0)"))];
        let scene = scene("rigid-spools", &edits.each_ref().map(|(path, value)| (*path, value.as_str())))?;
        let a = larger((force * (1.0 - lever) - rho * G / R) / 1.5, 0.0);
        for dt in STEPS {
            let run = case.exact(&scene, dt, 1.0)?;
            let what = format!(
                "spool, thread along the ground, F {force} N, rho {rho}, dt {dt:e}: acceleration towards the puller [m/s^2]"
            );
            case.rate(what, a, rate(&run, "v", a)?, dt);
        }
    }
    let scene = scene("rigid-spools", &[])?;
    for dt in STEPS {
        let run = case.exact(&scene, dt, 1.0)?;
        let speed =
            |name: &str| run.last.bodies.iter().find(|body| body.name == name).map_or(f64::NAN, |body| body.v.y);
        case.none(
            format!("spool, thread at cos(theta) = r/R, dt {dt:e}: v at 1 s [m/s]"),
            speed("pulled at 66°"),
            NONE,
        );
        let away = (lever - RHO * (G - 1.0) / R) / 1.5;
        case.near(
            format!("spool, thread upwards, dt {dt:e}: acceleration away from the puller [m/s^2]"),
            away,
            -speed("pulled at 90°"),
            EXACT,
        );
    }
    case.end();
    Ok(())
}
