//! Bodies placed on other bodies with `on`: where they touch, and what is refused.

use crate::example::{parse, with_bodies};
use stickslip_engine::laws::Vec3;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{BodySpec, Scene};

/// A body of 1 kg with this shape, placed by `fields`.
fn body(name: &str, shape: &str, fields: &str) -> String {
    format!(r#"(name: "{name}", shape: {shape}, mass: 1.0, {fields}),"#)
}

fn on(name: &str, shape: &str, surface: &str) -> String {
    body(name, shape, &format!(r#"on: (surface: "{surface}")"#))
}

const CUBE: &str = "Box(half_extents: (0.1, 0.2, 0.3))";
const BALL: &str = "Sphere(radius: 0.05)";

fn scene(bodies: &str) -> Scene {
    parse(&with_bodies(bodies)).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

fn last(bodies: &str) -> BodySpec {
    scene(bodies).bodies.pop().expect("a body")
}

fn assert_at(body: &BodySpec, expected: [f64; 3]) {
    assert!((body.position - Vec3::from(expected)).norm() < 1e-12, "{}: {}", body.name, body.position);
}

/// The height of a ball on each shape is the top of the shape and the ball's radius.
#[test]
fn a_ball_is_placed_on_top_of_any_shape() {
    let lying = "rotation: AxisAngle(axis: (0.0, 1.0, 0.0), degrees: 90.0)";
    let wedge = "ConvexPolyhedron(points: [(0,0,0.1),(0.2,0,0.1),(0,0.2,0.1),(0,0,-0.1),(0.2,0,-0.1),(0,0.2,-0.1)])";
    let prism = "Prism(polygon: [(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)], half_height: 0.4)";
    for (shape, turned, top) in [
        (CUBE, "", 0.3),
        (CUBE, lying, 0.1),
        (wedge, "", 0.1),
        (prism, "", 0.4),
        (prism, lying, 0.1),
        ("Cylinder(radius: 0.1, half_height: 0.2)", "", 0.2),
        ("Cylinder(radius: 0.1, half_height: 0.2)", lying, 0.1),
        ("Capsule(radius: 0.1, half_height: 0.2)", "", 0.3),
        ("Capsule(radius: 0.1, half_height: 0.2)", lying, 0.1),
        ("Sphere(radius: 0.3)", "", 0.3),
        ("Ellipsoid(semi_axes: (0.1, 0.2, 0.3))", "", 0.3),
        ("Ellipsoid(semi_axes: (0.1, 0.2, 0.3))", lying, 0.1),
    ] {
        let below = body("below", shape, &format!("position: (0.0, 0.0, 1.0), {turned}"));
        let ball = last(&(below + &on("ball", BALL, "below")));
        assert!((ball.position.z - (1.0 + top + 0.05)).abs() < 1e-12, "{shape} {turned}: {}", ball.position);
    }
    for hollow in ["Bowl(radius: 0.5)", "Tube(radius: 0.5)"] {
        let turned = if hollow.starts_with('T') { lying } else { "" };
        let below = format!(r#"(name: "below", shape: {hollow}, position: (0.0, 0.0, 1.0), {turned}),"#);
        assert_at(&last(&(below + &on("ball", BALL, "below"))), [0.0, 0.0, 0.55]);
    }
}

/// A stack in any order of its bodies, each placed on the one below, stands: after 0.1 s on stiff springs no body has
/// moved by more than their static compression.
#[test]
fn a_stack_is_built_from_below() {
    let bodies = [on("top", BALL, "middle"), on("middle", CUBE, "bottom"), on("bottom", CUBE, "floor")].concat();
    let bodies = format!(r#"{bodies} (name: "floor", shape: Plane)"#);
    let text = with_bodies(&bodies).replace("normal: Known(Weight)", "normal: Hooke(k_n: 1e6, damping: Ratio(0.5))");
    let scene = parse(&text.replace("(name: \"incline\", shape: Incline(degrees: 35.0), motion: Fixed),", "")).unwrap();
    let heights: Vec<f64> = scene.bodies.iter().map(|body| body.position.z).collect();
    let expected = [1.25, 0.9, 0.3, 0.0];
    assert!(heights.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12), "{heights:?}");
    let mut simulation = Simulation::new(&scene);
    simulation.steps(1000);
    assert_eq!(simulation.stopped(), None);
    for (body, height) in simulation.state().bodies.iter().zip(heights) {
        assert!((body.x.z - height).abs() < 1e-4, "{}: {} m", body.name, body.x.z);
    }
}

/// `at` and `velocity` are along the surface, and an angular velocity in the world may take the place of the spin.
#[test]
fn a_body_moves_along_the_face_and_turns_as_it_is_told() {
    let below =
        body("below", CUBE, "position: (0.0, 0.0, 1.0), rotation: AxisAngle(axis: (0.0, 0.0, 1.0), degrees: 90.0)");
    let fields = r#"on: (surface: "below", at: (0.05, 0.0), velocity: (0.0, 2.0)), angular_velocity: (1.0, 2.0, 3.0)"#;
    let ball = last(&(below + &body("ball", BALL, fields)));
    assert_at(&ball, [0.0, 0.05, 1.35]);
    assert!((ball.velocity - Vec3::new(-2.0, 0.0, 0.0)).norm() < 1e-12, "{}", ball.velocity);
    assert_eq!(ball.angular_velocity, Vec3::new(1.0, 2.0, 3.0));
    // On a slope as on a face.
    let fields = r#"on: (surface: "incline"), angular_velocity: (-5.0, 0.0, 0.0)"#;
    assert_eq!(last(&body("ball", BALL, fields)).angular_velocity, Vec3::new(-5.0, 0.0, 0.0));
}

#[test]
fn what_does_not_touch_is_refused() {
    let cube = body("below", CUBE, "position: (0.0, 0.0, 1.0)");
    let ball = body("below", BALL, "position: (0.0, 0.0, 1.0)");
    let bowl = r#"(name: "below", shape: Bowl(radius: 0.5)),"#.to_owned();
    let fill = body("below", BALL, "position: (0.0, 0.0, 1.0), fill: Lattice(count: (2, 2, 2), spacing: 0.3)");
    let disk = body("below", "Disk(radius: 0.1)", "position: (0.0, 0.0, 1.0)");
    let at = r#"on: (surface: "below", at: (0.15, 0.0))"#;
    let tilted = r#"on: (surface: "below"), rotation: AxisAngle(axis: (1.0, 0.0, 0.0), degrees: 30.0)"#;
    let twice = r#"on: (surface: "below", spin: 1.0), angular_velocity: (0.0, 0.0, 1.0)"#;
    for (bodies, said) in [
        (
            cube.clone() + &body("ball", BALL, at),
            "`ball` lies beyond the edge of `below`; give an `at` on its upper face",
        ),
        (ball.clone() + &body("ball", BALL, at), "beside the middle of the curved surface of `below`; leave out `at`"),
        (
            ball + &body("cube", CUBE, tilted),
            "`cube` does not touch, at the point below its centre, the curved `below`",
        ),
        (bowl.clone() + &on("cube", CUBE, "below"), "`cube` does not fit, as only a smaller ball does, into `below`"),
        (bowl + &on("ball", "Sphere(radius: 0.6)", "below"), "does not fit"),
        (fill + &on("ball", BALL, "below"), "a body cannot be placed on `below`, which is many bodies"),
        (disk + &on("ball", BALL, "below"), "which has no surface that faces upwards"),
        (
            cube + &body("ball", BALL, twice),
            "bodies.ball.on.spin: the body also has an `angular_velocity`; keep one of them",
        ),
        (on("a", BALL, "b") + &on("b", BALL, "a"), "a body cannot be placed on a body that is placed on it"),
    ] {
        let faults = parse(&with_bodies(&bodies)).expect_err(&bodies);
        let lines: Vec<String> = faults.lines().map(|line| line.to_string()).collect();
        assert!(lines.len() == 1 && lines[0].contains(said), "{said}: {lines:?}");
    }
}

/// A tower of ten thousand balls, each on the one before, is placed without recursion.
#[test]
fn a_long_chain_is_placed() {
    let balls: String = (1..10_000).map(|k| on(&format!("b{k}"), BALL, &format!("b{}", k - 1))).collect();
    let top = last(&(body("b0", BALL, "position: (0.0, 0.0, 0.0)") + &balls));
    assert!((top.position.z - 999.9).abs() < 1e-6, "{}", top.position);
}
