//! Fields with which a scene can be written as the suites of other programs write theirs: `velocity: Polar(...)`,
//! `shear_modulus` and `settled`; and the faults that they report.

use crate::slope::faults;
use stickslip_engine::laws::Vec3;
use stickslip_engine::scene::{BodySpec, Scene};

/// A scene with a slope of 30° and a ball with these fields, whose contacts are springs.
fn text(fields: &str) -> String {
    format!(
        r#"Scene(schema: 1, title: "t", time: (duration: 1.0), gravity: (0.0, 0.0, -9.81),
        friction: (mu: 0.5, k_e: 1e5), normal: Hooke(k_n: 1e6, restitution: 0.5), bodies: [
        (name: "slope", shape: Incline(degrees: 30.0)),
        (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, {fields})])"#
    )
}

fn ball(fields: &str) -> BodySpec {
    let scene = Scene::parse("s.ron", &text(fields));
    let scene = scene.unwrap_or_else(|faults| panic!("{fields}: {:?}", faults.lines().collect::<Vec<_>>()));
    scene.bodies.into_iter().next_back().expect("a ball")
}

/// `speed (cos θ down + sin θ t)`: down is −z, or the one given; t is +y turned about the outward normal by the azimuth.
#[test]
fn a_polar_velocity_is_a_speed_and_two_angles() {
    let (sin, cos) = (0.5, 0.75_f64.sqrt());
    for (polar, expected) in [
        ("Polar(2.0, 30.0)", [0.0, sin, -cos]),
        ("Polar(speed: 2.0, degrees: 30.0)", [0.0, sin, -cos]),
        ("Polar(speed: 2.0, degrees: -30.0)", [0.0, -sin, -cos]),
        ("Polar(speed: 2.0, degrees: 30.0, azimuth: 90.0)", [-sin, 0.0, -cos]),
        ("Polar(speed: 2.0, degrees: 0.0, azimuth: 77.0)", [0.0, 0.0, -1.0]),
        ("Polar(speed: 2.0, degrees: 30.0, down: (0.0, 0.0, 3.0))", [0.0, sin, cos]),
        // y is down, so z stands for it.
        ("Polar(speed: 2.0, degrees: 30.0, down: (0.0, -1.0, 0.0))", [0.0, -cos, sin]),
        ("Polar(speed: 2.0, degrees: 30.0, down: (-1.0, 0.0, 0.0))", [-cos, sin, 0.0]),
    ] {
        let velocity = ball(&format!("position: (0.0, 0.0, 1.0), velocity: {polar}")).velocity;
        let off = (velocity - Vec3::from(expected) * 2.0).norm();
        assert!(off < 1e-15 * 8.0, "{polar}: {velocity}");
    }
}

/// On a surface, down is into it: a slope of 30° about the x-axis turns the whole velocity.
#[test]
fn a_polar_velocity_on_a_slope_is_in_its_axes() {
    let velocity = ball(r#"on: (surface: "slope"), velocity: Polar(2.0, 30.0)"#).velocity;
    let up_slope = Vec3::new(0.0, 0.75_f64.sqrt(), 0.5);
    let normal = Vec3::new(0.0, -0.5, 0.75_f64.sqrt());
    let expected = up_slope - normal * 3.0_f64.sqrt();
    assert!((velocity - expected).norm() < 1e-14, "{velocity}");
}

/// ν = E/(2 G) − 1, whichever of the two is given.
#[test]
fn a_shear_modulus_stands_for_a_poisson_ratio() {
    let at = "position: (0.0, 0.0, 1.0), youngs_modulus: 2.5e9";
    let [by_ratio, by_shear] = ["poisson_ratio: 0.25", "shear_modulus: 1e9"].map(|more| ball(&format!("{at}, {more}")));
    let (by_ratio, by_shear) = (by_ratio.elastic.expect("elastic"), by_shear.elastic.expect("elastic"));
    assert_eq!(by_ratio.youngs_modulus, by_shear.youngs_modulus);
    assert!((by_ratio.poisson_ratio - by_shear.poisson_ratio).abs() < 1e-15, "{}", by_shear.poisson_ratio);
    let incompressible = ball("position: (0.0, 0.0, 1.0), youngs_modulus: 3e9, shear_modulus: 1e9");
    assert_eq!(incompressible.elastic.expect("elastic").poisson_ratio, 0.5);
}

#[test]
fn what_contradicts_is_refused_with_its_place() {
    for (fields, said) in [
        (
            "youngs_modulus: 1e9, poisson_ratio: 0.3, shear_modulus: 4e8",
            "shear_modulus: the body has a Poisson ratio and a shear modulus",
        ),
        ("shear_modulus: 4e8", "shear_modulus: needs a Young's modulus as well"),
        ("youngs_modulus: 1e9, shear_modulus: 3e8", "shear_modulus: gives a Poisson ratio E/(2 G) − 1 of 0.6667"),
        ("youngs_modulus: 1e9, shear_modulus: 0.0", "shear_modulus: must be positive"),
        ("velocity: Polar(speed: -1.0, degrees: 3.0)", "speed: must be at least 0"),
        ("velocity: Polar(speed: 1.0)", "degrees: missing field `degrees`"),
        ("velocity: Polar(1.0)", "velocity: expected named fields, found `(1.0)`"),
        ("velocity: Polar(1.0, 2.0, 3.0)", "velocity: expected named fields"),
        ("velocity: Polr(1.0, 2.0)", "unknown choice `Polr`"),
        ("velocity: Polar(speed: 1.0, degrees: 3.0, down: (0.0, 0.0, 0.0))", "down"),
        ("velocity: Polar(speed: NaN, degrees: 3.0)", "speed: must be finite"),
    ] {
        let faults = faults(&text(&format!("position: (0.0, 0.0, 1.0), {fields}")));
        let lines: Vec<String> = faults.lines().map(|fault| format!("{}: {}", fault.path, fault.message)).collect();
        assert!(lines.iter().any(|line| line.contains(said)), "{fields}: {lines:?}");
        assert!(faults.lines().all(|fault| fault.line == 4), "{fields}: {lines:?}");
    }
}

/// `settled` needs a weight that presses the body onto its surface, and an overlap that is known in advance.
#[test]
fn what_cannot_settle_is_refused() {
    let on = r#"on: (surface: "slope", settled: true)"#;
    let settled = text(on);
    for (from, to, said) in [
        ("mass: 1.0", "mass: 1.0, motion: Fixed", "is fixed or driven: no weight presses it"),
        ("-9.81", "9.81", "gravity pulls `ball` off `slope`"),
        ("Hooke(k_n: 1e6, restitution: 0.5)", "OverlapArea(young: 1e7, damping: 0.5)", "not known in advance"),
        ("settled: true", "settled: 1", "settled"),
    ] {
        let changed = settled.replace(from, to);
        assert_ne!(changed, settled, "{from}");
        let faults = faults(&changed);
        let lines: Vec<String> = faults.lines().map(|fault| format!("{}: {}", fault.path, fault.message)).collect();
        assert!(lines.iter().any(|line| line.contains(said)), "{to}: {lines:?}");
    }
}
