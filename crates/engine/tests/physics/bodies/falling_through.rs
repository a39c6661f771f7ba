//! Springs too soft for their load are reported before the run, and stop it when bodies pass through each other.

use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::advice;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Faults, Scene};
use stickslip_engine::step::edits::{Edit, QueueEdit};

const PLATE: &str = "(name: \"plate\", shape: Box(half_extents: (0.5, 0.5, 0.01)), motion: Fixed, position: (0.0, 0.0, 1.0), \
     youngs_modulus: 1e7, poisson_ratio: 0.3)";
const FLOOR: &str = "(name: \"floor\", shape: Plane)";

/// Falling shapes, with half of their minimum thickness, m.
const SHAPES: [(&str, f64); 7] = [
    ("Sphere(radius: 0.1)", 0.1),
    ("Box(half_extents: (0.1, 0.2, 0.05))", 0.05),
    ("Cylinder(radius: 0.1, half_height: 0.05)", 0.05),
    ("Capsule(radius: 0.05, half_height: 0.1)", 0.05),
    ("Ellipsoid(semi_axes: (0.1, 0.12, 0.08))", 0.08),
    (
        "ConvexPolyhedron(points: [(0.1, 0, 0), (-0.1, 0, 0), (0, 0.1, 0), (0, -0.1, 0), (0, 0, 0.1), (0, 0, -0.1)])",
        0.0577,
    ),
    ("Prism(polygon: [(0.1, 0.0), (-0.05, 0.0866), (-0.05, -0.0866)], half_height: 0.04)", 0.04),
];

fn parsed(normal: &str, bodies: &str, more: &str) -> Result<Scene, Faults> {
    let text = format!(
        "Scene(schema: 1, title: \"soft\", time: (dt: 1e-4, duration: 2.0), gravity: (0.0, 0.0, -9.81),\n\
         friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e4), normal: {normal},\nbodies: [{bodies}]{more})"
    );
    Scene::parse("soft.ron", &text)
}

fn body(shape: &str, mass: f64, z: f64, more: &str) -> String {
    format!("(name: \"ball\", shape: {shape}, mass: {mass:?}, position: (0.01, 0.02, {z:?}){more})")
}

/// Whether the scene is legal, and its faults or warnings.
fn check_scene(normal: &str, bodies: &str) -> (bool, Vec<String>) {
    match parsed(normal, bodies, "") {
        Err(faults) => (false, faults.lines().map(|line| line.to_string()).collect()),
        Ok(scene) => {
            let state = Simulation::new(&scene).state();
            let lines = advice::at_start(&scene, &state);
            (true, lines.into_iter().filter(|line| line.contains("presses it")).collect())
        }
    }
}

/// 200 kg on 1e4 N/m sink 0.196 m into a plate of 2 cm. The scene is refused at the stiffness, in either order of the
/// bodies.
#[test]
fn a_ball_that_must_fall_through_a_plate_is_refused() {
    let ball = body("Sphere(radius: 0.1)", 200.0, 1.11, "");
    for bodies in [[FLOOR, PLATE, &ball], [&ball, PLATE, FLOOR]] {
        let Err(faults) = parsed("Hooke(k_n: 1e4)", &bodies.join(", "), "") else { panic!("no fault") };
        let lines: Vec<_> = faults.lines().collect();
        eprintln!("{}", lines[0].message);
        assert_eq!(lines.len(), 1, "{lines:?}");
        let line = &lines[0];
        assert_eq!((line.line, line.column), (2, 64), "{line:?}");
        for part in ["`ball`", "`plate`", "1.96e-1 m", "falls through"] {
            assert!(line.message.contains(part), "{part}: {}", line.message);
        }
        assert!(line.remedy.contains("k_n"), "{}", line.remedy);
    }
}

/// Overlap m g/(n k_n) against half of the thinner body: a fault above it, a warning from a tenth of it on, nothing
/// below; likewise for the impact of a fall, v √(m/(n k_n)) with v² = 2 g h. `n`: points of the landing face; Hertz
/// alike.
#[test]
fn the_overlap_is_compared_with_the_thinner_body() {
    for (shape, points, half) in
        [("Sphere(radius: 0.1)", 1.0, 0.01), ("Box(half_extents: (0.1, 0.1, 0.006))", 4.0, 0.006)]
    {
        let bottom = if points > 1.0 { 0.006 } else { 0.1 };
        for (part, says) in [(2.0, "fault"), (0.3, "warning"), (0.05, "nothing")] {
            let weight = 9.81 / (points * part * half);
            let drop = 0.05;
            let impact = 2.0 * 9.81 * drop / (points * (part * half) * (part * half));
            for (k_n, z) in [(weight, 1.01 + bottom), (impact, 1.01 + bottom + drop)] {
                let bodies = format!("{PLATE}, {}", body(shape, 1.0, z, ""));
                let (is_valid, lines) = check_scene(&format!("Hooke(k_n: {k_n:e}, damping: Ratio(0.0))"), &bodies);
                let found = match (is_valid, lines.len()) {
                    (false, 1) => "fault",
                    (true, 1) => "warning",
                    (true, 0) => "nothing",
                    _ => "more",
                };
                assert_eq!(found, says, "{shape}, {part} of the half, k_n {k_n:e}, z {z}: {lines:?}");
            }
        }
    }
    let ball = |mass: f64| format!("{PLATE}, {}", body("Sphere(radius: 0.1)", mass, 1.11, ""));
    // Hertz: δ = (3 m g/(4 E* √R))^{2/3}, E* = 1e7/0.91: 1e-4 m for 1 kg, 1e-3 m for 15 kg, over 1 cm for 1 t.
    let hertz = "Hertz(restitution: 0.5)";
    assert_eq!(check_scene(hertz, &ball(0.1)), (true, vec![]));
    let (is_valid, lines) = check_scene(hertz, &ball(150.0));
    assert!(is_valid && lines.len() == 1, "{lines:?}");
    assert!(!check_scene(hertz, &ball(2000.0)).0);
}

/// A body pressed through a plate by an external force, which no check foresees, stops the run before it comes out on
/// the other side: both bodies are named, with their overlap. Every shape, in both orders.
#[test]
fn a_body_that_passes_through_stops_the_run() {
    for (shape, half) in SHAPES {
        for swapped in [false, true] {
            let ball = body(shape, 1.0, 1.2, "");
            let bodies = if swapped { [ball.as_str(), PLATE] } else { [PLATE, &ball] };
            let pull = ", pulls: [(body: \"ball\", force: (0.0, 0.0, -3000.0))]";
            let scene = parsed("Hooke(k_n: 1e4, damping: Ratio(0.3))", &bodies.join(", "), pull)
                .unwrap_or_else(|f| panic!("{:?}", f.lines().collect::<Vec<_>>()));
            let mut simulation = Simulation::new(&scene);
            simulation.steps(10_000);
            let why = simulation.stopped().unwrap_or_else(|| panic!("{shape}: goes on")).to_owned();
            eprintln!("{shape}: {why}");
            assert!(
                why.contains("\"ball\"") && why.contains("\"plate\"") && why.contains("overlap by"),
                "{shape}: {why}"
            );
            let state = simulation.state();
            let ball = state.bodies.iter().find(|body| body.name == "ball").expect("the ball");
            // Stopped at the depth of the thinner body, at most one step of motion later.
            let least = if half < 0.01 { half } else { 0.01 };
            assert!(ball.x.z > 1.0 - least && ball.x.z < 1.21, "{shape}: at {}", ball.x.z);
        }
    }
}

/// Bodies that overlap deeply at the start are pushed apart; a heavy ball at rest on firm springs, and a bowl with a
/// ball in it, continue.
#[test]
fn legal_overlaps_go_on() {
    let deep = "(name: \"a\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 1.0)), \
                (name: \"b\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.05, 1.0))";
    let bowl = "(name: \"bowl\", shape: Bowl(radius: 1.0), motion: Fixed), \
                (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.3, 0.0, -0.8))";
    let heavy = format!("{PLATE}, {}", body("Sphere(radius: 0.1)", 200.0, 1.11, ""));
    for (bodies, k_n) in [(deep, "1e4"), (bowl, "1e5"), (&heavy, "1e7")] {
        let scene = parsed(&format!("Hooke(k_n: {k_n}, damping: Ratio(0.3))"), bodies, "").expect("valid");
        let mut simulation = Simulation::new(&scene);
        simulation.steps(3000);
        assert_eq!(simulation.stopped(), None, "{bodies}");
    }
}

/// A body that flies freely may be as fast as it likes; one that passes another within a step stops the run, whatever the
/// other is: a ball, a thin wall, a plane, a turned box, the wall of a bowl. All at 100 times its size in a step.
#[test]
fn a_fast_body_is_stopped_only_near_another() {
    let flies = |other: &str, from: [f64; 3]| {
        let text = format!(
            r#"Scene(schema: 1, title: "fast", time: (dt: 1e-3, duration: 1.0), gravity: (0.0, 0.0, 0.0),
            friction: (mu: 0.5, k_e: 1e5), normal: Hooke(k_n: 1e5, restitution: 0.5), bodies: [
            (name: "other", motion: Fixed, {other}), (name: "ball", shape: Sphere(radius: 0.01), mass: 1.0,
            position: ({:?}, {:?}, {:?}), velocity: (0.0, 0.0, 0.0))])"#,
            from[0], from[1], from[2]
        );
        let scene = Scene::parse("fast", &text);
        let mut simulation = Simulation::new(&scene.expect("a scene"));
        let (velocity, angular_velocity) = (Vec3::x() * 1000.0, Vec3::y() * 9000.0);
        simulation.world().write_message(QueueEdit(Edit::Kick { body: 1, velocity, angular_velocity }));
        simulation.steps(10);
        simulation.stopped().map(str::to_owned)
    };
    let wall = "shape: Box(half_extents: (0.001, 1.0, 1.0))";
    let turned =
        "shape: Box(half_extents: (1.0, 1.0, 0.001)), rotation: AxisAngle(axis: (0.0, 1.0, 0.0), degrees: 45.0)";
    let at = |x: f64, what: &str| format!("position: ({x:?}, 0.0, 0.0), {what}");
    for (other, from, meets) in [
        (at(5.5, wall), [0.0, 0.0, 0.0], true),
        (at(5.5, wall), [0.0, 1.02, 0.0], false),
        (at(5.5, wall), [0.0, 1.005, 0.0], true),
        // It ends at 10 m.
        (at(10.5, wall), [0.0, 0.0, 0.0], false),
        (at(5.5, turned), [0.0, 0.0, 0.5], true),
        (at(5.5, turned), [0.0, 0.0, 0.75], false),
        (at(5.5, "shape: Sphere(radius: 0.1)"), [0.0, 0.0, 0.05], true),
        (at(5.5, "shape: Sphere(radius: 0.1)"), [0.0, 0.0, 0.2], false),
        ("shape: Plane".to_owned(), [0.0, 0.0, 0.1], false),
        ("shape: Plane".to_owned(), [0.0, 0.0, 0.005], true),
        ("shape: Bowl(radius: 20.0)".to_owned(), [0.0, 0.0, 0.0], false),
        ("shape: Bowl(radius: 5.0)".to_owned(), [0.0, 0.0, 0.0], true),
        ("shape: Tube(radius: 20.0)".to_owned(), [0.0, 0.0, 0.0], false),
        ("shape: Tube(radius: 5.0)".to_owned(), [0.0, 0.0, 0.0], true),
    ] {
        let why = flies(&other, from);
        assert_eq!(why.is_some(), meets, "{other} from {from:?}: {why:?}");
        assert!(why.is_none_or(|why| why.contains("past body 0 \"other\"")), "{other}");
    }
}
