//! The texts of lessons in other languages: `assets/texts/de/lessons/brick-slips.ron` has those of `brick-slips` in
//! German. A lesson without such a file is in English.

use super::{Lesson, Predict, all};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The texts of a lesson in another language, named as in [`Lesson`].
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonTexts {
    /// Title, one line.
    pub title: String,
    /// Words for the names of bodies, where the lesson shows them.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
    /// Question to the class.
    pub question: String,
    /// Instruction shown after the prediction.
    pub task: String,
    /// Titles of the plots, in order.
    pub plots: Vec<String>,
    /// Message at the moment.
    pub told: String,
    /// Name of the predicted number, if a number is asked for.
    #[serde(default)]
    pub name: Option<String>,
    /// The answers to choose from, in order, if there are some.
    #[serde(default)]
    pub options: Vec<String>,
    /// Label of the button that applies the demonstration's edits, if the lesson has one.
    #[serde(default)]
    pub act: Option<String>,
    /// Message after a right prediction.
    pub right: String,
    /// Message after a wrong prediction.
    pub wrong: String,
    /// The explanation.
    pub explain: String,
    /// What to try next.
    pub next: String,
    /// Message when the goal is reached, if the lesson has one.
    #[serde(default)]
    pub done: Option<String>,
}

impl Lesson {
    /// Reads a lesson by its name, with the texts of a language (ISO 639 code) or, where it has none, in English.
    pub fn read(name: &str, language: &str) -> Result<Self, String> {
        let found = all().iter().find(|(known, _)| *known == name);
        let (_, text) = found.ok_or_else(|| format!("there is no lesson `{name}`"))?;
        let mut lesson = Self::parse(text)?;
        let place = format!("{language}/lessons/{name}");
        if let Some((_, text)) = stickslip_assets::TEXTS.iter().find(|(known, _)| *known == place) {
            let texts: LessonTexts = ron::from_str(text).map_err(|error| format!("{place}: {error}"))?;
            lesson.put(texts).map_err(|what| format!("{place}: the number of {what} differs from English"))?;
        }
        Ok(lesson)
    }

    /// Replaces the texts; the error names a list of another length.
    fn put(&mut self, texts: LessonTexts) -> Result<(), &'static str> {
        let LessonTexts { title, names, question, task, plots, told, .. } = texts;
        let LessonTexts { name, options, act, right, wrong, explain, next, done, .. } = texts;
        (self.title, self.names, self.question, self.task, self.told) = (title, names, question, task, told);
        (self.right, self.wrong, self.explain, self.next) = (right, wrong, explain, next);
        replace(self.plots.iter_mut().map(|plot| &mut plot.name), plots).ok_or("plots")?;
        replace(self.act.iter_mut(), act).ok_or("`act`")?;
        replace(self.goal.iter_mut().map(|goal| &mut goal.done), done).ok_or("`done`")?;
        let (own_name, own_options) = match &mut self.predict {
            Predict::Number { name, .. } => (Some(name), [].as_mut_slice()),
            Predict::Choice { options, .. } => (None, options.as_mut_slice()),
        };
        replace(own_name.into_iter(), name).ok_or("`name`")?;
        replace(own_options.iter_mut().map(|(text, _)| text), options).ok_or("options")
    }
}

/// Replaces each of these texts; `None` if there are more or fewer new ones.
fn replace<'a>(own: impl Iterator<Item = &'a mut String>, new: impl IntoIterator<Item = String>) -> Option<()> {
    let mut new = new.into_iter();
    for text in own {
        *text = new.next()?;
    }
    new.next().is_none().then_some(())
}
