//! Faults that are refused before anything is written, and warnings about legal scenes that do not do what they seem
//! to.

use crate::program::{RunToEnd, stickslip};
use std::path::Path;
use stickslip::observe::advice;
use stickslip::run::simulation::Simulation;
use stickslip::scene::Scene;
use temp_dir::TempDir;

/// A scene with these bodies on a plane, this normal force and these times.
fn scene(normal: &str, time: &str, bodies: &str) -> String {
    format!(
        r#"Scene(
    schema: 1,
    title: "A test",
    time: ({time}),
    gravity: (0.0, 0.0, -9.8),
    friction: (mu_s: 0.25, mu_k: 0.2, k_e: 1e5),
    normal: {normal},
    bodies: [
        (name: "ground", shape: Plane, motion: Fixed),
        {bodies}
    ],
)
"#
    )
}

const TIME: &str = "dt: 1e-4, duration: 0.01";
const BALL: &str = r#"(name: "ball", shape: Sphere(radius: 0.2), mass: 5.0, on: (surface: "ground", at: (0.0, 0.0)))"#;

fn warnings(normal: &str, time: &str, bodies: &str) -> Vec<String> {
    let scene = Scene::parse("s.ron", &scene(normal, time, bodies)).unwrap();
    advice::warnings(&scene, &Simulation::new(&scene).state())
}

/// Checks that the only warning contains these words, or that there is none if `of` is empty.
fn warns(normal: &str, bodies: &str, of: &[&str]) {
    let found = warnings(normal, TIME, bodies);
    assert_eq!(found.len(), usize::from(!of.is_empty()), "{found:?}");
    assert!(of.iter().all(|word| found[0].contains(word)), "{found:?}");
}

#[test]
fn a_block_that_may_tip_under_a_known_force_is_warned_of() {
    let block = |motion: &str| {
        format!(
            r#"(name: "block", shape: Box(half_extents: (0.1, 0.1, 0.05)), mass: 1.0, motion: {motion},
               on: (surface: "ground", at: (0.0, 0.0)))"#
        )
    };
    warns("Known(Weight)", &block("Free"), &["`block`", "`motion: Translating`"]);
    warns("Known(Force(9.8))", &block("Free"), &["`block`", "`Hertz`"]);
    warns("Known(Weight)", &block("Planar((0.0, 1.0, 0.0))"), &["`block`"]);
    warns("Known(Weight)", &block("Translating"), &[]);
    warns("Known(Weight)", BALL, &[]);
    warns("Hooke(k_n: 1e6, damping: Ratio(0.5))", &block("Free"), &[]);
}

/// The block of the warning misbehaves as the warning says: on a slope of 20° it tips, and after a second its speed is not
/// g (sin α − μ_k cos α) t; held upright it slides as it should.
#[test]
fn the_block_that_is_warned_of_goes_wrong() {
    let moves = |motion: &str| {
        let text = scene("Known(Weight)", "dt: 1e-4, duration: 1.0", "").replace(
            "        \n    ]",
            &format!(
                r#"(name: "slope", shape: Incline(degrees: 20.0), motion: Fixed),
                (name: "block", shape: Box(half_extents: (0.1, 0.1, 0.05)), mass: 1.0, motion: {motion},
                 on: (surface: "slope", at: (0.0, 0.0)))]"#
            ),
        );
        let text = text.replace(r#"(name: "ground", shape: Plane, motion: Fixed),"#, "");
        let mut simulation = Simulation::new(&Scene::parse("s.ron", &text).unwrap());
        (0..10_000).for_each(|_| simulation.step());
        let block = &simulation.state().bodies[1];
        [block.v.norm(), block.w.norm()]
    };
    let angle = 20f64.to_radians();
    let theory = 9.8 * (angle.sin() - 0.2 * angle.cos());
    let [held, turns] = moves("Translating");
    assert!((held / theory - 1.0).abs() < 0.01 && turns == 0.0, "{held} m/s where theory has {theory} m/s");
    let [free, tips] = moves("Free");
    assert!((free / theory - 1.0).abs() > 0.02 && tips > 0.05, "{free} m/s, {tips} rad/s");
}

#[test]
fn bodies_that_lie_in_each_other_are_warned_of() {
    let ball =
        |z: f64| format!(r#"(name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, {z:?}))"#);
    let hooke = "Hooke(k_n: 1e6, damping: Ratio(0.5))";
    warns(hooke, &ball(-0.5), &["`ball`", "`ground`", "6.000e-1 m"]);
    warns("Known(Weight)", &ball(-0.5), &["`ball`", "6.000e-1 m"]);
    warns(hooke, &ball(0.08), &["2.000e-2 m"]);
    warns(hooke, &ball(0.095), &[]);
    warns(hooke, &ball(0.3), &[]);
}

#[test]
fn a_disk_beside_what_it_cannot_meet_is_warned_of() {
    let disk = r#"(name: "disk", shape: Disk(radius: 0.2), mass: 5.0, on: (surface: "ground", at: (0.0, 0.0)))"#;
    warns("Known(Weight)", disk, &[]);
    let beside = r#"(name: "ball", shape: Sphere(radius: 0.2), mass: 5.0, on: (surface: "ground", at: (2.0, 0.0)))"#;
    warns("Known(Weight)", &format!("{disk}, {beside}"), &["`disk`", "`ball`", "Cylinder"]);
}

#[test]
fn a_shake_that_the_step_does_not_resolve_is_warned_of() {
    let plate = |frequency: f64| {
        format!(
            r#"(name: "plate", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (3.0, 0.0, 1.0),
               motion: Driven(shake: (0.0, 1e-4, 0.0), frequency: {frequency:?}))"#
        )
    };
    warns("Known(Weight)", &plate(1e4), &["`plate`", "4.0e-6 s"]);
    warns("Known(Weight)", &plate(499.0), &[]);
}

#[test]
fn rigid_contacts_that_only_roll_or_spin_are_warned_of() {
    let with = |friction: &str| {
        let text = scene("Rigid", "dt: 1e-3, duration: 0.01", "").replace("mu_s: 0.25, mu_k: 0.2, k_e: 1e5", friction);
        let scene = Scene::parse("s.ron", &text).unwrap();
        advice::warnings(&scene, &Simulation::new(&scene).state())
    };
    let found = with("mu: 0.0, rho: 1e-3");
    assert!(found.len() == 1 && found[0].contains("`mu` is 0"), "{found:?}");
    assert_eq!(with("mu: 0.1, rho: 1e-3"), Vec::<String>::new());
    assert_eq!(with("mu: 0.0"), Vec::<String>::new());
}

/// Unconverged steps of the solver are reported at the end of the run, too.
#[test]
fn steps_that_were_not_solved_are_warned_of() {
    let dir = temp_dir::TempDir::new().unwrap();
    let run = |iterations: u32| {
        let solver = format!("solver=Cones(max_iterations: {iterations}, tolerance: 1e-10)");
        stickslip(dir.path()).args(["run", "rigid-heavy-on-light", "--duration", "0.05", "--set", &solver]).succeeds()
    };
    assert!(run(1).contains("ended above the tolerance of the solver"), "{}", run(1));
    assert!(!run(5000).contains("warning"), "{}", run(5000));
}

#[test]
fn a_duration_between_two_steps_is_told() {
    let found = warnings("Known(Weight)", "dt: 1e-4, duration: 0.00125", BALL);
    assert!(found.len() == 1 && found[0].contains("not a whole number of steps"), "{found:?}");
    for time in ["dt: 1e-4, duration: 0.3", "dt: 3e-5, duration: 0.03", "dt: 1e-5, duration: 1000.0"] {
        assert_eq!(warnings("Known(Weight)", time, BALL), Vec::<String>::new(), "{time}");
    }
}

/// Runs the program in a folder with a scene and a sweep; returns the exit code and standard error.
fn exit_and_error(folder: &Path, line: &str) -> (i32, String) {
    let args = line.split_whitespace();
    let said = stickslip(folder).args(args).ends();
    (said.code, said.err)
}

fn folder() -> TempDir {
    let folder = temp_dir::TempDir::new().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("s.ron", &scene("Known(Weight)", TIME, BALL));
    write("short.ron", &scene("Known(Weight)", "dt: 1e-4, duration: 4e-5", BALL));
    write("endless.ron", &scene("Known(Weight)", "dt: 1e-50, duration: 1.0", BALL));
    let others = format!("{BALL}, {}", BALL.replace("\"ball\"", "\"other\""));
    write("movables.ron", &scene("Known(Weight)", TIME, &others));
    let pairs = r#"pairs: [(between: ("ball", "ground"), normal: Known(Force(1.0))),
                            (between: ("ground", "ball"), normal: Known(Force(2.0)))], bodies:"#;
    write("pairs.ron", &scene("Known(Weight)", TIME, BALL).replace("bodies:", pairs));
    write("inertia.ron", &scene("Known(Weight)", TIME, &BALL.replace("mass: 5.0", "mass: 5.0, inertia: (1, 1, 3)")));
    let axis = "(\"friction.mu_s\", List([0.3, 0.4]))";
    write("twice.ron", &format!("Sweep(schema: 1, scene: \"s.ron\", axes: [{axis}, {axis}], keep: [class(\"ball\")])"));
    write("once.ron", &format!("Sweep(schema: 1, scene: \"s.ron\", axes: [{axis}], keep: [class(\"ball\")])"));
    write("cut.ron", "Scene(\n    schema: 1,\n    title: \"no comma\" time: (dt: 1e-4, duration: 1.0),\n)");
    write("long.csv", "t [s],slip_u [m]\n0,0\n1e9,1e-4\n");
    write("pulls.csv", "t [s],slip_u [m],N [N]\n0,0,1\n1,1e-4,-1\n");
    std::fs::write(folder.path().join("wide.ron"), [0xff, 0xfe, b'S', 0]).unwrap();
    folder
}

#[test]
fn what_cannot_be_done_is_refused_and_nothing_is_lost() {
    let folder = folder();
    let files = || {
        let entries = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = entries.map(|path| (path.clone(), std::fs::read(path).ok())).collect();
        files.sort();
        files
    };
    let before = files();
    for (line, words) in [
        ("run s.ron --verify", "--replay FILE"),
        ("run cut.ron --duration 0.002", "cut.ron:3:"),
        ("run s.ron --set pairs.0.friction.mu_s=0.2", "the scene has no field `pairs`"),
        ("run s.ron --out s.ron", "it is a file"),
        ("compare s.ron --laws fang-negrut,luding --out s.ron", "it is a file"),
        ("run .", "give a file in it"),
        ("run wide.ron", "UTF-8"),
        ("run s.ron --record s.ron", "is not a recording"),
        ("run s.ron --out o --record o/bodies.csv", "another name"),
        ("run s.ron --record none/x.rec", "no such folder"),
        ("run s.ron --record d --out d", "it is the folder of --out"),
        ("run s.ron --out=", "the name is empty"),
        ("fit fit-slide --out s.ron", "is not a table of `fit`"),
        ("import --from lammps s.ron --out long.csv", "is not a recording"),
        ("import --from lammps s.ron --out none/x.rec", "no such folder"),
        ("sweep once.ron --out once.ron --force", "it is the sweep file or its scene"),
        ("sweep once.ron --out s.ron --force", "it is the sweep file or its scene"),
        ("generate heap -n 30 --out s.ron", "a different scene"),
        ("run short.ron", "less than a step"),
        ("run endless.ron", "more steps than can be counted"),
        ("run pairs.ron", "given twice"),
        ("run inertia.ron", "a moment of inertia cannot exceed the sum of the other two"),
        ("run twice.ron", "is a sweep"),
        ("sweep twice.ron --out o.csv", "varied twice"),
        ("bench-law --drive sine --frequency 1e-9 --out o", "--frequency"),
        ("bench-law --component slide --amplitude 1e300 --out o", "--amplitude 1e300: it must be from 1e-60 to 1e60"),
        ("bench-law --normal 1e-200 --out o", "--normal 1e-200: it must be from 1e-60 to 1e60"),
        ("bench-law --dt inf --out o", "--dt inf: it must be from 1e-60 to 1e60"),
        ("run s.ron --set bodies.ball.mass=1e155", "at most 1e60 in magnitude"),
        ("run s.ron --duration 1e200", "at most 1e60 in magnitude"),
        ("bench-law --drive long.csv --out o", "times are in s"),
        ("bench-law --scene rigid-ball-rolls --out o", "give --normal"),
        ("bench-law --scene rigid-ball-rolls --normal 9.81 --out o", "--amplitude"),
        ("bench-law --laws complementarity --out o", "`normal: Rigid`"),
        ("bench-law --drive pulls.csv --out o", "pulls.csv:3: N is negative"),
        ("merge s.ron --out o.csv", "cannot read s.ron.manifest.json"),
    ] {
        let (code, said) = exit_and_error(folder.path(), line);
        assert!(code == 2 && said.contains(words), "{line}: {code}: {said}");
        assert!(files() == before, "{line} wrote something");
    }
    // `check` also reports a scene whose run would fail at step 0.
    let said = stickslip(folder.path()).args(["check", "movables.ron"]).ends();
    assert!(said.code == 2 && said.out.contains("Known(Force(..))"), "{}", said.out);
}

/// A recording may be replaced by a newer one, and the same scene may be generated twice.
#[test]
fn what_would_lose_nothing_is_done() {
    let folder = folder();
    for line in ["run s.ron --record a.rec", "generate heap -n 30 --out heap.ron", "run s.ron --out o --record o/a.rec"]
    {
        for _ in 0..2 {
            let (code, said) = exit_and_error(folder.path(), line);
            assert_eq!(code, 0, "{line}: {said}");
        }
    }
}

/// A byte order mark, as some editors write it, is ignored.
#[test]
fn a_byte_order_mark_is_passed_over() {
    let folder = folder();
    let text = scene("Known(Weight)", TIME, BALL);
    std::fs::write(folder.path().join("mark.ron"), format!("\u{feff}{text}")).unwrap();
    assert_eq!(exit_and_error(folder.path(), "run mark.ron").0, 0);
    assert!(Scene::load(folder.path().join("mark.ron")).is_ok());
}
