//! Closed forms beyond the papers: combinations that users make, as rows of `stickslip verify`, listed in
//! `docs/beside.md`.

use serde_json::Value;
use std::process::Command;

/// The cases of the matrix of shapes, laws and sizes.
const CASES: [&str; 10] = [
    "beside-rest",
    "beside-stack",
    "beside-slide",
    "beside-bounce",
    "beside-free",
    "beside-scale",
    "beside-energy",
    "conformance-cones",
    "conformance-springs",
    "conformance-dae",
];

/// The rows of these cases.
fn rows(flags: &[&str], cases: &[&str]) -> Vec<Value> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_stickslip"));
    let output = program.args(["verify", "--json"]).args(flags).args(cases).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|fault| panic!("{fault}: {said}"))
}

/// Checks that every row holds, that every case has rows, and that there are at least `least` rows in all.
fn all_hold(rows: &[Value], cases: &[&str], least: usize) {
    let bad: Vec<String> = rows
        .iter()
        .filter(|row| row["ok"] != true)
        .map(|row| format!("{}: {}: {} instead of {}", row["case"], row["quantity"], row["measured"], row["paper"]))
        .collect();
    assert!(bad.is_empty(), "{} of {} rows fail:\n{}", bad.len(), rows.len(), bad.join("\n"));
    for case in cases {
        assert!(rows.iter().any(|row| row["case"] == *case), "{case} has no rows");
    }
    assert!(rows.len() >= least, "only {} rows", rows.len());
}

/// Takes a few minutes; run by `.ci/run`. `cli/verify.rs` runs a sample of each case.
#[test]
#[ignore = "takes minutes"]
fn everything_users_combine_has_its_closed_form() {
    all_hold(&rows(&["--whole"], &CASES), &CASES, 2900);
}
