//! Answers to lessons: those of this session, for sharing, and those of a class, counted.

use crate::draw::text::worksheet::worksheet;
use crate::files::plot_files::save;
use crate::lessons::lesson_session::{ActiveLesson, LessonSession};
use bevy::ecs::prelude::*;
use stickslip_engine::scene::text::plural::counted;
use stickslip_lab::lessons::answer::{LessonAnswer, MAX_ANSWERS, check_student, table};
use stickslip_lab::lessons::answer_link::{link, read};
use stickslip_lab::lessons::histogram::{Histogram, histograms};

/// The answers of a class.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct ClassAnswers {
    /// True while their window is open.
    pub open: bool,
    /// Links or a table in the text field, not added yet.
    pub pasted: String,
    /// The histograms: one per lesson and set of values.
    pub histograms: Vec<Histogram>,
    /// Index of the displayed histogram.
    pub chosen: usize,
    /// True to hide the true value, so that a class can vote before it is told.
    pub hides_truth: bool,
    /// What became of the last text or file.
    pub report: Option<Result<String, String>>,
    /// All answers in the order in which they were added.
    pub answers: Vec<LessonAnswer>,
}

impl ClassAnswers {
    /// Adds answers, if any, and opens the window.
    pub fn show(&mut self, answers: Vec<LessonAnswer>) {
        self.open = true;
        if !answers.is_empty() {
            self.report = Some(self.add(answers));
        }
    }

    /// Adds what is in the text field, which is emptied unless it has a fault.
    pub fn add_pasted(&mut self) {
        let report = read(&self.pasted).and_then(|answers| self.add(answers));
        if report.is_ok() {
            self.pasted.clear();
        }
        self.report = Some(report);
    }

    /// Adds answers and counts them anew; an answer under a name that is there already is not added again.
    fn add(&mut self, added: Vec<LessonAnswer>) -> Result<String, String> {
        let mut all = self.answers.clone();
        let before = all.len();
        for answer in added {
            if answer.student.is_empty() || !all.contains(&answer) {
                all.push(answer);
            }
        }
        if all.len() > MAX_ANSWERS {
            return Err(format!("more than {MAX_ANSWERS} answers"));
        }
        self.histograms = histograms(&all)?;
        self.chosen = self.chosen.min(self.histograms.len().saturating_sub(1));
        let report = format!("{} added", counted(all.len() - before, "answer"));
        self.answers = all;
        Ok(report)
    }

    /// Removes all answers.
    pub fn clear(&mut self) {
        *self = Self { open: true, hides_truth: self.hides_truth, ..Self::default() };
    }

    /// The names of the histograms: lesson and changed values.
    pub fn names(&self) -> Vec<String> {
        self.histograms.iter().map(|of| format!("{} {}", of.title, of.values).trim_end().to_owned()).collect()
    }

    /// The displayed histogram, without the true value if it is hidden.
    pub fn shown(&self) -> Option<Histogram> {
        let mut shown = self.histograms.get(self.chosen)?.clone();
        if self.hides_truth {
            (shown.truth, shown.right) = (None, [0, 0]);
        }
        Some(shown)
    }
}

/// The answers of this session under the student's name.
pub fn own_answers(session: &LessonSession) -> Result<Vec<LessonAnswer>, String> {
    let student = session.student.trim();
    check_student(student)?;
    Ok(session.answers.iter().map(|answer| LessonAnswer { student: student.to_owned(), ..answer.clone() }).collect())
}

/// Saves the answers of this session as CSV, and reports the result.
pub fn save_answers(session: &LessonSession) -> String {
    let text = own_answers(session).and_then(|answers| table(&answers));
    text.map_or_else(|why| why, |text| save("answers", "csv", &text))
}

/// The answers of this session as a link.
pub fn answers_link(session: &LessonSession) -> Result<String, String> {
    link(&own_answers(session)?)
}

/// Saves the worksheet of a lesson, and reports the result.
pub fn save_worksheet(playing: &ActiveLesson) -> String {
    let page = worksheet(&playing.name, &playing.lesson);
    page.map_or_else(|why| why, |page| save(&format!("worksheet-{}", playing.name), "html", &page))
}

/// Notes the prediction of the open lesson and its outcome among the answers of the session.
pub fn keep_answer(mut session: ResMut<LessonSession>) {
    let Some(playing) = &session.open else { return };
    let Some(predicted) = playing.pinned() else { return };
    let answer = LessonAnswer::new("", &playing.name, predicted, playing.outcome());
    keep(&mut session.answers, answer);
}

/// Adds an answer unless it says no more than the last one. It takes the place of the last one if that had no outcome:
/// of several predictions before a run, the last counts.
fn keep(answers: &mut Vec<LessonAnswer>, answer: LessonAnswer) {
    match answers.last_mut().filter(|last| last.lesson == answer.lesson) {
        Some(last) if last.result.is_none() => *last = answer,
        Some(last) if last.predicted == answer.predicted && is_known(last, &answer) => {}
        _ => answers.push(answer),
    }
}

/// True if an answer with the same prediction has no outcome yet, or one with the same values.
fn is_known(last: &LessonAnswer, answer: &LessonAnswer) -> bool {
    answer.result.is_none() || answer.values == last.values
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_lab::lessons::Prediction;

    fn answer(predicted: f64, result: Option<f64>, values: &str) -> LessonAnswer {
        LessonAnswer {
            values: values.to_owned(),
            result: result.map(Prediction::Number),
            right: result.map(|result| result == predicted),
            ..LessonAnswer::new("", "brick-slips", Prediction::Number(predicted), None)
        }
    }

    /// A prediction becomes an answer once, a changed mind replaces it, other values make another answer.
    #[test]
    fn each_prediction_is_kept_once_with_its_outcome() {
        let mut kept = Vec::new();
        for (predicted, result, values, expected) in [
            (20.0, None, "", 1),
            (21.0, None, "", 1),
            (21.0, Some(21.8), "", 1),
            (21.0, None, "", 1),
            (21.0, Some(21.8), "", 1),
            (21.0, Some(31.0), "mu_s=0.6", 2),
            (30.0, None, "", 3),
            (30.0, Some(31.0), "mu_s=0.6", 3),
        ] {
            keep(&mut kept, answer(predicted, result, values));
            assert_eq!(kept.len(), expected, "{predicted} {result:?} {values}");
        }
        assert_eq!(kept[0], answer(21.0, Some(21.8), ""));
        assert_eq!(kept[2], answer(30.0, Some(31.0), "mu_s=0.6"));
    }

    /// Links of a session, pasted one per line, are counted; a wrong one changes nothing and stays in the field.
    #[test]
    fn pasted_links_make_histograms() {
        let link = |student: &str, predicted: f64| {
            let answers = vec![answer(predicted, Some(21.8), "")];
            let session = LessonSession { student: student.to_owned(), answers, ..LessonSession::default() };
            answers_link(&session).expect("a link")
        };
        let mut class =
            ClassAnswers { pasted: format!("{}\n{}\n", link("Ann", 20.0), link("", 23.0)), ..Default::default() };
        class.add_pasted();
        assert_eq!(class.report, Some(Ok("2 answers added".to_owned())));
        assert_eq!((class.shown().map(|shown| shown.count), class.pasted.as_str()), (Some(2), ""));
        // A link under a name counts once, one without a name each time.
        class.pasted = format!("{}\n{}\n", link("Ann", 20.0), link("", 23.0));
        class.add_pasted();
        assert_eq!(class.report, Some(Ok("1 answer added".to_owned())));
        class.pasted = format!("{}\n#answers=1*damaged", link("Ben", 20.0));
        class.add_pasted();
        assert!(matches!(&class.report, Some(Err(why)) if why.starts_with("line 2")), "{:?}", class.report);
        assert!(class.answers.len() == 3 && !class.pasted.is_empty());
        class.hides_truth = true;
        assert_eq!(class.shown().map(|shown| (shown.truth, shown.right)), Some((None, [0, 0])));
        class.clear();
        assert!(class.open && class.shown().is_none() && class.answers.is_empty());
        let named = LessonSession { student: "=1".to_owned(), ..LessonSession::default() };
        assert!(answers_link(&named).is_err() && save_answers(&named).contains("cannot begin"));
    }
}
