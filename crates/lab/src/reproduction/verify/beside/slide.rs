//! Friction of bodies that slide, hold on a slope, or begin to roll.

use super::moment::{StageBody, StageState};
use super::rest::{AT_REST, steps};
use super::shapes::{Foot, PLACED, PlacedShape};
use super::stage::{Actor, Stage, StageLaw};
use super::trial::{Trial, TrialValue, chosen, trial_runs};
use stickslip_engine::laws::Vec3;

const LAWS: [StageLaw; 4] = [StageLaw::Cones, StageLaw::Hooke, StageLaw::Hertz, StageLaw::Dae];
const MU: f64 = 0.5;
/// Largest overlap of a body on springs over its size; the lever of friction is shorter by as much.
const DEPTH: f64 = 3e-4;

/// Unit gravity on a slope with tangent `tan` that falls towards x.
pub(super) fn on_slope(tan: f64) -> Vec3 {
    let cos = 1.0 / (1.0 + tan * tan).sqrt();
    Vec3::new(tan * cos, 0.0, -cos)
}

/// Impulse of friction over impulse of the normal force between two times, from the motion alone; hops do not affect
/// it.
pub(super) fn ratio(gravity: &Vec3, times: [f64; 2], [from, to]: [&StageBody; 2]) -> f64 {
    let impulse = (to.v - from.v) - gravity * (times[1] - times[0]);
    impulse.xy().norm() / impulse.z
}

fn stage(law: StageLaw, placed: &PlacedShape) -> Stage {
    Stage::new(law, 0.1, vec![Actor::ground(), Actor::placed("body", placed, 0.0)])
}

fn two<'a>(seen: &'a [StageState], name: &str) -> Result<[&'a StageBody; 2], String> {
    let [.., from, to] = seen else { return Err("there are not two times".to_string()) };
    Ok([from.body(name)?, to.body(name)?])
}

/// Relative tolerance of μ: the residual of rigid contacts over the impulse; rounding for a spring at its limit.
fn mu_tolerance(law: StageLaw) -> f64 {
    if law.is_rigid() { 1e-7 } else { 1e-6 }
}

/// μ of a sliding body, from the start with rigid contacts; springs must first reach their limit.
pub(super) fn slides(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for law in LAWS {
        for placed in chosen(PLACED, law, whole) {
            let mut stage = stage(law, &placed);
            for actor in stage.actors.iter_mut().filter(|actor| actor.name == "body") {
                actor.v = Vec3::x() * 2.0;
            }
            let group = format!("{}, slides on plane", law.name());
            let times = if law.is_rigid() { [0.0, 0.6] } else { [0.2, 0.6] };
            trials.push(Trial::new(
                group,
                placed.name,
                &times,
                trial_runs("", &stage, steps(law), whole),
                move |play, seen| {
                    let bodies = two(seen, "body")?;
                    let moved = bodies[1].x - bodies[0].x;
                    Ok(vec![
                        TrialValue::near(
                            "mu of the motion",
                            MU,
                            ratio(&play.stage.gravity, times, bodies),
                            mu_tolerance(law),
                        ),
                        TrialValue::none("slope of the path across", moved.y / moved.x, AT_REST),
                    ])
                },
            ));
        }
    }
    trials
}

/// Bodies on slopes just below and above the limit angle.
pub(super) fn slopes(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for law in LAWS {
        for placed in chosen(PLACED.into_iter().filter(|placed| placed.slides), law, whole) {
            let on = |factor: f64| Stage { gravity: on_slope(factor * MU), ..stage(law, &placed) };
            let group = |of: &str| format!("{}, on slope of {of} mu", law.name());
            let runs = trial_runs("", &on(0.98), steps(law), whole);
            trials.push(Trial::new(group("0.98"), placed.name, &[1.0, 4.0], runs, move |_, seen| {
                let [from, to] = two(seen, "body")?;
                Ok(vec![TrialValue::none("creep from 1 to 4", (to.x - from.x).norm() / 3.0, AT_REST)])
            }));
            let runs = trial_runs("", &on(1.1), steps(law), whole);
            trials.push(Trial::new(group("1.1"), placed.name, &[0.5, 2.0], runs, move |play, seen| {
                let bodies = two(seen, "body")?;
                Ok(vec![
                    TrialValue::near(
                        "mu of the motion",
                        MU,
                        ratio(&play.stage.gravity, [0.5, 2.0], bodies),
                        mu_tolerance(law),
                    ),
                    TrialValue::within("speed at 2", [0.05 * 2.0 * 0.85, 0.05 * 2.0], bodies[1].v.x),
                ])
            }));
        }
    }
    trials
}

/// A body that slides across its axis ends up rolling, with its initial angular momentum about the ground.
pub(super) fn rolls(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for law in LAWS {
        for placed in PLACED {
            let Some(radius) = placed.rolls else { continue };
            let mut stage = stage(law, &placed);
            for actor in stage.actors.iter_mut().filter(|actor| actor.name == "body") {
                actor.v = Vec3::y();
            }
            let group = format!("{}, slides until it rolls", law.name());
            let runs = trial_runs("", &stage, steps(law), whole);
            trials.push(Trial::new(group, placed.name, &[0.0, 2.0], runs, move |_, seen| {
                let [_, body] = two(seen, "body")?;
                // The three moments of a ball are equal; the other shapes roll about their own z.
                let (inertia, mass) = (body.inertia.z, body.mass);
                let speed = 1.0 / (1.0 + inertia / (mass * radius * radius));
                let exact = if law.is_rigid() { AT_REST } else { DEPTH };
                let mut values = vec![
                    TrialValue::near("speed", speed, body.v.y, exact),
                    TrialValue::near("angular velocity", speed / radius, -body.w.x, 2.0 * exact),
                ];
                if placed.foot == Foot::Flat {
                    values.push(TrialValue::none("yaw", body.w.z, AT_REST));
                }
                Ok(values)
            }));
        }
    }
    trials
}
