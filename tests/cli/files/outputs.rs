//! A results folder is always consistent: over an older result, after a kill at any time, on a full disk, after an
//! interrupt.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use temp_dir::TempDir;

/// Four balls and a block pulled by a spring; `PULLS` stands for the spring.
const SCENE: &str = r#"Scene(schema: 1, title: "Four", time: (dt: 1e-4, duration: 0.02), gravity: (0.0, 0.0, -9.8),
    friction: (mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: 0.3, spin: Heuristic(eta_psi: 0.006, curvature: 5.0)),
    normal: Hooke(k_n: 1e6, damping: Ratio(0.5)),
    bodies: [
        (name: "ground", shape: Plane, motion: Fixed),
        (name: "a", shape: Sphere(radius: 0.2), mass: 5.0, on: (surface: "ground", at: (0.0, 0.0), velocity: (0.4, 0.3))),
        (name: "b", shape: Sphere(radius: 0.2), mass: 5.0, on: (surface: "ground", at: (1.0, 0.0), velocity: (0.4, 0.1))),
        (name: "block", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, on: (surface: "ground", at: (3.0, 0.0))),
    ],
    PULLS
)
"#;
const PULLS: &str = r#"pulls: [(body: "block", at: (0.0, 0.1, 0.0), stiffness: 50.0, velocity: (0.0, 0.02, 0.0))],"#;

/// A folder with the scene with the spring, `s.ron`, and without it, `bare.ron`.
fn folder() -> TempDir {
    let dir = TempDir::new().unwrap();
    std::fs::write(dir.path().join("s.ron"), SCENE.replace("PULLS", PULLS)).unwrap();
    std::fs::write(dir.path().join("bare.ron"), SCENE.replace("PULLS", "")).unwrap();
    dir
}

fn stickslip(dir: &Path, line: &str) -> Command {
    let mut command = crate::program::stickslip(dir);
    command.args(line.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn done(dir: &Path, line: &str) -> Output {
    let output = stickslip(dir, line).output().unwrap();
    assert!(output.status.success(), "{line}: {}", error_text(&output));
    output
}

fn error_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The visible files of a folder with their bytes.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let Ok(entries) = std::fs::read_dir(dir) else { return BTreeMap::new() };
    let file = |path: PathBuf| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap());
    let all = entries.map(|entry| file(entry.unwrap().path()));
    all.filter(|(name, _)| !name.starts_with('.')).collect()
}

fn names(dir: &Path) -> Vec<String> {
    files(dir).into_keys().collect()
}

/// The summary of a run without the two numbers that differ between equal runs.
fn timeless(bytes: &[u8]) -> serde_json::Value {
    let mut summary: serde_json::Value = serde_json::from_slice(bytes).expect("a whole summary");
    for field in ["wall_seconds", "steps_per_second"] {
        summary.as_object_mut().unwrap().remove(field).expect("a time");
    }
    summary
}

/// Whether a file equals that of a complete result.
fn is_that(name: &str, bytes: &[u8], result: &BTreeMap<String, Vec<u8>>) -> bool {
    let Some(whole) = result.get(name) else { return false };
    if name == "summary.json" { timeless(bytes) == timeless(whole) } else { bytes == whole }
}

/// Checks that every file under its final name is complete, and that a summary belongs to the files next to it. Returns
/// true if there is a summary.
fn check_claims(dir: &Path, results: &[BTreeMap<String, Vec<u8>>], when: &str) -> bool {
    let found = files(dir);
    for (name, bytes) in found.iter().filter(|(name, _)| !name.ends_with(".part")) {
        assert!(results.iter().any(|whole| is_that(name, bytes, whole)), "{when}: {name} is not whole");
    }
    let summary = ["summary.json", "summary.csv"].into_iter().find(|name| found.contains_key(*name));
    if let Some(summary) = summary {
        let of = results.iter().find(|whole| is_that(summary, &found[summary], whole)).expect("a result");
        for name in of.keys() {
            assert!(found.get(name).is_some_and(|bytes| is_that(name, bytes, of)), "{when}: {name} is of another run");
        }
    }
    summary.is_some()
}

/// Kills the second command at 50 or more times spread over its run, each time over the result of the first.
fn killed_at_any_time(old: &str, new: &str) {
    let folder = folder();
    let dir = folder.path();
    let out = dir.join("o");
    let result = |line: &str| {
        let start = Instant::now();
        done(dir, line);
        (files(&out), start.elapsed())
    };
    let (first, _) = result(old);
    // Times of kills are drawn from this span, which adapts to the load of the machine: shorter after a run that ended
    // before its kill, else a little longer.
    let (second, mut span) = result(new);
    assert!(first.keys().any(|name| name.starts_with("summary.")), "{:?}", first.keys());
    let results = [first, second];
    let (mut random, mut unfinished) = (0x2545_f491_4f6c_dd1d_u64, 0);
    for k in 0..500 {
        if k >= 50 && unfinished > 10 {
            return;
        }
        done(dir, old);
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let wait = span.mul_f64((random % 10_000) as f64 / 1e4);
        let mut child = stickslip(dir, new).spawn().unwrap();
        std::thread::sleep(wait);
        let ended = child.try_wait().unwrap().is_some();
        span = if ended { wait } else { span.mul_f64(1.05) };
        child.kill().unwrap();
        child.wait().unwrap();
        unfinished += u32::from(!check_claims(&out, &results, &format!("kill {k} after {wait:?}")));
    }
    panic!("only {unfinished} of 500 runs were under way when they were killed");
}

#[test]
fn a_run_that_is_killed_over_an_older_result_leaves_nothing_that_claims_to_be_whole() {
    killed_at_any_time("run s.ron --out o", "run bare.ron --out o --duration 0.3");
}

#[test]
fn so_does_a_comparison() {
    let laws = "--laws fang-negrut,cundall-strack --plot v --out o";
    killed_at_any_time(&format!("compare s.ron {laws}"), &format!("compare bare.ron {laws} --duration 0.1"));
}

#[test]
#[cfg(feature = "parquet")]
fn so_does_a_run_into_parquet() {
    killed_at_any_time("run s.ron --out o", "run bare.ron --out o --duration 0.3 --format parquet");
}

/// Runs the command with file sizes limited to `blocks` blocks of 512 bytes; exceeding the limit is a failed write, as
/// on a full disk.
#[cfg(unix)]
fn on_a_full_disk(dir: &Path, blocks: u32, line: &str) -> Output {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\""), "sh"])
        .arg(env!("CARGO_BIN_EXE_stickslip"));
    command.args(line.split_whitespace()).current_dir(dir).output().unwrap()
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_no_summary_beside_cut_tables() {
    let new = ["run s.ron --out o --duration 0.1", "compare s.ron --laws fang-negrut,luding --out o --duration 0.1"];
    for line in new {
        for blocks in [0, 1, 100, 1000] {
            let folder = folder();
            let dir = folder.path();
            done(dir, line);
            let second = files(&dir.join("o"));
            done(dir, "run bare.ron --out o");
            let results = [files(&dir.join("o")), second];
            let output = on_a_full_disk(dir, blocks, line);
            assert_eq!(output.status.code(), Some(1), "{line}, {blocks} blocks: {}", error_text(&output));
            assert!(error_text(&output).contains("cannot write"), "{}", error_text(&output));
            let is_whole = check_claims(&dir.join("o"), &results, line);
            assert!(!is_whole || blocks == 0, "{line}, {blocks} blocks: a summary");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_no_empty_file_and_no_half_manifest() {
    let folder = folder();
    let dir = folder.path();
    std::fs::write(dir.join("w.ron"), sweep("s.ron", "Range(from: 0.25, to: 0.4, step: 0.01)")).unwrap();
    let before = names(dir);
    for line in ["generate heap -n 1000 --out big.ron", "run s.ron --record a.rec", "sweep w.ron --out w.csv"] {
        let output = on_a_full_disk(dir, 0, line);
        assert_eq!(output.status.code(), Some(1), "{line}: {}", error_text(&output));
        let left: Vec<_> = names(dir).into_iter().filter(|name| !name.ends_with(".rec.part")).collect();
        assert_eq!(left, before, "{line}");
        done(dir, line);
        names(dir).into_iter().filter(|name| !before.contains(name)).for_each(|name| {
            std::fs::remove_file(dir.join(name)).unwrap();
        });
    }
    // A run begun on a full disk is resumed once there is space.
    for blocks in [1, 2, 4, 8, 16] {
        on_a_full_disk(dir, blocks, "sweep w.ron --out w.csv --resume");
    }
    done(dir, "sweep w.ron --out w.csv --resume");
    done(dir, "sweep w.ron --out whole.csv");
    assert_eq!(files(dir)["w.csv"], files(dir)["whole.csv"]);
}

/// A sweep over the static friction of a scene.
fn sweep(scene: &str, values: &str) -> String {
    format!(r#"Sweep(schema: 1, scene: "{scene}", axes: [("friction.mu_s", {values})], keep: [velocity("a")])"#)
}

#[test]
fn files_of_an_earlier_run_go_and_those_of_others_stay() {
    let folder = folder();
    let dir = folder.path();
    let out = dir.join("o");
    let tables = ["bodies.csv", "contacts.csv", "events.csv", "world.csv"];
    done(dir, "run s.ron --out o");
    std::fs::write(out.join("notes.txt"), "mine").unwrap();
    std::fs::write(out.join("bodies-00000007.vtp"), "mine too").unwrap();
    assert_eq!(
        names(&out),
        [
            "bodies-00000007.vtp",
            "bodies.csv",
            "contacts.csv",
            "events.csv",
            "notes.txt",
            "pulls.csv",
            "run.json",
            "summary.json",
            "world.csv"
        ]
    );
    done(dir, "run bare.ron --out o");
    let mine = ["bodies-00000007.vtp", "notes.txt"];
    let with = |more: &[&str]| {
        let mut all: Vec<String> = more.iter().chain(&mine).map(|name| name.to_string()).collect();
        all.sort();
        all
    };
    assert_eq!(names(&out), with(&[&tables[..], &["run.json", "summary.json"]].concat()));
    done(dir, "compare bare.ron --laws fang-negrut,luding --out o");
    let compared = ["curves.csv", "curves.png", "curves.svg", "differences.csv", "impacts.csv", "summary.csv"];
    assert_eq!(names(&out), with(&[&tables[..], &compared[..]].concat()));
    // The bench would overwrite a table of the same name among those of the other command.
    let before = files(&out);
    let refused = stickslip(dir, "bench-law --component slide --out o").output().unwrap();
    assert!(
        !refused.status.success() && error_text(&refused).contains("choose another folder"),
        "{}",
        error_text(&refused)
    );
    assert_eq!(files(&out), before);
    // An export may share a folder with tables; a shorter export removes all files of a longer one, and new tables all
    // files of both.
    done(dir, "export s.ron --to vtk --out o --every 10");
    let states = |dir: &Path| names(dir).iter().filter(|name| name.ends_with(".vtp")).count();
    assert_eq!(states(&out), 2 * 21 + 1);
    done(dir, "export s.ron --to vtk --out o --every 100");
    assert_eq!(states(&out), 2 * 3 + 1);
    assert!(compared.iter().all(|name| out.join(name).exists()));
    if cfg!(feature = "parquet") {
        done(dir, "run bare.ron --out o --format parquet");
        let tables = tables.map(|name| name.replace(".csv", ".parquet"));
        let tables = tables.each_ref().map(String::as_str);
        assert_eq!(names(&out), with(&[&tables[..], &["run.json", "summary.json"]].concat()));
    }
    done(dir, "run bare.ron --out o");
    assert_eq!(names(&out), with(&[&tables[..], &["run.json", "summary.json"]].concat()));
    assert_eq!(files(&out)["notes.txt"], b"mine");
}

/// Starts a command that runs long enough to be interrupted, and waits until it has written something.
#[cfg(unix)]
fn under_way(dir: &Path, line: &str, file: &str) -> Child {
    let child = stickslip(dir, line).spawn().unwrap();
    let start = Instant::now();
    while std::fs::metadata(dir.join("o").join(file)).map_or(0, |file| file.len()) == 0 {
        assert!(start.elapsed() < Duration::from_secs(60), "{line} writes nothing");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(unix)]
fn signalled(mut child: Child, signal: &str) -> Output {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "{signal} does not end it");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

#[test]
#[cfg(unix)]
fn a_signal_ends_a_run_with_tables_that_are_whole() {
    for signal in ["-INT", "-TERM"] {
        let folder = folder();
        let dir = folder.path();
        done(dir, "run s.ron --out o");
        std::fs::remove_file(dir.join("o/bodies.csv")).unwrap();
        let child = under_way(dir, "run bare.ron --out o --duration 1000 --every 7", "bodies.csv.part");
        let output = signalled(child, signal);
        assert_eq!(output.status.code(), Some(1), "{signal}: {}", error_text(&output));
        let said = error_text(&output);
        let found = files(&dir.join("o"));
        assert_eq!(
            found.keys().collect::<Vec<_>>(),
            ["bodies.csv", "contacts.csv", "events.csv", "run.json", "summary.json", "world.csv"]
        );
        let summary = timeless(&found["summary.json"]);
        let steps = summary["steps"].as_u64().unwrap();
        let why = format!("interrupted by a signal at step {steps} of 10000000");
        assert!(summary["stopped"] == why.as_str() && said.contains(&why), "{said}: {summary}");
        // The rows equal those of a run planned to end at that step.
        done(dir, &format!("run bare.ron --out r --every 7 --duration {:?}", steps as f64 * 1e-4));
        let whole = files(&dir.join("r"));
        for name in ["bodies.csv", "contacts.csv", "events.csv", "world.csv"] {
            assert!(found[name] == whole[name], "{signal}: {name} up to step {steps}");
        }
        assert_eq!(summary["state_hash"], timeless(&whole["summary.json"])["state_hash"]);
    }
}

#[test]
#[cfg(unix)]
fn a_signal_ends_comparisons_and_exports_too() {
    let folder = folder();
    let dir = folder.path();
    let line = "compare bare.ron --laws fang-negrut,luding --out o --duration 1000";
    let output = signalled(under_way(dir, line, "bodies.csv.part"), "-TERM");
    assert!(output.status.code() == Some(1) && error_text(&output).contains("interrupted"), "{}", error_text(&output));
    let summary = String::from_utf8(files(&dir.join("o"))["summary.csv"].clone()).unwrap();
    assert!(summary.lines().skip(1).all(|row| row.contains("interrupted by a signal at step")), "{summary}");
    assert!(names(&dir.join("o")).iter().all(|name| !name.ends_with(".part")));
    std::fs::remove_dir_all(dir.join("o")).unwrap();
    let line = "export bare.ron --to vtk --out o --duration 1000 --every 1000";
    let output = signalled(under_way(dir, line, "bodies-00001000.vtp"), "-INT");
    assert!(output.status.code() == Some(1) && error_text(&output).contains("interrupted"), "{}", error_text(&output));
    let found = files(&dir.join("o"));
    let listed = String::from_utf8(found["bodies.pvd"].clone()).unwrap();
    let states = found.keys().filter(|name| name.starts_with("bodies-")).count();
    assert_eq!(listed.matches("<DataSet").count(), states);
    assert!(names(&dir.join("o")).iter().all(|name| !name.ends_with(".part")));
}

#[test]
#[cfg(unix)]
fn two_commands_do_not_write_to_one_folder() {
    let folder = folder();
    let dir = folder.path();
    let child = under_way(dir, "run bare.ron --out o --duration 1000 --every 100", "bodies.csv.part");
    let second = stickslip(dir, "run s.ron --out o").output().unwrap();
    assert!(
        second.status.code() == Some(1) && error_text(&second).contains("another stickslip"),
        "{}",
        error_text(&second)
    );
    assert_eq!(signalled(child, "-TERM").status.code(), Some(1));
    done(dir, "run s.ron --out o");
}

/// With ninety thousand balls, a search through all contacts for each body would take eight thousand million
/// comparisons.
#[test]
fn the_summary_of_many_balls_takes_no_longer_than_their_contacts() {
    use stickslip::run::drive::{RunPlan, run};
    use stickslip::scene::Scene;
    const SIDE: usize = 300;
    let one = Scene::parse("s", &SCENE.replace("PULLS", "")).unwrap();
    let time = |height: f64| {
        let mut scene = Scene { bodies: vec![one.bodies[0].clone()], duration: one.dt, ..one.clone() };
        scene.bodies.extend((0..SIDE * SIDE).map(|k| {
            let mut ball = one.bodies[1].clone();
            ball.name = format!("ball{k}");
            ball.position.x = 0.5 * (k % SIDE) as f64;
            ball.position.y = 0.5 * (k / SIDE) as f64;
            ball.position.z = height;
            ball
        }));
        let start = Instant::now();
        let summary = run(&RunPlan::new(&scene, ""), |_| ()).unwrap();
        let class = if height > 0.2 { None } else { Some("S") };
        assert!(summary.bodies[1..].iter().all(|ball| ball.class.is_some() == class.is_some()));
        start.elapsed()
    };
    let (free, touching) = (time(1.0), time(0.1999));
    // Measured: 3 times as long with contacts; 80 times if each body searches all contacts.
    assert!(touching < 20 * free, "{touching:?} with contacts, {free:?} without");
}

#[test]
fn check_and_run_agree_about_a_scene_that_stops_in_step_0() {
    let folder = folder();
    let dir = folder.path();
    // Two moving bodies touch under a known normal force from the weight of one: the guard stops this run in step 0.
    let scene = SCENE.replace("PULLS", "").replace("Hooke(k_n: 1e6, damping: Ratio(0.5))", "Known(Weight)");
    let scene = scene.replace("at: (1.0, 0.0)", "at: (0.1, 0.0)");
    std::fs::write(dir.join("stops.ron"), scene).unwrap();
    done(dir, "run bare.ron --out o");
    let before = files(&dir.join("o"));
    let check = stickslip(dir, "check stops.ron").output().unwrap();
    let said = String::from_utf8_lossy(&check.stdout).into_owned();
    let why = said.split("the run would fail at step 0: ").nth(1).unwrap_or_else(|| panic!("{said}"));
    let why = why.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
    assert_eq!(check.status.code(), Some(2));
    for line in [
        "run stops.ron --out o",
        "compare stops.ron --laws fang-negrut,luding --out o",
        "export stops.ron --to vtk --out o",
    ] {
        let output = stickslip(dir, line).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {}", error_text(&output));
        assert!(error_text(&output).contains(&why), "{line}: {}", error_text(&output));
        assert!(files(&dir.join("o")) == before, "{line} wrote something");
    }
}

#[test]
fn sweeps_say_what_cannot_be_done() {
    let folder = folder();
    let dir = folder.path();
    let values = "Range(from: 0.25, to: 0.4, step: 0.01)";
    let axis = |path: &str| format!(r#"("{path}", Range(from: 1.0, to: 9000000.0, step: 1.0))"#);
    let many = ["friction.mu_s", "friction.k_e", "bodies.a.mass", "bodies.b.mass"].map(axis).join(", ");
    let many = format!(r#"Sweep(schema: 1, scene: "s.ron", axes: [{many}], keep: [velocity("a")])"#);
    std::fs::write(dir.join("table.csv"), "t [s],x\n0,1\n").unwrap();
    std::fs::write(dir.join("many.ron"), many).unwrap();
    for (name, scene) in [("csv", "table.csv"), ("none", "nowhere.ron"), ("sweep", "many.ron"), ("folder", ".")] {
        std::fs::write(dir.join(format!("{name}.ron")), sweep(scene, values)).unwrap();
    }
    let long = r#"LogRange(from: 1.0, to: 2.0, count: 100000000000)"#;
    std::fs::write(dir.join("long.ron"), sweep("s.ron", long)).unwrap();
    let before = names(dir);
    for (line, words) in [
        ("sweep csv.ron", "scene: \"table.csv\": that is not a scene"),
        ("sweep none.ron", "scene: \"nowhere.ron\": cannot read"),
        ("sweep sweep.ron", "scene: \"many.ron\": "),
        ("sweep many.ron", "more than can be counted"),
        ("sweep long.ron", "over ten million values"),
        ("bench -n 0", "0 is not in 1.."),
        ("generate heap -n 0 --out h.ron", "0 is not in 1.."),
        ("run s.ron --out o --checkpoint 0", "must be positive"),
        ("run s.ron --out o --checkpoint NaN", "must be positive"),
        ("run s.ron --checkpoint 1", "--out"),
        ("run --continue .", "holds no checkpoint"),
        ("run --continue nowhere", "nowhere: cannot read the folder"),
    ] {
        let output = stickslip(dir, line).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {}", error_text(&output));
        let plain = |text: &str| text.replace(|c: char| c.is_whitespace() || c == '│', "");
        assert!(plain(&error_text(&output)).contains(&plain(words)), "{line}: {}", error_text(&output));
        assert_eq!(names(dir), before, "{line} wrote something");
    }
}

/// The command that `merge` prints creates the missing shard.
#[test]
fn merge_says_how_to_make_what_is_missing() {
    let folder = folder();
    let dir = folder.path();
    std::fs::write(dir.join("w.ron"), sweep("s.ron", "Range(from: 0.25, to: 0.4, step: 0.01)")).unwrap();
    done(dir, "sweep w.ron --out whole.csv");
    for parts in [["part1.csv", "part2.csv", "part3.csv"], ["w.1-of-3.csv", "w.2-of-3.csv", "w.3-of-3.csv"]] {
        for shard in [0, 2] {
            done(dir, &format!("sweep w.ron --shard {}/3 --out {}", shard + 1, parts[shard]));
        }
        let merge = stickslip(dir, &format!("merge {} {} --out all.csv", parts[0], parts[2])).output().unwrap();
        assert!(merge.status.code() == Some(2) && !dir.join("all.csv").exists(), "{}", error_text(&merge));
        let said = error_text(&merge);
        assert!(said.contains("shard 2/3 is missing"), "{said}");
        let command = said.lines().find_map(|line| line.split_once("stickslip ")).unwrap_or_else(|| panic!("{said}")).1;
        assert!(command.contains(parts[1]), "{command}");
        done(dir, command);
        // A shard that lacks its end is reported in the same way.
        let text = std::fs::read(dir.join(parts[1])).unwrap();
        std::fs::write(dir.join(parts[1]), &text[..text.len() - 5]).unwrap();
        let merge = stickslip(dir, &format!("merge {} --out all.csv", parts.join(" "))).output().unwrap();
        let said = error_text(&merge);
        let command = said.lines().find_map(|line| line.split_once("stickslip ")).unwrap_or_else(|| panic!("{said}")).1;
        assert!(said.contains("rows; finish it with"), "{said}");
        done(dir, command);
        done(dir, &format!("merge {} --out all.csv", parts.join(" ")));
        assert_eq!(std::fs::read(dir.join("all.csv")).unwrap(), std::fs::read(dir.join("whole.csv")).unwrap());
        std::fs::remove_file(dir.join("all.csv")).unwrap();
        let twice = stickslip(dir, &format!("merge {0} {0} {1} --out all.csv", parts[0], parts[1])).output().unwrap();
        assert!(error_text(&twice).contains("shard 1/3"), "{}", error_text(&twice));
    }
}
