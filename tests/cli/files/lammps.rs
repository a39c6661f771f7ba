//! LAMMPS decks and dumps, without LAMMPS: numbers of a deck, scenes that cannot be expressed, faults of dumps, and the
//! run imported from them.

use crate::program::{RunToEnd, stickslip};
use stickslip::lab::builtin;
use stickslip::lab::interop::lammps::{DECK, DumpText, ImportError, ImportedRun, export, import};
use stickslip::laws::Vec3;
use stickslip::laws::friction::element::Mode;
use stickslip::observe::quantity::{Subject, SubjectKind};
use stickslip::observe::state::ContactView;
use stickslip::record::recording::Recording;
use stickslip::record::rows::event_words;
use stickslip::run::simulation::Simulation;
use stickslip::run::timeline::Timeline;
use stickslip::scene::Scene;
use stickslip::step::edits::{Edit, Refused};

const HEAD: &str = r#"Scene(schema: 1, title: "t", time: (dt: 1e-3, duration: 0.002), gravity: (0.0, 0.0, -10.0), "#;
const FRICTION: &str = "friction: (mu_s: 0.4, mu_k: 0.25, k_e: 1e5, eta_r: 0.1, spin: Heuristic(eta_psi: 0.01, curvature: 5.0), \
                        slide_damping: Ratio(0.5), roll_damping: Ratio(0.5), spin_damping: Coefficient(2.0)), ";
const NORMAL: &str = "normal: Hooke(k_n: 1e6, damping: Coefficient(40.0)), ";
const BALLS: &str = r#"(name: "a", shape: Sphere(radius: 0.1), mass: 8.0, position: (0.0, 0.0, 0.0999)),
    (name: "b", shape: Sphere(radius: 0.1), mass: 8.0, position: (0.1999, 0.0, 0.0999), velocity: (0.0, 0.0, 0.5)),"#;

fn scene(normal: &str, bodies: &str) -> String {
    format!("{HEAD}{FRICTION}{normal}bodies: [(name: \"floor\", shape: Plane), {bodies}])")
}

fn deck(text: &str) -> (String, Vec<String>) {
    let folder = temp_dir::TempDir::new().unwrap();
    let deck = export(&Scene::parse("t.ron", text).unwrap(), text, 1, folder.path()).unwrap();
    (std::fs::read_to_string(folder.path().join(DECK)).unwrap(), deck.lost.all().to_vec())
}

/// The numbers that follow this word in a line.
fn after(line: &str, word: &str, count: usize) -> Vec<f64> {
    let words = line.split_whitespace().skip_while(|found| *found != word).skip(1);
    words.take(count).map(|number| number.parse().unwrap()).collect()
}

fn near(found: &[f64], expected: &[f64]) -> bool {
    found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() <= 1e-12 * expected.abs())
}

/// The numbers of the mapping, by hand. m_ij is 8 kg; slide damping 2·0.5·√(8·1e5) = 894.43 over c_n = 40. Roll: κ =
/// 5/m between a ball and the floor, K_R = 0.1·1e5/25 = 400, k = K_R/(2R²) = 2e4; damping 2·0.5·√(I K_R), I =
/// 0.4·8·0.01, over 2R²; μ_roll = 2·0.1·0.25. Spin: 0.01·1e5/25 = 40; 2; 0.01·0.25/5.
#[test]
fn a_deck_has_the_numbers_of_the_scene() {
    let (text, lost) = deck(&scene(NORMAL, BALLS));
    let wall = text.lines().find(|line| line.starts_with("fix wall_1_0")).unwrap();
    assert!(near(&after(wall, "hooke", 2), &[1e6, 40.0]), "{wall}");
    assert!(near(&after(wall, "linear_history", 3), &[1e5, 8e5_f64.sqrt() / 40.0, 0.25]), "{wall}");
    let damping = (0.4 * 8.0 * 0.01 * 400.0_f64).sqrt() / 0.02;
    assert!(near(&after(wall, "rolling", 0), &[]) && near(&after(wall, "sds", 3), &[2e4, damping, 0.05]), "{wall}");
    let twisting = &wall[wall.find("twisting").unwrap()..];
    assert!(near(&after(twisting, "sds", 3), &[40.0, 2.0, 0.0005]), "{wall}");
    assert!(wall.ends_with("damping velocity limit_damping region wall_1 contacts"), "{wall}");
    assert!(text.contains("region wall_1 plane 0.0 0.0 0.0 0.0 0.0 1.0 side in"), "{text}");
    assert!(text.contains("fix gravity all gravity 10.0 vector 0.0 0.0 -10.0"), "{text}");
    for word in ["static friction", "path:", "saturation:", "integrator:"] {
        assert!(lost.iter().any(|loss| loss.starts_with(word)), "{word} is not in {lost:?}");
        assert!(text.contains(&format!("# - {word}")), "the deck does not say {word}");
    }
    // Two equal balls have half the mass and radius; a damping ratio becomes a restitution in LAMMPS.
    let (text, _) = deck(&scene("normal: Hooke(k_n: 1e6, damping: Ratio(0.3)), ", BALLS));
    let pair = text.lines().find(|line| line.starts_with("pair_coeff 1 1")).unwrap();
    let e = (-std::f64::consts::PI * 0.3 / (1.0 - 0.09_f64).sqrt()).exp();
    assert!(near(&after(pair, "hooke", 2), &[1e6, e]), "{pair}");
    let normal = 2.0 * 0.3 * (4.0 * 1e6_f64).sqrt();
    assert!(near(&after(pair, "linear_history", 3), &[1e5, 8e5_f64.sqrt() / normal, 0.25]), "{pair}");
}

#[test]
fn hertz_and_mindlin_are_those_of_the_scene() {
    for (law, model) in [
        ("mindlin-tsuji", "mindlin"),
        ("mindlin-force", "mindlin/force"),
        ("mindlin-rescale", "mindlin_rescale"),
        ("mindlin-rescale-force", "mindlin_rescale/force"),
    ] {
        let laws = format!("laws: (slide: \"{law}\"), mu_s: 0.5");
        let text = builtin::text("box-settle").unwrap().replace("mu_s: 0.5", &laws);
        // The damping of LAMMPS is that of the published formula, for a force that may pull or for one that is limited.
        for (more, ends) in [("damping: Published", "limit_damping"), ("tension: true", "coeff_restitution")] {
            let (text, lost) = deck(&text.replace("restitution: 0.45", &format!("restitution: 0.45, {more}")));
            let pair = text.lines().find(|line| line.starts_with("pair_coeff 1 1")).unwrap();
            // E/(1 − ν²)/2, and G_eff = G/(2 (2 − ν)) with G = E/(2 (1 + ν)).
            assert!(near(&after(pair, "hertz", 2), &[4.0 / 3.0 * 5e7 / (2.0 * 0.91), 0.45]), "{pair}");
            assert!(near(&after(pair, model, 3), &[8.0 * 5e7 / (2.6 * 2.0 * 1.7), 1.0, 0.5]), "{pair}");
            assert!(pair.ends_with(ends), "{pair}");
            assert_eq!(lost.iter().any(|loss| loss.starts_with("tension:")), more.starts_with("tension"), "{lost:?}");
        }
    }
}

/// A scene that cannot be expressed is refused with body, reason and remedy, and nothing is written.
#[test]
fn what_cannot_be_expressed_is_named() {
    let ball = r#"(name: "a", shape: Sphere(radius: 0.1), mass: 8.0, position: (0.0, 0.0, 0.1)MORE),"#;
    let with = |more: &str| scene(NORMAL, &ball.replace("MORE", more));
    let cases = [
        (
            scene("normal: Known(Weight), ", BALLS),
            "`a` on `a` and 1 more: LAMMPS takes the normal force from the overlap; it cannot be `Known`; write `normal: Hooke(",
        ),
        (
            scene(
                NORMAL,
                r#"(name: "brick", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, position: (0.0, 0.0, 1.0)), "#,
            ),
            "body `brick`: a movable body has to be a ball; make it a `Sphere`, or fix it if it is a wall",
        ),
        (
            with(", motion: Planar((1.0, 0.0, 0.0))"),
            "body `a`: a ball cannot be held to one axis; give it `motion: Free` or `Translating`",
        ),
        (with(", inertia: (1.0, 1.0, 1.0)"), "body `a`: its moment of inertia is not that of a solid ball"),
        (scene(&NORMAL.replace("Coefficient(40.0)", "Ratio(1.5)"), BALLS), "a damping ratio of 1.5 is beyond critical"),
        (
            with("").replace("mu_s: 0.4", "laws: (slide: \"coulomb-regularised\"), mu_s: 0.4"),
            "the slide law `coulomb-regularised` has no counterpart in LAMMPS; take `fang-negrut`",
        ),
        (
            with("").replace("mu_s: 0.4", "laws: (roll: \"constant-torque\"), mu_s: 0.4"),
            "the roll law `constant-torque` has no counterpart",
        ),
        (scene(NORMAL, ""), "the scene: it has no ball"),
        (
            scene(
                NORMAL,
                &format!(
                    r#"(name: "rod", shape: Cylinder(radius: 0.1, half_height: 1.0), motion: Fixed, position: (0.0, 0.0, 1.0)), {}"#,
                    ball.replace("MORE", "")
                ),
            ),
            "body `rod`: LAMMPS has walls that are planes, boxes, tubes and bowls",
        ),
    ];
    for (text, expected) in cases {
        let folder = temp_dir::TempDir::new().unwrap();
        std::fs::write(folder.child("t.ron"), &text).unwrap();
        let said = stickslip(folder.path()).args(["export", "t.ron", "--to", "lammps", "--out", "deck"]).fails(2);
        assert!(said.contains(expected), "{said}\nand not\n{expected}");
        assert!(!folder.child("deck").exists(), "{expected}: a folder was made");
    }
}

/// A dump of two frames of `scene(NORMAL, BALLS)`: ball a presses on the floor and slides, and b presses on a.
const BODIES: &str =
    "ITEM: TIME\n0\nITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS mm mm mm\n0 1\n0 1\n0 1
ITEM: ATOMS id type radius mass x y z vx vy vz omegax omegay omegaz wall_1_fx wall_1_fy wall_1_fz
2 1 0.1 8 0 0 0.0999 1 0 0 0 0 0 -25 0 100
3 1 0.1 8 0.1999 0 0.0999 0 0 0.5 0 10 0 0 0 0
ITEM: TIME\n0.002\nITEM: TIMESTEP\n2\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS mm mm mm\n0 1\n0 1\n0 1
ITEM: ATOMS id type radius mass x y z vx vy vz omegax omegay omegaz wall_1_fx wall_1_fy wall_1_fz
2 1 0.1 8 0.002 0 0.0999 1 0 0 0 0 0 -10 0 100
3 1 0.1 8 0.2018 0 0.1009 0 0 0.5 0 10 0 0 0 0
";
const CONTACTS: &str =
    "ITEM: TIME\n0\nITEM: TIMESTEP\n0\nITEM: NUMBER OF ENTRIES\n1\nITEM: BOX BOUNDS mm mm mm\n0 1\n0 1\n0 1
ITEM: ENTRIES i j fx fy fz ftx fty ftz frx fry frz twist dx dy dz
3 2 100 0 0 0 0 -20 0 6 0 0.5 0.1999 0 0
ITEM: TIME\n0.002\nITEM: TIMESTEP\n2\nITEM: NUMBER OF ENTRIES\n0\nITEM: BOX BOUNDS mm mm mm\n0 1\n0 1\n0 1
ITEM: ENTRIES i j fx fy fz ftx fty ftz frx fry frz twist dx dy dz
";

fn imported(bodies: &str, contacts: &str) -> Result<ImportedRun, ImportError> {
    let dumps = [DumpText { name: "dump.bodies", text: bodies }, DumpText { name: "dump.contacts", text: contacts }];
    import("t.ron", &scene(NORMAL, BALLS), &dumps)
}

#[test]
fn an_imported_run_shows_the_loads_of_the_dumps() {
    let run = imported(BODIES, CONTACTS).unwrap();
    assert_eq!((run.frames, run.balls, run.loads, run.lost, run.interval), (2, 2, 3, 0, 0.002));
    let mut simulation = Simulation::new(&run.recording.checked_scene().unwrap());
    let state = simulation.state();
    let between = |i: u32, j: u32| state.contacts.iter().find(|at| (at.pair.key.i, at.pair.key.j) == (i, j)).unwrap();
    // b touches the floor too, but the dump has no force there: the contacts are those of the dump.
    assert_eq!(state.contacts.len(), 2);
    let (floor, pair) = (between(0, 1), between(1, 2));
    // Histories are not known, and neither are torques at a wall.
    let told = |name: &str, at: &ContactView| {
        let of = Subject::Contact(at.pair.key);
        SubjectKind::Contact.entry(name).unwrap().value(&of.at(&state).unwrap())
    };
    assert!(["S_u", "dS_u", "D_u", "p_i_u", "psi", "kappa_i"].iter().all(|name| told(name, pair).is_nan()));
    assert!(told("Troll_i_x", floor).is_nan() && (told("Troll_i_z", pair) + 0.05 * 6.0).abs() < 1e-12);
    assert_eq!((told("N", floor), told("KS_k", floor)), (100.0, 25.0));
    assert_eq!(
        (floor.normal.n, floor.loads.friction_on_j, floor.slide.0.mode),
        (100.0, Vec3::new(-25.0, 0.0, 0.0), Mode::Slip)
    );
    // On b (atom 3, body j) at the tip of d: friction −20 N along z; rolling R_eff n × F; twist about +x.
    assert_eq!((pair.normal.n, pair.slide.0.mode), (100.0, Mode::Stick));
    let close = |found: Vec3, expected: Vec3| assert!((found - expected).norm() < 1e-12, "{found} and {expected}");
    close(pair.loads.friction_on_j, Vec3::new(0.0, 0.0, -20.0));
    close(pair.loads.roll_on_j(), Vec3::new(0.0, 0.0, 0.05 * 6.0));
    close(pair.loads.roll_on_i(), Vec3::new(0.0, 0.0, -0.05 * 6.0));
    // Twist is the torque on the tip about d; on i it has the opposite sign.
    close(pair.loads.spin_on_i, Vec3::new(-0.5, 0.0, 0.0));
    simulation.step();
    let state = simulation.state();
    assert_eq!(
        (state.time, state.bodies[1].x, state.bodies[2].v),
        (0.002, Vec3::new(0.002, 0.0, 0.0999), Vec3::new(0.0, 0.0, 0.5))
    );
    assert_eq!(state.contacts[0].slide.0.mode, Mode::Stick);
    // b was rotated by its mean angular velocity.
    assert!((state.bodies[2].q.j - libm::sin(0.5 * 10.0 * 0.002)).abs() < 1e-15);
    // The contact is where ball and floor overlap: below the centre, and half the overlap deep.
    let (touch, depth) = (&state.contacts[0].touch, 0.1 - 0.0999);
    assert!((touch.c - Vec3::new(0.002, 0.0, -0.5 * depth)).norm() < 1e-15 && (touch.overlap - depth).abs() < 1e-15);
    // After the last frame nothing moves.
    simulation.step();
    assert_eq!(simulation.state().bodies[1].x.x, 0.002);
    assert_eq!(simulation.stopped(), None);
}

/// The recording of an imported run can be written, read, replayed with the same hashes and visited in any order, but
/// not changed.
#[test]
fn an_imported_run_is_a_recording() {
    let run = imported(BODIES, CONTACTS).unwrap();
    let mut bytes = Vec::new();
    run.recording.write(&mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let again = Recording::parse(&text).unwrap();
    assert_eq!(again, run.recording);
    let mut simulation = Simulation::new(&again.checked_scene().unwrap());
    stickslip::record::hash::WorldHash::enable(simulation.world());
    // Observing changes nothing.
    simulation.observe(false);
    let mut timeline = Timeline::begin(simulation.world());
    timeline.replay(again.edits.clone(), again.hashes.clone(), again.last_step());
    for step in [1, 0, 1, 5, 1] {
        timeline.seek(simulation.world(), step);
        assert_eq!(timeline.difference(), None, "step {step}");
    }
    assert_eq!(
        timeline.events().iter().filter(|event| event_words(event.kind) == ["slide", "slip", "stick"]).count(),
        1
    );
    assert_eq!(timeline.recording(&again.name, &again.scene).played, again.played);
    let mut apart = timeline.world_at(1);
    let poses: Vec<f64> = apart.query::<&stickslip::world::body::Pose>().iter(&apart).map(|pose| pose.x.x).collect();
    assert!(poses.contains(&0.002), "{poses:?}");
    let edit = Edit::Gravity(Vec3::zeros());
    simulation.world().write_message(stickslip::step::edits::QueueEdit(edit));
    simulation.step();
    let refused = &simulation.world().resource::<Refused>().0;
    assert!(refused[0].1.starts_with("another program computed this run"), "{refused:?}");
    // A scene opened afterwards is computed again.
    let text = builtin::text("bowling-ball").unwrap();
    let scene = Scene::parse("t", text).unwrap();
    let (mut fresh, world) = (Simulation::new(&scene), simulation.world());
    stickslip::step::spawn::load(world, &scene);
    stickslip::step::run(world, 50);
    fresh.steps(50);
    let body = |state: &stickslip::observe::state::State| state.bodies.iter().map(|body| body.x).collect::<Vec<_>>();
    assert_eq!(body(&simulation.state()), body(&fresh.state()));
    // A changed frame is detected.
    let changed = String::from_utf8({
        let mut bytes = Vec::new();
        run.recording.write(&mut bytes).unwrap();
        bytes
    })
    .unwrap();
    let changed = changed.replacen("1 0.0 0.0 0.0999", "1 0.0 nan 0.0999", 1);
    let fault = Recording::parse(&changed).unwrap_err().to_string();
    assert!(fault.contains("line 3: frame 0 was changed"), "{fault}");
}

/// Every fault is reported with file, line, reason and remedy.
#[test]
fn a_faulty_dump_of_atoms_is_told_with_its_line_and_a_remedy() {
    let cases = [
        (
            BODIES.replacen("ITEM: TIMESTEP", "TIMESTEP", 1),
            "dump.bodies:3: expected `ITEM: ...`, found `TIMESTEP`; use the dump command",
        ),
        (
            BODIES.replacen("omegaz", "wz", 1),
            "dump.bodies:11: there is no column `omegaz`; use the dump command from the exported deck",
        ),
        (
            BODIES.replacen("0 0 0.0999 1", "0 nan 0.0999 1", 1),
            "dump.bodies:12: `nan` is not a finite number; find where",
        ),
        (
            BODIES.replacen("0.1 8 0 0", "0.2 8 0 0", 1),
            "dump.bodies:12: atom 2 has a radius of 0.2 m, `a` 0.1 m; give the scene",
        ),
        (
            BODIES.replacen("2 1 0.1 8", "2 1 0.1 8.001", 1),
            "dump.bodies:12: atom 2 has a mass of 8.001 kg, `a` 8 kg; give the scene",
        ),
        (
            BODIES.replacen("0.0999 1 0 0", "0.0999 1e308 0 0", 1),
            "dump.bodies:12: `vx` is 1e308, beyond 1e60; find where the run of LAMMPS diverged",
        ),
        (BODIES.replacen("0 10 0 0", "0 -1e61 0 0", 1), "dump.bodies:13: `omegay` is -1e61, beyond 1e60; find where"),
        (
            BODIES.replacen("3 1 0.1", "9 1 0.1", 1),
            "dump.bodies:13: the scene has no ball with the number 9; give the scene",
        ),
        (
            BODIES.replacen("3 1 0.1", "2 1 0.1", 1),
            "dump.bodies:3: atom 2 appears twice in the frame of timestep 0; dump each",
        ),
        (
            BODIES.replacen("3 1 0.1 8 0.1999", "3 1 0.1 8", 1),
            "dump.bodies:13: 15 values under 16 columns; use the dump command",
        ),
        (
            BODIES.replacen("NUMBER OF ATOMS\n2", "NUMBER OF ATOMS\n1", 1),
            "dump.bodies:13: expected `ITEM: ...`, found `3 1 0.1",
        ),
    ];
    for (text, expected) in cases {
        let fault = imported(&text, CONTACTS).unwrap_err().to_string();
        assert!(fault.starts_with(expected), "{fault}\nand not\n{expected}");
    }
}

#[test]
fn a_dump_of_other_atoms_is_told_with_its_line_and_a_remedy() {
    let cases = [
        (
            BODIES.replacen("NUMBER OF ATOMS\n2", "NUMBER OF ATOMS\n99999999999", 1),
            "dump.bodies:14: `ITEM:` is not a finite number",
        ),
        (
            BODIES.replacen("TIMESTEP\n2", "TIMESTEP\n0", 1),
            "dump.bodies:16: the frame of timestep 0 follows that of 0: frames",
        ),
        (
            BODIES.replacen("TIME\n0.002", "TIME\n0.005", 1),
            "dump.bodies:16: two frames are 0.005 s apart, with the step of",
        ),
        (BODIES[..BODIES.len() - 70].to_owned(), "dump.bodies:25: 7 values under 16 columns"),
        (
            BODIES
                .replacen("3 1 0.1 8 0.1999 0 0.0999 0 0 0.5 0 10 0 0 0 0\n", "", 1)
                .replacen("ATOMS\n2", "ATOMS\n1", 1),
            "dump.bodies:3: atom 3, `b`, is not in the frame of timestep 0; dump `all`",
        ),
        (
            BODIES[..BODIES.trim_end().rfind('\n').unwrap() + 1].to_owned(),
            "dump.bodies:26: the file ends before row 2 of 2; let LAMMPS finish",
        ),
        (String::new(), "dump.bodies:1: the dump has no frame; give a dump"),
        (format!("ITEM: UNITS\nlj\n{BODIES}"), "dump.bodies:2: the units are not `si`; run LAMMPS with"),
    ];
    for (text, expected) in cases {
        let fault = imported(&text, CONTACTS).unwrap_err().to_string();
        assert!(fault.starts_with(expected), "{fault}\nand not\n{expected}");
    }
}

#[test]
fn a_faulty_dump_of_contacts_is_told_with_its_line_and_a_remedy() {
    let cases = [
        (
            CONTACTS.replacen("3 2 100", "3 7 100", 1),
            "dump.contacts:12: one of the atoms 3 and 7 is not there; dump atoms",
        ),
        (
            CONTACTS.replacen("3 2 100", "3 3 100", 1),
            "dump.contacts:12: the two atoms are the same, or at the same place",
        ),
        (
            CONTACTS.replacen("3 2 100", "3 0.5 100", 1),
            "dump.contacts:12: the number of an atom is not a whole number above 0",
        ),
        (
            CONTACTS.replacen("0.1999 0 0", "0 0 0", 1),
            "dump.contacts:12: the two atoms are the same, or at the same place",
        ),
        (CONTACTS.replacen(" ftx", " px", 1), "dump.contacts:11: there is no column `ftx`"),
        (CONTACTS.replacen("3 2 100", "3 2 1e300", 1), "dump.contacts:12: `fx` is 1e300, beyond 1e60; find where"),
    ];
    for (text, expected) in cases {
        let fault = imported(BODIES, &text).unwrap_err().to_string();
        assert!(fault.starts_with(expected), "{fault}\nand not\n{expected}");
    }
}

/// Contacts are of the frames of the atoms, at their times: otherwise both dumps are named.
#[test]
fn contacts_of_other_times_than_the_atoms_are_told() {
    let cases = [
        (
            CONTACTS.replacen("TIMESTEP\n0", "TIMESTEP\n1", 1),
            "dump.contacts:3: the contacts of timestep 1 have no atoms in dump.bodies; dump atoms and contacts of the same run",
        ),
        (
            CONTACTS.replacen("TIME\n0.002", "TIME\n0.004", 1),
            "dump.contacts:15: the contacts of timestep 2 are of 0.004 s, the atoms in dump.bodies of 0.002 s; dump atoms",
        ),
        (
            CONTACTS[..CONTACTS.rfind("ITEM: TIME\n").unwrap()].to_owned(),
            "dump.bodies:16: the atoms of timestep 2 have no contacts in dump.contacts; dump atoms and contacts",
        ),
        (
            CONTACTS.replacen("TIMESTEP\n2", "TIMESTEP\n0", 1),
            "dump.contacts:15: the contacts of timestep 0 appear twice, first at dump.contacts:3; give the contacts",
        ),
    ];
    for (text, expected) in cases {
        let fault = imported(BODIES, &text).unwrap_err().to_string();
        assert!(fault.starts_with(expected), "{fault}\nand not\n{expected}");
    }
    // Six digits of a mass, and dumps without times or masses, are enough.
    let bodies = BODIES.replace("2 1 0.1 8 ", "2 1 0.1 8.00001 ");
    imported(&bodies, CONTACTS).unwrap();
    let contacts = CONTACTS.replace("ITEM: TIME\n0\n", "").replace("ITEM: TIME\n0.002\n", "");
    imported(&BODIES.replace(" mass ", " type "), &contacts).unwrap();
}

/// The commands: export, and import with the scene next to the dumps.
#[test]
fn the_commands_go_there_and_back() {
    let folder = temp_dir::TempDir::new().unwrap();
    // So stiff that the frame interval, which is the step size of the recording, exceeds the critical step.
    std::fs::write(folder.child("t.ron"), scene(&NORMAL.replace("1e6", "1e8"), BALLS)).unwrap();
    let run = |line: &str| stickslip(folder.path()).args(line.split(' ')).ends();
    let said = run("export t.ron --to lammps --out deck");
    assert!(said.out.starts_with("2 balls of 1 type, 1 wall and 2 steps in deck; in that folder, run: lmp -in in.scene\nNot carried over to LAMMPS:\n- "), "{}{}", said.out, said.err);
    for (name, text) in [("dump.bodies", BODIES), ("dump.contacts", CONTACTS)] {
        std::fs::write(folder.child("deck").join(name), text).unwrap();
    }
    let said = run("import --from lammps deck/dump.bodies deck/dump.contacts --out t.rec");
    assert_eq!(
        said.out,
        "2 frames of 2 balls, one every 0.002 s, in t.rec\n3 contact loads; view with `stickslip open t.rec`\n",
        "{}",
        said.err
    );
    let said = run("run --replay t.rec --verify --out tables");
    assert!(
        said.code == 0 && said.out.contains("t.rec: all states of 1 step are bit-identical to the recording"),
        "{}{}",
        said.out,
        said.err
    );
    assert!(!said.out.contains("warning"), "the step of a motion that is played has no critical size: {}", said.out);
    let said = run("import --from lammps deck/dump.bodies --scene missing.ron");
    assert!(
        said.code == 2 && said.err.contains("cannot read missing.ron") && said.err.contains("--scene scene.ron"),
        "{}",
        said.err
    );
    let said = run("export t.rec --to lammps --out deck");
    assert!(said.code == 2 && said.err.contains("LAMMPS runs a scene, not a recording"), "{}", said.err);
}
