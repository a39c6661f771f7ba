//! Conformance cases of impacts.

use super::conformance_setting::{BALL, CaseSetting, G, SettingOutcome, at};
use super::shapes::StageShape;
use super::stage::{Actor, Stage};
use super::trial::TrialValue;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::{larger, largest, smallest};
use stickslip_engine::laws::math::turning::rotation;

/// A block that is set down at 1 m/s while it slides at 2 m/s immediately loses μ times 1 m/s.
pub(super) fn set_down(s: &CaseSetting) -> SettingOutcome {
    let stage = s.block(Vec3::new(2.0, 0.0, -1.0));
    let times: Vec<f64> = (1..=100).map(|k| 0.01 * f64::from(k)).collect();
    let seen = s.play(&stage, &times)?;
    let [soon, end] = at(&seen, "block", [4, 99])?;
    let heights = seen[..35].iter().map(|moment| moment.body("block").map_or(f64::NAN, |block| block.x.z - end.x.z));
    // Four springs of half critical damping are critically damped together, and N ≥ 0 leaves e = exp(−2) of the
    // speed.
    let rebound = if s.law.is_rigid() { 0.0 } else { libm::exp(-2.0) };
    Ok(vec![
        TrialValue::near("v at 50 ms [m/s]", 1.5 - 0.5 * G * 0.05, soon.v.x, 0.02),
        TrialValue::none("hop [m]", larger(0.0, largest(heights)), 2e-4 + 0.5 * rebound * rebound / G),
    ])
}

/// A ball that falls 0.5 m with e = 1 rises as high.
pub(super) fn elastic(s: &CaseSetting) -> SettingOutcome {
    let ball = Actor { x: Vec3::z() * (0.5 + BALL), ..Actor::new("ball", StageShape::Ball(BALL)) };
    let stage = Stage { restitution: Some(1.0), ..s.stage(vec![Actor::ground(), ball]) };
    // The ball is up again at 0.64 s, and lands again at 0.96 s.
    let times: Vec<f64> = (0..=80).map(|k| 0.01 * f64::from(k)).collect();
    let seen = s.play(&stage, &times)?;
    let heights: Vec<f64> = seen.iter().map(|moment| moment.body("ball").map_or(f64::NAN, |ball| ball.x.z)).collect();
    let low = smallest(heights.iter().copied());
    let lowest = heights.iter().position(|z| *z == low).ok_or("it does not move")?;
    let rises = largest(heights[lowest..].iter().copied()) - BALL;
    Ok(vec![TrialValue::near("e from the height", 1.0, larger(0.0, rises / 0.5).sqrt(), 0.01)])
}

/// The impulse of friction is μ times that of both phases of the impact, with the radius as its lever.
pub(super) fn with_friction(s: &CaseSetting) -> SettingOutcome {
    let (e, mu, gap) = (0.5, 0.05, 0.02);
    let ball = Actor {
        x: Vec3::z() * (BALL + gap),
        v: Vec3::new(1.0, 0.0, -2.0),
        ..Actor::new("ball", StageShape::Ball(BALL))
    };
    let stage = Stage { mu, restitution: Some(e), ..s.stage(vec![Actor::ground(), ball]) };
    let seen = s.play(&stage, &[0.0, 0.08])?;
    let [_, ball] = at(&seen, "ball", [0, 1])?;
    // Semi-implicit steps follow the parabola whose velocity is half a step behind.
    let behind = 0.5 * G * s.dt;
    let speed = libm::hypot(2.0 + behind, (2.0 * gap * G).sqrt());
    let lands = (speed - 2.0 - behind) / G;
    let lost = mu * (1.0 + e) * speed;
    Ok(vec![
        TrialValue::near("v [m/s]", 1.0 - lost, ball.v.x, 0.005),
        TrialValue::near("angular velocity [rad/s]", 2.5 * lost / BALL, ball.w.y, 0.02),
        TrialValue::near("e", e, (ball.v.z - behind + G * (0.08 - lands)) / speed, 0.02),
    ])
}

/// A rod at five angles, approaching obliquely from both sides, with e = 1: its energy does not rise.
pub(super) fn rod(s: &CaseSetting) -> SettingOutcome {
    let mut gains = Vec::new();
    for degrees in [20f64, 30.0, 40.0, 50.0, 60.0] {
        for along in [-0.3, 0.3] {
            let angle = degrees.to_radians();
            let height = 0.2 * libm::sin(angle) + 0.02 * libm::cos(angle) + 0.01;
            let rod = Actor {
                x: Vec3::z() * height,
                v: Vec3::new(along, 0.0, -1.0),
                q: rotation(&(Vec3::y() * angle)),
                ..Actor::new("rod", StageShape::Box([0.2, 0.02, 0.02]))
            };
            let stage = Stage { gravity: Vec3::zeros(), restitution: Some(1.0), ..s.stage(vec![Actor::ground(), rod]) };
            let seen = s.play(&stage, &[0.0, 0.12])?;
            gains.push(seen[1].sums().2 / seen[0].sums().2 - 1.0);
        }
    }
    Ok(vec![TrialValue::none("largest gain of energy", larger(0.0, largest(gains)), 1e-3)])
}
