//! The example of the interface, and scenes made from it.

use stickslip_engine::scene::{Faults, Scene};

/// The example of the interface.
pub(crate) const GOOD: &str = r#"// A comment first.
Scene(
    schema: 1,
    title: "Sphere rolling up an incline",
    about: "Fang & Negrut 2020, section 4.3, figure 11",
    time: (dt: 1e-4, duration: 0.8),
    gravity: (0.0, 0.0, -9.8),
    friction: (
        mu_s: 0.25, mu_k: 0.2, k_e: 1e5,
        eta_r: 0.3,
        spin: Heuristic(eta_psi: 0.006, curvature: 5.0),
        slide_damping: Ratio(0.5),
        roll_damping: Ratio(0.5),
        spin_damping: Ratio(1.0),
    ),
    normal: Known(Weight),
    bodies: [
        (name: "incline", shape: Incline(degrees: 35.0), motion: Fixed),
        (name: "ball", shape: Sphere(radius: 0.2), mass: 5.0,
         on: (surface: "incline", at: (0.0, 0.0), velocity: (0.0, 0.5), spin: 0.0)),
    ],
)
"#;

pub(crate) fn parse(text: &str) -> Result<Scene, Faults> {
    Scene::parse("s.ron", text)
}

/// The example with another body or bodies instead of the ball.
pub(crate) fn with_bodies(bodies: &str) -> String {
    let (before, _) = GOOD.split_once("        (name: \"ball\"").unwrap_or_default();
    format!("{before}        {bodies}\n    ],\n)\n")
}
