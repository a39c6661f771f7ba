//! `stickslip compare`: bit-identical to `run`, and first differences, creep and errors against closed forms.

use crate::program::{ProgramOutput, RunToEnd};
use std::path::Path;
use temp_dir::TempDir;

const MU_K: f64 = 0.2;
const G: f64 = 9.8;
const DT: f64 = 1e-4;

/// A ball on a plane of this slope, with `fields` of the body.
fn scene(degrees: f64, fields: &str) -> TempDir {
    let text = format!(
        r#"Scene(schema: 1, title: "A ball", time: (dt: {DT:e}, duration: 0.3), gravity: (0.0, 0.0, -{G}),
        friction: (mu_s: 0.25, mu_k: {MU_K}, k_e: 1e5, eta_r: 0.3, spin: Heuristic(eta_psi: 0.006, curvature: 5.0)),
        normal: Known(Weight),
        bodies: [(name: "ground", shape: Incline(degrees: {degrees:.3}), motion: Fixed),
                 (name: "ball", shape: Sphere(radius: 0.2), mass: 5.0, {fields})])"#
    );
    let dir = TempDir::new().expect("a folder");
    std::fs::write(dir.path().join("s.ron"), text).expect("the scene");
    dir
}

/// Exit code, standard output and standard error.
fn stickslip(dir: &Path, args: &[&str]) -> (i32, String, String) {
    let ProgramOutput { code, out, err } = crate::program::stickslip(dir).args(args).ends();
    (code, out, err)
}

fn read(dir: &Path, name: &str) -> String {
    std::fs::read_to_string(dir.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Rows of a table as maps from header to cell.
fn rows(dir: &Path, name: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(dir.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

fn number(row: &std::collections::BTreeMap<String, String>, name: &str) -> f64 {
    row[name].parse().unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// For every set of laws, `compare` writes the tables that `run` writes of the scene with those laws, to the last
/// digit, with the same state hash.
#[test]
fn a_set_has_the_bits_of_a_run_with_its_laws() {
    let dir = scene(10.0, r#"on: (surface: "ground", at: (0.0, 0.0), velocity: (0.4, 0.3), spin: 2.0)"#);
    let dir = dir.path();
    let sets = "scene,slide=cundall-strack/ConstantTorque(mu_r: 0.1)/spin=luding-spin";
    let (code, out, err) = stickslip(dir, &["compare", "s.ron", "--laws", sets, "--out", "c", "--duration", "0.05"]);
    assert_eq!(code, 0, "{out}{err}");
    let laws = r#"friction.laws=(slide: "cundall-strack", roll: ConstantTorque(mu_r: 0.1), spin: "luding-spin")"#;
    let once = ["run", "s.ron", "--duration", "0.05", "--out"];
    for (name, extra) in [(sets.split(',').next().unwrap(), None), (&sets["scene,".len()..], Some(laws))] {
        let mut args = once.to_vec();
        args.push("r");
        args.extend(extra.iter().flat_map(|edit| ["--set", *edit]));
        assert_eq!(stickslip(dir, &args).0, 0);
        for table in ["bodies.csv", "contacts.csv", "events.csv", "world.csv"] {
            let all = read(dir, &format!("c/{table}"));
            assert!(all.starts_with("laws,t [s],step,"), "{}", &all[..40]);
            let prefix = format!("{name},");
            let own: Vec<&str> = all.lines().filter_map(|line| line.strip_prefix(&prefix)).collect();
            let run = read(dir, &format!("r/{table}"));
            assert_eq!(own, run.lines().skip(1).collect::<Vec<_>>(), "{name}: {table}");
            assert!(table == "events.csv" || own.len() > 500);
        }
        let summary = rows(dir, "c/summary.csv");
        let hash = &summary.iter().find(|row| row["laws"] == name).expect("its row")["state_hash"];
        assert!(read(dir, "r/summary.json").contains(hash.as_str()), "{name}: {hash}");
    }
    for file in ["curves.svg", "curves.png", "curves.csv"] {
        assert!(dir.join("c").join(file).exists(), "{file}");
    }
}

/// Two sliding coefficients that differ by Δμ = 0.1: the forces differ at once, by Δμ; the positions differ by ½ Δμ g
/// t², which passes 1e-3 of the radius at t = √(2e-3 R/(Δμ g)).
#[test]
fn two_coefficients_part_when_they_should() {
    let dir = scene(0.0, r#"motion: Translating, on: (surface: "ground", at: (0.0, 0.0), velocity: (0.0, 2.0))"#);
    let dir = dir.path();
    let sets = "CoulombRegularised(mu: 0.2),CoulombRegularised(mu: 0.1),coulomb-regularised";
    let (code, out, err) = stickslip(dir, &["compare", "s.ron", "--laws", sets, "--out", "c"]);
    assert_eq!(code, 0, "{err}");
    let all = rows(dir, "c/differences.csv");
    assert_eq!(all.len(), 3 * 4, "three pairs, four kinds");
    let of = |a: &str, b: &str, kind: &str| {
        let is = |row: &&std::collections::BTreeMap<String, String>| {
            row["laws_a"].contains(a) && row["laws_b"].contains(b) && row["kind"] == kind
        };
        all.iter().find(is).unwrap_or_else(|| panic!("{a}, {b}, {kind}")).clone()
    };
    let force = of("0.2", "0.1", "force");
    assert!((number(&force, "t [s]") - DT).abs() < 1e-12 && (number(&force, "relative") - 0.1).abs() < 1e-9);
    let (pose, expected) = (of("0.2", "0.1", "pose"), (2e-3 * 0.2 / (0.1 * G)).sqrt());
    assert!((number(&pose, "t [s]") - expected).abs() < 2.0 * DT, "{pose:?}, expected {expected}");
    assert_eq!(pose["of"], "ball");
    for kind in ["pose", "mode", "force", "torque"] {
        assert_eq!(of("0.2", "coulomb-regularised", kind)["step"], "", "mu_k is 0.2: the same law under two names");
    }
    assert!(out.contains("first difference at t = 0.000100 s (force of ground-ball)"), "{out}");
    assert!(out.contains("coulomb-regularised against CoulombRegularised(mu: 0.2): no difference"), "{out}");
}

/// On a slope below the angle of repose, the law without memory lets the body creep forever at ε tan α/μ; the paper's
/// law holds it.
#[test]
fn the_memoryless_law_creeps_with_its_terminal_speed() {
    let (degrees, epsilon) = (5.0, 2e-4);
    let dir = scene(degrees, r#"motion: Translating, on: (surface: "ground", at: (0.0, 0.0))"#);
    let dir = dir.path();
    let sets = format!("CoulombRegularised(epsilon: {epsilon}),fang-negrut");
    let (code, _, err) = stickslip(dir, &["compare", "s.ron", "--laws", &sets, "--out", "c", "--duration", "1.0"]);
    assert_eq!(code, 0, "{err}");
    let summary = rows(dir, "c/summary.csv");
    let expected = epsilon * degrees.to_radians().tan() / MU_K;
    let creep = number(&summary[0], "creep [m/s]");
    assert!((creep - expected).abs() < 1e-6 * expected, "{creep:e}, expected {expected:e}");
    assert_eq!(summary[0]["rest_time [s]"], "NaN");
    assert!(number(&summary[1], "creep [m/s]") < 1e-12 && number(&summary[1], "rest_time [s]") < 0.5, "{summary:?}");
}

/// A ball of 1 kg and R = 0.1 m that rolls at 0.3 m/s, with this normal law and friction.
fn rolling(normal: &str, friction: &str) -> TempDir {
    let text = format!(
        r#"Scene(schema: 1, title: "A ball", time: (dt: {DT:e}, duration: 2.5), gravity: (0.0, 0.0, -{G}),
        friction: ({friction}), normal: {normal},
        bodies: [(name: "ground", shape: Plane),
                 (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 0.1), velocity: (0.0, 0.3, 0.0),
                  angular_velocity: (-3.0, 0.0, 0.0))])"#
    );
    let dir = TempDir::new().expect("a folder");
    std::fs::write(dir.path().join("s.ron"), text).expect("the scene");
    dir
}

/// A ball on springs rolls as far as its rigid counterpart, which is bit-identical to the rigid scene with ρ = 2η_r μ_k
/// R.
///
/// The ball stops after v²/2d with d = 5ρg/7R. Rigid contacts act one step earlier on the velocity and stop v Δt/2
/// before that. With springs, the torque first builds up over the path Θ_k R = 2μ_k N R/K_E·κR, and the ball rolls back
/// by as much at the end; the error stays below 1e-4 m.
#[test]
fn springs_and_their_rigid_counterpart_stop_a_ball_at_the_same_place() {
    let friction = "mu_s: 0.6, mu_k: 0.5, k_e: 1e5, eta_r: 0.02, spin: Off";
    let dir = rolling("Hooke(k_n: 1e6, damping: Ratio(0.5))", friction);
    let sets = "scene,complementarity,complementarity/Cones(form: Relaxed)";
    let (code, out, err) = stickslip(dir.path(), &["compare", "s.ron", "--laws", sets, "--out", "c"]);
    assert_eq!(code, 0, "{out}{err}");
    let note = "complementarity: a single μ for rest and sliding, μk = 0.5: resting contacts slip below μs = 0.6";
    assert!(out.contains(note), "{out}");
    // Both runs have the contact from the first step on.
    assert!(
        out.contains("complementarity against scene: first difference at t = 0.000100 s (force of ground-ball)"),
        "{out}"
    );
    let summary = rows(dir.path(), "c/summary.csv");
    assert_eq!(summary[0]["notes"], "");
    assert!(note.ends_with(&summary[1]["notes"]) && !summary[1]["notes"].is_empty(), "{summary:?}");
    let limit = 0.3 * 0.3 / (2.0 * 5.0 * 2e-3 * G / 0.7);
    for (row, (expected, tolerance)) in
        summary.iter().zip([(limit, 1e-4), (limit - 0.5 * 0.3 * DT, 1e-8), (limit, 1e-4)])
    {
        let found = number(row, "distance [m]");
        assert!((found - expected).abs() < tolerance, "{}: {found}, expected {expected}", row["laws"]);
        assert!(number(row, "rest_time [s]") < 2.3, "{row:?}");
    }
    let rigid = rolling("Rigid(restitution: RESTITUTION)", "mu: 0.5, rho: 2e-3");
    let e = stickslip::laws::friction::normal::restitution(0.5);
    let text = read(rigid.path(), "s.ron").replace("RESTITUTION", &format!("{e:?}"));
    std::fs::write(rigid.path().join("s.ron"), text).expect("the scene");
    for (row, form) in summary[1..].iter().zip(["Exact", "Relaxed"]) {
        let set = format!("solver=Cones(form: {form})");
        assert_eq!(stickslip(rigid.path(), &["run", "s.ron", "--set", &set, "--out", "r"]).0, 0);
        assert!(read(rigid.path(), "r/summary.json").contains(row["state_hash"].as_str()), "{form}");
    }
}

/// Exact and relaxed formulation differ from the first step of a sliding box: the relaxed one leaves the ground with
/// v_1 = (v_0 − μgΔt)/(1 + μ²) along it and μ v_1 upwards, at any step size; the exact one stays on the ground.
#[test]
fn the_relaxed_form_lets_a_sliding_box_hop() {
    let dir = scene(0.0, r#"motion: Translating, on: (surface: "ground", at: (0.0, 0.0), velocity: (0.0, 2.0))"#);
    for dt in [1e-2, 1e-3, 1e-4] {
        let sets = "complementarity,complementarity/Cones(form: Relaxed)";
        let step = format!("{dt:e}");
        let args = ["compare", "s.ron", "--laws", sets, "--out", "c", "--dt", &step, "--duration", "0.02"];
        let (code, _, err) = stickslip(dir.path(), &args);
        assert_eq!(code, 0, "{err}");
        let bodies = rows(dir.path(), "c/bodies.csv");
        let free = 2.0 - MU_K * G * dt;
        let along = free / (1.0 + MU_K * MU_K);
        for (set, expected) in sets.split(',').zip([[free, 0.0], [along, MU_K * along]]) {
            let is_it = |row: &&std::collections::BTreeMap<String, String>| {
                row["laws"] == set && row["step"] == "1" && row["body"] == "ball"
            };
            let row = bodies.iter().find(is_it).expect("its row");
            for (name, expected) in ["vy [m/s]", "vz [m/s]"].into_iter().zip(expected) {
                let found = number(row, name);
                assert!((found - expected).abs() < 1e-8, "{set}, {dt}: {name} {found}, expected {expected}");
            }
        }
        let differences = rows(dir.path(), "c/differences.csv");
        let pose = differences.iter().find(|row| row["kind"] == "pose").expect("a row");
        assert!(number(pose, "t [s]") < 2e-2, "{pose:?}");
    }
}

/// All faults are reported before any file is written.
#[test]
fn bad_input_is_told_and_nothing_is_written() {
    let dir = scene(0.0, r#"on: (surface: "ground", at: (0.0, 0.0))"#);
    let dir = dir.path();
    for (args, expected) in [
        (["--laws", "fang-negrut,ludin", "--plot", "v"], "did you mean `luding`?"),
        (["--laws", "fang-negrut", "--plot", "v"], "two to 8 sets can be compared, found 1"),
        (["--laws", "scene,marshall", "--plot", "v"], "`marshall` needs the overlap"),
        (["--laws", "scene,luding", "--plot", "speed"], "there is no quantity `speed`"),
        (["--laws", "scene,luding", "--body", "bal"], "did you mean `ball`?"),
        (["--laws", "scene,luding", "--threshold", "-1"], "--threshold"),
        (["--laws", "scene,slide=complementarity", "--plot", "v"], "use `complementarity` for slide, roll and spin"),
        (["--laws", "scene,Cones()", "--plot", "v"], "`Cones(...)` solves rigid contacts, and there are none"),
    ] {
        let (code, _, err) = stickslip(dir, &[&["compare", "s.ron", "--out", "c"], &args[..]].concat());
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains(expected), "{args:?}: {err}");
        assert!(!dir.join("c").exists());
    }
}
