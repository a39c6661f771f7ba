//! Free bodies: pairs that collide, and tops.

use super::bounce::kept;
use super::shapes::{MOVABLE, MOVABLE_NAMES};
use super::stage::{Actor, Law, Moment, Stage};
use super::trial::{Trial, Value, plays};
use crate::laws::Vec3;
use crate::laws::turning::rotation;
use crate::scene::random::SplitMix64;

/// Energy that a passive pair may seem to gain: the rounding of its sums and the residual of rigid contacts.
pub(super) const GAIN: f64 = 1e-8;

/// Every pair of shapes, oblique and spinning, with friction.
pub(super) fn pairs(whole: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for law in [Law::Cones, Law::Hooke, Law::Hertz] {
        for first in 0..MOVABLE.len() {
            for second in first..MOVABLE.len() {
                trials.push(pair(law, [first, second], whole));
            }
        }
    }
    trials
}

/// A random vector of this largest component.
pub(super) fn vector(random: &mut SplitMix64, most: f64) -> Vec3 {
    Vec3::new(random.within(-most, most), random.within(-most, most), random.within(-most, most))
}

fn pair(law: Law, [first, second]: [usize; 2], whole: bool) -> Trial {
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
        runs.extend(plays(&format!("pair {number}, mass ratio {ratio}, "), &stage, steps, whole));
    }
    let what = format!("{}, {} collides with {}", law.name(), MOVABLE_NAMES[second], MOVABLE_NAMES[first]);
    Trial::new(what, &[0.0, 2.0], runs, |_, seen| collided(seen))
}

/// Values of an isolated passive system after a collision.
fn collided(seen: &[Moment]) -> Result<Vec<Value>, String> {
    let [start, end] = seen else { return Err("there are not two times".to_string()) };
    let changed = (end.body("body")?.v - start.body("body")?.v).norm();
    let mut values = vec![Value::new("they meet (1: yes)", 1.0, f64::from(u8::from(changed > 1e-3)), 0.0)];
    values.extend(kept(start, end));
    values.push(gain(start, end));
    Ok(values)
}

/// Kinetic energy that was gained, which no passive system without other energy does.
pub(super) fn gain(start: &Moment, end: &Moment) -> Value {
    let gained = end.sums().2 / start.sums().2 - 1.0;
    // NaN stays.
    let gained = if gained < 0.0 { 0.0 } else { gained };
    Value::none("gain of energy", gained, GAIN)
}

/// Each shape spins freely for 50 units of its angular velocity: energy and angular momentum.
pub(super) fn tops(whole: bool) -> Vec<Trial> {
    let top = |(form, name): (_, &str)| {
        let mut runs = Vec::new();
        for (number, w) in
            [Vec3::new(1.0, 0.3, 10.0), Vec3::new(0.1, 10.0, 0.1), Vec3::new(5.0, 5.0, 7.0)].into_iter().enumerate()
        {
            let body = Actor { w, ..Actor::new("body", form) };
            let stage = Stage { gravity: Vec3::zeros(), ..Stage::new(Law::Cones, 0.1, vec![body]) };
            runs.extend(plays(&format!("spin {number}, "), &stage, &[0.01, 0.001], whole));
        }
        let what = format!("{name} spins freely at 10");
        Trial::new(what, &[0.0, 5.0], runs, |_, seen| {
            let (start, end) = (seen[0].body("body")?, seen[1].body("body")?);
            let [_, angular] = kept_alone(&seen[0], &seen[1]);
            Ok(vec![angular, Value::near("energy over the first", 1.0, end.energy() / start.energy(), 1e-3)])
        })
    };
    MOVABLE.into_iter().zip(MOVABLE_NAMES).map(top).collect()
}

/// The same as [`kept`] for one body whose centre rests.
fn kept_alone(start: &Moment, end: &Moment) -> [Value; 2] {
    let (l, l_end) = (start.sums().1, end.sums().1);
    let moved: f64 = end.bodies.iter().map(|body| body.v.norm()).sum();
    [Value::none("speed", moved, 0.0), Value::none("change of angular momentum", (l_end - l).norm() / l.norm(), 1e-12)]
}
