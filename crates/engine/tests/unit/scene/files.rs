//! Scene files: their meaning, and the reports of faulty ones.

use crate::example::{GOOD, parse, with_bodies};
use stickslip_engine::laws::friction::element::{Mode, Start};
use stickslip_engine::laws::friction::normal::{NormalDamping, exact_damping_ratio, published_damping_ratio};
use stickslip_engine::laws::friction::parameters::{Damping, SpinModel, Threshold};
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::scene::text::nesting::MAX_DEPTH;
use stickslip_engine::scene::{self, Faults, Motion, NormalLaw, Scene};
use stickslip_engine::shapes::Shape;

fn good(text: &str) -> Scene {
    match parse(text) {
        Ok(scene) => scene,
        Err(faults) => panic!("{}\n{text}", plain(&faults)),
    }
}

fn plain(faults: &Faults) -> String {
    faults.lines().map(|line| line.to_string()).collect::<Vec<_>>().join("\n")
}

/// The example with `from` replaced by `to`.
fn with(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "the example has no {from}");
    GOOD.replacen(from, to, 1)
}

fn near(a: Vec3, b: Vec3) {
    assert!((a - b).norm() < 1e-14 * (1.0 + b.norm()), "{a} is not {b}");
}

/// A change of the example (text, replacement), and every line of the resulting report.
const BROKEN: &[(&str, &str, &[&str])] = &[
    (
        "mu_s: 0.25",
        "mu_s: 0.15",
        &[
            "s.ron:9:27: friction.mu_k: kinetic friction 0.2 is larger than static friction mu_s 0.15; lower mu_k or raise mu_s",
        ],
    ),
    (
        "mu_s: 0.25",
        "mus: 0.25",
        &[
            "s.ron:8:15: friction.mu_s: missing field `mu_s`; add `mu_s: ...`",
            "s.ron:9:9: friction.mus: unknown field `mus`; did you mean `mu_s`?",
        ],
    ),
    ("mu_s: 0.25, ", "", &["s.ron:8:15: friction.mu_s: missing field `mu_s`; add `mu_s: ...`"]),
    (
        "mu_s: 0.25, ",
        "mu_s: 0.25 ",
        &["s.ron:9:20: not valid RON: expected comma; put a comma between the two entries"],
    ),
    (
        "mu_s: 0.25, ",
        "mu_s: 0.25, mu_s: 0.3, ",
        &["s.ron:9:21: friction.mu_s: field `mu_s` is given twice; keep one of them"],
    ),
    (
        "mu_k: 0.2",
        r#"mu_k: "low""#,
        &[r#"s.ron:9:27: friction.mu_k: expected a number, found `"low"`; write it like `0.5`"#],
    ),
    ("mu_k: 0.2", "mu_k: NaN", &["s.ron:9:27: friction.mu_k: must be finite, found `NaN`; give an ordinary number"]),
    (
        "k_e: 1e5",
        "k_e: -1e5",
        &["s.ron:9:37: friction.k_e: must be positive, found `-1e5`; give a number greater than 0"],
    ),
    ("k_e: 1e5", "k_e: inf", &["s.ron:9:37: friction.k_e: must be finite, found `inf`; give an ordinary number"]),
    (
        "eta_r: 0.3",
        "eta_r: -0.3",
        &["s.ron:10:16: friction.eta_r: must be at least 0, found `-0.3`; give 0 or a positive number"],
    ),
    (
        "spin: Heuristic(eta_psi: 0.006, curvature: 5.0)",
        "spin: Heuristics(eta_psi: 0.006, curvature: 5.0)",
        &["s.ron:11:15: friction.spin: unknown choice `Heuristics`; did you mean `Heuristic`?"],
    ),
    (
        "spin: Heuristic(eta_psi: 0.006, curvature: 5.0)",
        "spin: Heuristic",
        &[
            "s.ron:11:15: friction.spin: `Heuristic` is not complete; write it like `Heuristic(eta_psi: 0.006, curvature: 5.0)`",
        ],
    ),
    (
        "spin: Heuristic(eta_psi: 0.006, curvature: 5.0)",
        "spin: Off(3)",
        &["s.ron:11:15: friction.spin: `Off` takes nothing in brackets; write `Off`"],
    ),
    (
        "spin: Heuristic(eta_psi: 0.006, curvature: 5.0)",
        "spin: Hertz",
        &[
            "s.ron:11:15: friction.spin: Hertz needs an elastic body, but `incline` and `ball` are both rigid; give one of them `youngs_modulus` and `poisson_ratio`",
        ],
    ),
    (
        "spin: Heuristic(eta_psi: 0.006, curvature: 5.0)",
        "spin: 3",
        &[
            "s.ron:11:15: friction.spin: expected one of Off, Heuristic(eta_psi: 0.006, curvature: 5.0), Hertz, Given(stiffness: 0.018, threshold: Kappa(5.0)), found `3`; write it like `Off`",
        ],
    ),
    (
        "slide_damping: Ratio(0.5)",
        "slide_damping: Ratio(0.5, 0.6)",
        &[
            "s.ron:12:29: friction.slide_damping: expected one value in brackets, found `(0.5, 0.6)`; write it like `Ratio(1.0)`",
        ],
    ),
    (
        "slide_damping: Ratio(0.5)",
        "slide_damping: Ratio(-0.5)",
        &["s.ron:12:30: friction.slide_damping: must be at least 0, found `-0.5`; give 0 or a positive number"],
    ),
    (
        "slide_damping: Ratio(0.5)",
        "slide_damping: 0.5",
        &[
            "s.ron:12:24: friction.slide_damping: expected one of Ratio(1.0), Coefficient(25.0), Uncapped(Ratio(1.0)), Capped(Ratio(1.0)), found `0.5`; write it like `Ratio(1.0)`",
        ],
    ),
    (
        "roll_damping: Ratio(0.5)",
        "roll_damping: Ratio(0.5), roll: Given(damping: Coefficient(3))",
        &["s.ron:13:23: friction.roll_damping: damping is also given in friction.roll.damping; keep one of them"],
    ),
    (
        "roll_damping: Ratio(0.5)",
        "start: (slide: stuck)",
        &["s.ron:13:24: friction.start.slide: unknown choice `stuck`; did you mean `stick`?"],
    ),
    (
        "roll_damping: Ratio(0.5)",
        "saturated: true, start: (slide: slip)",
        &["s.ron:13:33: friction.start: contradicts `saturated: true`; leave out `saturated`, or this field"],
    ),
    (
        "normal: Known(Weight)",
        "normal: Hertz(restitution: 1.4)",
        &[
            "s.ron:16:13: normal: Hertz needs an elastic body, but `incline` and `ball` are both rigid; give one of them `youngs_modulus` and `poisson_ratio`",
            "s.ron:16:32: normal.restitution: must lie in [0, 1], found `1.4`; give 1 for no loss, less for some",
        ],
    ),
    (
        "normal: Known(Weight)",
        "normal: Hooke(k_n: 1e6, restitution: 0.4, damping: Ratio(0.1))",
        &[
            "s.ron:16:42: normal.restitution: the damping is given twice, by `damping` and by `restitution`; keep one of them",
        ],
    ),
    (
        "normal: Known(Weight)",
        "normal: Known(Force(-3))",
        &["s.ron:16:25: normal: must be at least 0, found `-3`; give 0 or a positive number"],
    ),
    (
        "normal: Known(Weight)",
        "normal: Hooke(damping: Ratio(0.1))",
        &["s.ron:16:18: normal.k_n: missing field `k_n`; add `k_n: ...`"],
    ),
    ("schema: 1,", "schema: 2,", &["s.ron:3:13: schema: schema `2` is not known; write `schema: 1`"]),
    ("schema: 1,", "", &["s.ron:2:6: schema: missing field `schema`; add `schema: ...`"]),
    ("dt: 1e-4", "dt: 0", &["s.ron:6:16: time.dt: must be positive, found `0`; give a number greater than 0"]),
    (
        "duration: 0.8",
        "duration: -0.8",
        &["s.ron:6:32: time.duration: must be positive, found `-0.8`; give a number greater than 0"],
    ),
    (
        "gravity: (0.0, 0.0, -9.8)",
        "gravity: -9.8",
        &["s.ron:7:14: gravity: expected 3 numbers in brackets, found `-9.8`; write it like `(0.0, 0.0, 0.0)`"],
    ),
    (
        "gravity: (0.0, 0.0, -9.8)",
        "gravity: (0.0, -9.8)",
        &["s.ron:7:14: gravity: expected 3 numbers in brackets, found `(0.0, -9.8)`; write it like `(0.0, 0.0, 0.0)`"],
    ),
    (
        "degrees: 35.0",
        "degrees: 90",
        &[
            "s.ron:18:51: bodies.incline.shape.degrees: must lie between -90 and 90, found `90`; give the slope of the surface, positive if it rises towards +y",
        ],
    ),
    (
        "motion: Fixed",
        "motion: Free",
        &["s.ron:18:66: bodies.incline.motion: a plane, bowl or tube cannot move freely; make it Fixed or Driven(...)"],
    ),
    (
        "mass: 5.0",
        "mass: -5.0",
        &["s.ron:19:58: bodies.ball.mass: must be positive, found `-5.0`; give a number greater than 0"],
    ),
    (
        "mass: 5.0,",
        "",
        &[
            "s.ron:19:9: bodies.ball: a body that moves needs a mass; add `mass: ...`, or `density: ...` if its shape has a volume",
        ],
    ),
    (
        "mass: 5.0",
        "mass: 5.0, density: 1000",
        &["s.ron:19:72: bodies.ball.density: the body has a mass and a density; keep one of them"],
    ),
    (
        r#"name: "ball""#,
        r#"name: "incline""#,
        &["s.ron:19:16: bodies.incline.name: the name `incline` is used twice; give each body a name of its own"],
    ),
    (r#"name: "ball""#, r#"name: """#, &["s.ron:19:16: bodies.1.name: a name must not be empty; give the body a name"]),
    (
        r#"surface: "incline""#,
        r#"surface: "inclin""#,
        &["s.ron:20:24: bodies.ball.on.surface: there is no body `inclin`; did you mean `incline`?"],
    ),
    (
        r#"surface: "incline""#,
        r#"surface: "ball""#,
        &[
            "s.ron:20:24: bodies.ball.on.surface: a body cannot be placed on itself; name another body, or give a `position`",
        ],
    ),
    (
        " on: (",
        " position: (0, 0, 1), on: (",
        &[
            "s.ron:20:20: bodies.ball.position: `position` in the world contradicts `on`; leave out `position` (`on` has at, velocity and spin), place the body without `on`, or give an impact as `velocity: Polar(speed: ..., degrees: ...)`",
        ],
    ),
    (
        "Sphere(radius: 0.2)",
        "Sphere(radius: 0)",
        &["s.ron:19:46: bodies.ball.shape.radius: must be positive, found `0`; give a number greater than 0"],
    ),
    (
        "Sphere(radius: 0.2)",
        "Spere(radius: 0.2)",
        &["s.ron:19:31: bodies.ball.shape: unknown choice `Spere`; did you mean `Sphere`?"],
    ),
    (
        "Sphere(radius: 0.2)",
        "Sphere",
        &["s.ron:19:31: bodies.ball.shape: `Sphere` is not complete; write it like `Sphere(radius: 0.2)`"],
    ),
    (
        "Sphere(radius: 0.2)",
        "Box(half_extents: (1, 2, -3))",
        &["s.ron:19:56: bodies.ball.shape.half_extents.2: must be positive, found `-3`; give a number greater than 0"],
    ),
    (
        "Sphere(radius: 0.2)",
        "Disk(radius: 0.2), density: 3, inertia: (1, 2, 0)",
        &[
            "s.ron:19:59: bodies.ball.density: the body has a mass and a density; keep one of them",
            "s.ron:19:78: bodies.ball.inertia.2: must be positive, found `0`; give a number greater than 0",
        ],
    ),
    (
        "Sphere(radius: 0.2)",
        "ConvexPolyhedron(points: [(0,0,0),(1,0,0),(0,1,0),(1,1,0)])",
        &["s.ron:19:47: bodies.ball.shape: the points enclose no volume; give points that do not all lie in one plane"],
    ),
    (
        "Sphere(radius: 0.2)",
        "Prism(polygon: [(0,0),(1,0),(0.2,0.2),(0,1)], half_height: 1)",
        &[
            "s.ron:19:46: bodies.ball.shape.polygon: the polygon is not convex; list the corners of a convex polygon in order around it",
        ],
    ),
    (
        "mass: 5.0",
        "mass: 5.0, youngs_modulus: 2e11",
        &[
            "s.ron:19:79: bodies.ball.youngs_modulus: needs a Poisson ratio as well; add `poisson_ratio: ...` or `shear_modulus: ...`",
        ],
    ),
    (
        "mass: 5.0",
        "mass: 5.0, youngs_modulus: 2e11, poisson_ratio: 0.6",
        &["s.ron:19:100: bodies.ball.poisson_ratio: must lie in (-1, 0.5], found `0.6`; most solids have 0.2 to 0.4"],
    ),
    (
        "mass: 5.0",
        "mass: 5.0, rotation: (1, 1, 0, 0)",
        &[
            "s.ron:19:73: bodies.ball.rotation: a rotation needs a quaternion of length 1, found length 1.414214; give (qw, qx, qy, qz) with unit length, or AxisAngle(axis: (x, y, z), degrees: d)",
        ],
    ),
    (
        "mass: 5.0",
        "mass: 5.0, motion: Spinning((0, 0, 0))",
        &["s.ron:19:80: bodies.ball.motion: an axis must not be zero; give a direction such as (0.0, 0.0, 1.0)"],
    ),
    (
        "mass: 5.0",
        "motion: Fixed",
        &[
            "s.ron:20:14: bodies.ball.on: a fixed or driven body has no velocity of its own; use motion: Driven(velocity: ...)",
        ],
    ),
    (
        "normal: Known(Weight),",
        r#"normal: Known(Weight), pairs: [(between: ("ball", "floor"), friction: (mu_k: 0.3))],"#,
        &[
            "s.ron:16:55: pairs.ball-floor.between.1: there is no body or material `floor`; the bodies and materials are: ball, incline",
            "s.ron:16:82: pairs.ball-floor.friction.mu_k: kinetic friction 0.3 is larger than static friction mu_s 0.25; lower mu_k or raise mu_s",
        ],
    ),
    (
        "normal: Known(Weight),",
        r#"normal: Known(Weight), pairs: [(between: ("ball", "incline"))],"#,
        &["s.ron:16:36: pairs.ball-incline: the pair changes nothing; add `friction: ( ... )` or `normal: ...`"],
    ),
    (
        "bodies: [",
        "bodies: [], bodies2: [",
        &[
            "s.ron:17:13: bodies: a scene needs a body; add one, such as a Plane and a Sphere on it",
            "s.ron:17:17: bodies2: unknown field `bodies2`; did you mean `bodies`?",
        ],
    ),
    ("Scene(", "Szene(", &["s.ron:2:1: unknown choice `Szene`; did you mean `Scene`?"]),
    ("    ],\n)", "    ],", &[r#"s.ron:22:1: not valid RON: the text ends too early; close every `(`, `[` and `"`"#]),
    (
        "Sphere(radius: 0.2)",
        "Disk(radius: 0.2, axis: (0, 1, 0))",
        &[
            "s.ron:19:9: bodies.ball: the body moves out of its plane at the start; give a velocity normal to the axis, or another axis",
        ],
    ),
    (
        "Sphere(radius: 0.2), mass: 5.0",
        "Disk(radius: 0.2), density: 3",
        &[
            "s.ron:19:59: bodies.ball.density: this shape has no volume, so a density gives no mass; give `mass` instead",
        ],
    ),
    (
        r#"on: (surface: "incline", at: (0.0, 0.0), velocity: (0.0, 0.5), spin: 0.0)"#,
        "velocity: (1, 0, 0)",
        &[r#"s.ron:19:9: bodies.ball: the body is not placed; add `on: (surface: "...")` or `position: (x, y, z)`"#],
    ),
    (
        "mass: 5.0",
        "mass: 5.0, motion: Driven(from: 2, until: 1)",
        &[
            "s.ron:19:94: bodies.ball.motion.until: ends at 1.0 s, before it begins at 2.0 s; give `until` a later time than `from`",
            "s.ron:20:14: bodies.ball.on: a fixed or driven body has no velocity of its own; use motion: Driven(velocity: ...)",
        ],
    ),
    (
        "roll_damping: Ratio(0.5)",
        "roll: Given(stiffness: 0, threshold: Kapa(3))",
        &[
            "s.ron:13:32: friction.roll.stiffness: must be positive, found `0`; give a number greater than 0",
            "s.ron:13:46: friction.roll.threshold: unknown choice `Kapa`; did you mean `Kappa`?",
        ],
    ),
    (
        "spin: Heuristic(eta_psi: 0.006, curvature: 5.0)",
        "spin: Given(stiffness: 1.0)",
        &["s.ron:11:20: friction.spin.threshold: missing field `threshold`; add `threshold: ...`"],
    ),
    (
        "roll_damping: Ratio(0.5)",
        "history: (slide: 1.0, spin: (1, 2))",
        &[
            "s.ron:13:26: friction.history.slide: expected 2 numbers in brackets, found `1.0`; write it like `(0.0, 0.0)`",
            "s.ron:13:37: friction.history.spin: expected a number, found `(1, 2)`; write it like `0.5`",
        ],
    ),
    (
        "time: (dt: 1e-4, duration: 0.8)",
        "time: 0.8",
        &["s.ron:6:11: time: expected named fields, found `0.8`; write it like `( name: value, ... )`"],
    ),
    (
        r#"incline", shape"#,
        r#"incline", color: "red", shape"#,
        &[
            "s.ron:18:27: bodies.incline.color: unknown field `color`; the fields here are: name, material, shape, motion, mass, density, inertia, youngs_modulus, poisson_ratio, shear_modulus, grain, on, fill, position, rotation, velocity, angular_velocity",
        ],
    ),
    (
        "friction: (",
        "friction: Friction(",
        &["s.ron:8:15: friction: expected named fields, found `Friction(...`; write it like `( name: value, ... )`"],
    ),
    (
        r#"title: "Sphere"#,
        "title: Sphere",
        &["s.ron:4:19: not valid RON: expected comma; put a comma between the two entries"],
    ),
];

#[test]
fn every_broken_scene_is_told_what_is_wrong_where_and_what_to_do() {
    for (from, to, expected) in BROKEN {
        let faults = parse(&with(from, to)).expect_err(to);
        assert_eq!(plain(&faults), expected.join("\n"), "after writing {to} for {from}");
    }
}

#[test]
fn the_example_means_what_it_says() {
    let scene = good(GOOD);
    assert_eq!((scene.dt, scene.duration, scene.normal), (1e-4, 0.8, NormalLaw::KnownWeight));
    assert_eq!((scene.friction.mu_s, scene.friction.mu_k, scene.friction.k_e), (0.25, 0.2, 1e5));
    assert_eq!(scene.friction.spin, SpinModel::Heuristic { eta_psi: 0.006, curvature: 5.0 });
    assert_eq!(scene.friction.roll_given.damping, Damping::Ratio(0.5));
    assert_eq!(scene.friction.spin_given.damping, Damping::Ratio(1.0));
    let (ground, ball) = (&scene.bodies[0], &scene.bodies[1]);
    let (sin, cos) = 35f64.to_radians().sin_cos();
    assert_eq!((&ground.shape, ground.motion, ground.mass), (&Shape::Plane, Motion::Fixed, f64::INFINITY));
    near(ground.rotation * Vec3::z(), Vec3::new(0.0, -sin, cos));
    near(ball.position, Vec3::new(0.0, -sin, cos) * 0.2);
    near(ball.velocity, Vec3::new(0.0, cos, sin) * 0.5);
    near(ball.inertia, Vec3::repeat(0.08));
    assert_eq!((ball.rotation, ball.angular_velocity), (ground.rotation, Vec3::zeros()));
}

#[test]
fn all_faults_of_a_file_are_reported_in_file_order() {
    let text = GOOD
        .replace("mu_s: 0.25", "mu_s: -1")
        .replace("duration: 0.8", "duration: 0")
        .replace("radius: 0.2", "radius: big")
        .replace("Known(Weight)", "Known(Wait)");
    let faults = parse(&text).unwrap_err();
    let paths: Vec<&str> = faults.faults().iter().map(|fault| fault.path.as_str()).collect();
    assert_eq!(paths, ["time.duration", "friction.mu_s", "normal", "bodies.ball.shape.radius"]);
    assert_eq!(faults.to_string(), "s.ron: 4 faults");
}

#[test]
fn a_line_is_json() {
    let faults = parse(&with("mu_s: 0.25", "mu_s: 0.15")).unwrap_err();
    let json = serde_json::to_value(faults.lines().collect::<Vec<_>>()).unwrap();
    assert_eq!(json[0]["line"], 9);
    assert_eq!(json[0]["path"], "friction.mu_k");
}

fn set(text: &str, path: &str, value: &str) -> String {
    scene::set(text, path, value).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn set_changes_one_value_and_nothing_else() {
    assert_eq!(set(GOOD, "friction.mu_s", "0.3"), with("mu_s: 0.25", "mu_s: 0.3"));
    assert_eq!(set(GOOD, "bodies.ball.on.velocity", "(0,0.8)"), with("(0.0, 0.5)", "(0,0.8)"));
    assert_eq!(set(GOOD, "bodies.incline.shape.degrees", " 22 "), with("35.0", "22"));
    // A choice without fields gets its first field.
    let alone = set(GOOD, "friction.laws", "(slide: Dae)");
    assert!(set(&alone, "friction.laws.slide.mu", "0.4").contains("(slide: Dae(mu: 0.4))"));
    assert_eq!(scene::set(&alone, "friction.laws.slide.nu", "0.4").unwrap_err().remedy, "did you mean `mu`?");
    assert_eq!(set(GOOD, "bodies.0.shape.degrees", "22"), with("35.0", "22"));
    assert_eq!(set(GOOD, "time.dt", "2e-4"), with("1e-4", "2e-4"));
    assert_eq!(set(GOOD, "normal", "Known(Force(3))"), with("Known(Weight)", "Known(Force(3))"));
    assert_eq!(set(GOOD, "friction.spin.eta_psi", "0.01"), with("0.006", "0.01"));
    assert_eq!(set(GOOD, "gravity.2", "-1.62"), with("-9.8", "-1.62"));
    assert_eq!(set(GOOD, "title", "\"new\""), with("\"Sphere rolling up an incline\"", "\"new\""));
}

#[test]
fn set_puts_a_legal_field_in() {
    let text = set(GOOD, "friction.roll.stiffness", "1600");
    assert_eq!(good(&text).friction.roll_given.stiffness, Some(1600.0));
    let text = set(&text, "friction.roll.threshold", "Kappa(0.5)");
    assert_eq!(good(&text).friction.roll_given.threshold, Threshold::Kappa(0.5));
    let text = set(&text, "friction.start.spin", "slip");
    assert_eq!(good(&text).friction.spin_given.start, Start::In(Mode::Slip));
    let text = set(&text, "bodies.ball.inertia", "(1, 1, 1)");
    assert_eq!(good(&text).bodies[1].inertia, Vec3::repeat(1.0));
    let text = set(&text, "pairs", "[(between: (\"ball\", \"incline\"), friction: (mu_k: 0.1))]");
    let text = set(&text, "pairs.ball-incline.friction.mu_s", "0.11");
    assert_eq!(good(&text).pairs[0].friction.mu_s, 0.11);
}

#[test]
fn a_path_that_does_not_exist_is_a_fault_that_names_the_nearest() {
    let cases = [
        ("friction.colour", "friction.colour: unknown field `colour`; the fields here are"),
        ("friction.mu_ss", "friction.mu_ss: unknown field `mu_ss`; did you mean `mu_s`?"),
        ("frction.mu_s", "frction.mu_s: unknown field `frction`; did you mean `friction`?"),
        ("bodies.bell.mass", "bodies.bell.mass: there is no `bell` in bodies; did you mean `ball`?"),
        ("bodies.7.mass", "bodies.7.mass: there is no `7` in bodies; there are: incline, ball"),
        ("bodies.ball.mass.x", "bodies.ball.mass.x: `5.0` has no field `x`; set the whole value instead"),
        ("bodies.ball.", "bodies.ball.: the path names no field; "),
        ("", "the path names no field; "),
        (".x", ".x: "),
    ];
    for (path, expected) in cases {
        let fault = scene::set(GOOD, path, "1").expect_err(path);
        assert!(fault.to_string().starts_with(expected), "{fault}");
    }
    let fault = scene::set(GOOD, "friction.mu_s", "0.3, mu_k: 9").unwrap_err();
    assert!(fault.to_string().starts_with("friction.mu_s: `0.3, mu_k: 9` is not valid RON"), "{fault}");
}

#[test]
fn the_disk_of_section_4_2_can_be_written() {
    let text = with(
        "spin: Heuristic(eta_psi: 0.006, curvature: 5.0)",
        "roll: Given(stiffness: 1600.0, threshold: Kappa(2.5), damping: Coefficient(25.298)), saturated: true",
    )
    .replace("        roll_damping: Ratio(0.5),\n", "")
    .replace("Sphere(radius: 0.2)", "Disk(radius: 0.2)");
    let scene = good(&text);
    assert_eq!(scene.friction.roll_given.stiffness, Some(1600.0));
    assert_eq!(scene.friction.roll_given.threshold, Threshold::Kappa(2.5));
    assert_eq!(scene.friction.roll_given.damping, Damping::Coefficient(25.298));
    assert_eq!(scene.friction.slide_given.start, Start::Saturated);
    assert_eq!(scene.friction.spin, SpinModel::Off);
    let disk = &scene.bodies[1];
    assert_eq!(disk.shape, Shape::Disk { radius: 0.2, axis: Vec3::x() });
    assert_eq!(disk.motion, Motion::Planar(Vec3::x()));
    near(disk.inertia, Vec3::repeat(0.5 * 5.0 * 0.04));
    let sideways = good(&text.replace("(0.0, 0.5)", "(0.5, 0.0)"));
    assert_eq!(sideways.bodies[1].shape, Shape::Disk { radius: 0.2, axis: Vec3::y() });
}

#[test]
fn a_roll_stiffness_without_eta_r_switches_roll_on_and_eta_r_0_switches_it_off() {
    let text = with("eta_r: 0.3", "roll: (stiffness: 1600)");
    let friction = good(&text).friction;
    assert_eq!((friction.roll.eta_r(), friction.roll_given.stiffness), (0.0, Some(1600.0)));
    let friction = good(&text.replace("mu_s:", "eta_r: 0, mu_s:")).friction;
    assert_eq!((friction.roll.eta_r(), friction.roll_given.stiffness), (0.0, None));
}

#[test]
fn a_pair_inherits_what_it_does_not_give() {
    let pairs = r#"normal: Hooke(k_n: 1e7), pairs: [
        (between: ("steel", "incline"), friction: (eta_r: 0.1, slide_damping: Coefficient(3))),
        (between: ("ball", "incline"), normal: Known(Force(40.1))),
    ]"#;
    let scene = good(&with("normal: Known(Weight)", pairs).replace("mass: 5.0", "mass: 5.0, material: \"steel\""));
    assert_eq!(
        scene.normal,
        NormalLaw::Hooke { k_n: 1e7, damping: NormalDamping::Given(Damping::Ratio(0.0)), tension: false }
    );
    assert_eq!((scene.pairs[0].friction.roll.eta_r(), scene.pairs[0].friction.mu_s), (0.1, 0.25));
    assert_eq!(scene.pairs[0].normal, scene.normal);
    assert_eq!(scene.pairs[1].friction, scene.friction);
    assert_eq!(scene.pairs[1].normal, NormalLaw::KnownForce(40.1));
    assert_eq!(scene.rule_of(&scene.bodies[1], &scene.bodies[0]), Some(1));
}

#[test]
fn bodies_touch_the_surface_they_are_put_on() {
    let on = "on: (surface: \"incline\", at: (1, 2))";
    let turned = "rotation: AxisAngle(axis: (1, 0, 0), degrees: 90)";
    for (shape, height, height_turned) in [
        ("Ellipsoid(semi_axes: (0.1, 0.2, 0.3))", 0.3, 0.2),
        ("Box(half_extents: (0.1, 0.2, 0.3))", 0.3, 0.2),
        ("Cylinder(radius: 0.1, half_height: 0.4)", 0.4, 0.1),
        ("Capsule(radius: 0.1, half_height: 0.4)", 0.5, 0.1),
        ("Prism(polygon: [(-0.1, -0.2), (0.1, -0.2), (0.1, 0.2), (-0.1, 0.2)], half_height: 0.3)", 0.3, 0.2),
    ] {
        for (rotation, height) in [("", height), (turned, height_turned)] {
            let scene = good(&with_bodies(
                &format!("(name: \"b\", shape: {shape}, density: 1000, {on}, {rotation})").replace(", )", ")"),
            ));
            let (ground, body) = (&scene.bodies[0], &scene.bodies[1]);
            let local = ground.rotation.inverse() * body.position;
            assert!((local - Vec3::new(1.0, 2.0, height)).norm() < 1e-12, "{shape} {rotation}: {local}");
        }
    }
}

#[test]
fn mass_and_inertia_follow_from_the_shape() {
    let solid = |shape: &str| {
        let text = format!("(name: \"b\", shape: {shape}, density: 1000, position: (0, 0, 1))");
        let scene = good(&with_bodies(&text));
        (scene.bodies[1].mass, scene.bodies[1].inertia)
    };
    let (mass, inertia) = solid("Box(half_extents: (0.1, 0.2, 0.3))");
    assert!((mass - 48.0).abs() < 1e-12);
    near(inertia, Vec3::new(0.13, 0.10, 0.05) * 16.0);
    let prism = "Prism(polygon: [(-0.1, -0.2), (0.1, -0.2), (0.1, 0.2), (-0.1, 0.2)], half_height: 0.3)";
    let (prism_mass, prism_inertia) = solid(prism);
    assert!((prism_mass - mass).abs() < 1e-10 && (prism_inertia - inertia).norm() < 1e-10, "{prism_inertia}");
    // A capsule of negligible length is a ball.
    let (ball_mass, ball) = solid("Sphere(radius: 0.2)");
    let (capsule_mass, capsule) = solid("Capsule(radius: 0.2, half_height: 1e-12)");
    assert!((ball_mass - capsule_mass).abs() < 1e-9 && (ball - capsule).norm() < 1e-9);
}

#[test]
fn a_polyhedron_stays_where_it_was_written() {
    let corners = [[0.0, 0.0, 0.0], [0.4, 0.1, 0.0], [0.0, 0.3, 0.1], [0.1, 0.0, 0.2]];
    let points: Vec<String> = corners.iter().map(|[x, y, z]| format!("({x:?}, {y:?}, {z:?})")).collect();
    let text = format!(
        "(name: \"b\", shape: ConvexPolyhedron(points: [{}]), mass: 2, position: (1, 2, 3),
          rotation: (0.5, 0.5, 0.5, 0.5))",
        points.join(", ")
    );
    let scene = good(&with_bodies(&text));
    let body = &scene.bodies[1];
    let Shape::Polyhedron(polyhedron) = &body.shape else { panic!("{:?}", body.shape) };
    let written = Rotation::from_quaternion(nalgebra::Quaternion::new(0.5, 0.5, 0.5, 0.5));
    for corner in corners {
        let wanted = Vec3::new(1.0, 2.0, 3.0) + written * Vec3::from(corner);
        let found = polyhedron.points.iter().any(|p| (body.position + body.rotation * p - wanted).norm() < 1e-12);
        assert!(found, "no corner at {wanted}");
    }
    let middle: Vec3 = polyhedron.points.iter().sum();
    assert!(middle.norm() < 1e-12, "a tetrahedron's centre of mass is the mean of its corners");
}

#[test]
fn motions_and_axes_have_short_forms() {
    let motion = |written: &str| good(&with("mass: 5.0", &format!("mass: 5.0, motion: {written}"))).bodies[1].motion;
    for axis in ["(Y)", "((0, 2, 0))", "(0, 2, 0)", "(axis: (0, 2, 0))", "(axis: Y)"] {
        assert_eq!(motion(&format!("Spinning{axis}")), Motion::Spinning(Vec3::y()), "{axis}");
    }
    assert_eq!(motion("Translating"), Motion::Translating);
    let text = with_bodies(
        "(name: \"b\", shape: Sphere(radius: 1), motion: Driven(shake: (0, 0, 0.1), frequency: 2), position: (1, 2, 3))",
    );
    let Motion::Driven(drive) = good(&text).bodies[1].motion else { panic!("not driven") };
    assert_eq!((drive.pivot, drive.from, drive.until), (Vec3::new(1.0, 2.0, 3.0), 0.0, f64::INFINITY));
}

#[test]
fn an_elastic_partner_is_enough_for_hertz() {
    let text = with("normal: Known(Weight)", "normal: Hertz(restitution: 0.4)")
        .replace("mass: 5.0", "mass: 5.0, youngs_modulus: 2e11, poisson_ratio: 0.3");
    assert_eq!(good(&text).normal, NormalLaw::Hertz { damping_ratio: exact_damping_ratio(0.4), tension: false });
    let exact = text.replace("0.4)", "0.4, damping: Exact)");
    assert_eq!(good(&exact), good(&text));
    let published = text.replace("0.4)", "0.4, damping: Published)");
    assert_eq!(
        good(&published).normal,
        NormalLaw::Hertz { damping_ratio: published_damping_ratio(0.4), tension: false }
    );
}

#[test]
fn hooke_takes_a_coefficient_of_restitution() {
    let text = with("normal: Known(Weight)", "normal: Hooke(k_n: 1e6, restitution: 0.4)");
    let damping = NormalDamping::Restitution(exact_damping_ratio(0.4));
    assert_eq!(good(&text).normal, NormalLaw::Hooke { k_n: 1e6, damping, tension: false });
    // With tension the overlap ends later, and another damping gives the same restitution.
    let damping = NormalDamping::Restitution(published_damping_ratio(0.4));
    let tension = text.replace("0.4)", "0.4, tension: true)");
    assert_eq!(good(&tension).normal, NormalLaw::Hooke { k_n: 1e6, damping, tension: true });
}

#[test]
fn small_freedoms_of_writing_are_allowed() {
    let plain = GOOD.replace("Scene(", "(").replace("35.0", "35").replace("duration: 0.8", "duration: 8e-1, /* s */");
    assert_eq!(good(&plain), good(GOOD));
    assert_eq!(good(&with("dt: 1e-4, ", "")), good(GOOD));
    assert_eq!(scene::hash("").len(), 16);
    assert!(Scene::load("no/such/file.ron").unwrap_err().lines().next().unwrap().message.contains("cannot read"));
}

#[test]
fn deep_nesting_is_a_fault_and_not_a_crash() {
    for bracket in ["(", "[", "A(", "(a:", "[{"] {
        assert!(parse(&bracket.repeat(20_000)).is_err());
        assert!(parse(&with("35.0", &bracket.repeat(20_000))).is_err());
    }
    // Four brackets of the scene are around the value, which begins at column 51.
    let nested = |depth: usize| with("35.0", &format!("{}35.0{}", "(".repeat(depth - 4), ")".repeat(depth - 4)));
    let said = |text: &str| plain(&parse(text).expect_err("too many brackets"));
    assert!(said(&nested(MAX_DEPTH)).contains("expected a number"), "{}", said(&nested(MAX_DEPTH)));
    for depth in [MAX_DEPTH + 1, 100_000] {
        let fault = "s.ron:18:107: not read: brackets are nested more than 60 deep; remove some of the nested brackets";
        assert_eq!(said(&nested(depth)), fault);
    }
}

/// The benchmark scenes are as free of faults as the built-in ones.
#[test]
fn the_scenes_of_the_benchmarks_are_checked() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/scenes");
    let files: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    assert!(files.len() >= 2, "{files:?}");
    for file in files {
        let scene = Scene::load(&file).unwrap_or_else(|faults| panic!("{}", plain(&faults)));
        assert_eq!(scene.bodies.len(), 1005, "{}", file.display());
    }
}
