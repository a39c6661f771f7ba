//! Closed forms beyond the papers: combinations that users make, as rows of `stickslip verify`, listed in
//! `docs/beside.md`.

use stickslip_lab::reproduction::verify::{VerifyPlan, VerifyRow, verify, wanted};

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

/// The rows of these cases, all of the matrix.
fn rows(cases: &[&str]) -> Vec<VerifyRow> {
    let ids: Vec<String> = cases.iter().map(|case| (*case).to_owned()).collect();
    let plan = VerifyPlan { whole: true, matrix: true, ..VerifyPlan::SHIPPED };
    verify(&wanted(&ids), &plan, &|_| ()).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Checks that every row holds, that every case has rows, and that there are at least `least` rows in all.
fn all_hold(rows: &[VerifyRow], cases: &[&str], least: usize) {
    let bad: Vec<String> = rows
        .iter()
        .filter(|row| !row.ok)
        .map(|row| format!("{}: {}: {} instead of {}", row.case, row.quantity, row.measured, row.paper))
        .collect();
    assert!(bad.is_empty(), "{} of {} rows fail:\n{}", bad.len(), rows.len(), bad.join("\n"));
    for case in cases {
        assert!(rows.iter().any(|row| row.case == *case), "{case} has no rows");
    }
    assert!(rows.len() >= least, "only {} rows", rows.len());
}

/// Takes a few minutes; run by `.ci/run`. `tests/cli/commands/verify.rs` of the program runs a sample of each case.
#[test]
#[ignore = "takes minutes"]
fn everything_users_combine_has_its_closed_form() {
    all_hold(&rows(&CASES), &CASES, 2900);
}
