//! A ball on a slope, in a file of the ordinary size or with thousands of points on one line.

use stickslip_engine::scene::{Faults, Scene};

/// A ball on a slope, with these coefficients and further bodies.
pub(crate) fn scene(coefficients: &str, bodies: &str) -> String {
    format!(
        r#"Scene(
    schema: 1,
    title: "A slope",
    time: (duration: 1.0),
    gravity: (0.0, 0.0, -9.8),
    friction: ({coefficients}, k_e: 1e5),
    normal: Known(Weight),
    bodies: [
        (name: "incline", shape: Incline(degrees: 35.0), motion: Fixed),
        {bodies}
    ],
)
"#
    )
}

pub(crate) fn faults(text: &str) -> Faults {
    Scene::parse("s.ron", text).unwrap_err()
}

/// Thousands of points on one line of their own body.
pub(crate) fn points(point: impl Fn(usize) -> String, placed: &str) -> String {
    let points: Vec<_> = (0..2000).map(point).collect();
    let points = points.join(", ");
    let grain = format!(r#"(name: "grain", shape: Sphere(radius: 0.1), mass: 1.0, {placed}fill: Points([{points}])),"#);
    scene("mu_s: 0.25, mu_k: 0.2", &grain)
}

pub(crate) const PLACED: &str = "position: (0.0, 0.0, 1.0), ";

pub(crate) fn right(k: usize) -> String {
    format!("({k}.0, 0.0, 9.0)")
}
