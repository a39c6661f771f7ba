//! Reports tests that a machine cannot run, past the harness, which hides the output of passing tests.

use std::io::Write;

/// Prints in one line which test was skipped, and why.
pub(crate) fn report_skipped(what: &str, why: &str) {
    let why = why.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = format!("\n*** NOT TESTED: {what}: {why} ***\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
}
