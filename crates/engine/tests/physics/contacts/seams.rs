//! Fixed bodies that lie flush are one body: nothing that slides or rolls over them notices a seam.

use crate::support::body;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::{largest, smallest};
use stickslip_engine::observe::state::BodyState;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Scene, text::write};

/// A fixed box: half extents and centre, m.
type Slab = ([f64; 3], [f64; 3]);

/// One slab, and the same floor in pieces: flush, overlapping, four that meet in a corner, a narrow one in the middle, and
/// pieces of different depths.
const WHOLE: [Slab; 1] = [([0.5, 1.0, 0.05], [0.0, 0.0, -0.05])];
const FLOORS: [(&str, &[Slab]); 6] = [
    ("flush", &[([0.5, 0.5, 0.05], [0.0, -0.5, -0.05]), ([0.5, 0.5, 0.05], [0.0, 0.5, -0.05])]),
    ("overlapping", &[([0.5, 0.6, 0.05], [0.0, -0.4, -0.05]), ([0.5, 0.55, 0.05], [0.0, 0.45, -0.05])]),
    (
        "four corners",
        &[
            ([0.25, 0.5, 0.05], [-0.25, -0.5, -0.05]),
            ([0.25, 0.5, 0.05], [0.25, -0.5, -0.05]),
            ([0.25, 0.5, 0.05], [-0.25, 0.5, -0.05]),
            ([0.25, 0.5, 0.05], [0.25, 0.5, -0.05]),
        ],
    ),
    (
        "narrow",
        &[
            ([0.5, 0.49, 0.05], [0.0, -0.51, -0.05]),
            ([0.5, 0.02, 0.02], [0.0, 0.0, -0.02]),
            ([0.5, 0.49, 0.05], [0.0, 0.51, -0.05]),
        ],
    ),
    ("depths", &[([0.5, 0.5, 0.05], [0.0, -0.5, -0.05]), ([0.5, 0.5, 0.2], [0.0, 0.5, -0.2])]),
    (
        "a tile and a half",
        &[
            ([0.5, 0.5, 0.05], [0.0, -0.5, -0.05]),
            ([0.2, 0.5, 0.05], [-0.3, 0.5, -0.05]),
            ([0.3, 0.5, 0.05], [0.2, 0.5, -0.05]),
        ],
    ),
];

/// Bodies that cross the seam at y = 0: shape, height of the centre, m, and further fields.
const MOVERS: [(&str, &str, f64, &str); 8] = [
    ("box", "Box(half_extents: (0.06, 0.07, 0.03))", 0.03, "velocity: (0.1, 1.5, 0.0)"),
    (
        "turned box",
        "Box(half_extents: (0.06, 0.07, 0.03))",
        0.03,
        "velocity: (0.0, 1.5, 0.0), rotation: AxisAngle(axis: (0.0, 0.0, 1.0), degrees: 30.0)",
    ),
    ("standing cylinder", "Cylinder(radius: 0.06, half_height: 0.03)", 0.03, "velocity: (0.1, 1.5, 0.0)"),
    (
        "prism",
        "ConvexPolyhedron(points: [(-0.07, -0.06, -0.03), (0.07, -0.06, -0.03), (0.0, 0.09, -0.03), (-0.07, -0.06, 0.03), (0.07, \
         -0.06, 0.03), (0.0, 0.09, 0.03)])",
        0.03,
        "velocity: (0.0, 1.5, 0.0)",
    ),
    ("ball", "Sphere(radius: 0.05)", 0.05, "velocity: (0.1, 1.5, 0.0), angular_velocity: (-30.0, 2.0, 1.0)"),
    ("sliding ball", "Sphere(radius: 0.05)", 0.05, "velocity: (0.1, 1.5, 0.0)"),
    (
        "lying cylinder",
        "Cylinder(radius: 0.05, half_height: 0.1)",
        0.05,
        "velocity: (0.0, 1.5, 0.0), rotation: AxisAngle(axis: (0.0, 1.0, 0.0), degrees: 90.0), angular_velocity: (-30.0, 0.0, 0.0)",
    ),
    ("ellipsoid", "Ellipsoid(semi_axes: (0.05, 0.08, 0.04))", 0.04, "velocity: (0.0, 1.5, 0.0)"),
];

/// Solvers: Δt, s, and laws.
const LAWS: [(&str, f64, &str); 4] = [
    ("rigid", 1e-3, "friction: (mu: 0.2), normal: Rigid"),
    (
        "springs",
        1e-4,
        "friction: (mu_s: 0.2, mu_k: 0.2, k_e: 8e4, eta_r: 0.01, laws: (roll: SpringDashpot)), normal: Hooke(k_n: 1e5, damping: Ratio(0.5))",
    ),
    (
        "cundall-strack",
        1e-4,
        "friction: (mu_s: 0.25, mu_k: 0.2, k_e: 8e4, laws: (slide: \"cundall-strack\")), normal: Hooke(k_n: 1e5, damping: \
         Ratio(0.5))",
    ),
    ("dae", 1e-4, "friction: (mu: 0.2, laws: (slide: Dae)), normal: Hooke(k_n: 1e5, damping: Ratio(0.5))"),
];

/// Where the mover is in the list of bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    First,
    Second,
    Last,
}

/// A floor and a mover that starts at `y`, m; `fields`: laws of the scene.
fn scene(
    floor: &[Slab],
    (shape, z, motion): (&str, f64, &str),
    y: f64,
    (dt, fields): (f64, &str),
    place: Place,
) -> Scene {
    let slab = |(k, (half, at)): (usize, &Slab)| {
        let [half, at] = [half, at].map(|v| write::vector(&Vec3::from(*v)));
        format!(r#"(name: "slab-{k}", shape: Box(half_extents: {half}), motion: Fixed, position: {at})"#)
    };
    let mut bodies: Vec<String> = floor.iter().enumerate().map(slab).collect();
    let at = match place {
        Place::First => 0,
        Place::Second => 1,
        Place::Last => bodies.len(),
    };
    bodies
        .insert(at, format!(r#"(name: "mover", shape: {shape}, mass: 0.5, position: (0.02, {y:?}, {z:?}), {motion})"#));
    let text = format!(
        r#"Scene(schema: 1, title: "seam", time: (dt: {dt:e}, duration: 1.0), gravity: (0.0, 0.0, -9.81), {fields},
        bodies: [{}])"#,
        bodies.join(", ")
    );
    Scene::parse("seam", &text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

fn end(scene: &Scene, time: f64) -> BodyState {
    let mut simulation = Simulation::new(scene);
    simulation.steps((time / scene.dt).round() as u64);
    assert_eq!(simulation.stopped(), None);
    body(&simulation.state(), "mover").clone()
}

/// Largest difference of position, m, velocity, m/s, and angular velocity, 0.1 rad/s.
fn difference(a: &BodyState, b: &BodyState) -> f64 {
    let turned = (a.q.inverse() * b.q).angle();
    largest([(a.x - b.x).norm(), (a.v - b.v).norm(), 0.1 * (a.w - b.w).norm(), turned])
}

/// Every shape crosses every floor as it crosses one slab, under every solver, whatever the order of the bodies: to 1e-7, the
/// residual of a step of rigid contacts times the steps; springs to 3e-7, of an overlap of 1e-5 m: most to rounding, a tilted
/// prism and a ball between both orders of the bodies not.
#[test]
fn a_seam_is_no_edge() {
    let mut bad = Vec::new();
    for (law, dt, fields) in LAWS {
        for (mover, shape, z, motion) in MOVERS {
            if law == "dae" && shape.starts_with("Sphere") {
                continue;
            }
            let sunk = if law == "rigid" { 0.0 } else { 0.5 * 9.81 / 1e5 / 4.0 };
            let run = |floor: &[Slab], place: Place| {
                end(&scene(floor, (shape, z - sunk, motion), -0.15, (dt, fields), place), 0.25)
            };
            let wholes = [Place::First, Place::Last].map(|place| run(&WHOLE, place));
            for whole in &wholes {
                assert!(whole.x.y > 0.07, "{mover}, {law}: does not cross the seam: {}", whole.x.y);
            }
            for (name, floor) in FLOORS {
                for place in [Place::First, Place::Second, Place::Last] {
                    // In the second place the mover is i of one pair and j of the other: between both orders.
                    let end = run(floor, place);
                    let offs = wholes.each_ref().map(|whole| difference(&end, whole));
                    let off = match place {
                        Place::First => offs[0],
                        Place::Second => smallest(offs),
                        Place::Last => offs[1],
                    };
                    let most = if law == "rigid" { 1e-7 } else { 3e-7 };
                    if off.is_nan() || off > most {
                        bad.push(format!("{law}, {mover}, {name}, {place:?}: {off:e}"));
                    }
                }
            }
        }
    }
    assert!(bad.is_empty(), "{} differ:\n{}", bad.len(), bad.join("\n"));
}
