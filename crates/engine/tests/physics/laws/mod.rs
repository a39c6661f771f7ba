//! The friction laws other than the paper's: each against a closed form or a property stated by its source, then all of
//! them in scenes.

mod live;
mod mindlin;
mod no_slip;
mod paper;
mod rate;
mod scenes;
mod slide;
mod torque;

use stickslip_engine::laws::friction::law::{ContactState, Relative};
use stickslip_engine::laws::pair::choice::Friction;
use stickslip_engine::laws::pair::choice::{AnyLaw, Laws};
use stickslip_engine::laws::pair::probe::Probe;
use stickslip_engine::laws::{Vec2, Vec3};
use stickslip_engine::scene::Scene;

/// Radius (m), mass (kg), Young's modulus (Pa), Poisson ratio, normal force (N) and step (s) of the probed ball.
const R: f64 = 0.2;
const M: f64 = 5.0;
const E: f64 = 2e6;
const NU: f64 = 0.3;
const N: f64 = 49.0;
const DT: f64 = 1e-4;
/// Coefficients and stiffness of the scenes.
const MU_S: f64 = 0.25;
const MU_K: f64 = 0.2;
const K: f64 = 1e5;
const ETA_R: f64 = 0.3;

/// A ball on a plane with these laws, `normal:` and body fields.
fn ball(laws: &str, normal: &str, fields: &str) -> Result<Scene, String> {
    let text = format!(
        r#"Scene(schema: 1, title: "ball", time: (dt: {DT:e}, duration: 1.0), gravity: (0.0, 0.0, -9.8),
        friction: (mu_s: {MU_S}, mu_k: {MU_K}, k_e: {K:e}, eta_r: {ETA_R},
            spin: Heuristic(eta_psi: 0.006, curvature: 5.0), laws: ({laws})),
        normal: {normal},
        bodies: [(name: "ground", shape: Plane, motion: Fixed),
                 (name: "ball", shape: Sphere(radius: {R}), mass: {M}, {fields})])"#
    );
    Scene::parse("ball.ron", &text)
        .map_err(|faults| faults.lines().map(|l| l.to_string()).collect::<Vec<_>>().join("\n"))
}

/// The body fields of an elastic ball that touches the plane.
const ELASTIC: &str = r#"youngs_modulus: 2e6, poisson_ratio: 0.3, on: (surface: "ground", at: (0.0, 0.0))"#;

/// The friction of the ball scene under these laws.
fn friction(laws: &str) -> Friction {
    ball(laws, "Known(Weight)", ELASTIC).unwrap_or_else(|faults| panic!("{faults}")).friction
}

/// A contact of the elastic ball on the plane under these laws.
fn probe(laws: &str) -> Probe {
    let Friction { laws, parameters } = friction(laws);
    Probe::new(laws, ContactState::ball_on_plane(parameters, R, M, Some((E, NU)), DT))
}

/// Body j slides by this much in a step, m.
fn slip(u: f64, w: f64) -> Relative {
    Relative::from_step(Vec2::new(u, w), Vec2::zeros(), 0.0, R, DT)
}

/// Body j rolls by this much in a step, rad.
fn roll(u: f64, w: f64) -> Relative {
    Relative::from_step(Vec2::zeros(), Vec2::new(u, w), 0.0, R, DT)
}

/// Body i spins against j by this much in a step, rad.
fn spin(psi: f64) -> Relative {
    Relative::from_step(Vec2::zeros(), Vec2::zeros(), psi, R, DT)
}

fn near(found: f64, expected: f64, relative: f64) {
    let error = (found - expected).abs();
    assert!(error <= relative * expected.abs(), "{found:e}, expected {expected:e} to {relative:e}");
}

/// Every law except the paper's, with the paper's laws for the other components and with the parameters it needs.
fn others() -> Vec<(AnyLaw, Laws)> {
    let others = AnyLaw::all().into_iter().filter(|law| law.info().id != "fang-negrut" && !law.is_cone());
    others
        .map(|mut law| {
            if law.info().id == "mindlin-tsuji" {
                *law.numbers()[1] = Some(0.48);
            }
            let mut laws = Laws::default();
            laws.set(law);
            (law, laws)
        })
        .collect()
}

fn angular_momentum(inertia: &Vec3, w: &Vec3, mass: f64, x: &Vec3, v: &Vec3) -> Vec3 {
    inertia.component_mul(w) + x.cross(v) * mass
}
