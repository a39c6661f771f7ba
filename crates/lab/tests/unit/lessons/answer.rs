//! Tests of `lessons::answer`.

use stickslip_lab::lessons::Prediction;
use stickslip_lab::lessons::answer::{HEADER, LessonAnswer, is_table, read_table, table};

/// Answers of each kind: judged, not run, not judged.
pub(crate) fn answers() -> Vec<LessonAnswer> {
    let answer = |student: &str, lesson: &str, predicted, result, right| LessonAnswer {
        student: student.to_owned(),
        lesson: lesson.to_owned(),
        values: String::new(),
        predicted,
        result,
        right,
    };
    let angle = Prediction::Number;
    let mut all = vec![
        answer("Zoë, 7b", "brick-slips", angle(21.5), Some(angle(21.800_000_000_000_004)), Some(true)),
        answer("", "brick-slips", angle(45.0), None, None),
        answer("", "which-stack", Prediction::Choice(0), Some(Prediction::Choice(1)), Some(false)),
        answer("", "brick-slips", angle(-0.1), Some(angle(1e-9)), None),
    ];
    all[3].values = "mu_s=0.6 slide=\"a\"*b_c".to_owned();
    all
}

#[test]
fn a_table_reads_back() {
    let text = table(&answers()).expect("a table");
    assert!(is_table(&text) && !is_table("t,x\n"), "{text}");
    assert_eq!(text.lines().nth(1), Some("\"Zoë, 7b\",brick-slips,,21.5,21.800000000000004,°,right"));
    assert_eq!(text.lines().nth(3), Some(",which-stack,,1,2,answer,wrong"));
    assert_eq!(read_table(&text), Ok(answers()));
    // A table after another one, as `cat` joins files.
    assert_eq!(read_table(&text.repeat(2)).map(|all| all.len()), Ok(8));
}

#[test]
fn a_wrong_row_names_its_line_and_its_fault() {
    for (row, fault) in [
        (",brick-slip,,1,,°,", "line 2: there is no lesson brick-slip; did you mean `brick-slips`?"),
        (",brick-slips,,NaN,,°,", "`NaN` is not a number (angle)"),
        (",brick-slips,,inf,,°,", "`inf` is not a number"),
        (",brick-slips,,,,°,", "`` is not a number"),
        (",which-stack,,4,,answer,", "`4` is not the number of an answer, 1 to 3"),
        (",which-stack,,0,,answer,", "`0` is not the number of an answer"),
        (",brick-slips,,1,,rad,", "the unit of brick-slips is `°`, not `rad`"),
        (",brick-slips,,1,,°,maybe", "the verdict is"),
        (",brick-slips,,1,,°", "expected 7 columns, found 6"),
        ("=1+1,brick-slips,,1,,°,", "cannot begin with ="),
    ] {
        let why = read_table(&format!("{}\n{row}\n", HEADER.join(","))).expect_err(row);
        assert!(why.contains(fault) && why.starts_with("line 2"), "{row}: {why}");
    }
}
