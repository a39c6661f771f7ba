//! Reports of faults in a scene file: the line, the position in it, the remedy; also in large files.

use crate::slope::{PLACED, faults, points, right, scene};
use stickslip_engine::scene::{Faults, Scene};

/// Comments may surround any value and are ignored.
#[test]
fn comments_around_values_are_no_part_of_them() {
    let plain = points(right, PLACED);
    let text = plain
        .replace("mu_s: 0.25", "mu_s: /* static */ 0.25 // and then\n /* kinetic */")
        .replace("Known(Weight)", "/* a */ Known /* b */ ( // c\n Weight /* d */ ) // \"e\"\n")
        .replace("Sphere(radius: 0.1)", "Sphere /* 10 cm */ (radius: 0.1 /* m // */ )")
        .replace("(3.0, 0.0, 9.0)", "// the third\n (3.0, /* y */ 0.0, 9.0) /* m */");
    let [plain, commented] = [plain, text].map(|text| Scene::parse("s.ron", &text).unwrap());
    assert_eq!(plain, commented);
    // The position is that of the value, not of the comment before it.
    let wrong = scene("mu_s: /* a\n b */ -1 // c\n, mu_k: 0.2", "");
    let reports: Vec<_> = faults(&wrong).lines().map(|line| (line.line, line.column)).collect();
    assert_eq!(reports[0], (7, 7));
}

/// A rigid ball above a plane, with this friction and normal law.
fn rigid_ball(friction: &str, normal: &str, more: &str) -> String {
    format!(
        "Scene(schema: 1, title: \"t\", time: (duration: 1.0), gravity: (0.0, 0.0, -9.81), friction: ({friction}), normal: {normal},
             {more} bodies: [(name: \"ground\", shape: Plane), (name: \"ball\", shape: Sphere(radius: 0.2), mass: 5.0, position: (0.0, 0.0, 1.0))])"
    )
}

/// Settings that do not apply to rigid contacts are reported at their position, with their name.
#[test]
fn rigid_contacts_say_what_they_do_not_have() {
    for (friction, normal, more, said) in [
        ("mu: 0.5, k_e: 1e5", "Rigid", "", "friction.k_e: a rigid contact has no springs, and takes no `k_e`"),
        ("mu: 0.5, eta_r: 0.1", "Rigid", "", "friction.eta_r: a rigid contact has no springs"),
        ("mu: 0.5, slide_damping: Ratio(1.0)", "Rigid", "", "friction.slide_damping: a rigid contact has no springs"),
        ("mu_s: 0.5, mu_k: 0.4", "Rigid", "", "a rigid contact has one mu"),
        ("mu: 0.5, mu_s: 0.5", "Rigid", "", "friction.mu_s: conflicts with `mu`"),
        ("rho: 1e-3", "Rigid", "", "friction.mu: missing field `mu`"),
        ("mu: -0.5", "Rigid", "", "friction.mu: must be at least 0"),
        ("mu: 0.5, rho: -1e-3", "Rigid", "", "friction.rho: must be at least 0"),
        ("mu: 0.5, sigma: NaN", "Rigid", "", "friction.sigma: must be finite"),
        ("mu: 0.5", "Rigid(restitution: 1.5)", "", "normal.restitution: must lie in [0, 1]"),
        ("mu: 0.5", "Rigid", "solver: Cones(tolerance: 0.0),", "solver.tolerance: must be positive"),
        ("mu: 0.5", "Rigid", "solver: Cones(max_iterations: 1.5),", "solver.max_iterations: must be a whole number"),
        ("mu: 0.5", "Rigid", "solver: Cones(form: Exakt),", "solver.form: unknown choice `Exakt`"),
        (
            "mu: 0.5",
            "Rigid",
            "pairs: [(between: (\"ground\", \"ball\"), normal: Hooke(k_n: 1e5))],",
            "has no friction of its own",
        ),
        (
            "mu: 0.5",
            "Rigid",
            "pairs: [(between: (\"ground\", \"ball\"), normal: Known(Weight), friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5))],",
            "rigid contacts and known normal forces",
        ),
        (
            "mu_s: 0.5, mu_k: 0.4, k_e: 1e5, rho: 1e-3",
            "Hooke(k_n: 1e5)",
            "",
            "friction.rho: `rho` is for rigid contacts",
        ),
        (
            "mu_s: 0.5, mu_k: 0.4, k_e: 1e5, laws: (slide: \"complementarity\")",
            "Hooke(k_n: 1e5)",
            "",
            "`complementarity` of slide needs rigid contacts",
        ),
        ("mu: 0.5, laws: (roll: \"luding-roll\")", "Rigid", "", "friction.k_e: missing field `k_e`"),
    ] {
        let text = rigid_ball(friction, normal, more);
        let faults = Scene::parse("s.ron", &text).expect_err(&format!("{friction} {normal} {more} is a scene"));
        let lines: Vec<String> = faults.lines().map(|line| line.to_string()).collect();
        assert!(lines.iter().any(|line| line.contains(said)), "{friction}, {normal}, {more}: {lines:?}");
    }
}

#[test]
fn scenes_of_rigid_contacts_are_read() {
    for (friction, more) in [
        ("mu: 0.5, rho: 1e-3, sigma: 1e-3", ""),
        ("mu_s: 0.5, mu_k: 0.5", "solver: Cones(form: Relaxed, method: Apgd),"),
        ("mu: 0.0", "solver: (tolerance: 1e-8),"),
        (
            "laws: (slide: Complementarity(mu: 0.5), roll: Complementarity(rho: 2e-3), spin: Complementarity(sigma: 1e-3))",
            "",
        ),
        ("mu: 0.5, k_e: 1e5, eta_r: 0.1, laws: (roll: \"fang-negrut\")", ""),
        ("mu: 0.5", "pairs: [(between: (\"ground\", \"ball\"), friction: (mu: 0.1, rho: 0.0, sigma: 0.0))],"),
        (
            "mu: 0.5",
            "pairs: [(between: (\"ground\", \"ball\"), normal: Hooke(k_n: 1e5), friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5))],",
        ),
    ] {
        let text = rigid_ball(friction, "Rigid", more);
        Scene::parse("s.ron", &text)
            .unwrap_or_else(|faults| panic!("{friction} {more}: {:?}", faults.lines().collect::<Vec<_>>()));
    }
}

/// A scene with one number of each kind, in which one text is replaced by another.
fn with(from: &str, to: &str) -> String {
    let text = r#"Scene(
    schema: 1,
    title: "Numbers",
    time: (dt: 1e-4, duration: 1.0),
    gravity: (0.0, 0.0, -9.81),
    friction: (mu_s: 0.3, mu_k: 0.2, k_e: 1e5, eta_r: 0.1, slide_damping: Coefficient(1.0)),
    normal: Hooke(k_n: 1e6),
    pairs: [(between: ("ball", "ground"), friction: (mu_s: 0.4))],
    bodies: [
        (name: "ground", shape: Plane),
        (name: "ball", shape: Sphere(radius: 0.2), mass: 5.0, position: (0.0, 0.0, 1.0), velocity: (0.0, 1.5, 0.0)),
        (name: "box", shape: Box(half_extents: (0.1, 0.2, 0.3)), density: 2500.0, position: (2.0, 0.0, 1.0),
         rotation: AxisAngle(axis: (1.0, 0.0, 0.0), degrees: 30.0), material: "steel"),
        (name: "grain", shape: Sphere(radius: 0.05), mass: 1.0, position: (4.0, 0.0, 1.0),
         fill: Points([(0.0, 0.0, 0.0), (0.0, 1.0, 0.0)])),
    ],
    pulls: [(body: "ball", force: (1.0, 0.0, 0.0))],
)
"#;
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replace(from, to)
}

/// No number of the file overflows or underflows in a product: each such number is refused at its own position, with a
/// remedy.
#[test]
fn numbers_beyond_any_quantity_are_refused_where_they_stand() {
    assert!(Scene::parse("s.ron", &with("mass: 5.0", "mass: 5.0")).is_ok());
    for (from, to, number, said) in [
        ("mass: 5.0", "mass: 1e155", "1e155", "at most 1e60"),
        ("mass: 5.0", "mass: 1e-200", "1e-200", "at least 1e-60"),
        ("density: 2500.0", "density: 1e300", "1e300", "at most 1e60"),
        ("k_n: 1e6", "k_n: 1e-200", "1e-200", "at least 1e-60"),
        ("k_n: 1e6", "k_n: 1e300", "1e300", "at most 1e60"),
        ("k_e: 1e5", "k_e: 1e-300", "1e-300", "at least 1e-60"),
        ("radius: 0.2", "radius: 1e300", "1e300", "from 1e-12 to 1e9 m"),
        ("(0.1, 0.2, 0.3)", "(0.1, 1e-300, 0.3)", "1e-300", "from 1e-12 to 1e9 m"),
        ("-9.81", "-1e200", "-1e200", "at most 1e60"),
        ("dt: 1e-4", "dt: 1e-300", "1e-300", "at least 1e-60"),
        ("duration: 1.0", "duration: 1e300", "1e300", "at most 1e60"),
        ("duration: 1.0", "duration: 1e30", "1e-4", "more steps than can be counted"),
        ("degrees: 30.0", "degrees: 1e308", "1e308", "from -1e9 to 1e9 degrees"),
        ("degrees: 30.0", "degrees: -1e20", "-1e20", "from -1e9 to 1e9 degrees"),
        ("mu_s: 0.3", "mu_s: 1e200", "1e200", "at most 1e60"),
        ("eta_r: 0.1", "eta_r: 1e200", "1e200", "at most 1e60"),
        ("Coefficient(1.0)", "Coefficient(1e200)", "1e200", "at most 1e60"),
        ("(0.0, 1.5, 0.0)", "(0.0, 1e155, 0.0)", "1e155", "at most 1e60"),
        ("(4.0, 0.0, 1.0)", "(4.0, 0.0, 1e155)", "1e155", "from -1e9 to 1e9 m"),
        ("(0.0, 1.0, 0.0)", "(0.0, 1e155, 0.0)", "1e155", "from -1e9 to 1e9 m"),
        ("force: (1.0", "force: (-1e155", "-1e155", "at most 1e60"),
        ("density: 2500.0", "density: 1e59, motion: Free", "1e59", "beyond the range"),
        ("mass: 5.0", "mass: 1e50, inertia: (1.0, 1.0, 1e-70)", "1e-70", "at least 1e-60"),
    ] {
        // A box of 48 l with a density of 1e59 is still within range: enlarge it.
        let text = if number == "1e59" {
            with(from, to).replace("(0.1, 0.2, 0.3)", "(10.0, 20.0, 30.0)")
        } else {
            with(from, to)
        };
        let place = text.find(number).expect("the number");
        let (line, column) = (text[..place].matches('\n').count() + 1, place - text[..place].rfind('\n').unwrap());
        let found = faults(&text);
        let reports: Vec<_> = found.lines().map(|line| line.to_string()).collect();
        assert!(reports.len() == 1 && reports[0].contains(said), "{to}: {reports:?}");
        assert!(reports[0].starts_with(&format!("s.ron:{line}:{column}: ")), "{to}: {reports:?}");
        assert!(reports[0].contains("; "), "no remedy: {reports:?}");
    }
}

/// Small and large physical values are accepted: a planet, a grain of 1 nm, a velocity that has almost decayed.
#[test]
fn numbers_of_real_quantities_are_read() {
    for (from, to) in [
        ("mass: 5.0", "mass: 6e24"),
        ("radius: 0.2", "radius: 6.4e6"),
        ("radius: 0.2", "radius: 1e-9"),
        ("mass: 5.0", "mass: 1e-23"),
        ("k_n: 1e6", "k_n: 1e15"),
        ("dt: 1e-4", "dt: 1e-12"),
        ("(0.0, 1.5, 0.0)", "(0.0, 4.9e-324, 1e-200)"),
        ("-9.81", "0.0"),
        ("degrees: 30.0", "degrees: -7200.0"),
        ("(\"ball\", \"ground\")", "(\"steel\", \"steel\")"),
        ("(\"ball\", \"ground\")", "(\"grain\", \"grain\")"),
        ("(\"ball\", \"ground\")", "(\"ball\", \"steel\")"),
    ] {
        let found = Scene::parse("s.ron", &with(from, to));
        assert!(
            found.is_ok(),
            "{to}: {:?}",
            found.map_err(|faults| faults.lines().next().map(|line| line.to_string()))
        );
    }
}

/// A body does not touch itself; the bodies of a material or of a fill touch each other.
#[test]
fn a_pair_of_a_body_with_itself_is_refused() {
    for name in ["ball", "ground", "box"] {
        let text = with("(\"ball\", \"ground\")", &format!("(\"{name}\", \"{name}\")"));
        let reports: Vec<_> = faults(&text).lines().map(|line| line.to_string()).collect();
        let expected =
            format!("s.ron:8:23: pairs.{name}-{name}.between: `{name}` is one body, which cannot touch itself; ");
        assert!(reports.len() == 1 && reports[0].starts_with(&expected), "{reports:?}");
    }
}

const ACROSS: &str = "across: (mu_s: 0.2, mu_k: 0.1)";
const KNOWN: &str = "Known(Weight)";
const RIGID: &str = "Rigid";
const GRAIN: &str = ", grain: (0.0, 2.0, 0.0)";
const BALL: &str = "shape: Sphere(radius: 0.1)";
const CUBE: &str = "shape: Box(half_extents: (0.1, 0.1, 0.1))";

/// Friction, normal law, a field of the board and the shape of the block that do not go together, and what is said.
const AT_ODDS: [[&str; 5]; 21] = [
    [ACROSS, KNOWN, "", BALL, "friction.across: neither `board` nor `block` has a grain"],
    [
        ACROSS,
        KNOWN,
        GRAIN,
        "shape: Sphere(radius: 0.1), grain: (1.0, 0.0, 0.0)",
        "`board` and `block` both have a grain",
    ],
    ["grain_rule: Collinear", KNOWN, GRAIN, BALL, "friction.grain_rule: friction is the same in all directions"],
    [
        "across: (mu_s: 0.1, mu_k: 0.2)",
        KNOWN,
        GRAIN,
        BALL,
        "kinetic friction 0.2 is larger than static friction 0.1 across",
    ],
    ["across: (mu: 0.1, mu_k: 0.1)", KNOWN, GRAIN, BALL, "friction.across.mu_k: conflicts with `mu`, which sets both"],
    ["across: (mu_k: 0.1)", KNOWN, GRAIN, BALL, "missing field `mu_s`"],
    ["across: (mu_s: 0.2, mu_k: -0.1)", KNOWN, GRAIN, BALL, "friction.across.mu_k: must be at least 0"],
    [
        "across: (mu_s: 0.2, mu_k: 0.1), laws: (slide: \"luding\")",
        KNOWN,
        GRAIN,
        BALL,
        "`luding` of slide is the same along and across",
    ],
    [
        "across: (mu_s: 0.2, mu_k: 0.1), limit: Ellipsoid, spin: Heuristic(eta_psi: 0.1, curvature: 5.0)",
        KNOWN,
        GRAIN,
        BALL,
        "springs have no limit surface with a grain",
    ],
    [ACROSS, KNOWN, ", grain: (0.0, 0.0, 0.0)", BALL, "bodies.board.grain: an axis must not be zero"],
    ["limit: Ellipsoid", KNOWN, "", BALL, "an ellipsoid needs the limit of spin"],
    ["limit: Disk(radius: 0.1), spin: Hertz", KNOWN, "", BALL, "friction.spin: conflicts with `limit`"],
    ["limit: Disk(radius: -0.1)", KNOWN, "", BALL, "friction.limit.radius: must be positive"],
    ["limit: Disk(radius: 0.1)", KNOWN, "", CUBE, "friction.limit: `board` and `block` can touch at several points"],
    ["limit: Hertz", KNOWN, "", BALL, "friction.limit: Hertz needs an elastic body"],
    [
        "limit: Disk(radius: 0.1), laws: (slide: \"luding\")",
        KNOWN,
        "",
        BALL,
        "`luding` of slide has a limit of its own",
    ],
    [
        "limit: Disk(radius: 0.1), laws: (slide: CundallStrack(mu: 0.1))",
        KNOWN,
        "",
        BALL,
        "the limit surface has the coefficient",
    ],
    ["limit: Sphere", KNOWN, "", BALL, "unknown choice `Sphere`"],
    ["across: (mu: 0.1), grain_rule: Collinear", RIGID, GRAIN, BALL, "rigid contacts know the rule `Associated` alone"],
    [ACROSS, RIGID, GRAIN, BALL, "a rigid contact has one mu"],
    ["limit: Disk(radius: 0.1)", RIGID, "", BALL, "rigid contacts know the limit surface `Ellipsoid` alone"],
];

/// A block on a board whose friction has a direction or a limit surface.
fn directed(friction: &str, normal: &str, plane: &str, body: &str) -> String {
    let base = if normal == RIGID { "mu: 0.5" } else { "mu_s: 0.5, mu_k: 0.4, k_e: 1e5" };
    format!(
        r#"Scene(schema: 1, title: "t", time: (duration: 1.0), gravity: (0.0, 0.0, -9.81),
        friction: ({base}, {friction}), normal: {normal},
        bodies: [(name: "board", shape: Plane{plane}), (name: "block", {body}, mass: 1.0, position: (0.0, 0.0, 0.1))])"#
    )
}

/// Friction across a grain and limit surfaces: what does not go together is a fault with its remedy.
#[test]
fn grains_and_limits_that_do_not_go_together_are_refused() {
    for [friction, normal, plane, body, said] in AT_ODDS {
        let found = faults(&directed(friction, normal, plane, body));
        let lines: Vec<String> = found.lines().map(|line| line.to_string()).collect();
        assert!(lines.iter().any(|line| line.contains(said)), "{friction}: {lines:#?}");
        assert!(lines.iter().all(|line| line.contains("; ")), "no remedy: {lines:#?}");
    }
}

/// Friction across a grain and limit surfaces that go together are no fault.
#[test]
fn grains_and_limits_that_go_together_are_taken() {
    for [friction, normal, plane, body] in [
        [ACROSS, KNOWN, GRAIN, CUBE],
        ["limit: Ellipsoid, spin: Heuristic(eta_psi: 0.1, curvature: 5.0)", KNOWN, "", CUBE],
        ["limit: Disk(radius: 0.1), laws: (slide: \"cundall-strack\")", KNOWN, "", BALL],
        ["across: (mu: 0.1), limit: Ellipsoid, sigma: 0.01", RIGID, GRAIN, CUBE],
    ] {
        let found = Scene::parse("s.ron", &directed(friction, normal, plane, body));
        let lines = |faults: &Faults| faults.lines().map(|line| line.to_string()).collect::<Vec<_>>();
        assert!(found.is_ok(), "{friction}: {:?}", found.as_ref().err().map(lines));
    }
}

/// What a spring between bodies cannot be is said at its place.
#[test]
fn ends_of_springs_that_contradict_each_other() {
    for (pull, at, why) in [
        ("body: \"ball\", to: \"ball\"", "pulls.0.to", "both ends are at the same body"),
        ("body: \"ball\", to: \"grond\"", "pulls.0.to", "there is no body `grond`"),
        ("body: \"ground\", to: \"ball\"", "pulls.0.body", "a pull cannot move it"),
        ("body: \"ball\", to: \"ground\", anchor: (0.0, 0.0, 0.0)", "pulls.0.anchor", "unknown field `anchor`"),
        ("body: \"ball\", to_at: (0.0, 0.0, 0.0)", "pulls.0.to_at", "unknown field `to_at`"),
        ("body: \"ball\", to: \"ground\", rest_length: -0.1", "pulls.0.rest_length", "-0.1"),
    ] {
        let text = format!(
            "Scene(schema: 1, title: \"pulls\", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.81), \
             friction: (mu: 0.5, k_e: 1e5), normal: Known(Weight), bodies: [(name: \"ground\", shape: Plane), \
             (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, on: (surface: \"ground\"))], \
             pulls: [({pull}, stiffness: 10.0)])"
        );
        let faults = Scene::parse("pulls", &text).expect_err(pull);
        let fault = &faults.faults()[0];
        assert!(fault.path == at && fault.message.contains(why), "{pull}: {fault:?}");
    }
}
