//! The page of the solver is up to date.

use crate::program::{RunToEnd, stickslip};
use std::path::Path;
use stickslip::scene::Cones;

/// `docs/solvers.md` is the output of `stickslip solvers --report docs/solvers.md`, except for the times, which depend
/// on the machine.
#[test]
fn the_page_of_the_solvers_is_not_stale() {
    let dir = temp_dir::TempDir::new().unwrap();
    std::fs::create_dir(dir.path().join("docs")).unwrap();
    stickslip(dir.path()).args(["solvers", "--report", "docs/solvers.md"]).succeeds();
    let made = std::fs::read_to_string(dir.path().join("docs/solvers.md")).unwrap();
    let kept = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/solvers.md")).unwrap();
    let stale = "make it anew: stickslip solvers --report docs/solvers.md";
    let (mut rows, mut measuring) = (0, false);
    for (number, (made, kept)) in made.lines().zip(kept.lines()).enumerate() {
        measuring = (measuring || made == "## Measured") && made != "## Unsupported combinations";
        let is_row = measuring && made.starts_with("| `");
        let [made, kept] = [made, kept].map(|line| if is_row { without_time(line) } else { line });
        assert_eq!(kept, made, "line {} of docs/solvers.md; {stale}", number + 1);
        rows += usize::from(is_row);
    }
    assert_eq!(kept.lines().count(), made.lines().count(), "docs/solvers.md is stale; {stale}");
    assert_eq!(rows % (Cones::FORMS.len() * Cones::METHODS.len()), 0, "every form with every method: {rows} rows");
    assert!(rows >= 7 * 8, "{rows} rows");
}

/// A row without its last cell, the time.
fn without_time(row: &str) -> &str {
    row.trim_end_matches('|').rsplit_once('|').map_or(row, |(rest, _)| rest)
}

/// Every formulation, method and rule of restitution of the scene language is listed, and no other.
#[test]
fn forms_methods_and_impacts_are_listed() {
    let text = stickslip(Path::new(".")).arg("solvers").succeeds();
    let words = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    let listed: Vec<String> = text.lines().filter(|line| !line.starts_with("in a scene")).map(words).collect();
    let forms = Cones::FORMS.iter().map(|(name, _)| format!("form {name}"));
    let methods = Cones::METHODS.iter().map(|(name, _)| format!("method {name}"));
    let impacts = Cones::IMPACTS.iter().map(|(name, _)| format!("impact {name}"));
    assert_eq!(listed, forms.chain(methods).chain(impacts).collect::<Vec<_>>());
}
