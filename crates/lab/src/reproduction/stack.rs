//! The stack of three balls (FN20 section 4.6): a scene for any gap, roll coefficient and top mass.

use crate::trace::{StudyError, first_fault};
use stickslip_engine::laws::friction::normal::{HertzPair, plane_strain_modulus};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

/// Radius of the three balls, m.
pub const RADIUS: f64 = 0.15;
/// Young's modulus of balls and ground, Pa.
const YOUNGS_MODULUS: f64 = 2e6;
/// Poisson ratio of balls and ground.
const POISSON_RATIO: f64 = 0.3;
/// Gravity, m/s²: the value that fits the curves of section 4.6.
const GRAVITY: f64 = 9.81;

/// Restitution of the balls against the ground that reproduces the published damping. The published runs damp this
/// contact with m_eff = m/2 (their ground has a mass of 1 kg) where m_eff = m for a fixed partner; with
/// `β ∝ ln e/√(ln²e + π²)` the same coefficient follows from `β' = β/√2`.
pub fn ground_restitution(restitution: f64) -> f64 {
    let pi = std::f64::consts::PI;
    let beta = libm::log(restitution) / libm::hypot(libm::log(restitution), pi) / std::f64::consts::SQRT_2;
    libm::exp(pi * beta / (1.0 - beta * beta).sqrt())
}

/// The text of the scene: two balls of 1 kg on the ground with a gap of `gap` ball radii, settled under their weight,
/// and a third ball of `top_mass` kg on them without a gap.
pub fn scene_text(gap: f64, eta_r: f64, top_mass: f64) -> String {
    let modulus = 0.5 * plane_strain_modulus(YOUNGS_MODULUS, POISSON_RATIO);
    let sunk = HertzPair { modulus, radius: RADIUS }.overlap(GRAVITY);
    let bottom = RADIUS - sunk;
    let on_ground = ground_restitution(0.4);
    let half = RADIUS * (1.0 + 0.5 * gap);
    let top = bottom + (4.0 * RADIUS * RADIUS - half * half).sqrt();
    let ball = |name: &str, mass: f64, y: f64, z: f64| {
        format!(
            "        (name: \"{name}\", shape: Sphere(radius: {RADIUS}), mass: {mass:?}, material: \"soft\",\n         \
             youngs_modulus: {YOUNGS_MODULUS:?}, poisson_ratio: {POISSON_RATIO}, position: (0.0, {y:?}, {z:?})),\n"
        )
    };
    let balls = ball("left", 1.0, -half, bottom) + &ball("right", 1.0, half, bottom) + &ball("top", top_mass, 0.0, top);
    format!(
        "Scene(\n    schema: 1,\n    title: \"Three balls, gap {gap} R, roll coefficient {eta_r}, top mass {top_mass} kg\",\n    \
         about: \"Does the stack stand? Fang & Negrut 2020, section 4.6, figures 13 and 14 (15 and 16 in the longer \
         text). The two lower balls are settled under their weight, the top one is set on them without a gap.\",\n    \
         time: (dt: 1e-4, duration: 1.5),\n    gravity: (0.0, 0.0, -{GRAVITY}),\n    friction: (\n        \
         mu_s: 0.25, mu_k: 0.2, k_e: 1e5,\n        eta_r: {eta_r:?},\n        spin: Off,\n        \
         slide_damping: Uncapped(Ratio(1.0)),\n        roll_damping: Uncapped(Ratio(1.0)),\n    ),\n    \
         normal: Hertz(restitution: 0.4, damping: Published),\n    \
         // The published ground contact is damped with m_eff = m/2: restitution 0.53 gives the same coefficient.\n    \
         pairs: [(between: (\"ground\", \"soft\"), normal: Hertz(restitution: {on_ground:?}, damping: Published))],\n    bodies: [\n        \
         (name: \"ground\", shape: Plane, motion: Fixed, youngs_modulus: {YOUNGS_MODULUS:?}, poisson_ratio: {POISSON_RATIO}),\n\
         {balls}    ],\n)\n"
    )
}

/// The parsed scene of a stack: gap in ball radii, roll coefficient, mass of the top ball in kg.
pub(crate) fn scene(gap: f64, eta_r: f64, mass: f64) -> Result<Scene, StudyError> {
    Scene::parse("stack", &scene_text(gap, eta_r, mass))
        .map_err(|faults| StudyError::new("stack", first_fault(&faults)))
}

/// Height of the top ball, m.
pub(crate) fn top(simulation: &mut Simulation) -> f64 {
    simulation.state().bodies.last().map_or(f64::NAN, |ball| ball.x.z)
}

/// True if the stack still stands after 1.5 s: the top ball has dropped by less than 0.05 radii.
pub(crate) fn stands(gap: f64, eta_r: f64, mass: f64) -> Result<bool, StudyError> {
    let mut simulation = Simulation::new(&scene(gap, eta_r, mass)?);
    let start = top(&mut simulation);
    for _ in 0..15 {
        simulation.steps(1000);
        if start - top(&mut simulation) > 0.3 * RADIUS {
            return Ok(false);
        }
    }
    if let Some(why) = simulation.stopped() {
        return Err(StudyError::new(&format!("stack, gap {gap} R, eta_r {eta_r}, {mass} kg"), why));
    }
    Ok(start - top(&mut simulation) < 0.05 * RADIUS)
}

/// The smallest top mass from 0.4 to 2.5 kg, on a grid of 0.01 kg, at which the stack collapses; NaN unless it stands
/// with 0.4 kg and collapses with 2.5 kg.
pub(crate) fn critical_mass(gap: f64, eta_r: f64) -> Result<f64, StudyError> {
    let (mut low, mut high) = (40_u32, 250_u32);
    if !stands(gap, eta_r, 0.4)? || stands(gap, eta_r, 2.5)? {
        return Ok(f64::NAN);
    }
    while high - low > 1 {
        let middle = low.midpoint(high);
        if stands(gap, eta_r, f64::from(middle) / 100.0)? { low = middle } else { high = middle }
    }
    Ok(f64::from(high) / 100.0)
}
