//! The worksheet of a lesson as a page of HTML to print: a sheet for the student, and one for the teacher.

use crate::draw::svg::{PictureOptions, escaped, picture};
use crate::draw::text::format::{number, short};
use std::fmt::Write;
use stickslip_engine::run::simulation::Simulation;
use stickslip_lab::lessons::{Lesson, Predict, Prediction, suffix};

/// The comment that marks a worksheet.
pub const MARK: &str = "<!-- A worksheet of stickslip -->";

/// Black on white, for A4; nothing is loaded from elsewhere.
const STYLE: &str = "
@page { size: A4; margin: 14mm 16mm; }
body { font: 11pt/1.4 system-ui, 'DejaVu Sans', Arial, sans-serif; color: #000; background: #fff; margin: 0 auto;
  max-width: 178mm; }
section + section { break-before: page; }
h1 { font-size: 17pt; margin: 0 0 2mm; }
h2 { font-size: 12pt; margin: 4mm 0 1mm; }
p { margin: 1mm 0; }
figure { margin: 2mm 0; text-align: center; }
figure svg { height: 46mm; width: auto; max-width: 100%; filter: grayscale(1); }
figure svg > rect:first-of-type { fill: #fff; }
table { border-collapse: collapse; width: 100%; margin: 1mm 0; }
th, td { border: 0.3mm solid #000; padding: 1mm 2mm; text-align: left; vertical-align: top; }
.student td { height: 11mm; }
.student td:last-child { width: 45%; }
.blank { display: inline-block; border-bottom: 0.3mm solid #000; min-width: 30mm; }
.line { border-bottom: 0.2mm solid #000; height: 8mm; }
.names { display: flex; gap: 8mm; }
.names span { flex: 1; }
ol { list-style: none; padding: 0; margin: 1mm 0; }
";

/// The worksheet of the lesson with this name.
pub fn worksheet(name: &str, lesson: &Lesson) -> Result<String, String> {
    let mut page = format!(
        "<!doctype html>\n{MARK}\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n",
        escaped(&lesson.title)
    );
    student(name, lesson, &mut page)?;
    teacher(lesson, &mut page)?;
    page += "</body>\n</html>\n";
    Ok(page)
}

/// Appends `<tag>text</tag>` with the text escaped.
fn element(page: &mut String, tag: &str, text: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(page, "<{tag}>{}</{tag}>", escaped(text));
}

/// The sheet for the student: question, prediction, three values to try.
fn student(name: &str, lesson: &Lesson, page: &mut String) -> Result<(), String> {
    let state = Simulation::new(&lesson.scene()?).state();
    let options = PictureOptions { height: 300.0, overlays: None, ..PictureOptions::default() };
    *page += "<section class=\"student\">\n<p class=\"names\"><span>Name: </span><span>Class, date: </span></p>\n";
    element(page, "h1", &lesson.title);
    element(page, "p", &lesson.question);
    let _ = writeln!(page, "<figure>\n{}</figure>", picture(&state, &options));
    element(page, "h2", "My prediction");
    let heads = match &lesson.predict {
        Predict::Number { name, unit, .. } => {
            let _ = writeln!(page, "<p>{}: <span class=\"blank\"></span>{}</p>", escaped(name), escaped(&suffix(unit)));
            ["predicted", "measured"].map(|what| format!("{what} [{unit}]"))
        }
        Predict::Choice { options, .. } => {
            *page += "<ol>\n";
            for (k, (text, _)) in (1..).zip(options) {
                element(page, "li", &format!("☐ {k}. {text}"));
            }
            *page += "</ol>\n";
            ["predicted (number)", "what happened (number)"].map(str::to_owned)
        }
    };
    *page += "<p>because</p>\n<div class=\"line\"></div>\n";
    element(page, "h2", "The experiment");
    element(page, "p", &lesson.task);
    element(
        page,
        "p",
        &format!("It is opened by “stickslip open --lesson {name}”, or by “#lesson={name}” after the page's address."),
    );
    element(page, "h2", "Three values to try");
    let [predicted, happened] = heads;
    table(
        page,
        &[&lesson.trials.parameter, &predicted, &happened, "why"],
        lesson.trials.values.iter().map(|trial| [trial.value.clone(), String::new(), String::new(), String::new()]),
    );
    element(page, "h2", "What I found out");
    *page += "<div class=\"line\"></div>\n<div class=\"line\"></div>\n</section>\n";
    Ok(())
}

/// The sheet for the teacher: what is expected and why.
fn teacher(lesson: &Lesson, page: &mut String) -> Result<(), String> {
    let expected = in_words(lesson, lesson.expected()?, number);
    *page += "<section class=\"teacher\">\n";
    element(page, "h1", &format!("For the teacher: {}", lesson.title));
    element(page, "h2", "The answer");
    let _ = writeln!(page, "<p><b>{}</b></p>", escaped(&expected));
    element(page, "p", &lesson.right.replace("{theory}", &expected));
    element(page, "h2", "The reason");
    element(page, "p", &lesson.explain);
    element(page, "h2", "What to look at");
    let plots: Vec<&str> = lesson.plots.iter().map(|plot| plot.name.as_str()).collect();
    element(page, "p", &format!("Curves: {}.", plots.join("; ")));
    element(page, "h2", "Three values");
    table(
        page,
        &[&lesson.trials.parameter, "what happens", "why"],
        lesson
            .trials
            .values
            .iter()
            .map(|trial| [trial.value.clone(), in_words(lesson, trial.result, short), trial.why.clone()]),
    );
    element(page, "h2", "What next");
    element(page, "p", &lesson.next);
    if let Some(goal) = &lesson.goal {
        element(page, "p", &goal.done);
    }
    *page += "</section>\n";
    Ok(())
}

/// A prediction in words: a number, as `written`, with its unit, or an answer.
fn in_words(lesson: &Lesson, prediction: Prediction, written: fn(f64) -> String) -> String {
    match (&lesson.predict, prediction) {
        (Predict::Number { unit, .. }, Prediction::Number(value)) => format!("{}{}", written(value), suffix(unit)),
        (Predict::Choice { options, .. }, Prediction::Choice(k)) => {
            options.get(k).map_or_else(String::new, |(text, _)| format!("{}. {text}", k + 1))
        }
        _ => String::new(),
    }
}

fn table<const N: usize>(page: &mut String, heads: &[&str; N], rows: impl Iterator<Item = [String; N]>) {
    *page += "<table>\n<tr>";
    heads.iter().for_each(|head| *page += &format!("<th>{}</th>", escaped(head)));
    *page += "</tr>\n";
    for row in rows {
        *page += "<tr>";
        row.iter().for_each(|cell| *page += &format!("<td>{}</td>", escaped(cell)));
        *page += "</tr>\n";
    }
    *page += "</table>\n";
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_lab::lessons::all;

    /// Every lesson has a worksheet that needs nothing else: well-formed apart from the void elements of HTML, with
    /// picture, question and three rows on the first sheet, and the reasons on the second only.
    #[test]
    fn every_lesson_has_a_worksheet() {
        for (name, text) in all() {
            let lesson = Lesson::parse(text).unwrap_or_else(|why| panic!("{name}: {why}"));
            let page = worksheet(name, &lesson).unwrap_or_else(|why| panic!("{name}: {why}"));
            let strict = page.replace("<!doctype html>\n", "").replace("<meta charset=\"utf-8\">", "");
            let document = roxmltree::Document::parse(&strict).unwrap_or_else(|error| panic!("{name}: {error}"));
            let elements = |tag: &str| document.descendants().filter(|node| node.has_tag_name(tag)).collect::<Vec<_>>();
            let [first, second] = elements("section")[..] else { panic!("{name}: sheets") };
            let text = |of: roxmltree::Node| of.descendants().filter_map(|n| n.text()).collect::<String>();
            let rows = |of: roxmltree::Node| of.descendants().filter(|node| node.has_tag_name("tr")).count();
            assert_eq!([rows(first), rows(second)], [4, 4], "{name}");
            assert!(text(first).contains(&lesson.question) && text(second).contains(&lesson.explain), "{name}");
            for trial in &lesson.trials.values {
                assert!(
                    text(second).contains(&trial.why) && !text(first).contains(&trial.why),
                    "{name}: {}",
                    trial.why
                );
            }
            let picture = document.descendants().filter(|node| node.tag_name().name() == "svg").count();
            assert!(picture == 1 && !page.contains("{theory}") && !page.contains("NaN"), "{name}");
            assert!(elements("script").is_empty() && !page.contains("src=") && !page.contains("href="), "{name}");
        }
    }
}
