//! `stickslip lesson`.

use super::complete::lessons;
use super::failure::Failure;
use super::support::output::{replaceable, say, write};
use super::support::source::{read_named, shown};
use crate::draw::text::worksheet::{MARK, worksheet};
use crate::files::read_text;
use crate::scene::text::nearest::advice;
use clap::Args;
use std::path::{Path, PathBuf};
use stickslip_lab::lessons::answer::LessonAnswer;
use stickslip_lab::lessons::answer_link::read;
use stickslip_lab::lessons::histogram::{Histogram, histograms};
use stickslip_lab::lessons::{Lesson, all, named};
use stickslip_lab::plot::svg;

/// Largest number of characters of a bar.
const BAR: usize = 40;

/// Flags of `lesson`.
#[derive(Debug, Args)]
pub(crate) struct LessonCommand {
    /// Name of the lesson; without it all lessons, or all that the answers are of
    #[arg(add = lessons())]
    name: Option<String>,
    /// Write its worksheet to this file: HTML to print, with a second sheet for the teacher
    #[arg(long, value_name = "FILE", requires = "name")]
    worksheet: Option<PathBuf>,
    /// Count the predictions in these files: saved answers (CSV), or links of answers, one per line; `-`: standard input
    #[arg(long, value_name = "FILE", num_args = 1..)]
    answers: Vec<PathBuf>,
    /// Draw the histogram of the predictions to this file (SVG)
    #[arg(long, value_name = "FILE", requires_all = ["name", "answers"])]
    histogram: Option<PathBuf>,
}

impl LessonCommand {
    /// Lists lessons, writes a worksheet or counts answers.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let lesson = self.name.as_deref().map(lesson_named).transpose()?;
        if let (Some(file), Some(name), Some(lesson)) = (&self.worksheet, &self.name, &lesson) {
            let is_worksheet = |file: &Path| read_text(file).is_ok_and(|text| text.contains(MARK));
            replaceable("--worksheet", file, "is not a worksheet", is_worksheet)?;
            write(file, worksheet(name, lesson).map_err(Failure::Other)?.as_bytes())?;
            say(&format!("written to {}", file.display()))?;
        }
        if !self.answers.is_empty() {
            return self.count();
        }
        match lesson {
            Some(_) if self.worksheet.is_some() => Ok(()),
            Some(lesson) => say(&format!("{}\n{}", lesson.title, lesson.question)),
            None => list(),
        }
    }

    /// Prints the histograms of the answers, and draws that of the lesson as asked.
    fn count(&self) -> Result<(), Failure> {
        let mut answers: Vec<LessonAnswer> = Vec::new();
        for file in &self.answers {
            let name = shown(file.as_os_str());
            let refused = |why: String| Failure::Input(miette::miette!("{name}: {why}"));
            let text = read_named(file.as_os_str()).map_err(|error| refused(error.to_string()))?;
            answers.extend(read(&text).map_err(refused)?);
        }
        answers.retain(|answer| self.name.as_ref().is_none_or(|name| *name == answer.lesson));
        let found = histograms(&answers).map_err(|why| Failure::Input(miette::miette!("{why}")))?;
        if found.is_empty() {
            return Err(Failure::Input(miette::miette!("there are no answers to count")));
        }
        found.iter().try_for_each(print)?;
        let Some(file) = &self.histogram else { return Ok(()) };
        let is_picture = |file: &Path| read_text(file).is_ok_and(|text| text.trim_start().starts_with("<svg"));
        replaceable("--histogram", file, "is not an SVG picture", is_picture)?;
        write(file, svg(&found[0].figure()).as_bytes())?;
        say(&format!("written to {}", file.display()))
    }
}

/// The lesson with this name.
pub(super) fn lesson_named(name: &str) -> Result<Lesson, Failure> {
    let known = all().iter().map(|(name, _)| *name);
    if !known.clone().any(|known| known == name) {
        let help = advice(name, known, "the lessons are");
        return Err(Failure::Input(miette::miette!(help = help, "there is no lesson `{name}`")));
    }
    named(name).map_err(Failure::Other)
}

/// Prints the names and titles of all lessons.
fn list() -> Result<(), Failure> {
    let width = all().iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, _) in all() {
        say(&format!("{name:width$}  {}", named(name).map_err(Failure::Other)?.title))?;
    }
    Ok(())
}

/// Prints a histogram: its bins from the first to the last that has predictions, or all answers.
fn print(histogram: &Histogram) -> Result<(), Failure> {
    let values = if histogram.values.is_empty() { String::new() } else { format!(" ({})", histogram.values) };
    say(&format!("{}{values}\n{}", histogram.title, histogram.summary()))?;
    let bins = &histogram.bins;
    let is_met = |bin: &&stickslip_lab::lessons::histogram::AnswerBin| bin.count > 0 || histogram.is_choice;
    let from = bins.iter().position(|bin| is_met(&bin)).unwrap_or(0);
    let to = bins.iter().rposition(|bin| is_met(&bin)).map_or(0, |last| last + 1);
    let width = bins[from..to].iter().map(|bin| bin.name.chars().count()).max().unwrap_or(0);
    let tallest = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
    for bin in &bins[from..to] {
        let bar = if tallest > BAR { bin.count * BAR / tallest } else { bin.count };
        say(format!("{:width$}  {:4} {}", bin.name, bin.count, "█".repeat(bar)).trim_end())?;
    }
    Ok(())
}
