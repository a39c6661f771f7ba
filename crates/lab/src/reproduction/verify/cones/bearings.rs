//! Bearings and guideways: the resistance is the sum of what each contact takes, for slide, roll and spin separately.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::runs::{ConeCase, EXACT, G, farthest};
use crate::trace::{StudyError, Trace, TraceProbe, scene};
use stickslip_engine::observe::state::{BodyState, State};

/// A number of the body with this name; NaN if there is none.
fn of(state: &State, name: &str, number: impl Fn(&BodyState) -> f64) -> f64 {
    state.bodies.iter().find(|body| body.name == name).map_or(f64::NAN, number)
}

const PROBES: &[(&str, TraceProbe)] = &[
    ("ball", |state| of(state, "ball", |body| body.v.y)),
    ("slide", |state| of(state, "slide", |body| body.v.y)),
    ("slips", |state| of(state, "slide", |slide| of(state, "ball-3", |ball| (0.5 * slide.v.y - ball.v.y).abs()))),
    ("disk", |state| of(state, "disk", |body| body.w.z)),
];

/// A ball in a groove, a slide on six balls and a disk on six balls.
pub(in super::super) fn bearings(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut case = ConeCase::new(rows);
    groove(&mut case)?;
    guideway(&mut case)?;
    thrust_bearing(&mut case)?;
    case.end();
    Ok(())
}

/// Runs a built-in scene with edits.
fn run(case: &mut ConeCase, name: &str, edits: &[(&str, &str)]) -> Result<Trace, StudyError> {
    case.traced(&scene(name, edits)?, PROBES)
}

/// Loss of a velocity per second from the start to time `t`.
fn loss(run: &Trace, name: &str, t: f64) -> f64 {
    (run.at(name, 0.0) - run.at(name, t)) / t
}

/// A ball of R = 0.1 m rolls in a groove of two planes at 30°. It turns at v/(R cos β); of that, cos β is rolling and
/// sin β spinning at each contact, and both contacts press with N = m g/(2 cos β).
fn groove(case: &mut ConeCase) -> Result<(), StudyError> {
    let (radius, sin, cos) = (0.1, 0.5, 0.75_f64.sqrt());
    for (rho, sigma) in [(2e-3, 0.0), (0.0, 3e-3), (2e-3, 3e-3)] {
        let expected = G * (rho * cos + sigma * sin) / (radius * (cos * cos + 0.4));
        for (mu, dt) in [("0.5", "1e-2"), ("0.5", "1e-3"), ("0.9", "1e-3")] {
            let [rho_text, sigma_text] = [rho, sigma].map(|x: f64| format!("{x:?}"));
            let edits =
                [("friction.mu", mu), ("friction.rho", &*rho_text), ("friction.sigma", &*sigma_text), ("time.dt", dt)];
            let run = run(case, "rigid-ball-in-a-groove", &edits)?;
            let what = format!("groove, mu {mu}, rho {rho}, sigma {sigma}, dt {dt}: deceleration [m/s^2]");
            case.near(what, expected, loss(&run, "ball", 1.0), 1e3 * EXACT);
        }
    }
    Ok(())
}

/// A slide of 10 kg loaded with 100 N on six balls of 0.02 m and 0.1 kg: F = ρ (2W + 6 m g)/(2R). After 0.2 s it has run
/// 0.18 m and its balls 0.09 m; at 0.25 m it leaves the rear balls, which then slow down by themselves.
fn guideway(case: &mut ConeCase) -> Result<(), StudyError> {
    let (balls, mass, radius, slide) = (6.0, 0.1, 0.02, 10.0);
    let load = slide * G + 100.0;
    for (mu, rho) in [("0.3", 2e-3), ("0.6", 2e-3), ("0.3", 1e-3)] {
        let text = format!("{rho:?}");
        let run =
            run(case, "rigid-guideway", &[("friction.mu", mu), ("friction.rho", &text), ("time.duration", "0.2")])?;
        let force = rho * (2.0 * load + balls * mass * G) / (2.0 * radius);
        // A ball at half the speed with I = 0.4 m R² carries (0.25 + 0.1) m of the slide's v².
        let expected = force / (slide + 0.35 * balls * mass);
        let what = |what: &str| format!("guideway, mu {mu}, rho {rho}: {what}");
        case.near(what("deceleration of the slide [m/s^2]"), expected, loss(&run, "slide", 0.2), 1e4 * EXACT);
        let slip = farthest(&run, "slips", |_| 0.0)?;
        case.none(what("speed of a ball over half that of the slide, largest difference [m/s]"), slip, 1e-8);
    }
    Ok(())
}

/// A disk of 10 kg and 0.14 m that turns on six balls of 0.02 m and 0.1 kg on a circle of 0.1 m. Each contact rolls at
/// ω r/(2R). The lower one presses harder and keeps its ball from spinning; the upper one spins at ω. A ball goes straight on
/// in a step, which costs energy of first order in Δt: two step sizes are extrapolated to none.
fn thrust_bearing(case: &mut ConeCase) -> Result<(), StudyError> {
    let (balls, mass, radius, circle, disk) = (6.0, 0.1, 0.02, 0.1, 10.0);
    let inertia = 0.5 * disk * 0.14 * 0.14 + 0.35 * balls * mass * circle * circle;
    for (mu, rho, sigma) in [("0.3", 1e-4, 0.0), ("0.3", 0.0, 1e-4), ("0.3", 1e-4, 1e-4), ("0.6", 1e-4, 1e-4)] {
        let torque = rho * (2.0 * disk + balls * mass) * G * circle / (2.0 * radius) + sigma * disk * G;
        let expected = torque / inertia;
        let [rho_text, sigma_text] = [rho, sigma].map(|x: f64| format!("{x:?}"));
        let mut losses = [0.0; 2];
        for (dt, found) in ["2e-4", "1e-4"].into_iter().zip(&mut losses) {
            let edits = [
                ("friction.mu", mu),
                ("friction.rho", &*rho_text),
                ("friction.sigma", &*sigma_text),
                ("time.dt", dt),
                ("time.duration", "0.1"),
            ];
            *found = loss(&run(case, "rigid-thrust-bearing", &edits)?, "disk", 0.1);
        }
        let what = format!("thrust bearing, mu {mu}, rho {rho}, sigma {sigma}: deceleration of the disk [rad/s^2]");
        case.near(what, expected, 2.0 * losses[1] - losses[0], THRUST);
    }
    Ok(())
}

/// Relative tolerance of the thrust bearing: the error of second order that is left, (½ωΔt)² of the smallest loss, tenfold.
const THRUST: f64 = 1e-5;
