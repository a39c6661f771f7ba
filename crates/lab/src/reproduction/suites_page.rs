//! The page `docs/suites.md`: every comparison with the verification suites of other programs.

use crate::reproduction::verify::{RowKind, VerifyPlan, VerifyRow, short, suite_cases, tally, verify};
use crate::trace::StudyError;

const HEAD: &str = "The verification suites of other DEM programs, and the closed forms and figures that they refer to, run here as \
scenes. *Expected* is the value of the suite, a closed form or a printed number; a row is *ok* if ours is within the tolerance, \
which the reasons below each table justify. *Figure* marks a value read off a figure, *differs by definition* one that a law \
here does not share: expected is then the closed form of our law, the value of the suite is given, and the reason follows. None \
of the scenes has roll or spin friction unless the suite has.

`stickslip verify suites-mfix-slip` runs one case, `stickslip verify --list` names all.";

/// The text of `docs/suites.md`; `command` is the command that makes it.
pub fn page(command: &str, plan: &VerifyPlan) -> Result<String, StudyError> {
    let cases = suite_cases();
    let rows = verify(&cases, plan, &|_| ())?;
    let mut text = format!(
        "# Suites of others\n\nMade by `{command}`; do not edit by hand.\n\n{HEAD}\n\n{} comparisons: {}.\n",
        rows.len(),
        tally(&rows)
    );
    for case in cases {
        let title = case.title.trim_start_matches("Suites of others: ");
        text += &format!("\n## {title}\n\n`stickslip verify {}`\n\n", case.id);
        text += &table(rows.iter().filter(|row| row.case == case.id));
    }
    Ok(text)
}

/// The rows of a case with their sources, and below them the reasons of the tolerances, each once.
fn table<'a>(rows: impl Iterator<Item = &'a VerifyRow>) -> String {
    let mut text =
        "| source | quantity | expected | ours | error | tolerance | verdict |\n|---|---|---|---|---|---|---|\n"
            .to_owned();
    let mut reasons: Vec<(&str, &str)> = Vec::new();
    for row in rows {
        let source = row.source.unwrap_or_default();
        let [expected, ours, error, tolerance] =
            [row.paper, row.measured, row.measured - row.paper, row.tolerance].map(short);
        let verdict = match (row.ok, row.kind, row.printed) {
            (false, ..) => "**not ok**".to_owned(),
            (_, RowKind::Definition, Some(suite)) => format!("differs by definition, the suite has {}", short(suite)),
            (_, RowKind::Figure, _) => "figure".to_owned(),
            _ => "ok".to_owned(),
        };
        // A bar in a cell would end it.
        let quantity = row.quantity.replace('|', "\\|");
        text += &format!("| {source} | {quantity} | {expected} | {ours} | {error} | {tolerance} | {verdict} |\n");
        if let Some(reason) = row.reason.filter(|reason| !reasons.contains(&(source, reason))) {
            reasons.push((source, reason));
        }
    }
    text += "\n";
    for (source, reason) in reasons {
        text += &format!("- {source}: {reason}.\n");
    }
    text
}
