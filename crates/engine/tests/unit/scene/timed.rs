//! Tests of `scene::timed`.

use crate::builtin;
use stickslip_engine::scene::{BodyChange, Fault, Scene, TimedChange};

fn with(edits: &str) -> Result<Scene, Vec<Fault>> {
    let text =
        builtin::text("sphere-up-35").expect("a scene").replacen("bodies:", &format!("edits: [{edits}], bodies:"), 1);
    Scene::parse("s", &text).map_err(|faults| faults.faults().to_vec())
}

/// Edits act in the order of time, each on the scene that the last one left.
#[test]
fn edits_change_what_they_name() {
    let scene = with(
        "(at: 0.3, set: \"friction.mu_s\", to: 0.1), (at: 0.2, set: \"friction.mu_k\", to: 0.05), \
         (at: 0.2, set: \"gravity\", to: (0.0, 0.0, -1.6))",
    )
    .expect("no fault");
    let changes: Vec<(f64, usize)> = scene.edits.iter().map(|edit| (edit.at, edit.changes.len())).collect();
    assert_eq!(changes, [(0.2, 1), (0.2, 1), (0.3, 1)]);
    let TimedChange::Friction(None, last) = scene.edits[2].changes[0] else { panic!("{:?}", scene.edits[2]) };
    assert_eq!((last.mu_s, last.mu_k), (0.1, 0.05));
    assert_eq!(scene.edits[1].changes, [TimedChange::Gravity(stickslip_engine::laws::Vec3::new(0.0, 0.0, -1.6))]);
    assert_eq!(scene.edits[0].step(1e-4), 2000);
    assert_eq!(
        [0.0, 1e-5, 1e-4].map(|at| stickslip_engine::scene::TimedEdit { at, ..scene.edits[0].clone() }.step(1e-4)),
        [0, 1, 1]
    );
}

/// Each fault is found at the field that causes it.
#[test]
fn faults_of_edits_name_their_field() {
    for (edit, path, message) in [
        ("(at: 0.2, set: \"friction.mu_s\", to: 0.1)", "edits.0.to", "from 0.2 s on, friction.mu_k: kinetic friction"),
        ("(at: 0.2, set: \"friction.mu_z\", to: 0.1)", "edits.0.set", "mu_z"),
        ("(at: 0.2, set: \"bodies.ball.mass\", to: 1.0)", "edits.0.set", "`bodies.ball.mass` cannot change"),
        ("(at: 0.2, set: \"time.dt\", to: 1.0)", "edits.0.set", "`time.dt` cannot change"),
        ("(at: -0.2, set: \"friction.mu_k\", to: 0.1)", "edits.0.at", "-0.2"),
        ("(at: 0.2, set: \"friction.mu_k\")", "edits.0.to", "missing field `to`"),
        ("(at: 0.2, set: 3, to: 0.1)", "edits.0.set", "3"),
        ("7", "edits.0", "7"),
    ] {
        let faults = with(edit).expect_err(edit);
        assert_eq!(faults[0].path, path, "{edit}: {:?}", faults[0]);
        assert!(faults[0].message.contains(message), "{edit}: {:?}", faults[0]);
    }
}

/// A scene with bodies of every motion, and these edits.
fn bodies(edits: &str) -> Result<Scene, Vec<Fault>> {
    let text = format!(
        "Scene(schema: 1, title: \"t\", time: (dt: 1e-4, duration: 0.5), gravity: (0.0, 0.0, -9.81), normal: Hooke(k_n: 1e6), \
         friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5), edits: [{edits}], bodies: [(name: \"ground\", shape: Plane), \
         (name: \"belt\", shape: Plane, motion: Driven(velocity: (0.1, 0.0, 0.0)), position: (0.0, 0.0, -9.0)), \
         (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, on: (surface: \"ground\")), \
         (name: \"flat\", shape: Sphere(radius: 0.1), mass: 1.0, motion: Planar(X), position: (1.0, 0.0, 1.0)), \
         (name: \"brick\", shape: Sphere(radius: 0.1), mass: 1.0, motion: Translating, position: (2.0, 0.0, 1.0)), \
         (name: \"top\", shape: Sphere(radius: 0.1), mass: 1.0, motion: Spinning(Z), position: (3.0, 0.0, 1.0)), \
         (name: \"sand\", shape: Sphere(radius: 0.1), mass: 1.0, position: (9.0, 0.0, 1.0), \
         fill: Lattice(count: (2, 2, 1), spacing: 1.0)), \
         (name: \"wedge\", mass: 1.0, position: (4.0, 0.0, 1.0), shape: ConvexPolyhedron(points: [(1.0, 1.0, 1.0), (1.3, 1.0, 1.0), \
         (1.0, 1.2, 1.0), (1.0, 1.0, 1.1)]))])"
    );
    Scene::parse("s", &text).map_err(|faults| faults.faults().to_vec())
}

/// An edit of a body names it as `--set` does, by name or number, or all bodies of a fill.
#[test]
fn edits_set_the_state_of_bodies() {
    let changes =
        |edit: &str| bodies(edit).unwrap_or_else(|faults| panic!("{edit}: {faults:?}")).edits[0].changes.clone();
    let v = stickslip_engine::laws::Vec3::new(0.0, 1.0, 0.0);
    let to = |body: usize| TimedChange::Body(body, BodyChange::Velocity(v));
    assert_eq!(changes("(at: 0.1, set: \"bodies.ball.velocity\", to: (0.0, 1.0, 0.0))"), [to(2)]);
    assert_eq!(changes("(at: 0.1, set: \"bodies.2.velocity\", to: (0.0, 1.0, 0.0))"), [to(2)]);
    assert_eq!(changes("(at: 0.1, set: \"bodies.sand-1.velocity\", to: (0.0, 1.0, 0.0))"), [to(7)]);
    assert_eq!(changes("(at: 0.1, set: \"bodies.sand.velocity\", to: (0.0, 1.0, 0.0))"), [to(6), to(7), to(8), to(9)]);
    let found = changes("(at: 0.1, set: \"bodies.ball.velocity\", to: Polar(speed: 1.0, degrees: 90.0))");
    let TimedChange::Body(2, BodyChange::Velocity(polar)) = found[0] else { panic!("{found:?}") };
    assert!((polar - v).norm() < 1e-15, "{polar}");
    // A polyhedron has the pose as written, not that of its principal axes.
    let scene = bodies(
        "(at: 0.1, set: \"bodies.wedge.rotation\", to: (1.0, 0.0, 0.0, 0.0)), \
         (at: 0.1, set: \"bodies.wedge.position\", to: (4.0, 0.0, 1.0))",
    )
    .expect("no fault");
    let wedge = &scene.bodies[10];
    let [
        TimedChange::Body(10, BodyChange::Rotation(q)),
        TimedChange::Body(10, BodyChange::Position { origin, centre }),
    ] = [scene.edits[0].changes[0], scene.edits[1].changes[0]]
    else {
        panic!("{:?}", scene.edits)
    };
    assert!(q.angle_to(&wedge.rotation) < 1e-12 && wedge.rotation.angle() > 0.1);
    assert!((origin + q * centre - wedge.position).norm() < 1e-12, "{centre}");
}

/// A body that no load moves, a motion that is not allowed and a wrong value are faults with a remedy.
#[test]
fn faults_of_edits_of_bodies_name_their_field() {
    for (set, to, path, message) in [
        ("ground.velocity", "(0.0, 1.0, 0.0)", "edits.0.set", "`ground` is fixed"),
        ("belt.position", "(0.0, 1.0, 0.0)", "edits.0.set", "`belt` follows its prescribed motion"),
        ("bal.velocity", "(0.0, 1.0, 0.0)", "edits.0.set", "there is no body `bal`"),
        ("ball.velocity", "(0.0, 1.0)", "edits.0.to", "3 numbers in brackets"),
        ("ball.velocity", "Polar(speed: -1.0, degrees: 0.0)", "edits.0.to", "-1.0"),
        ("ball.velocity", "Polr(1.0, 0.0)", "edits.0.to", "Polr"),
        ("ball.velocity", "7", "edits.0.to", "7"),
        ("ball.velocity.2", "1.0", "edits.0.set", "sets the whole `velocity`"),
        ("ball.velocity.degrees", "1.0", "edits.0.set", "sets the whole `velocity`"),
        ("ball.rotation", "(2.0, 0.0, 0.0, 0.0)", "edits.0.to", "length 1"),
        ("ball.position", "(0.0, 0.0, 1e20)", "edits.0.to", "1e20"),
        ("ball.mass", "1.0", "edits.0.set", "cannot change"),
        ("sand.position", "(0.0, 0.0, 1.0)", "edits.0.set", "one position"),
        ("flat.velocity", "(0.1, 1.0, 0.0)", "edits.0.to", "out of its plane"),
        ("flat.angular_velocity", "(0.0, 1.0, 0.0)", "edits.0.to", "does not allow"),
        ("flat.rotation", "AxisAngle(axis: (0.0, 0.0, 1.0), degrees: 10.0)", "edits.0.to", "does not allow"),
        ("top.angular_velocity", "(0.0, 1.0, 0.0)", "edits.0.to", "does not allow"),
        ("brick.angular_velocity", "(0.0, 0.0, 1.0)", "edits.0.to", "Translating"),
    ] {
        let edit = format!("(at: 0.2, set: \"bodies.{set}\", to: {to})");
        let faults = bodies(&edit).expect_err(&edit);
        assert_eq!(faults[0].path, path, "{edit}: {:?}", faults[0]);
        assert!(faults[0].message.contains(message) && !faults[0].remedy.is_empty(), "{edit}: {:?}", faults[0]);
    }
    for (set, to) in [
        ("flat.velocity", "(0.0, 1.0, 2.0)"),
        ("flat.angular_velocity", "(3.0, 0.0, 0.0)"),
        ("flat.rotation", "AxisAngle(axis: (1.0, 0.0, 0.0), degrees: 10.0)"),
        ("top.angular_velocity", "(0.0, 0.0, 2.0)"),
        ("brick.velocity", "(1.0, 1.0, 1.0)"),
    ] {
        assert!(bodies(&format!("(at: 0.2, set: \"bodies.{set}\", to: {to})")).is_ok(), "{set}");
    }
}
