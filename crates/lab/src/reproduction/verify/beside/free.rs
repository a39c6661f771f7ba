//! Free bodies: pairs that collide, and spinning tops.

use super::bounce::{MOMENTUM_ROUNDING, conservation};
use super::moment::{StageBody, StageState};
use super::shapes::{MOVABLE, MOVABLE_NAMES};
use super::stage::{Actor, Stage, StageLaw};
use super::trial::{Trial, TrialValue, trial_runs};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::scene::random::SplitMix64;

/// Tolerance of the energy gain of a passive pair: the rounding of its sums and the residual of rigid contacts.
pub(super) const GAIN: f64 = 1e-8;

/// Rounding error of an angular momentum in one step.
const ROUNDING: f64 = 1e-15;

/// Oblique collisions of every pair of spinning shapes, with friction.
pub(super) fn pairs(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for law in [StageLaw::Cones, StageLaw::Hooke, StageLaw::Hertz] {
        for first in 0..MOVABLE.len() {
            for second in first..MOVABLE.len() {
                // A sample under springs has each shape about once.
                if whole || law.is_rigid() || (first + second + law as usize).is_multiple_of(7) {
                    trials.push(pair(law, [first, second], whole));
                }
            }
        }
    }
    trials
}

/// A random vector with components between −`most` and `most`.
pub(super) fn vector(random: &mut SplitMix64, most: f64) -> Vec3 {
    Vec3::new(random.within(-most, most), random.within(-most, most), random.within(-most, most))
}

fn pair(law: StageLaw, [first, second]: [usize; 2], whole: bool) -> Trial {
    let mut random = SplitMix64::new((10 * first + second) as u64);
    let mut runs = Vec::new();
    for (number, ratio) in [1.0, 30.0, 0.1].into_iter().enumerate().take(if whole { 3 } else { 1 }) {
        let mut body = Actor::new("body", MOVABLE[first]);
        let mut other = Actor { mass: ratio, x: Vec3::new(2.6, 0.0, 0.0), ..Actor::new("other", MOVABLE[second]) };
        other.x += vector(&mut random, 0.2);
        other.v = Vec3::new(-2.0, 0.0, 0.0) + vector(&mut random, 0.2);
        for actor in [&mut body, &mut other] {
            actor.q = rotation(&vector(&mut random, 2.0));
            actor.w = vector(&mut random, 1.0);
        }
        let stage = Stage {
            gravity: Vec3::zeros(),
            restitution: Some(0.5),
            stiffness: 1e3 * if ratio < 1.0 { ratio } else { 1.0 },
            modulus: 1e4 * if ratio < 1.0 { ratio } else { 1.0 },
            ..Stage::new(law, 0.1, vec![body, other])
        };
        let steps: &[f64] = if law.is_rigid() { &[0.1, 0.01] } else { &[5e-4] };
        runs.extend(trial_runs(&format!("pair {number}, mass ratio {ratio}, "), &stage, steps, whole));
    }
    let group = format!("{}, two collide freely", law.name());
    let subject = format!("{} with {}", MOVABLE_NAMES[second], MOVABLE_NAMES[first]);
    Trial::new(group, subject, &[0.0, 2.0], runs, move |play, seen| collided(play.stage.dt, seen))
}

/// Values of an isolated passive system after a collision.
fn collided(dt: f64, seen: &[StageState]) -> Result<Vec<TrialValue>, String> {
    let [start, end] = seen else { return Err("there are not two times".to_string()) };
    let changed = (end.body("body")?.v - start.body("body")?.v).norm();
    let mut values = vec![TrialValue::new("they meet (1: yes)", 1.0, f64::from(u8::from(changed > 1e-3)), 0.0)];
    values.extend(conservation(start, end));
    values.push(gain(dt, start, end));
    Ok(values)
}

/// Gain of kinetic energy over the initial one, which must be 0: no passive system without other energy gains any.
pub(super) fn gain(dt: f64, start: &StageState, end: &StageState) -> TrialValue {
    let gained = larger(0.0, end.sums().2 / start.sums().2 - 1.0);
    TrialValue::none("gain of energy", gained, GAIN + larger(turning(dt, start), turning(dt, end)))
}

/// Energy error of bodies that rotate freely: second-order splitting, 0.01 (ω Δt)² or less; 0 for bodies with two
/// equal moments of inertia, which rotate exactly.
fn turning(dt: f64, moment: &StageState) -> f64 {
    let of = |body: &StageBody| {
        let [a, b, c] = body.inertia.into();
        let same = |a: f64, b: f64| (a - b).abs() <= 1e-9 * larger(a, b);
        let turn = body.own_w.norm() * dt;
        if same(a, b) || same(b, c) || same(c, a) { 0.0 } else { 0.01 * turn * turn }
    };
    moment.bodies.iter().filter(|body| body.mass.is_finite()).map(of).fold(0.0, larger)
}

/// Each shape spins freely by 50 rad: energy and angular momentum.
pub(super) fn tops(whole: bool) -> Vec<Trial> {
    let top = |(form, name): (_, &str)| {
        let mut runs = Vec::new();
        for (number, w) in
            [Vec3::new(1.0, 0.3, 10.0), Vec3::new(0.1, 10.0, 0.1), Vec3::new(5.0, 5.0, 7.0)].into_iter().enumerate()
        {
            let body = Actor { w, ..Actor::new("body", form) };
            let stage = Stage { gravity: Vec3::zeros(), ..Stage::new(StageLaw::Cones, 0.1, vec![body]) };
            runs.extend(trial_runs(&format!("spin {number}, "), &stage, &[0.01, 0.001], whole));
        }
        Trial::new("free, spins at 10 for 5".to_string(), name, &[0.0, 5.0], runs, |play, seen| {
            let (start, end) = (seen[0].body("body")?, seen[1].body("body")?);
            let lost = (end.spin - start.spin).norm() / start.spin.norm();
            Ok(vec![
                TrialValue::none(
                    "change of angular momentum",
                    lost,
                    larger(MOMENTUM_ROUNDING, ROUNDING * 5.0 / play.stage.dt),
                ),
                TrialValue::near("energy over the first", 1.0, end.energy() / start.energy(), 1e-3),
            ])
        })
    };
    MOVABLE.into_iter().zip(MOVABLE_NAMES).map(top).collect()
}
