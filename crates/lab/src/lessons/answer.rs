//! A student's prediction and the outcome, and a table of them as CSV.

use super::{Lesson, LessonOutcome, Prediction, named};
use std::collections::BTreeMap;

/// The first line of a table of answers.
pub const HEADER: [&str; 7] = ["student", "lesson", "values", "predicted", "result", "unit", "verdict"];
/// Longest name of a student, and longest list of changed values, characters.
const MAX_CHARACTERS: [usize; 2] = [60, 400];
/// Maximum number of answers in a table or link.
pub const MAX_ANSWERS: usize = 10_000;

/// What a student predicted in a lesson, and what happened.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonAnswer {
    /// Name as typed by the student; may be empty.
    pub student: String,
    /// Name of the lesson.
    pub lesson: String,
    /// Values changed since the question, as in [`LessonOutcome::values`]; empty for the question as asked.
    pub values: String,
    /// The prediction.
    pub predicted: Prediction,
    /// What happened, in terms of the prediction; `None` before the experiment.
    pub result: Option<Prediction>,
    /// True if the prediction was judged right; `None` if it was not judged.
    pub right: Option<bool>,
}

impl LessonAnswer {
    /// The answer to a lesson, with the outcome if there is one.
    pub fn new(student: &str, lesson: &str, predicted: Prediction, outcome: Option<&LessonOutcome>) -> Self {
        Self {
            student: student.trim().to_owned(),
            lesson: lesson.to_owned(),
            values: outcome.map_or_else(String::new, |outcome| outcome.values.clone()),
            predicted,
            result: outcome.and_then(|outcome| outcome.result),
            right: outcome.filter(|outcome| outcome.instead.is_none()).map(|outcome| outcome.right),
        }
    }

    /// The answer as texts: student, lesson, values, predicted, result, verdict.
    pub(super) fn texts(&self, lesson: &Lesson) -> [String; 6] {
        let written = |prediction| lesson.predict.written(prediction);
        let verdict = self.right.map_or("", |right| if right { "right" } else { "wrong" });
        let result = self.result.map_or_else(String::new, written);
        let [student, name, values] = [&self.student, &self.lesson, &self.values].map(Clone::clone);
        [student, name, values, written(self.predicted), result, verdict.to_owned()]
    }

    /// Reads what [`LessonAnswer::texts`] gives, and checks every part.
    pub(super) fn from_texts([student, name, values, predicted, result, verdict]: [&str; 6]) -> Result<Self, String> {
        let lesson = named(name)?;
        check_student(student)?;
        if values.chars().count() > MAX_CHARACTERS[1] || values.contains(char::is_control) {
            return Err(format!("{name}: the list of values is too long or has control characters"));
        }
        let read = |text: &str| lesson.predict.read(text).map_err(|why| format!("{name}: {why}"));
        let right = match verdict {
            "" => None,
            "right" => Some(true),
            "wrong" => Some(false),
            _ => return Err(format!("{name}: the verdict is `right`, `wrong` or empty")),
        };
        Ok(Self {
            student: student.to_owned(),
            lesson: name.to_owned(),
            values: values.to_owned(),
            predicted: read(predicted)?,
            result: if result.is_empty() { None } else { Some(read(result)?) },
            right,
        })
    }
}

/// Checks the name of a student. A spreadsheet would take a name that begins like a formula for one.
pub fn check_student(name: &str) -> Result<(), String> {
    let [longest, _] = MAX_CHARACTERS;
    if name.chars().count() > longest || name.contains(char::is_control) {
        return Err(format!("a student's name has at most {longest} characters, and no control characters"));
    }
    if name.starts_with(['=', '+', '-', '@']) {
        return Err("a student's name cannot begin with =, +, - or @".to_owned());
    }
    Ok(())
}

/// The lessons of these answers by name.
pub(super) fn lessons_of(answers: &[LessonAnswer]) -> Result<BTreeMap<&str, Lesson>, String> {
    let mut lessons = BTreeMap::new();
    for answer in answers {
        if !lessons.contains_key(answer.lesson.as_str()) {
            lessons.insert(answer.lesson.as_str(), named(&answer.lesson)?);
        }
    }
    Ok(lessons)
}

/// The answers as CSV, one row each; numbers have all their digits.
pub fn table(answers: &[LessonAnswer]) -> Result<String, String> {
    let lessons = lessons_of(answers)?;
    let mut writer = csv::Writer::from_writer(Vec::new());
    let cannot = |error: csv::Error| error.to_string();
    writer.write_record(HEADER).map_err(cannot)?;
    for answer in answers {
        let lesson = &lessons[answer.lesson.as_str()];
        let [student, name, values, predicted, result, verdict] = answer.texts(lesson);
        let unit = lesson.predict.unit().to_owned();
        writer.write_record([student, name, values, predicted, result, unit, verdict]).map_err(cannot)?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// True if a text is a table of answers.
pub fn is_table(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').lines().next().is_some_and(|line| line.trim_end() == HEADER.join(","))
}

/// Reads one or more tables of answers, one after another; the error has the line.
pub fn read_table(text: &str) -> Result<Vec<LessonAnswer>, String> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut answers = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        let line = record.position().map_or(0, csv::Position::line);
        let cells: Vec<&str> = record.iter().collect();
        if cells == HEADER {
            continue;
        }
        let [student, name, values, predicted, result, unit, verdict] = cells[..] else {
            return Err(format!("line {line}: expected {} columns, found {}", HEADER.len(), cells.len()));
        };
        let answer = LessonAnswer::from_texts([student, name, values, predicted, result, verdict]);
        let answer = answer.map_err(|why| format!("line {line}: {why}"))?;
        let own = named(name)?;
        if unit != own.predict.unit() {
            return Err(format!("line {line}: the unit of {name} is `{}`, not `{unit}`", own.predict.unit()));
        }
        if answers.len() == MAX_ANSWERS {
            return Err(format!("line {line}: more than {MAX_ANSWERS} answers"));
        }
        answers.push(answer);
    }
    Ok(answers)
}
