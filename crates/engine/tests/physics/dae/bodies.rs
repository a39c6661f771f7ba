//! Bodies that rotate: rolling, and bodies held by many contacts.

use super::support::{BLOCK, G, LEVEL, after, body, dae, kinetic, lambdas, near, run, scene, slope, uphill};
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::math::extremes::{largest, smallest};
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

const DT: f64 = 1e-4;

/// A solid ball rolls down at 5/7 g sin α with a static contact throughout: μ exceeds 2/7 tan α.
#[test]
fn a_ball_rolls_down_a_slope() {
    let degrees = 10.0f64;
    let ball = "(name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, on: (surface: \"ground\", at: (0.0, 0.0)))";
    for normal in ["Known(Weight)", "Hooke(k_n: 1e6, damping: Ratio(1.0))"] {
        let scene = scene(DT, &dae(0.5, ""), normal, &[&slope(degrees), ball], "");
        let end = after(&scene, 5_000);
        let ball = body(&end, "ball");
        let expected = 5.0 / 7.0 * G * degrees.to_radians().sin() * 0.5;
        // Hooke: the ball overlaps by m g/k and rolls on a radius smaller by 1e-5.
        near(-ball.v.dot(&uphill(&end)), expected, 1e-3 * expected, normal);
        near(ball.w.norm() * 0.1, expected, 1e-3 * expected, "and turns");
        // Friction 2/7 m g sin α out of μ m g cos α.
        let used = 2.0 / 7.0 * degrees.to_radians().tan() / 0.5;
        near(end.contacts[0].lambda().expect("dae"), 0.5 * (1.0 - used), 1e-4, "λ");
    }
}

/// With too little friction the ball slides against μ g cos α, and spins up at 5/2 μ g cos α/R.
#[test]
fn a_ball_on_a_steep_slope_slides_and_turns() {
    let (degrees, mu) = (40.0f64, 0.1);
    let ball = "(name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, on: (surface: \"ground\", at: (0.0, 0.0)))";
    let scene = scene(DT, &dae(mu, ""), "Known(Weight)", &[&slope(degrees), ball], "");
    let end = after(&scene, 5_000);
    let (sin, cos) = degrees.to_radians().sin_cos();
    near(-body(&end, "ball").v.dot(&uphill(&end)), G * (sin - mu * cos) * 0.5, 1e-4, "slides");
    near(body(&end, "ball").w.norm(), 2.5 * mu * G * cos / 0.1 * 0.5, 1e-3, "turns");
}

/// Normal force of each plate on the wheel, N.
const NORMAL: f64 = 100.0;
const MU: f64 = 0.5;
const RADIUS: f64 = 0.05;
const MASS: f64 = 1.0;

/// A wheel (a cylinder along x) between `plates` planes around it that press on it with 100 N each, under the torque of
/// a pull at its rim: `part` of the torque that their friction can hold. The plates are planes far away through points
/// of the rim.
fn wheel(plates: usize, part: f64, parameters: &str) -> Scene {
    let mut bodies = Vec::new();
    for k in 0..plates {
        let angle = std::f64::consts::TAU * k as f64 / plates as f64 + 0.1;
        let (y, z) = (-RADIUS * angle.cos(), -RADIUS * angle.sin());
        // A plane's normal is its z-axis; turned about x it is (0, cos, sin).
        let degrees = angle.to_degrees() - 90.0;
        bodies.push(format!(
            "(name: \"plate-{k}\", shape: Plane, position: (0.0, {y:?}, {z:?}),
              rotation: AxisAngle(axis: (1.0, 0.0, 0.0), degrees: {degrees:?}))"
        ));
    }
    let inertia = 0.5 * MASS * RADIUS * RADIUS;
    bodies.push(format!(
        "(name: \"wheel\", shape: Sphere(radius: {RADIUS:?}), mass: {MASS:?}, inertia: ({inertia:?}, {inertia:?}, {inertia:?}),
          motion: Planar((1.0, 0.0, 0.0)), position: (0.0, 0.0, 0.0))"
    ));
    // At the rim, with the spring's end far away, so that the force stays constant.
    let force = part * plates as f64 * MU * NORMAL;
    let (stiffness, reach) = (1e-3, force / 1e-3);
    let pulls = format!(
        "pulls: [(body: \"wheel\", stiffness: {stiffness:e}, at: (0.0, 0.0, {RADIUS:?}), anchor: (0.0, {:?}, {RADIUS:?})),
                 (body: \"wheel\", stiffness: {stiffness:e}, at: (0.0, 0.0, 0.0), anchor: (0.0, {:?}, 0.0))]",
        reach, -reach
    );
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    let normal = format!("Known(Force({NORMAL:?}))");
    let text = super::support::text(DT, &dae(MU, parameters), &normal, &bodies, &pulls);
    super::support::parse(&text.replace("gravity: (0.0, 0.0, -9.81)", "gravity: (0.0, 0.0, 0.0)"))
}

/// Plates around a wheel hold it below their limit, and above it the wheel accelerates by the excess.
#[test]
fn many_contacts_hold_one_body() {
    for plates in [3, 4, 6, 8] {
        let mut simulation = Simulation::new(&wheel(plates, 0.98, ""));
        simulation.steps(100);
        let turning = body(&simulation.state(), "wheel").w.norm();
        assert!(turning < 1e-9, "{plates} plates: {turning:e} rad/s");
        let report = simulation.dae();
        eprintln!("{plates} plates: {} sweeps in {} steps", report.sweeps, report.steps);
        assert_eq!(report.exhausted, 0);
        // The friction of each single contact is not determined by the motion: some may be at their limit without slip.
        assert!(report.last.fixed > 0 && report.last.contacts == plates, "{report:?}");

        let state = after(&wheel(plates, 1.02, ""), 1);
        let torque = 0.02 * plates as f64 * MU * NORMAL * RADIUS;
        let expected = torque * DT / (0.5 * MASS * RADIUS * RADIUS);
        near(body(&state, "wheel").w.norm(), expected, 1e-3 * expected, "turns");
    }
}

/// With the friction of the other contacts lagged by a step, each plate takes the whole torque: the wheel shakes.
#[test]
fn lagged_friction_of_many_contacts_shakes() {
    let most = |parameters: &str| {
        let mut most = 0.0;
        run(&wheel(6, 0.9, parameters), 200, |state: &State| most = larger(most, body(state, "wheel").w.norm()));
        most
    };
    let (coupled, lagged) = (most(""), most("coupling: Lagged"));
    eprintln!("coupled {coupled:e}, lagged {lagged:e} rad/s");
    assert!(coupled < 1e-9 && lagged > 1e-2, "coupled {coupled:e}, lagged {lagged:e} rad/s");
    // A pair has no other contacts, and its points share the load.
    let scene = scene(DT, &dae(0.5, "coupling: Lagged"), "Known(Weight)", &[&slope(15.0), BLOCK], "");
    let alone = after(&scene, 5_000);
    assert!(body(&alone, "block").v.norm() < 1e-12);
}

/// Three balls in a heap, two below and one above that pushes them apart: sufficient friction holds them.
#[test]
fn a_heap_of_balls_rests() {
    let bodies = [
        LEVEL,
        "(name: \"a\", shape: Sphere(radius: 0.05), mass: 0.5, position: (-0.05, 0.0, 0.05))",
        "(name: \"b\", shape: Sphere(radius: 0.05), mass: 0.5, position: (0.05, 0.0, 0.05))",
        "(name: \"c\", shape: Sphere(radius: 0.05), mass: 0.5, position: (0.0, 0.0, 0.13660254037844387))",
    ];
    let normal = "Hooke(k_n: 1e6, damping: Ratio(0.5))";
    // A lower ball needs tan 15° = 0.268 at its contact with the upper ball.
    for (mu, rests) in [(0.3, true), (0.2, false)] {
        let scene = scene(DT, &dae(mu, ""), normal, &bodies, "");
        let state = after(&scene, 5_000);
        let top = body(&state, "c");
        eprintln!("μ {mu}: c at {} m, {:e} m/s", top.x.z, top.v.norm());
        assert_eq!(top.x.z > 0.136, rests, "μ {mu}: {}", top.x.z);
        if rests {
            assert!(top.v.norm() < 1e-6, "{:e} m/s", top.v.norm());
        }
    }
}

/// The motion does not determine how the corners of a box that may tilt share its friction. They share it by their
/// normal forces, independently of the history: λ is ½ (1 − tan α/μ) at each corner, whether the box was set down or
/// came to rest from sliding and turning on the slope.
#[test]
fn the_corners_of_a_box_share_its_friction_by_their_loads() {
    let normal = "Hooke(k_n: 2e5, damping: Ratio(0.5))";
    for (degrees, mu, half, start) in
        [(12.0f64, 0.4, 0.1, ""), (30.0, 0.7, 0.04, ""), (12.0, 0.4, 0.1, ", velocity: (0.1, 0.2), spin: 1.0")]
    {
        let block = format!(
            "(name: \"block\", shape: Box(half_extents: ({half:?}, {half:?}, {half:?})), density: 1500.0,
              on: (surface: \"ground\", at: (0.0, 0.0){start}))"
        );
        let end = after(&scene(DT, &dae(mu, ""), normal, &[&slope(degrees), &block], ""), 20_000);
        assert!(body(&end, "block").v.norm() < 1e-9 && end.contacts.len() == 4);
        for lambda in lambdas(&end) {
            near(lambda, 0.5 * (1.0 - degrees.to_radians().tan() / mu), 1e-6, "λ");
        }
    }
}

/// In a plane λ is signed: the block presses the ground downhill, against t = a × n, which points uphill. The block may
/// tilt, and its lower corners carry more. The friction of each corner is not determined by the motion; the mean
/// weighted by normal forces is.
#[test]
fn a_block_in_a_plane_has_a_signed_lambda() {
    let degrees = 15.0f64;
    let used = degrees.to_radians().tan() / (2.0 * 0.5);
    for (axis, sign) in [("X", 1.0), ("(-1.0, 0.0, 0.0)", -1.0)] {
        let block = BLOCK.replace("Translating", &format!("Planar({axis})"));
        let scene = scene(DT, &dae(0.5, ""), "Hooke(k_n: 1e5, damping: Ratio(0.5))", &[&slope(degrees), &block], "");
        let end = after(&scene, 20_000);
        assert!(kinetic(body(&end, "block")) < 1e-20, "{:e} J", kinetic(body(&end, "block")));
        let normals: Vec<f64> = end.contacts.iter().map(|contact| contact.normal.n).collect();
        assert!(largest(normals.iter().copied()) > 1.2 * smallest(normals.iter().copied()), "it tilts");
        let mean = |sum: f64, (lambda, n): (f64, &f64)| sum + (lambda - 0.5) * n / normals.iter().sum::<f64>();
        near(lambdas(&end).into_iter().zip(&normals).fold(0.0, mean), sign * used, 1e-6, "mean λ − ½");
    }
}

/// One sweep per step does not converge the friction of a heap; the summary counts such steps, and the heap still comes
/// to rest, since each step continues from the last.
#[test]
fn sweeps_that_do_not_end_are_counted() {
    let exhausted = |parameters: &str| {
        let mut simulation = Simulation::new(&three_balls(parameters));
        simulation.steps(200);
        simulation.dae()
    };
    let (one, many) = (exhausted("sweeps: 1"), exhausted("sweeps: 500"));
    eprintln!("{one:?}, {many:?}");
    assert!(one.exhausted > 0 && one.sweeps == one.steps, "{one:?}");
    assert!(many.exhausted == 0 && many.sweeps > many.steps, "{many:?}");
}

/// Two balls on the ground and one above: three coupled frictions.
fn three_balls(parameters: &str) -> Scene {
    let bodies = [
        LEVEL,
        "(name: \"a\", shape: Sphere(radius: 0.05), mass: 0.5, position: (-0.05, 0.0, 0.05))",
        "(name: \"b\", shape: Sphere(radius: 0.05), mass: 0.5, position: (0.05, 0.0, 0.05))",
        "(name: \"c\", shape: Sphere(radius: 0.05), mass: 0.5, position: (0.0, 0.0, 0.13660254037844387))",
    ];
    scene(DT, &dae(0.3, parameters), "Hooke(k_n: 1e6, damping: Ratio(0.5))", &bodies, "")
}

/// A box on a table that turns at 1 rad/s keeps its place on the table: friction holds it on its circle with m ω² r.
/// The table's points move along chords; with their velocity at the start of a step, the box would move outwards by ½
/// ω² r Δt, 2e-5 m here.
#[test]
fn a_turntable_keeps_a_box() {
    let table =
        "(name: \"ground\", shape: Plane, motion: Driven(angular_velocity: (0.0, 0.0, 1.0), pivot: (0.0, 0.0, 0.0)))";
    let block = "(name: \"block\", shape: Box(half_extents: (0.02, 0.02, 0.02)), mass: 0.1, position: (0.2, 0.0, 0.02),
        velocity: (0.0, 0.2, 0.0), angular_velocity: (0.0, 0.0, 1.0))";
    let scene = scene(DT, &dae(0.5, ""), "Hooke(k_n: 1e5, damping: Ratio(0.5))", &[table, block], "");
    let [start, end] = [2_000, 22_000].map(|steps| after(&scene, steps));
    let on_table = |state: &State| body(state, "ground").q.inverse_transform_vector(&body(state, "block").x);
    let crept = (on_table(&end) - on_table(&start)).norm();
    near(crept, 0.0, 1e-6, "way on the table in 2 s");
    // Friction m ω² r out of μ m g.
    let used: f64 = end.contacts.iter().map(|contact| contact.slide.0.elastic.norm()).sum::<f64>();
    assert!(used >= 0.1 * 0.2 * (1.0 - 1e-3), "{used} N");
}

/// A table that slides under a planar block along the normal of the block's plane, and stops: in the last step in which
/// the table moved, the block slipped at the table's velocity. (With the table at rest, the problem is planar.)
#[test]
fn a_block_slips_until_the_table_stops() {
    let (speed, stop) = (0.3, 0.1);
    let table =
        format!("(name: \"ground\", shape: Plane, motion: Driven(velocity: ({speed:?}, 0.0, 0.0), until: {stop:?}))");
    let block = "(name: \"block\", shape: Box(half_extents: (0.02, 0.02, 0.02)), mass: 0.1,
        motion: Planar((1.0, 0.0, 0.0)), on: (surface: \"ground\", at: (0.0, 0.0)))";
    let scene = scene(DT, &dae(0.5, ""), "Hooke(k_n: 1e5, damping: Ratio(1.0))", &[&table, block], "");
    let steps = (stop / DT).round() as u64;
    for (steps, expected) in [(steps - 1, speed), (steps, speed), (steps + 1, 0.0)] {
        let contacts = after(&scene, steps).contacts;
        assert_eq!(contacts.len(), 4, "corners on the table");
        for contact in contacts {
            let [_, u, w, ..] = contact.reaction.expect("a friction that was solved").motion;
            near(u.hypot(w), expected, 1e-9 * speed, &format!("slip velocity after {steps} steps"));
        }
    }
}
