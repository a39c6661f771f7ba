//! Says what a machine cannot test, past the harness that keeps back what a passing test prints.

use std::io::Write;

/// Says what is not tested, and why, in one line.
pub(crate) fn left_out(what: &str, why: &str) {
    let why = why.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = format!("\n*** NOT TESTED: {what}: {why} ***\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
}
