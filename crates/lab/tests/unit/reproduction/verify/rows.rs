//! Tests of `reproduction::verify::rows`.

use stickslip_lab::internals::CaseRows;
use stickslip_lab::reproduction::verify::{RowKind, VerifyRow, tally};

fn rows(fill: impl FnOnce(&mut CaseRows)) -> Vec<VerifyRow> {
    let mut rows = CaseRows { case: "a case", rows: Vec::new() };
    fill(&mut rows);
    rows.rows
}

#[test]
fn a_value_that_is_not_a_number_is_not_ok() {
    let rows = rows(|rows| {
        rows.number("a", 1.0, f64::NAN, 10.0);
        rows.number("b", f64::NAN, 1.0, 10.0);
        rows.number("c", 1.0, 1.0, f64::NAN);
        rows.formula("d", 1.0, f64::NAN, 1.0);
        rows.closed_form("f", 0.0, f64::NAN, 1.0);
        rows.erratum("e", 5.0, (1.0, 0.1), f64::NAN, "why");
    });
    assert!(rows.iter().all(|row| !row.ok && row.verdict() == "NOT OK"), "{rows:?}");
}

/// Any wrong value fails, not only the printed one; a text that agrees with its figure is not an erratum.
#[test]
fn an_erratum_holds_at_the_value_of_the_figure_alone() {
    let rows = rows(|rows| {
        rows.erratum("right", 5.0, (1.0, 0.1), 1.05, "why");
        rows.erratum("wrong", 5.0, (1.0, 0.1), 3.0, "why");
        rows.erratum("as printed", 5.0, (1.0, 0.1), 5.0, "why");
        rows.erratum("not an erratum", 1.05, (1.0, 0.1), 1.0, "why");
    });
    assert_eq!(rows.iter().map(|row| row.ok).collect::<Vec<_>>(), [true, false, false, false]);
    assert!(tally(&rows).contains("1 of 4 errata"), "{}", tally(&rows));
}

#[test]
fn each_kind_is_counted_apart_and_in_its_own_words() {
    let nine = rows(|rows| (0..9).for_each(|_| rows.number("a", 1.0, 1.0, 0.0)));
    assert_eq!(tally(&nine), "9 of 9 run comparisons passed (no formulas or errata in this selection)");
    let mixed = rows(|rows| {
        rows.number("a", 1.0, 2.0, 0.1);
        rows.formula("b", 1.0, 1.0, 0.1);
        rows.derived("c", 1.0, 1.0, 0.1);
        rows.condition("d", true, true);
        rows.condition("e", true, false);
        rows.closed_form("f", 1.0, 1.0, 0.1);
    });
    assert_eq!(
        tally(&mixed),
        "0 of 1 run comparison passed (no errata in this selection), 1 of 1 formula, 1 of 1 row derived from other rows, \
         1 of 2 yes-or-no checks, 1 of 1 comparison of rigid contacts and polygons with closed forms"
    );
    let closed = rows(|rows| rows.closed_form("f", 1.0, 1.0, 0.1));
    assert_eq!(tally(&closed), "1 of 1 comparison of rigid contacts and polygons with closed forms passed");
}

#[test]
fn a_reference_that_cannot_be_used_is_not_ok_and_says_why() {
    let rows = rows(|rows| rows.unusable(RowKind::Run, "a", "it is cut"));
    assert!(!rows[0].ok && rows[0].points == 0 && rows[0].fault.as_deref() == Some("it is cut"), "{rows:?}");
}

#[test]
fn the_fields_of_earlier_versions_are_still_written() {
    let rows = rows(|rows| {
        rows.formula("a", 1.0, 1.0, 0.0);
        rows.closed_form("b", 1.0, 1.0, 0.0);
        rows.number("c", 1.0, 1.0, 0.0);
    });
    let json = serde_json::to_value(&rows).expect("JSON");
    assert_eq!((&json[0]["formula"], &json[0]["kind"]), (&true.into(), &"formula".into()));
    assert_eq!((&json[1]["closed_form"], &json[1]["kind"]), (&true.into(), &"closed form".into()));
    assert_eq!((&json[2]["formula"], &json[2]["kind"]), (&serde_json::Value::Null, &"run".into()));
}
