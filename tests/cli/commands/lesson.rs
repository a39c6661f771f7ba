//! `stickslip lesson`: worksheets, and the predictions of a class.

use crate::program::{RunToEnd, stickslip};
use stickslip::lab::lessons::Prediction;
use stickslip::lab::lessons::answer::{LessonAnswer, table};
use stickslip::lab::lessons::answer_link::link;
use temp_dir::TempDir;

/// The answer of a student who predicted this angle, before the experiment.
fn answer(angle: f64) -> LessonAnswer {
    LessonAnswer::new("", "brick-slips", Prediction::Number(angle), None)
}

#[test]
fn a_worksheet_is_written_and_replaces_only_a_worksheet() {
    let folder = TempDir::new().expect("a folder");
    let write = || stickslip(folder.path());
    let args = ["lesson", "brick-slips", "--worksheet", "sheet.html"];
    assert_eq!(write().args(args).succeeds(), "written to sheet.html\n");
    let page = std::fs::read_to_string(folder.path().join("sheet.html")).expect("the page");
    assert!(page.starts_with("<!doctype html>") && page.contains("At what angle does the brick slip?"), "{page}");
    write().args(args).succeeds();
    let printed = write().args(["lesson", "brick-slips", "--worksheet", "-"]).ends();
    assert_eq!((printed.code, printed.out), (0, page));
    std::fs::write(folder.path().join("sheet.html"), "notes").expect("a file");
    assert!(write().args(args).fails(2).contains("the file exists and is not a worksheet"));
    let said = write().args(["lesson", "brick-slip"]).fails(2);
    assert!(said.contains("did you mean `brick-slips`"), "{said}");
    let list = write().arg("lesson").succeeds();
    assert!(list.contains("two-materials") && list.contains("Should the wheels lock?"), "{list}");
}

/// Tables and links of several students are counted together.
#[test]
fn the_predictions_of_a_class_are_counted() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str, text: String| std::fs::write(folder.path().join(name), text).expect("a file");
    file("a.csv", table(&[answer(20.0), answer(21.0)]).expect("a table"));
    let other = LessonAnswer::new("Ann", "which-stack", Prediction::Choice(1), None);
    file("b.txt", format!("{}\n{}\n", link(&[answer(30.0)]).expect("a link"), link(&[other]).expect("a link")));
    let said = stickslip(folder.path()).args(["lesson", "--answers", "a.csv", "b.txt"]).succeeds();
    let expected = "\
When does the brick slip?
3 predictions · median 21° · true value 21.8°
20–22°     2 ██
22–24°     0
24–26°     0
26–28°     0
28–30°     0
30–32°     1 █
Which stack of balls collapses?
1 prediction · true: The lower balls roll apart.
It stays up.                                      0
The lower balls roll apart.                       1 █
The lower balls slide apart without rotating.     0
";
    assert_eq!(said, expected);
    let args = ["lesson", "brick-slips", "--answers", "a.csv", "--histogram", "bars.svg"];
    let said = stickslip(folder.path()).args(args).succeeds();
    assert!(said.starts_with("When does the brick slip?\n2 predictions") && said.ends_with("written to bars.svg\n"));
    let drawn = std::fs::read_to_string(folder.path().join("bars.svg")).expect("the figure");
    assert!(drawn.contains("<svg") && drawn.contains("predictions") && drawn.contains("21.8°"), "{drawn}");
    stickslip(folder.path()).args(args).succeeds();
    for (text, fault) in [
        ("#answers=1*damaged".to_owned(), "c.txt: line 1: the link of answers is incomplete or damaged"),
        ("hello".to_owned(), "c.txt: line 1: there is no link of answers here"),
        (String::new(), "there are no answers to count"),
    ] {
        file("c.txt", text);
        let said = stickslip(folder.path()).args(["lesson", "--answers", "c.txt"]).fails(2);
        assert!(said.contains(fault), "{said}");
    }
}
