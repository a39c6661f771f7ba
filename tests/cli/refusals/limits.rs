//! Input that is too large, too numerous or not text is refused with a message, before memory or the terminal suffers.

use crate::program::{ProgramOutput, RunToEnd};
use std::fmt::Write;
use std::path::Path;
use temp_dir::TempDir;

/// A scene with these bodies.
fn scene(bodies: &str) -> String {
    format!(
        r#"Scene(schema: 1, title: "limits", time: (duration: 0.001), gravity: (0.0, 0.0, -9.8),
    friction: (mu_s: 0.25, mu_k: 0.2, k_e: 1e5), normal: Hooke(k_n: 1e5),
    bodies: [(name: "ground", shape: Plane), {bodies}])"#
    )
}

/// Exit code, standard output and standard error of `stickslip` in a folder.
fn stickslip(dir: &Path, args: &[&str]) -> (i32, String, String) {
    let ProgramOutput { code, out, err } = crate::program::stickslip(dir).args(args).ends();
    (code, out, err)
}

fn written(name: &str, text: &str) -> TempDir {
    let dir = temp_dir::TempDir::new().expect("a folder");
    std::fs::write(dir.path().join(name), text).expect("written");
    dir
}

#[test]
fn a_file_above_the_limit_is_refused_and_the_limit_can_be_raised() {
    let ball = r#"(name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, on: (surface: "ground"))"#;
    let dir = written("s.ron", &scene(ball));
    for command in ["check", "run"] {
        let (code, out, err) = stickslip(dir.path(), &[command, "s.ron", "--largest-file", "100"]);
        let terminal_text = out + &err;
        assert!(
            code == 2 && terminal_text.contains("more than 100 bytes") && terminal_text.contains("--largest-file"),
            "{command}: {terminal_text}"
        );
        let (code, out, err) = stickslip(dir.path(), &[command, "s.ron", "--largest-file", "10000"]);
        assert_eq!(code, 0, "{command}: {out}{err}");
    }
}

/// Without a limit, the program would read until memory is full.
#[cfg(unix)]
#[test]
fn a_device_is_not_a_scene() {
    let dir = temp_dir::TempDir::new().expect("a folder");
    for command in ["check", "run", "sweep"] {
        let (code, out, err) = stickslip(dir.path(), &[command, "/dev/zero"]);
        assert!(code == 2 && (out + &err).contains("it is not a regular file"), "{command}");
    }
}

#[test]
fn of_many_faults_fifty_are_shown_and_all_on_demand() {
    let mut bodies = String::new();
    (0..120).for_each(|k| {
        writeln!(bodies, "(name: \"b{k}\", shape: Sphere(radius: -1.0), mass: 1.0, on: (surface: \"ground\")),")
            .unwrap()
    });
    let dir = written("s.ron", &scene(&bodies));
    let count = |text: &str| text.lines().filter(|line| line.contains("must be positive")).count();
    let (code, out, _) = stickslip(dir.path(), &["check", "s.ron"]);
    assert!(code == 2 && count(&out) == 50 && out.contains("70 more faults"), "{out}");
    let (_, all, _) = stickslip(dir.path(), &["check", "s.ron", "--all"]);
    assert_eq!(count(&all), 120);
    let (_, json, _) = stickslip(dir.path(), &["check", "s.ron", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json[0]["faults"].as_array().expect("faults").len(), 120);
    let (code, _, err) = stickslip(dir.path(), &["run", "s.ron"]);
    assert!(code == 2 && err.contains("first 50") && err.contains("check --all"), "{err}");
}

/// In a large file, a duplicate name is reported first and alone; in a small one, together with all other faults.
/// Neither depends on the layout of the file: a comment among the bodies leaves both faults, and so does a name in a
/// comment or a quoted text.
#[test]
fn a_name_used_twice_is_told_first_in_a_large_file() {
    let ball = |name: &str, more: &str| {
        format!("(name: \"{name}\", shape: Sphere(radius: 0.1), mass: 1.0, on: (surface: \"ground\"){more}),\n")
    };
    let filler = format!(", material: \"{}\"", "m".repeat(1 << 20));
    let many = |more: &str| (0..17).map(|k| ball(&format!("b{k}"), more)).collect::<String>();
    let twice = ball("b3", "") + &ball("last", ", mess: 1.0");
    let named = "bodies.b3.name: the name `b3` is used twice";
    for (bodies, is_told_alone) in [
        (many("") + &twice, false),
        (many(&filler) + &twice, true),
        (many(&filler) + "// b4\n" + &twice, false),
        (many(&filler) + &ball("last", ", mess: 1.0, material: \"name: \\\"b3\\\"\""), false),
    ] {
        let dir = written("s.ron", &scene(&bodies));
        let (code, out, _) = stickslip(dir.path(), &["check", "s.ron"]);
        let terminal_text =
            out.lines().map(|line| line.chars().take(200).collect::<String>()).collect::<Vec<_>>().join("\n");
        assert_eq!(
            (code, out.contains(named)),
            (2, bodies.contains(&ball("b3", "")) || is_told_alone),
            "{terminal_text}"
        );
        assert_eq!(
            (out.contains("was not checked"), out.contains("mess")),
            (is_told_alone, !is_told_alone),
            "{terminal_text}"
        );
    }
}

/// Five thousand balls at one place are 12 million pairs, which took 4.9 GB before the first step.
#[test]
fn bodies_on_one_spot_are_refused_before_their_pairs_are_made() {
    let spot = vec!["(0.0, 0.0, 0.0)"; 5000].join(", ");
    let heap = format!(
        r#"(name: "b", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 1.0), fill: Points([{spot}]))"#
    );
    let dir = written("s.ron", &scene(&heap));
    for command in ["check", "run"] {
        let (code, out, err) = stickslip(dir.path(), &[command, "s.ron"]);
        let terminal_text = out + &err;
        assert!(code != 0 && terminal_text.contains("Move the bodies apart"), "{command}: {code} {terminal_text}");
        assert!(terminal_text.contains("5001 bodies are packed so densely"), "{terminal_text}");
    }
}

/// Escape sequences in a scene never reach the terminal: names cannot contain them, and excerpts of the file show `?`.
#[test]
fn control_characters_of_a_scene_do_not_reach_the_terminal() {
    let ball =
        |name: &str| format!(r#"(name: "{name}", shape: Sphere(radius: 0.1), mass: 1.0, on: (surface: "ground"))"#);
    for name in ["a\u{1b}[31mb", "a\\u{1b}[31mb", "a\u{9b}31mb", "a\\u{7}b", "two\\nlines"] {
        let dir = written("s.ron", &scene(&ball(name)));
        for command in ["check", "run"] {
            let (code, out, err) = stickslip(dir.path(), &[command, "s.ron"]);
            let terminal_text = out + &err;
            assert!(code == 2 && terminal_text.contains("bodies"), "{name:?}: {terminal_text}");
            let harmful = |c: char| c.is_control() && c != '\n';
            assert!(!terminal_text.contains(harmful), "{name:?} gives {terminal_text:?}");
        }
    }
    let title = scene(&ball("ball")).replace("limits", "a\\u{1b}]0;title\\u{7}");
    let dir = written("s.ron", &title);
    let (code, out, err) = stickslip(dir.path(), &["run", "s.ron"]);
    assert!(code == 2 && !(out + &err).contains('\u{1b}'));
}

/// Every long command announces its duration and reports progress.
#[test]
fn verify_and_figure_tell_how_long_they_take() {
    let dir = temp_dir::TempDir::new().expect("a folder");
    let (code, _, err) = stickslip(dir.path(), &["verify", "brick-holds", "brick-slips"]);
    assert!(code == 0 && err.contains("2 cases, about ") && err.contains("2 of 2 cases: "), "{err}");
    let (code, _, err) = stickslip(dir.path(), &["figure", "table-1", "--out", "f"]);
    assert!(code == 0 && err.contains("1 figure, about ") && err.contains("1 of 1 figure: table-1"), "{err}");
}

/// A command that needs the window says how to build it.
#[cfg(not(feature = "view"))]
#[test]
fn a_build_without_a_window_says_how_to_get_one() {
    let dir = temp_dir::TempDir::new().expect("a folder");
    for arguments in
        [&["open", "sphere-up-35"][..], &["snapshot", "sphere-up-35", "--at", "0.1"], &["movie", "x", "--out", "y.gif"]]
    {
        let (code, _, err) = stickslip(dir.path(), arguments);
        assert!(code == 1 && err.contains("default features") && err.contains(arguments[0]), "{err}");
    }
}

/// `docs/scene-language.md` is the output of `stickslip language`, `docs/quantities.md` that of `stickslip quantities`.
#[test]
fn the_pages_of_scenes_and_quantities_are_not_stale() {
    for (command, page) in [("language", "docs/scene-language.md"), ("quantities", "docs/quantities.md")] {
        let dir = temp_dir::TempDir::new().expect("a folder");
        std::fs::create_dir(dir.path().join("docs")).expect("a folder");
        let (code, _, err) = stickslip(dir.path(), &[command, "--report", page]);
        assert_eq!(code, 0, "{err}");
        let made = std::fs::read_to_string(dir.path().join(page)).expect("the page");
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
        let kept = std::fs::read_to_string(kept).expect("the page of the repository");
        assert!(made == kept, "make it anew: stickslip {command} --report {page}");
    }
}
