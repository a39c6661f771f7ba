//! Conformance cases of bodies that roll, spin and rock.

use super::conformance_setting::{BALL, BLOCK, CaseSetting, G, SettingOutcome, at};
use super::shapes::StageShape;
use super::stage::{Actor, ActorMotion, Stage};
use super::trial::TrialValue;
use std::f64::consts::TAU;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::laws::math::turning::rotation;

/// A ball on the ground with velocity `v`, m/s, and angular velocity `w`, rad/s.
fn ball(s: &CaseSetting, v: Vec3, w: Vec3) -> Stage {
    let ball = Actor { x: Vec3::z() * BALL, v, w, ..Actor::new("ball", StageShape::Ball(BALL)) };
    s.stage(vec![Actor::ground(), ball])
}

/// A ball slides at 1 m/s with μ 0.3 until 2/(7 μ g), then rolls at 5/7 m/s.
pub(super) fn rolls(s: &CaseSetting) -> SettingOutcome {
    let mu = 0.3;
    let stage = Stage { mu, ..ball(s, Vec3::x(), Vec3::zeros()) };
    let seen = s.play(&stage, &[0.2, 0.5])?;
    let [rolling, end] = at(&seen, "ball", [0, 1])?;
    let begins = 2.0 / (7.0 * mu * G);
    Ok(vec![
        TrialValue::near("v [m/s]", 5.0 / 7.0, rolling.v.x, 0.005),
        TrialValue::near("way until it rolls [m]", 12.0 / (49.0 * mu * G), end.x.x - 5.0 / 7.0 * (0.5 - begins), 0.05),
    ])
}

/// A ball is slowed by spin friction, 5 σ g/2 R².
pub(super) fn spins_down(s: &CaseSetting) -> SettingOutcome {
    let sigma = 1e-3;
    let stage = Stage { sigma, ..ball(s, Vec3::zeros(), Vec3::z() * 10.0) };
    let seen = s.play(&stage, &[0.2, 0.6, 5.0])?;
    let [from, to] = at(&seen, "ball", [0, 1])?;
    let [_, end] = at(&seen, "ball", [1, 2])?;
    Ok(vec![
        TrialValue::near("deceleration [rad/s^2]", 2.5 * sigma * G / (BALL * BALL), (from.w.z - to.w.z) / 0.4, 0.01),
        TrialValue::none("angular velocity at 5 s [rad/s]", end.w.norm(), 1e-3),
    ])
}

/// A ball is slowed by roll friction, 5 ρ g/7 R.
pub(super) fn rolls_out(s: &CaseSetting) -> SettingOutcome {
    let rho = 2e-3;
    let stage = Stage { rho, ..ball(s, Vec3::x(), Vec3::y() * 10.0) };
    let seen = s.play(&stage, &[1.0, 3.0, 8.5, 9.0])?;
    let [from, to] = at(&seen, "ball", [0, 1])?;
    let [late, end] = at(&seen, "ball", [2, 3])?;
    let slowing = 5.0 * rho * G / (7.0 * BALL);
    Ok(vec![
        TrialValue::near("deceleration [m/s^2]", slowing, (from.v.x - to.v.x) / 2.0, 0.01),
        TrialValue::near("distance to rest [m]", 0.5 / slowing, end.x.x, 0.01),
        TrialValue::none("creep afterwards [m/s]", (end.x - late.x).norm() / 0.5, 1e-6),
    ])
}

/// An ellipsoid on its side, 1 degree off, rocks with ω² = m g (ρ − c)/(I + m c²), ρ = a²/c.
pub(super) fn rocks(s: &CaseSetting) -> SettingOutcome {
    let (angle, [a, c]) = (1f64.to_radians(), [0.2, 0.1]);
    let height = libm::hypot(a * libm::sin(angle), c * libm::cos(angle));
    let q = rotation(&(Vec3::y() * angle));
    let ellipsoid = Actor { x: Vec3::z() * height, q, ..Actor::new("ellipsoid", StageShape::Ellipsoid([a, c, c])) };
    let stage = s.stage(vec![Actor::ground(), ellipsoid]);
    let times: Vec<f64> = (0..=300).map(|k| 0.01 * f64::from(k)).collect();
    let seen = s.play(&stage, &times)?;
    let tilt: Vec<f64> = seen.iter().map(|at| at.body("ellipsoid").map_or(f64::NAN, |body| body.axes[2].x)).collect();
    let down = (1..tilt.len()).filter(|k| tilt[k - 1] > 0.0 && tilt[*k] <= 0.0);
    let zeros: Vec<f64> = down.map(|k| times[k] - 0.01 * tilt[k] / (tilt[k] - tilt[k - 1])).collect();
    let [first, .., last] = zeros.as_slice() else { return Err("it does not rock".to_string()) };
    let inertia = 0.2 * (a * a + c * c);
    let rate = (G * (a * a / c - c) / (inertia + c * c)).sqrt();
    let late = largest(tilt[70..].iter().copied());
    Ok(vec![
        TrialValue::near("period [s]", TAU / rate, (last - first) / (zeros.len() - 1) as f64, 0.01),
        TrialValue::near("largest angle after 0.7 s over the first", 1.0, late / tilt[0], 0.02),
    ])
}

/// The angular velocity of a free symmetric top turns about the symmetry axis at (I₃/I₁ − 1) ω₃.
pub(super) fn top(s: &CaseSetting) -> SettingOutcome {
    let w = Vec3::new(2.0, 0.0, 10.0);
    let inertia = Some(Vec3::new(0.01, 0.01, 0.02));
    let body = Actor { x: Vec3::z(), w, inertia, ..Actor::new("top", StageShape::Box(BLOCK)) };
    let ground = Actor { x: Vec3::z() * -5.0, hold: ActorMotion::Fixed, ..Actor::ground() };
    let stage = Stage { gravity: Vec3::zeros(), ..s.stage(vec![ground, body]) };
    let seen = s.play(&stage, &[0.0, 5.0])?;
    let [start, end] = at(&seen, "top", [0, 1])?;
    let turned = Vec3::new(2.0 * libm::cos(50.0), 2.0 * libm::sin(50.0), 10.0);
    Ok(vec![
        TrialValue::none("change of angular momentum", (end.spin - start.spin).norm() / start.spin.norm(), 1e-12),
        TrialValue::near("energy over the first", 1.0, end.energy() / start.energy(), 1e-3),
        TrialValue::none("own angular velocity off its closed form, over 10", (end.own_w - turned).norm() / 10.0, 0.05),
    ])
}

/// Two balls carry a third one and stand by roll friction.
pub(super) fn three_balls(s: &CaseSetting) -> SettingOutcome {
    let ball = |name, y: f64, z: f64| Actor { x: Vec3::new(0.0, y, z), ..Actor::new(name, StageShape::Ball(BALL)) };
    let height = BALL + 3f64.sqrt() * BALL;
    let actors = vec![Actor::ground(), ball("left", -BALL, BALL), ball("right", BALL, BALL), ball("ball", 0.0, height)];
    let stage = Stage { rho: 0.05, ..s.stage(actors) };
    let seen = s.play(&stage, &[0.0, 5.0])?;
    let [start, end] = at(&seen, "ball", [0, 1])?;
    Ok(vec![TrialValue::none("sinks by [m]", start.x.z - end.x.z, 2e-3)])
}
