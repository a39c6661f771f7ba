//! The command line as people expect it: any file name, standard input, JSON and quiet output, colour, suggestions,
//! negative numbers, and signals.

use crate::program::{ProgramOutput, RunToEnd, stickslip};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use temp_dir::TempDir;

/// A ball that slides and begins to roll.
const SCENE: &str = r#"Scene(
    schema: 1,
    title: "A ball",
    time: (dt: 1e-4, duration: 0.01),
    gravity: (0.0, 0.0, -9.8),
    friction: (mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: 0.3),
    normal: Known(Weight),
    bodies: [
        (name: "ground", shape: Plane),
        (name: "ball", shape: Sphere(radius: 0.2), mass: 5.0, on: (surface: "ground", velocity: (0.4, 0.3))),
    ],
)
"#;

const SWEEP: &str =
    r#"Sweep(schema: 1, scene: "s.ron", axes: [("friction.mu_s", List([0.3, 0.4]))], keep: [class("ball")])"#;

/// A folder with the scene and the sweep.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("s.ron"), SCENE).expect("the scene");
    std::fs::write(folder.path().join("sweep.ron"), SWEEP).expect("the sweep");
    folder
}

fn command(dir: &Path, line: &str) -> Command {
    let mut command = stickslip(dir);
    command.args(line.split_whitespace());
    command
}

/// Output of a command that reads this text from its standard input.
fn piped(mut command: Command, text: &str) -> ProgramOutput {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    ProgramOutput { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// The document that a command prints.
fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The document without what differs between two runs.
fn timeless(mut document: Value) -> Value {
    let fields = document.as_object_mut().expect("an object");
    fields.remove("wall_seconds").expect("a wall time");
    fields.remove("steps_per_second").expect("a rate");
    document
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_utf8_is_a_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let dir = folder.path();
    let [scene, sweep, out, recording] =
        [b"s\xff.ron".as_slice(), b"sw\xff.ron", b"o\xff", b"r\xff.rec"].map(OsStr::from_bytes);
    std::fs::copy(dir.join("s.ron"), dir.join(scene)).expect("a copy");
    std::fs::copy(dir.join("sweep.ron"), dir.join(sweep)).expect("a copy");
    let run = |before: &[&str], name: &OsStr, after: &[&str]| {
        let mut command = stickslip(dir);
        command.args(before).arg(name).args(after);
        if before.iter().any(|word| ["run", "compare", "export"].contains(word)) {
            command.arg("--out").arg(out);
        }
        command.succeeds()
    };
    assert!(run(&["check"], scene, &[]).ends_with(": ok\n"));
    run(&["run"], scene, &[]);
    assert!(dir.join(out).join("bodies.csv").is_file());
    run(&["compare"], scene, &["--laws", "fang-negrut,luding"]);
    run(&["export"], scene, &["--to", "xyz"]);
    run(&["sweep", "--out", "t.csv"], sweep, &[]);
    run(&["bench", "--steps", "9", "--warm-up", "1"], scene, &[]);
    stickslip(dir).args(["run", "s.ron", "--record"]).arg(recording).succeeds();
    stickslip(dir).args(["run", "--verify", "--replay"]).arg(recording).succeeds();
    stickslip(dir).args(["export", "--to", "xyz", "--out", "x"]).arg(recording).succeeds();
}

/// A sparse file of 8 GiB of NUL bytes is refused at its beginning, whatever the limit; reading it would take minutes.
#[test]
fn binary_data_is_no_scene() {
    let folder = folder();
    let file = std::fs::File::create(folder.path().join("zeros.ron")).expect("a file");
    if file.set_len(8 << 30).is_err() {
        file.set_len(900_000_000).expect("a large file");
    }
    let limit = (16_u64 << 30).to_string();
    let said = command(folder.path(), "run zeros.ron --largest-file").arg(limit).fails(2);
    assert!(said.contains("it is not text") && said.contains("UTF-8"), "{said}");
}

#[test]
fn a_recording_of_format_0_is_refused() {
    let folder = folder();
    command(folder.path(), "run s.ron --record a.rec").succeeds();
    let text = std::fs::read_to_string(folder.path().join("a.rec")).expect("the recording");
    assert!(text.contains(r#""format":2"#), "{text}");
    std::fs::write(folder.path().join("a.rec"), text.replace(r#""format":2"#, r#""format":0"#)).expect("written");
    let said = command(folder.path(), "run --replay a.rec --verify").fails(2);
    assert!(said.contains("its format is not a number from 1 to 4"), "{said}");
}

#[test]
fn the_help_names_the_flags_that_the_tutorials_use() {
    let folder = folder();
    for line in ["run --help", "compare --help", "export --help"] {
        let help = command(folder.path(), line).succeeds();
        assert!(help.contains("--duration <S>") && help.contains("--until"), "{help}");
        assert!(line.starts_with("export") || help.contains("--json") && help.contains("--quiet"), "{help}");
    }
    command(folder.path(), "compare s.ron --laws fang-negrut,luding --until 0.001").succeeds();
}

/// A build without the window lists the commands that need it, with the reason.
#[cfg(not(feature = "view"))]
#[test]
fn the_commands_of_the_window_are_listed() {
    let folder = folder();
    let help = command(folder.path(), "--help").succeeds();
    for name in ["open", "snapshot", "movie"] {
        let line = help.lines().position(|line| line.trim_start().starts_with(&format!("{name} ")));
        let line = line.unwrap_or_else(|| panic!("no {name}: {help}"));
        let text = help.lines().skip(line).take(3).map(str::trim).collect::<Vec<_>>().join(" ");
        assert!(text.contains("not in this build, which has no window"), "{text}");
    }
}

/// `--json` prints the summary that `run --out` writes, `--quiet` nothing; files and exit codes are the same.
#[test]
fn run_prints_one_document_or_nothing() {
    let folder = folder();
    let dir = folder.path();
    let printed = json(&command(dir, "run s.ron --out o --json").succeeds());
    let written = std::fs::read_to_string(dir.join("o/summary.json")).expect("the summary");
    assert_eq!(printed, json(&written));
    assert_eq!(printed["contacts"], 1);
    let done = command(dir, "run s.ron --out q --quiet").ends();
    assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, "", ""));
    let written = std::fs::read_to_string(dir.join("q/summary.json")).expect("the summary");
    assert_eq!(timeless(json(&written)), timeless(printed));
    // Warnings and errors are printed on standard error.
    let done = command(dir, "run s.ron --quiet --duration 0.00125").ends();
    assert!(done.code == 0 && done.out.is_empty() && done.err.contains("warning: the duration"), "{}", done.err);
    assert!(command(dir, "run s.ron --quiet --set friction.mu_k=9").fails(2).contains("larger than static"));
    command(dir, "run s.ron --record a.rec --quiet").succeeds();
    let replayed = json(&command(dir, "run --replay a.rec --verify --json").succeeds());
    assert!(replayed["steps"] == 100 && replayed.get("difference").is_none(), "{replayed}");
    command(dir, "run s.ron --out c --checkpoint 0.002").succeeds();
    assert_eq!(json(&command(dir, "run --continue c --json").succeeds())["steps"], 100);
    assert!(command(dir, "run s.ron --json --quiet").fails(2).contains("--quiet"));
}

#[test]
fn compare_and_sweep_print_one_document_or_nothing() {
    let folder = folder();
    let dir = folder.path();
    let document = json(&command(dir, "compare s.ron --laws fang-negrut,luding --out c --json").succeeds());
    assert_eq!((&document["title"], &document["interrupted"]), (&Value::from("A ball"), &Value::Null));
    for (name, rows) in [("summary", 2), ("differences", 4)] {
        let mut table = csv::Reader::from_path(dir.join("c").join(format!("{name}.csv"))).expect("a table");
        let headers = table.headers().expect("headers").clone();
        let found = document[name].as_array().expect("rows");
        assert_eq!((found.len(), table.records().count()), (rows, rows));
        assert!(headers.iter().all(|header| found[0].get(header).is_some()), "{}", found[0]);
    }
    assert_eq!(document["summary"][1]["laws"], "luding");
    let done = command(dir, "compare s.ron --laws fang-negrut,luding --quiet").ends();
    assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, "", ""));
    let document = json(&command(dir, "sweep sweep.ron --out t.csv --json").succeeds());
    assert!(document["cases"] == 2 && document["total"] == 2 && document["stopped"] == 0, "{document}");
    assert_eq!(document["out"], "t.csv");
    let done = command(dir, "sweep sweep.ron --out u.csv --quiet").ends();
    assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, "", ""));
    let table = |name: &str| std::fs::read_to_string(dir.join(name)).expect("a table");
    assert_eq!(table("t.csv"), table("u.csv"));
}

/// Colour is on where it is asked for, and nowhere with `NO_COLOR`; without a terminal it is off.
#[test]
fn errors_have_colour_where_it_is_wanted() {
    let folder = folder();
    let said = |variables: &[(&str, &str)]| {
        let mut command = command(folder.path(), "run s.ron --set friction.mu_k=9");
        command.env_remove("NO_COLOR").envs(variables.iter().copied()).fails(2)
    };
    assert!(!said(&[]).contains('\u{1b}'));
    assert!(said(&[("CLICOLOR_FORCE", "1")]).contains('\u{1b}'));
    assert!(!said(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains('\u{1b}'));
}

#[test]
fn a_scene_may_come_from_standard_input() {
    let folder = folder();
    let dir = folder.path();
    let done = piped(command(dir, "check -"), SCENE);
    assert_eq!((done.code, done.out.as_str()), (0, "<stdin>: ok\n"), "{}", done.err);
    let done = piped(command(dir, "check -"), &SCENE.replace("mu_k: 0.2", "mu_k: 0.9"));
    assert!(done.code == 2 && done.out.starts_with("<stdin>:6:"), "{}", done.out);
    let done = piped(command(dir, "run - --json"), SCENE);
    let hash = &json(&done.out)["state_hash"];
    assert_eq!(*hash, json(&command(dir, "run s.ron --json").succeeds())["state_hash"]);
    let done = piped(command(dir, "sweep - --quiet"), SWEEP);
    assert!(done.code == 0 && dir.join("sweep.csv").is_file(), "{}", done.err);
    let done = piped(command(dir, "check - -"), SCENE);
    assert!(done.code == 2 && done.out.contains("was read already"), "{}", done.out);
    let done = piped(command(dir, "run --replay -"), SCENE);
    assert!(done.code == 2 && done.err.contains("not a recording"), "{}", done.err);
}

/// A negative number is a value, and the command says what is wrong with it.
#[test]
fn a_negative_number_is_a_value() {
    let folder = folder();
    for (line, said) in [
        ("bench-law --component slide --amplitude -1", "--amplitude -1: it must be positive"),
        ("bench-law --frequency -1e-4", "--frequency -0.0001: it must be positive"),
        ("run s.ron --until -1e-3", "must be positive"),
        ("run s.ron --out o --checkpoint -1", "--checkpoint -1: it must be positive"),
        ("run s.ron --every -1", "invalid value '-1'"),
        ("compare s.ron --laws fang-negrut,luding --threshold -1", "--threshold -1"),
        ("bench s.ron --steps -3", "invalid value '-3'"),
    ] {
        let text = command(folder.path(), line).fails(2);
        assert!(text.contains(said) && !text.contains("unexpected argument"), "{line}: {text}");
    }
}

/// An unknown name gets the names that are near, not the first twenty.
#[test]
fn a_missing_name_is_answered_with_the_nearest() {
    let folder = folder();
    for (line, said) in [
        ("run sphere-up-53", "did you mean `sphere-up-35`?"),
        ("run scenes/sphere-up-53.ron", "did you mean `sphere-up-35`?"),
        ("run bowling", "did you mean `bowling-ball` or `rigid-bowling-ball`?"),
        ("laws fang", "did you mean `fang-negrut`?"),
        ("compare s.ron --laws fang,luding", "did you mean `fang-negrut`?"),
    ] {
        let text = command(folder.path(), line).fails(2);
        assert!(text.contains(said), "{line}: {text}");
    }
    let text = command(folder.path(), "run zzzzzz").fails(2);
    assert!(text.contains("nearest first") && text.matches(", ").count() < 8, "{text}");
}

/// A fault has one heading, and what a flag has put into the text says so.
#[test]
fn a_fault_says_where_its_text_comes_from() {
    let folder = folder();
    let said = |flags: &[&str]| stickslip(folder.path()).args(["run", "s.ron"]).args(flags).fails(2);
    let text = said(&["--set", "friction.mu_k=0.9"]);
    assert!(text.contains("friction.mu_k, from --set friction.mu_k=0.9"), "{text}");
    assert!(text.matches('×').count() == 1 && !text.contains("Error:") && !text.contains("1 fault"), "{text}");
    // The value that is at fault is that of the file; the other one is not.
    let text = said(&["--set", "friction.mu_s=0.1"]);
    assert!(text.contains("from --set friction.mu_s=0.1") && !text.contains("friction.mu_k, from"), "{text}");
    assert!(said(&["--dt", "-1"]).contains("time.dt, from --dt -1"));
    assert!(said(&["--until", "0"]).contains("time.duration, from --duration 0"));
    let text = said(&["--set", "friction.mu_k=0.9", "--set", "bodies.ball.mass=-1"]);
    assert!(text.contains("s.ron: 2 faults") && text.matches('×').count() == 2, "{text}");
}

/// Of many bodies `run` prints sums; of few it prints each.
#[test]
fn a_pile_is_summed_up() {
    let folder = folder();
    let text = command(folder.path(), "run heap --duration 0.002").succeeds();
    for part in ["moving bodies: ", "at rest", "largest speed", "kinetic energy", " contacts"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.lines().count() < 9, "{text}");
    let summary = json(&command(folder.path(), "run heap --duration 0.002 --json").succeeds());
    assert!(text.contains(&format!("{} contacts", summary["contacts"])), "{text}");
    assert!(command(folder.path(), "run s.ron").succeeds().contains("  ball: rolling with slip, v = "));
}

#[test]
fn compare_explains_its_classes() {
    let folder = folder();
    let text = command(folder.path(), "compare s.ron --laws fang-negrut,luding").succeeds();
    assert!(text.contains("RwS  ") && text.contains("end: ") && text.contains("RwS rolling with slip"), "{text}");
}

/// A step size above the critical one is told on standard error before the run, and in its result.
#[test]
fn a_step_that_is_too_long_is_told_before_the_run() {
    let folder = folder();
    let done = command(folder.path(), "run s.ron --dt 0.05 --duration 0.1").ends();
    let told = "warning: dt is ";
    assert!(done.err.contains(told) && done.err.contains("times the critical step"), "{}", done.err);
    assert!(done.out.contains(told), "{}", done.out);
    let done = command(folder.path(), "run s.ron").ends();
    assert!(!done.err.contains("warning") && !done.out.contains("warning"), "{}{}", done.out, done.err);
}

/// Waits until the program catches SIGTERM, then sends it; its output.
#[cfg(target_os = "linux")]
fn terminated(mut command: Command) -> ProgramOutput {
    const SIGTERM_BIT: u64 = 1 << 14;
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let status = format!("/proc/{}/status", child.id());
    let catches = || {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & SIGTERM_BIT != 0)
    };
    let start = std::time::Instant::now();
    while !catches() {
        assert!(start.elapsed().as_secs() < 60, "it does not catch the signal");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let code = output.status.code().unwrap_or_else(|| panic!("it was killed: {}", output.status));
    ProgramOutput { code, out: text(output.stdout), err: text(output.stderr) }
}

/// SIGTERM ends `fit` and `verify` as it ends `run`: with a message and exit code 1, and without half a file.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_a_fit_and_a_verification() {
    let folder = folder();
    let done = terminated(command(folder.path(), "fit fit-roll --jobs 1 --out fitted.csv"));
    assert!(done.code == 1 && done.err.contains("error: interrupted by a signal"), "{}: {}", done.code, done.err);
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert!(done.out.is_empty() && left.iter().all(|name| name == "s.ron" || name == "sweep.ron"), "{left:?}");
    let done = terminated(command(folder.path(), "verify disk sphere-map"));
    assert!(done.code == 1 && done.out.is_empty(), "{}: {}", done.code, done.out);
    assert!(
        done.err.contains("error: interrupted by a signal after ") && done.err.contains(" of 2 cases"),
        "{}",
        done.err
    );
}
