//! The same numbers at every size: lengths by s, times by √s, masses by s³, stiffnesses by s².

use super::shapes::PLACED;
use super::stage::{Actor, Law, Moment, Pose, Stage, Units, World};
use super::trial::{Play, Trial, Value};
use crate::laws::Vec3;
use crate::laws::turning::rotation;

/// Agreement with the run at 1 m: the residual of rigid contacts.
const SAME: f64 = 1e-9;

/// Every pose on every other one, let go above the ground with a spin.
pub(super) fn falls(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for law in [Law::Cones, Law::Hooke, Law::Hertz, Law::Dae] {
        for (k, lower) in PLACED.iter().enumerate() {
            for (l, upper) in PLACED.iter().enumerate() {
                // As a sample, each shape is above and below once.
                if !whole && l != (k + 3) % PLACED.len() {
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
                let stage = Stage { restitution: Some(0.3), ..Stage::new(law, dt, actors) };
                let what = format!("{}, {} above {}", law.name(), upper.name, lower.name);
                trials.push(scaled(what, stage, whole));
            }
        }
    }
    trials
}

fn scaled(what: String, stage: Stage, whole: bool) -> Trial {
    let times = [0.5, 1.0];
    let world = |size: f64| World::new(Units::of_size(size), Pose::AsWritten);
    let reference = stage.play(&world(1.0), &times);
    let sizes: &[f64] = if whole { &[1e-6, 1e-3, 1e2, 1e3] } else { &[1e-6, 1e3] };
    let play = |size: &f64| Play { name: String::new(), stage: stage.clone(), world: world(*size) };
    let runs = sizes.iter().map(play).collect();
    Trial::new(what, &times, runs, move |_, seen| {
        let reference = reference.as_ref().map_err(|why| format!("at 1 m: {why}"))?;
        Ok(vec![Value::none("difference from the run at 1 m", difference(seen, reference), SAME)])
    })
}

/// Largest difference of the poses and velocities of two runs, in their own units; NaN if one is missing.
pub(super) fn difference(ours: &[Moment], theirs: &[Moment]) -> f64 {
    let mut all = Vec::new();
    for (ours, theirs) in ours.iter().zip(theirs) {
        for theirs in &theirs.bodies {
            let Ok(ours) = ours.body(theirs.name()) else { return f64::NAN };
            all.extend([(ours.x - theirs.x).norm(), (ours.v - theirs.v).norm(), (ours.w - theirs.w).norm()]);
            all.extend(ours.axes.iter().zip(&theirs.axes).map(|(ours, theirs)| (ours - theirs).norm()));
        }
    }
    crate::laws::extremes::largest(all)
}
