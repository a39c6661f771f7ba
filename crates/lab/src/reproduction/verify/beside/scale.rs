//! Equal results at every size, with lengths scaled by s, times by √s, masses by s³ and stiffnesses by s².

use super::moment::StageState;
use super::shapes::{Foot, PLACED, PlacedShape};
use super::stage::{Actor, Stage, StageLaw};
use super::trial::{Trial, TrialRun, TrialValue};
use super::world::{StageUnits, World, WorldPose};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::turning::rotation;

/// Tolerance for agreement with the run at 1 m: rounding amplified by a contact.
const SAME: f64 = 1e-8;
/// Tolerance where a rigid body lands on several points at once: their impulses are not determined, and how they
/// share the load changes the angular velocity within the residual of 1e-13 times the condition number of the
/// equations.
const SHARED: f64 = 1e-4;
/// Tolerance for static friction as a constraint, whose sweeps end at 1e-10 of the largest μN in each of 600 steps.
const DAE: f64 = 5e-6;

/// Every pose above every other one, released above the ground with a spin.
pub(super) fn falls(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for law in [StageLaw::Cones, StageLaw::Hooke, StageLaw::Hertz, StageLaw::Dae] {
        for (k, lower) in PLACED.iter().enumerate() {
            for (l, upper) in PLACED.iter().enumerate() {
                // A sample has each shape above and below once.
                if !whole && l != (k + 3 + law as usize) % PLACED.len() {
                    continue;
                }
                let top = lower.top.unwrap_or(2.0 * lower.height);
                let mut above = Actor::placed("upper", upper, top + 0.04);
                above.x += Vec3::new(0.03, 0.02, 0.0);
                above.q = rotation(&Vec3::new(0.02, 0.01, 0.3)) * above.q;
                above.w = Vec3::new(0.1, 0.0, 0.4);
                let mut below = Actor::placed("body", lower, 0.02);
                below.v = Vec3::new(0.2, 0.1, 0.0);
                let actors = vec![Actor::ground(), below, above];
                let dt = if law.is_rigid() { 0.05 } else { 5e-4 };
                let stage = Stage { restitution: Some(0.3), residual: 1e-13, ..Stage::new(law, dt, actors) };
                let group = format!("{}, one falls on another", law.name());
                let subject = format!("{} above {}", upper.name, lower.name);
                let same = sameness(law, lower);
                trials.push(scaled(group, subject, same, stage, whole));
            }
        }
    }
    trials
}

/// Tolerance for the agreement of two runs.
fn sameness(law: StageLaw, lower: &PlacedShape) -> f64 {
    match law {
        StageLaw::Cones if lower.foot == Foot::Flat => SHARED,
        StageLaw::Dae => DAE,
        _ => SAME,
    }
}

fn scaled(group: String, subject: String, same: f64, stage: Stage, whole: bool) -> Trial {
    // Read after the first contact, before further impacts amplify every difference.
    let times = [0.3];
    let world = |size: f64| World::new(StageUnits::of_size(size), WorldPose::AsWritten);
    let reference = stage.play(&world(1.0), &times);
    let sizes: &[f64] = if whole { &[1e-6, 1e-3, 1e2, 1e3] } else { &[1e-6, 1e3] };
    let play = |size: &f64| TrialRun { name: String::new(), stage: stage.clone(), world: world(*size) };
    let runs = sizes.iter().map(play).collect();
    Trial::new(group, subject, &times, runs, move |_, seen| {
        let reference = reference.as_ref().map_err(|why| format!("at 1 m: {why}"))?;
        Ok(vec![TrialValue::none("difference from the run at 1 m", difference(seen, reference), same)])
    })
}

/// Largest difference between the poses and velocities of two runs, in their own units; NaN if a body is missing.
pub(super) fn difference(ours: &[StageState], theirs: &[StageState]) -> f64 {
    let mut all = Vec::new();
    for (ours, theirs) in ours.iter().zip(theirs) {
        for theirs in &theirs.bodies {
            let Ok(ours) = ours.body(theirs.name()) else { return f64::NAN };
            all.extend([(ours.x - theirs.x).norm(), (ours.v - theirs.v).norm(), (ours.w - theirs.w).norm()]);
            all.extend(ours.axes.iter().zip(&theirs.axes).map(|(ours, theirs)| (ours - theirs).norm()));
        }
    }
    stickslip_engine::laws::math::extremes::largest(all)
}
