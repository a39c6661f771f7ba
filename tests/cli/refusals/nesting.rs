//! Text that is nested too deeply: every reader refuses it with its place, and none overflows the stack.

use crate::program::{RunToEnd, stickslip};
use stickslip::scene::text::nesting::MAX_DEPTH;

/// Nesting that would overflow the stack of a reader that calls itself.
const DEEP: usize = 100_000;

/// What the program says to a file with this text; the exit code must be 2.
fn refused(command: &[&str], text: &str) -> String {
    let dir = temp_dir::TempDir::new().unwrap();
    std::fs::write(dir.child("deep"), text).unwrap();
    stickslip(dir.path()).args(command).fails(2)
}

fn nested(depth: usize) -> String {
    "(".repeat(depth) + "mu_s" + &")".repeat(depth)
}

#[test]
fn deep_files_are_refused_with_their_place() {
    let brackets = "brackets are nested more than 60 deep";
    for command in [&["check", "deep"][..], &["run", "deep"], &["sweep", "deep"], &["fit", "deep"]] {
        for depth in [MAX_DEPTH + 1, DEEP] {
            let said = refused(command, &format!("Scene(\n{}", "[".repeat(depth)));
            assert!(said.contains(brackets) && said.contains("deep:2:60"), "{command:?}: {said}");
            assert!(said.contains("remove some of the nested brackets"), "{command:?}: {said}");
        }
        let said = refused(command, &format!("Scene(\n{}", "[".repeat(MAX_DEPTH - 1)));
        assert!(!said.contains(brackets), "{command:?}: {said}");
    }
    let said = refused(&["import", "--from", "mjcf", "deep"], &format!("<mujoco>\n{}", "<a>".repeat(DEEP)));
    assert!(said.contains("not valid XML"), "{said}");
    let text = format!("<mujoco>\n{}{}</mujoco>", "<body>".repeat(DEEP), "</body>".repeat(DEEP));
    let said = refused(&["import", "--from", "mjcf", "deep"], &text);
    assert!(said.contains("elements are nested more than 60 deep") && said.contains("deep:2:355"), "{said}");
    let head = r#"{"stickslip":"recording","format":1,"scene":"#;
    let said = refused(&["run", "--replay", "deep"], &format!("{head}{}", "[".repeat(DEEP)));
    assert!(said.contains("its first line is not a recording header"), "{said}");
}

#[test]
fn deep_values_and_paths_are_refused_with_their_place() {
    let dir = temp_dir::TempDir::new().unwrap();
    let run = |edit: &str| stickslip(dir.path()).args(["run", "sphere-up-35", "--set", edit]).fails(2);
    let said = run(&format!("friction.mu_s={}", nested(30_000)));
    assert!(said.contains("brackets are nested more than 60 deep, at character 61"), "{said}");
    let said = run(&format!("friction{}=1", ".x".repeat(30_000)));
    assert!(said.contains("the names of the path are nested more than 60 deep"), "{said}");
    let laws = format!("luding,constant-torque{}", nested(30_000));
    let said = stickslip(dir.path()).args(["compare", "sphere-up-35", "--laws", &laws]).fails(2);
    assert!(said.contains("brackets are nested more than 60 deep, at character"), "{said}");
}

fn sweep(of: &str) -> String {
    format!(
        r#"Sweep(
    schema: 1,
    scene: "sphere-up-35",
    set: [("friction.mu_k", Of("{of}"))],
    axes: [("friction.mu_s", List([0.25]))],
    duration: 0.001,
    keep: [class("ball")],
)"#
    )
}

#[test]
fn a_value_of_a_sweep_may_be_long_but_not_deep() {
    for depth in [MAX_DEPTH + 1, DEEP] {
        let said = refused(&["sweep", "deep"], &sweep(&nested(depth)));
        assert!(said.contains("brackets are nested more than 60 deep, at character 61"), "{said}");
        assert!(said.contains("deep:4:"), "{said}");
    }
    let dir = temp_dir::TempDir::new().unwrap();
    let mut rows = Vec::new();
    for of in ["0.8 * mu_s".to_owned(), format!("{} * 0.8", nested(MAX_DEPTH)), format!("0.2{}", "+0".repeat(DEEP))] {
        std::fs::write(dir.child("long.ron"), sweep(&of)).unwrap();
        stickslip(dir.path()).args(["sweep", "long.ron", "--out", "t.csv", "--force"]).succeeds();
        rows.push(std::fs::read_to_string(dir.child("t.csv")).unwrap());
    }
    assert!(rows[0].contains(",0.2,") && rows.iter().all(|row| *row == rows[0]), "{rows:?}");
}
