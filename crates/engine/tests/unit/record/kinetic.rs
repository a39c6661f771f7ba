//! Tests of `record::kinetic`.

use stickslip_engine::observe::kinetic::{KineticParts, total};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

fn parts(bodies: &str) -> KineticParts {
    let text = format!(
        "Scene(schema: 1, title: \"t\", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, 0.0),
         friction: (mu: 0.5, laws: (slide: Dae)), normal: Hooke(k_n: 1e6, damping: Ratio(0.5)), bodies: [{bodies}])"
    );
    let bodies = Simulation::new(&Scene::parse("t", &text).expect("no fault")).state().bodies;
    let parts = KineticParts::from_bodies(&bodies);
    near(total(&bodies), parts.common + parts.relative + parts.rotation);
    parts
}

fn near(found: f64, expected: f64) {
    // The tolerance covers the rounding of a few sums.
    assert!((found - expected).abs() <= 1e-14 * expected.abs(), "{found:?} for {expected:?}");
}

/// 1 kg at 3 m/s and 3 kg at 1 m/s, perpendicular to each other: v_com = (3, 3, 0)/4 m/s, E_com = ½ · 4 · 18/16 =
/// 2.25 J, and the rest of ½ · 9 + ½ · 3 = 6 J is E_diff. A driven plate is not counted.
#[test]
fn two_balls_apart() {
    let parts = parts(
        "(name: \"plate\", shape: Plane, position: (0.0, 0.0, -9.0), motion: Driven(velocity: (7.0, 0.0, 0.0))),
         (name: \"a\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 0.0), velocity: (3.0, 0.0, 0.0)),
         (name: \"b\", shape: Sphere(radius: 0.1), mass: 3.0, position: (0.0, 0.0, 1.0), velocity: (0.0, 1.0, 0.0))",
    );
    near(parts.common, 2.25);
    near(parts.relative, 3.75);
    assert_eq!(parts.rotation, 0.0);
}

/// A solid ball of 2 kg and 0.1 m rolling at 1.5 m/s: ½ m v² = 2.25 J, and 2/5 of that in rotation.
#[test]
fn a_ball_that_rolls() {
    let parts = parts(
        "(name: \"ball\", shape: Sphere(radius: 0.1), mass: 2.0, position: (0.0, 0.0, 0.0), velocity: (0.0, 1.5, 0.0),
           angular_velocity: (-15.0, 0.0, 0.0))",
    );
    near(parts.common, 2.25);
    assert_eq!(parts.relative, 0.0);
    near(parts.rotation, 0.4 * 2.25);
}

/// A box turned by 90° about z that spins about the world's x axis spins about its own y axis: I_y = m (a² + c²)/12
/// for the edges a and c.
#[test]
fn a_turned_box_turns_about_its_own_axis() {
    let parts = parts(
        "(name: \"box\", shape: Box(half_extents: (0.1, 0.2, 0.3)), mass: 1.2, position: (0.0, 0.0, 0.0),
          rotation: AxisAngle(axis: (0.0, 0.0, 1.0), degrees: 90.0),
          angular_velocity: (2.0, 0.0, 0.0))",
    );
    near(parts.rotation, 0.5 * (1.2 * (0.2 * 0.2 + 0.6 * 0.6) / 12.0) * 4.0);
}

#[test]
fn nothing_moves_where_nothing_can_and_a_velocity_that_is_not_a_number_is_not_lost() {
    let none = KineticParts::from_bodies(&[]);
    assert_eq!(none, KineticParts { common: 0.0, relative: 0.0, rotation: 0.0 });
    let text = crate::builtin::text("sphere-up-35").expect("a scene");
    let mut bodies = Simulation::new(&Scene::parse("ball", text).expect("no fault")).state().bodies;
    bodies[1].v.x = f64::NAN;
    let parts = KineticParts::from_bodies(&bodies);
    assert!(parts.common.is_nan() && parts.relative.is_nan());
}
