//! The command line as scripts see it: exit codes, files, headers, messages.

use crate::program::{ProgramOutput, RunToEnd, stickslip};
use std::path::Path;
use stickslip::lab::builtin;
use temp_dir::TempDir;

/// A short scene with every component of friction.
const SCENE: &str = r#"Scene(
    schema: 1,
    title: "A ball",
    time: (dt: 1e-4, duration: 0.01),
    gravity: (0.0, 0.0, -9.8),
    friction: (mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: 0.3, spin: Heuristic(eta_psi: 0.006, curvature: 5.0)),
    normal: Known(Weight),
    bodies: [
        (name: "ground", shape: Plane, motion: Fixed),
        (name: "ball", shape: Sphere(radius: 0.2), mass: 5.0,
         on: (surface: "ground", at: (0.0, 0.0), velocity: (0.4, 0.3), spin: 2.0)),
    ],
)
"#;

const BODIES: &str = "t [s],step,body,x [m],y [m],z [m],qw,qx,qy,qz,vx [m/s],vy [m/s],vz [m/s],\
                      wx [rad/s],wy [rad/s],wz [rad/s]";
/// INTERFACE: the first columns of contacts.csv, in this order; further columns come after them.
const CONTACTS: &str = "t [s],step,i,j,feature,cx [m],cy [m],cz [m],n_x,n_y,n_z,u_x,u_y,u_z,w_x,w_y,w_z,N [N],overlap [m],\
                        slide_mode,S_u [m],S_w [m],dS_u [m],dS_w [m],E_u [N],E_w [N],D_u [N],D_w [N],F_x [N],F_y [N],F_z [N],\
                        roll_mode_i,Theta_i_u [rad],Theta_i_w [rad],roll_mode_j,Theta_j_u [rad],Theta_j_w [rad],\
                        Troll_i_x [N m],Troll_i_y [N m],Troll_i_z [N m],Troll_j_x [N m],Troll_j_y [N m],Troll_j_z [N m]";
const EVENTS: &str = "t [s],step,i,j,feature,what,from,to";

/// A temporary folder with one scene file, in which the program runs.
struct TestFolder {
    dir: TempDir,
}

impl ProgramOutput {
    /// Whether standard error contains this text; reports are wrapped to the terminal width, with a bar on the left.
    fn says(&self, what: &str) -> bool {
        let plain = |text: &str| text.replace(|c: char| c.is_whitespace() || c == '│', "");
        plain(&self.err).contains(&plain(what))
    }
}

impl TestFolder {
    fn new(scene: &str) -> Self {
        let dir = TempDir::new().expect("a folder");
        std::fs::write(dir.path().join("s.ron"), scene).expect("the scene");
        Self { dir }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.dir.path().join(name)
    }

    fn run(&self, args: &[&str]) -> ProgramOutput {
        self.run_with(args, &[])
    }

    fn run_with(&self, args: &[&str], env: &[(&str, &str)]) -> ProgramOutput {
        stickslip(self.dir.path()).args(args).envs(env.iter().copied()).ends()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Names of all files and folders in the folder.
    fn files(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.dir.path())
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

/// Cells of one column of a CSV text.
fn column(text: &str, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let k = reader.headers().expect("headers").iter().position(|h| h == name).unwrap_or_else(|| panic!("no {name}"));
    reader.records().map(|row| row.expect("a row")[k].to_string()).collect()
}

fn steps(text: &str) -> Vec<u64> {
    let mut steps: Vec<u64> = column(text, "step").iter().map(|s| s.parse().expect("a step")).collect();
    steps.dedup();
    steps
}

#[test]
fn run_writes_its_four_files_with_the_headers_of_the_interface() {
    let folder = TestFolder::new(SCENE);
    let done = folder.run(&["run", "s.ron", "--out", "deep/out"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
    let header = |name: &str| folder.read(&format!("deep/out/{name}")).lines().next().expect("a header").to_string();
    assert_eq!(header("bodies.csv"), BODIES);
    assert_eq!(header("events.csv"), EVENTS);
    let contacts = header("contacts.csv");
    assert!(contacts.starts_with(&format!("{CONTACTS},")), "{contacts}");
    for more in ["TrollE_j_x [N m]", "TrollD_j_x [N m]", "TrollE_i_z [N m]", "TrollD_i_z [N m]"] {
        assert!(contacts.split(',').any(|name| name == more), "{more} is not in {contacts}");
    }
    assert!(contacts.ends_with(",slip [m],lambda,load_n_x,load_n_y,load_n_z,arm_i_x [m],arm_i_y [m],arm_i_z [m],arm_j_x [m],arm_j_y [m],arm_j_z [m]"), "{contacts}");
    let spin = "spin_mode,Psi [rad],Tspin_E [N m],Tspin_D [N m]";
    assert!(contacts.contains(spin), "{contacts}");
    let mut names = folder.files();
    names.retain(|name| name != "s.ron");
    assert_eq!(names, ["deep"]);
}

/// Every step from 0 to the last is written; with `--every`, the first and the last in any case.
#[test]
fn rows_are_those_that_were_asked_for() {
    let folder = TestFolder::new(SCENE);
    for (every, expected) in [
        ("1", (0..=100).collect::<Vec<u64>>()),
        ("30", vec![0, 30, 60, 90, 100]),
        ("50", vec![0, 50, 100]),
        ("1000", vec![0, 100]),
    ] {
        let done = folder.run(&["run", "s.ron", "--out", "out", "--every", every]);
        assert_eq!(done.code, 0, "{}", done.err);
        assert_eq!(steps(&folder.read("out/bodies.csv")), expected, "--every {every}");
        assert_eq!(steps(&folder.read("out/contacts.csv")), expected, "--every {every}");
    }
    // Sampling changes no number: the rows equal those of the full table, and all events are written.
    let last = |text: String| text.lines().last().expect("a row").to_string();
    let sparse = ["bodies", "contacts", "events"].map(|name| folder.read(&format!("out/{name}.csv")));
    folder.run(&["run", "s.ron", "--out", "out"]);
    let full = ["bodies", "contacts", "events"].map(|name| folder.read(&format!("out/{name}.csv")));
    assert_eq!(last(sparse[0].clone()), last(full[0].clone()));
    assert_eq!(last(sparse[1].clone()), last(full[1].clone()));
    assert_eq!(sparse[2], full[2]);
    assert_eq!(folder.run(&["run", "s.ron", "--every", "0"]).code, 2);
}

/// Row 0 is the initial state of the scene; time is step times Δt; a number read back equals the simulated one.
#[test]
fn numbers_are_written_in_full() {
    let folder = TestFolder::new(SCENE);
    folder.run(&["run", "s.ron", "--out", "out"]);
    let bodies = folder.read("out/bodies.csv");
    let ball = |name: &str| -> Vec<f64> {
        let who = column(&bodies, "body");
        let cells = column(&bodies, name);
        who.iter()
            .zip(cells)
            .filter(|(who, _)| *who == "ball")
            .map(|(_, cell)| cell.parse().expect("a number"))
            .collect()
    };
    assert_eq!((ball("x [m]")[0], ball("z [m]")[0], ball("vx [m/s]")[0], ball("wz [rad/s]")[0]), (0.0, 0.2, 0.4, 2.0));
    for (step, t) in ball("t [s]").iter().enumerate() {
        assert_eq!(*t, step as f64 * 1e-4);
    }
    let scene = stickslip::scene::Scene::parse("s", SCENE).expect("a scene");
    let mut simulation = stickslip::run::simulation::Simulation::new(&scene);
    for (step, vx) in ball("vx [m/s]").iter().enumerate() {
        assert_eq!(simulation.state().bodies[1].v.x.to_bits(), vx.to_bits(), "step {step}");
        simulation.step();
    }
}

/// Two runs, and runs on one or two threads, write the same bits; summaries differ only in the wall time.
#[test]
fn the_number_of_threads_changes_no_bit() {
    let folder = TestFolder::new(SCENE);
    for name in ["s.ron", "brick-undamped", "roll-and-spin"] {
        for (out, threads) in [("one", "1"), ("two", "2"), ("again", "2")] {
            let args = ["run", name, "--out", out, "--duration", "0.05"];
            let done = folder.run_with(&args, &[("RAYON_NUM_THREADS", threads)]);
            assert_eq!(done.code, 0, "{}", done.err);
        }
        for file in ["bodies.csv", "contacts.csv", "events.csv", "world.csv"] {
            let [one, two, again] = ["one", "two", "again"].map(|out| folder.read(&format!("{out}/{file}")));
            assert!(one == two && two == again, "{name}: {file} differs");
            assert!(one.lines().count() > 1, "{name}: {file} is empty");
        }
        let summary = |out: &str| {
            let text = folder.read(&format!("{out}/summary.json"));
            let mut json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            let fields = json.as_object_mut().expect("an object");
            fields.remove("wall_seconds").expect("a wall time");
            fields.remove("steps_per_second").expect("a rate");
            json
        };
        assert_eq!(summary("one"), summary("two"), "{name}");
    }
}

/// `--set`, `--dt` and `--duration` reach the simulation and the summary.
#[test]
fn settings_can_be_changed() {
    let folder = TestFolder::new(SCENE);
    let set = ["--set", "friction.mu_k=0.1", "--set", "bodies.ball.on.velocity=(0,0.8)"];
    let mut args = vec!["run", "s.ron", "--out", "out", "--dt", "2e-4", "--duration", "0.02"];
    args.extend(set);
    let done = folder.run(&args);
    assert_eq!(done.code, 0, "{}", done.err);
    let bodies = folder.read("out/bodies.csv");
    assert_eq!(steps(&bodies), (0..=100).collect::<Vec<u64>>());
    assert_eq!(column(&bodies, "t [s]").last().expect("rows"), "0.02");
    assert_eq!(column(&bodies, "vy [m/s]")[1], "0.8");
    // In slip F = μ_k m g = 4.9 N with the new μ_k.
    let contacts = folder.read("out/contacts.csv");
    let force: f64 = column(&contacts, "F_y [N]").last().expect("rows").parse().expect("a number");
    assert!((force + 4.9).abs() < 1e-9, "{force}");
    let summary: serde_json::Value = serde_json::from_str(&folder.read("out/summary.json")).expect("JSON");
    assert_eq!(summary["dt [s]"], 2e-4);
    assert_eq!(summary["steps"], 100);
    assert!(summary["settings"].as_str().expect("a text").contains("mu_k: 0.1"));
    // The slide torque μ_k N R is below the static roll cap 2 η_r R μ_s N = 0.15 N R, so the ball slips without
    // turning; with the file's own μ_k = 0.2 it is above the cap.
    assert_eq!(summary["bodies"][1]["class"], "PS");
    assert_eq!(summary["title"], "A ball");
    folder.run(&["run", "s.ron", "--out", "out"]);
    let summary: serde_json::Value = serde_json::from_str(&folder.read("out/summary.json")).expect("JSON");
    assert_eq!(summary["bodies"][1]["class"], "RwS");
}

/// Bad input: exit code 2, a message with a remedy on standard error, no output and no files.
#[test]
fn bad_input_writes_nothing() {
    let folder = TestFolder::new(SCENE);
    for (args, said) in [
        (vec!["run", "no-such.ron"], "cannot read no-such.ron"),
        (
            vec!["run", "s.ron", "--set", "friction.mu_k=0.9"],
            "kinetic friction 0.9 is larger than static friction mu_s 0.25",
        ),
        (vec!["run", "s.ron", "--set", "friction.mus=0.9"], "did you mean `mu_s`?"),
        (vec!["run", "s.ron", "--set", "friction.mu_k"], "`=` is missing"),
        (vec!["run", "s.ron", "--dt", "0"], "must be positive"),
        (vec!["run", "s.ron", "--dt", "-1e-4"], "must be positive"),
        (vec!["run", "s.ron", "--duration", "NaN"], "must be finite"),
        (vec!["run", "s.ron", "--duration", "long"], ""),
        (vec!["run", "s.ron", "--format", "xml"], "xml"),
        (vec!["run"], "SCENE"),
        (vec!["dance"], "dance"),
    ] {
        let mut args = args;
        if args.len() > 1 {
            args.extend(["--out", "out"]);
        }
        let done = folder.run(&args);
        assert_eq!(done.code, 2, "{args:?}: {}{}", done.out, done.err);
        assert!(done.says(said), "{args:?} says {}", done.err);
        assert_eq!(done.out, "", "{args:?}");
        assert_eq!(folder.files(), ["s.ron"], "{args:?} wrote something");
    }
}

/// A run that diverges: exit code 3, and the message names the body, the quantity, the step and a remedy.
#[test]
fn a_run_that_blows_up_says_which_body_and_when() {
    let stiff = SCENE.replace("Known(Weight)", "Hooke(k_n: 1e12, damping: Ratio(3.0))");
    let stiff = stiff.replace("duration: 0.01", "duration: 5.0");
    let folder = TestFolder::new(&stiff);
    let done = folder.run(&["run", "s.ron", "--dt", "0.05", "--out", "out"]);
    assert_eq!(done.code, 3, "{}{}", done.out, done.err);
    assert!(done.err.contains("body 1 \"ball\""), "{}", done.err);
    assert!(["velocity", "position", "force", "torque"].iter().any(|q| done.err.contains(q)), "{}", done.err);
    assert!(done.err.contains("smaller dt"), "{}", done.err);
    let summary: serde_json::Value = serde_json::from_str(&folder.read("out/summary.json")).expect("JSON");
    let last = summary["steps"].as_u64().expect("a count");
    assert!(done.err.contains(&format!("at step {last} ")), "{} but the last step is {last}", done.err);
    assert!(done.err.contains(summary["stopped"].as_str().expect("a reason")), "{}", done.err);
    assert_eq!(steps(&folder.read("out/bodies.csv")).last(), Some(&last), "the last step is written");
    assert!(last < 100, "it stops before the end");
}

/// An output folder that cannot be created is neither bad input nor divergence: exit code 1.
#[test]
fn a_folder_that_cannot_be_made_is_exit_code_1() {
    let folder = TestFolder::new(SCENE);
    let done = folder.run(&["run", "s.ron", "--out", "s.ron/out"]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("cannot write"), "{}", done.err);
}

/// `check` prints every fault on one line: file, line, column, field, reason, remedy. Exit code 2.
#[test]
fn check_reports_every_fault() {
    let broken = SCENE.replace("mu_s: 0.25, mu_k: 0.2", "mu_s: 0.15, mu_k: 0.2").replace("radius: 0.2", "raduis: 0.2");
    let broken = broken.replace("mass: 5.0", "mass: -5.0");
    let folder = TestFolder::new(&broken);
    let done = folder.run(&["check", "s.ron", "sphere-up-35", "nowhere.ron"]);
    assert_eq!(done.code, 2, "{}", done.err);
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "s.ron:6:34: friction.mu_k: kinetic friction 0.2 is larger than static friction mu_s 0.15; lower mu_k or raise mu_s",
            "s.ron:10:37: bodies.ball.shape.radius: missing field `radius`; add `radius: ...`",
            "s.ron:10:38: bodies.ball.shape.raduis: unknown field `raduis`; did you mean `radius`?",
            "s.ron:10:58: bodies.ball.mass: must be positive, found `-5.0`; give a number greater than 0",
        ],
        "{}",
        done.out
    );
    assert_eq!(lines[4], "sphere-up-35: ok");
    assert!(lines[5].contains("cannot read nowhere.ron"), "{}", lines[5]);
    assert_eq!(lines.len(), 6);
    // `run` reports the same fault and writes nothing.
    let run = folder.run(&["run", "s.ron", "--out", "out"]);
    assert_eq!(run.code, 2);
    assert!(run.says("kinetic friction 0.2 is larger than static friction mu_s 0.15"), "{}", run.err);
    assert_eq!(folder.files(), ["s.ron"]);
    assert_eq!(folder.run(&["check", "sphere-up-35"]).code, 0);
}

#[test]
fn check_json_is_one_document() {
    let folder = TestFolder::new(&SCENE.replace("mu_s: 0.25, mu_k: 0.2", "mu_s: 0.15, mu_k: 0.2"));
    let done = folder.run(&["check", "s.ron", "sphere-up-35", "--json"]);
    assert_eq!(done.code, 2);
    let json: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!(json[0]["file"], "s.ron");
    assert_eq!(json[0]["ok"], false);
    let fault = &json[0]["faults"][0];
    assert_eq!((fault["line"].as_u64(), fault["column"].as_u64()), (Some(6), Some(34)));
    assert_eq!(fault["path"], "friction.mu_k");
    assert_eq!(fault["remedy"], "lower mu_k or raise mu_s");
    assert_eq!(json[1]["ok"], true);
    assert_eq!(json[1]["faults"].as_array().map(Vec::len), Some(0));
}

/// `scenes` lists every built-in scene, one per line, and prints the text of one.
#[test]
fn scenes_are_listed_and_printed() {
    let folder = TestFolder::new(SCENE);
    let done = folder.run(&["scenes"]);
    assert_eq!(done.code, 0);
    let listed: Vec<&str> = done.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let known: Vec<&str> = builtin::all().iter().map(|(name, _)| *name).collect();
    assert_eq!(listed, known);
    let printed = folder.run(&["scenes", "--print", "roll-and-spin"]);
    assert_eq!(printed.out.trim_end(), builtin::text("roll-and-spin").expect("it is there").trim_end());
}

/// Every file of `scenes/` is built in under its name, and every built-in scene has a file.
#[test]
fn every_scene_file_is_built_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("scenes/")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ron"))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut known: Vec<&str> = builtin::all().iter().map(|(name, _)| *name).collect();
    known.sort_unstable();
    assert_eq!(files, known);
}

/// Every built-in scene passes `check` and runs 200 steps.
#[test]
fn every_built_in_scene_runs() {
    let folder = TestFolder::new(SCENE);
    let names: Vec<&str> = builtin::all().iter().map(|(name, _)| *name).collect();
    let mut args = vec!["check"];
    args.extend(&names);
    let done = folder.run(&args);
    let ok = done.out.lines().filter(|line| line.ends_with(": ok")).count();
    assert_eq!((done.code, ok), (0, names.len()), "{}", done.out);
    for name in names {
        let dt = stickslip::scene::Scene::parse(name, builtin::text(name).expect("it is there")).expect("a scene").dt;
        let done =
            folder.run(&["run", name, "--duration", &format!("{:e}", 200.0 * dt), "--out", "out", "--every", "200"]);
        assert_eq!(done.code, 0, "{name}: {}", done.err);
        assert_eq!(steps(&folder.read("out/bodies.csv")), [0, 200], "{name}");
    }
}

/// A misspelled name of a built-in scene gets a hint.
#[test]
fn an_unknown_scene_gets_a_hint() {
    let folder = TestFolder::new(SCENE);
    let done = folder.run(&["run", "sphere-up-53"]);
    assert_eq!(done.code, 2);
    assert!(done.says("did you mean `sphere-up-35`?"), "{}", done.err);
    let done = folder.run(&["run", "zzz"]);
    assert_eq!(done.code, 2);
    assert!(done.says("`stickslip scenes` lists them"), "{}", done.err);
}

/// `--help` has examples, `--version` the version and the commit, and completions are a script.
#[test]
fn help_version_and_completions() {
    let folder = TestFolder::new(SCENE);
    let help = folder.run(&["--help"]);
    assert!(help.code == 0 && help.out.contains("Examples:") && help.out.contains("stickslip run"), "{}", help.out);
    let version = folder.run(&["--version"]);
    let own = format!("stickslip {} ({})", stickslip::record::build::VERSION, stickslip_commit::COMMIT);
    assert_eq!((version.code, version.out.trim_end()), (0, own.as_str()));
    let script = folder.run(&["completions", "bash"]);
    assert!(script.code == 0 && script.out.contains("_clap_complete_stickslip"), "{}", script.out);
    // Requests of the completion script: the words typed so far.
    for (words, expected) in [
        (["run", "sphere-up"], "sphere-up-35"),
        (["check", "s."], "s.ron"),
        (["laws", "mindlin-d"], "mindlin-deresiewicz"),
        (["sweep", "sphere-c"], "sphere-classes"),
    ] {
        let mut shell = stickslip(folder.dir.path());
        let answer = shell.env("COMPLETE", "fish").args(["--", "stickslip"]).args(words).succeeds();
        assert!(answer.lines().any(|line| line.split('\t').next() == Some(expected)), "{words:?}: {answer}");
    }
}

/// `--format parquet` writes the same rows and values as CSV.
#[cfg(feature = "parquet")]
#[test]
fn parquet_holds_what_the_csv_holds() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    let folder = TestFolder::new(SCENE);
    for format in ["csv", "parquet"] {
        let done = folder.run(&["run", "s.ron", "--out", format, "--every", "7", "--format", format]);
        assert_eq!(done.code, 0, "{}", done.err);
    }
    for table in ["bodies", "contacts", "events"] {
        let text = folder.read(&format!("csv/{table}.csv"));
        let mut csv = csv::Reader::from_reader(text.as_bytes());
        let headers: Vec<String> = csv.headers().expect("headers").iter().map(str::to_string).collect();
        let rows: Vec<csv::StringRecord> = csv.records().map(|row| row.expect("a row")).collect();
        let file = std::fs::File::open(folder.path(&format!("parquet/{table}.parquet"))).expect("the table");
        let reader = SerializedFileReader::new(file).expect("Parquet");
        let mut count = 0;
        for (k, row) in reader.get_row_iter(None).expect("rows").enumerate() {
            let row = row.expect("a row");
            let names: Vec<&String> = row.get_column_iter().map(|(name, _)| name).collect();
            assert!(names.iter().zip(&headers).all(|(a, b)| **a == *b) && names.len() == headers.len(), "{names:?}");
            for ((name, value), cell) in row.get_column_iter().zip(&rows[k]) {
                let same = match value {
                    // A missing value is an empty cell.
                    Field::Double(x) if x.is_nan() => cell.is_empty(),
                    Field::Double(x) => cell.parse::<f64>().is_ok_and(|c| c.to_bits() == x.to_bits()),
                    Field::Long(n) => cell.parse::<i64>().is_ok_and(|c| c == *n),
                    Field::Str(text) => cell == text,
                    _ => false,
                };
                assert!(same, "{table}, row {k}, {name}: {value} against {cell}");
            }
            count += 1;
        }
        assert!(count == rows.len() && count > 0, "{table}: {count} rows against {}", rows.len());
        let metadata = reader.metadata().file_metadata().key_value_metadata().expect("metadata");
        assert!(metadata.iter().any(|pair| pair.key == "settings" && pair.value.as_deref() == Some(SCENE)));
    }
    assert!(folder.path("parquet/summary.json").exists());
}

/// Two piles in one report: all of its numbers are consistent.
#[test]
fn a_bench_of_piles_adds_up() {
    let folder = TestFolder::new(SCENE);
    let done = folder.run(&["bench", "-n", "27", "216", "--settle", "0.1", "--warm-up", "5", "--steps", "30"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let line: serde_json::Value = serde_json::from_str(&done.out).expect("one line of JSON");
    let of = |run: usize, name: &str| line["runs"][run][name].as_f64().unwrap_or_else(|| panic!("{name}: {line}"));
    let exponent = |name: &str| (of(1, name) / of(0, name)).ln() / (of(1, "bodies") / of(0, "bodies")).ln();
    for (name, of_what) in [("growth_exponent", "seconds_per_step"), ("contact_growth_exponent", "contacts")] {
        let reported = line[name].as_f64().expect(name);
        assert!((reported - exponent(of_what)).abs() < 1e-9, "{name} {reported}");
    }
    for run in 0..2 {
        // Every ball rests on other balls or the floor; none has more than twelve neighbours.
        let (contacts, balls) = (of(run, "contacts"), [27.0, 216.0][run]);
        assert!(contacts >= balls / 2.0 && contacts <= 6.0 * balls, "{contacts} contacts of {balls} balls");
        let per_contact = 1e9 * of(run, "seconds_per_step") / contacts;
        assert!((of(run, "ns_per_contact") / per_contact - 1.0).abs() < 1e-9);
        assert!(of(run, "bytes_per_contact") <= 320.0);
        let simd = line["runs"][run]["simd"].as_str().unwrap_or_default();
        assert!(["Avx512", "Avx2", "Sse4_2", "Sse2", "Neon", "Fallback"].contains(&simd), "{simd}");
    }
}
