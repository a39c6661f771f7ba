//! Bodies that land on faces, edges and corners rebound with the given coefficient of restitution, for any number of
//! points that share the impact.

use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::normal::{exact_damping_ratio, published_damping_ratio, restitution};
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

const E: f64 = 0.6;
const HOOKE: &str = "Hooke(k_n: 1e6, restitution: 0.6)";
const EXACT: &str = "Hertz(restitution: 0.6)";
const ELASTIC: &str = "youngs_modulus: 1e8, poisson_ratio: 0.3";

/// A frictionless, weightless impact of these bodies.
fn scene(normal: &str, dt: f64, bodies: &str) -> Scene {
    let text = format!(
        "Scene(schema: 1, title: \"impact\", time: (dt: {dt:e}, duration: 1.0), gravity: (0.0, 0.0, 0.0), \
         friction: (mu_s: 0.0, mu_k: 0.0, k_e: 1e5), normal: {normal}, bodies: [{bodies}])"
    );
    Scene::parse("impact", &text).unwrap_or_else(|f| panic!("{:?}", f.lines().collect::<Vec<_>>()))
}

/// A ground and a body of 1 kg that falls at 1 m/s.
fn falling(shape: &str, rotation: &str, height: f64) -> String {
    format!(
        "(name: \"ground\", shape: Plane, {ELASTIC}), (name: \"body\", shape: {shape}, mass: 1.0, {ELASTIC}, \
         position: (0.0, 0.0, {height:?}), rotation: {rotation}, velocity: (0.0, 0.0, -1.0))"
    )
}

/// The states before the first contact and after the last one.
fn collision(scene: &Scene) -> [State; 2] {
    let mut simulation = Simulation::new(scene);
    let before = simulation.state();
    let (mut met, mut apart) = (false, 0);
    for _ in 0..40_000 {
        simulation.steps(20);
        let touches = !simulation.state().contacts.is_empty();
        met |= touches;
        apart = if met && !touches { apart + 1 } else { 0 };
        if apart > 5 {
            assert_eq!(simulation.stopped(), None);
            return [before, simulation.state()];
        }
    }
    panic!("the bodies did not meet and part");
}

fn body(state: &State, name: &str) -> BodyState {
    state.bodies.iter().find(|body| body.name == name).expect("a body").clone()
}

/// Ratio of the speeds after and before the landing of a body on the ground.
fn bounce(normal: &str, shape: &str, rotation: &str, height: f64) -> f64 {
    bounce_in_steps(1e-5, normal, shape, rotation, height)
}

fn bounce_in_steps(dt: f64, normal: &str, shape: &str, rotation: &str, height: f64) -> f64 {
    let [_, after] = collision(&scene(normal, dt, &falling(shape, rotation, height)));
    body(&after, "body").v.z
}

fn about(axis: &str, degrees: f64) -> String {
    format!("AxisAngle(axis: {axis}, degrees: {degrees:?})")
}

/// The mass of the joint motion makes the dampers of all points act as one: with A the coupling of the points, the flat
/// impact has ω² = (ku)ᵀA(ku)/Σku² and every point 2ζk/ω. A step resolves the impact by ωΔt < 0.02 and leaves an excess
/// of a tenth of that; with one damper of m_eff per point, the cube rebounded at 0.396, the lying capsule at 0.501.
#[test]
fn faces_edges_and_corners_return_e() {
    let cube = "Box(half_extents: (0.1, 0.1, 0.1))";
    let corner = about("(1.0, -1.0, 0.0)", 54.735_610_317_245_35);
    let lying = about("(1.0, 0.0, 0.0)", 90.0);
    let prism = "Prism(polygon: [(0.1, 0.0), (-0.05, 0.0866), (-0.05, -0.0866)], half_height: 0.06)";
    let brick = "Box(half_extents: (0.05, 0.1, 0.2))";
    let upright = |degrees: f64| about("(0.0, 0.0, 1.0)", degrees);
    // Each with the height of its centre shortly before the impact.
    let cases = [
        ("cube", cube, upright(0.0), 0.102),
        ("cube, turned", cube, upright(33.0), 0.102),
        ("brick", brick, about("(0.0, 1.0, 0.0)", 90.0), 0.052),
        ("brick, standing", brick, upright(10.0), 0.202),
        ("lying capsule", "Capsule(radius: 0.1, half_height: 0.15)", lying.clone(), 0.102),
        ("lying cylinder", "Cylinder(radius: 0.1, half_height: 0.15)", lying, 0.102),
        ("standing cylinder", "Cylinder(radius: 0.1, half_height: 0.1)", upright(5.0), 0.102),
        ("on an edge", cube, about("(1.0, 0.0, 0.0)", 45.0), 0.1435),
        ("on a corner", cube, corner, 0.175),
        ("prism", prism, upright(7.0), 0.062),
    ];
    for (normal, most) in [(HOOKE, 3e-3), (EXACT, 2e-3)] {
        for (name, shape, rotation, height) in &cases {
            let found = bounce(normal, shape, rotation, *height);
            eprintln!("{name}, {normal}: {found:.5}");
            assert!((found - E).abs() < most, "{name}, {normal}: {found}");
        }
    }
    let found = bounce("Hertz(restitution: 0.6, damping: Published)", cube, &upright(0.0), 0.102);
    let published = restitution(published_damping_ratio(E));
    assert!((found - published).abs() < 2e-3, "as published: {found}, a ball {published}");
}

/// A given ratio or coefficient applies to each point: four points with c = 2ζ√(k m) each are a spring 4k with twice
/// the ratio. The contact begins up to a step late, which retains up to 4cΔt/m = 1.6e-3 of the speed.
#[test]
fn a_given_ratio_is_that_of_each_point() {
    let zeta = exact_damping_ratio(E);
    let normal = format!("Hooke(k_n: 1e6, damping: Ratio({zeta:?}))");
    let (cube, flat) = ("Box(half_extents: (0.1, 0.1, 0.1))", about("(0.0, 0.0, 1.0)", 0.0));
    let found = bounce_in_steps(1e-6, &normal, cube, &flat, 0.1005);
    assert!((found - restitution(2.0 * zeta)).abs() < 3e-3, "{found}");
}

/// A ball has one point, and m_eff is its mass: both ways of giving the damping have the same bits, on a plane and on a
/// ball.
#[test]
fn a_ball_is_damped_as_before() {
    let ratio = format!("Hooke(k_n: 1e6, damping: Ratio({:?}))", exact_damping_ratio(E));
    let other = "(name: \"other\", shape: Sphere(radius: 0.2), mass: 3.0, position: (0.05, 0.0, 0.7), \
                 velocity: (0.0, 0.1, -2.0))";
    let bodies = format!("{}, {other}", falling("Sphere(radius: 0.1)", &about("(0.0, 0.0, 1.0)", 0.0), 0.2));
    let ends = [HOOKE, &ratio].map(|normal| {
        let mut simulation = Simulation::new(&scene(normal, 1e-5, &bodies));
        simulation.steps(30_000);
        simulation.state().bodies
    });
    assert_eq!(
        ends[0].iter().map(|b| (b.x, b.v)).collect::<Vec<_>>(),
        ends[1].iter().map(|b| (b.x, b.v)).collect::<Vec<_>>()
    );
    assert!(ends[0][1].v.z > 0.0, "nothing happened");
}

/// An off-centre impact restores e at the contact point, whose mass is 1/A: without friction, v_n + (ω × r)_n
/// afterwards is −e times its value before. The arm is that of the moment of contact; the body rotates by 1e-3 rad
/// during the contact.
#[test]
fn an_impact_off_centre_returns_e_at_its_point() {
    for (shape, degrees, height) in [
        ("Capsule(radius: 0.05, half_height: 0.2)", 40.0, 0.205),
        ("Ellipsoid(semi_axes: (0.1, 0.05, 0.2))", 30.0, 0.177),
        ("Box(half_extents: (0.05, 0.1, 0.2))", 20.0, 0.224),
    ] {
        for normal in ["Hooke(k_n: 1e8, restitution: 0.6)", EXACT] {
            let scene = scene(normal, 1e-6, &falling(shape, &about("(1.0, 0.0, 0.0)", degrees), height));
            let mut simulation = Simulation::new(&scene);
            let mut state = simulation.state();
            while state.contacts.is_empty() {
                simulation.steps(20);
                state = simulation.state();
                assert!(state.time < 0.5, "{shape} does not land");
            }
            let arm = state.contacts[0].touch.c - body(&state, "body").x;
            let [_, after] = collision(&scene);
            let after = body(&after, "body");
            let found = (after.v + after.w.cross(&arm)).z;
            eprintln!("{shape}, {normal}: {found:.4}");
            assert!((found - E).abs() < 1e-2, "{shape}, {normal}: {found}");
        }
    }
}

/// A slightly tilted body lands on its edges in turn, which has no closed form; the limit of no tilt is the flat
/// impact. Dampers of m_eff per point gave 0.393 and 0.388.
#[test]
fn a_small_tilt_changes_little() {
    for normal in [HOOKE, EXACT] {
        let tilted = |tilt: f64| {
            bounce(normal, "Box(half_extents: (0.1, 0.1, 0.1))", &about("(1.0, 0.0, 0.0)", tilt.to_degrees()), 0.12)
        };
        let [flat, small, larger] = [0.0, 1e-4, 1e-3].map(tilted);
        eprintln!("{normal}: {flat:.4}, {small:.4}, {larger:.4}");
        assert!((small - flat).abs() < 4e-3 && (larger - flat).abs() < 1.5e-2, "{normal}: {flat} {small} {larger}");
    }
}

/// Two free boxes, face to face: the relative velocity is reversed by e at every mass ratio, in either order, rotated,
/// and at every size; momentum is conserved.
#[test]
fn free_boxes_part_with_e_at_every_size_and_mass() {
    for (mass, turn, swapped, size) in [
        (1.0, 0.0, false, 1.0),
        (10.0, 0.0, false, 1.0),
        (0.1, 25.0, false, 1.0),
        (1e3, 0.0, true, 1.0),
        (2.0, 70.0, true, 1e-3),
        (2.0, 70.0, true, 1e3),
    ] {
        // Lengths scale with `size`, times with its root, and so do velocities; stiffness with 1/size.
        let (root, k_n) = (f64::sqrt(size), 1e6 / size);
        let axis = "(0.3, 1.0, -0.5)";
        let turned = |v: Vec3| turning(&Vec3::new(0.3, 1.0, -0.5), turn, v);
        let vector = |v: Vec3| format!("({:e}, {:e}, {:e})", v.x, v.y, v.z);
        let one = |name: &str, mass: f64, z: f64, speed: f64, half: &str| {
            format!(
                "(name: \"{name}\", shape: Box(half_extents: {half}), mass: {mass:?}, position: {}, velocity: {}, rotation: {})",
                vector(turned(Vec3::new(0.0, 0.0, z * size))),
                vector(turned(Vec3::new(0.0, 0.0, speed * root))),
                about(axis, turn)
            )
        };
        let half = |x: f64, y: f64, z: f64| vector(Vec3::new(x, y, z) * size);
        let mut both =
            [one("a", 1.0, -0.11, 0.5, &half(0.1, 0.1, 0.1)), one("b", mass, 0.06, -0.5, &half(0.07, 0.08, 0.05))];
        if swapped {
            both.reverse();
        }
        let normal = format!("Hooke(k_n: {k_n:e}, restitution: 0.6)");
        let [before, after] = collision(&scene(&normal, 5e-6 * root, &both.join(", ")));
        let relative = |state: &State| body(state, "b").v - body(state, "a").v;
        let found = relative(&after).norm() / relative(&before).norm();
        let momentum = |state: &State| state.bodies.iter().map(|b| b.v * b.mass.mass).sum::<Vec3>();
        let off = (momentum(&after) - momentum(&before)).norm() / (mass * root);
        eprintln!("mass {mass}, {turn}°, size {size}: e {found:.5}, momentum off by {off:.1e}");
        assert!((found - E).abs() < 3e-3, "mass {mass}, {turn}°, size {size}: {found}");
        assert!(off < 1e-11, "{off:e}");
    }
}

/// A vector rotated about an axis by an angle in degrees (Rodrigues).
fn turning(axis: &Vec3, degrees: f64, v: Vec3) -> Vec3 {
    let (k, angle) = (axis / axis.norm(), degrees.to_radians());
    v * angle.cos() + k.cross(&v) * angle.sin() + k * k.dot(&v) * (1.0 - angle.cos())
}

/// The energy budget books the dissipation of the dampers of the joint motion: ½ m v² (1 − e²), to first order in the
/// step.
#[test]
fn the_account_of_energy_has_the_loss_of_the_impact() {
    for normal in [HOOKE, EXACT] {
        let bodies = falling("Box(half_extents: (0.1, 0.1, 0.1))", &about("(0.0, 0.0, 1.0)", 0.0), 0.105);
        let mut simulation = Simulation::with_energy_ledger(&scene(normal, 1e-6, &bodies));
        simulation.steps(20_000);
        let state = simulation.state();
        let budget = state.accounts.expect("kept").budget;
        let lost = 0.5 * (1.0 - body_speed(&state.bodies).powi(2));
        let booked = budget.contacts.normal.damping;
        eprintln!("{normal}: lost {lost:.5} J, booked {booked:.5} J");
        assert!((booked - lost).abs() < 2e-3 && (lost - 0.32).abs() < 1e-3, "{normal}: {lost} {booked}");
    }
}

fn body_speed(bodies: &[BodyState]) -> f64 {
    largest(bodies.iter().map(|body| body.v.norm()))
}
