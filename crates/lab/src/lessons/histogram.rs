//! Histograms of the predictions of a class.

use super::answer::LessonAnswer;
use super::{Lesson, Predict, Prediction, named, suffix};
use crate::plot::{Curve, Figure, FigureWidth, Legend, Panel, Style};
use std::collections::BTreeMap;
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::scene::text::plural::counted;

/// Largest number of bins over the range of predictions that a lesson accepts.
const MAX_BINS: f64 = 25.0;
/// Style of the outline of the bars: blue and solid.
const OUTLINE: Style = Style { colour: 0, dash: 0 };

/// One bin of a histogram.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerBin {
    /// Lower edge; a prediction there belongs to this bin. Bins of answers are centred on the number of the answer.
    pub from: f64,
    /// Upper edge; a prediction there belongs to the next bin.
    pub to: f64,
    /// The bin in words: `20–22°`, or an answer.
    pub name: String,
    /// Number of predictions.
    pub count: usize,
}

/// The predictions of a class in one lesson with the same values.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// Title of the lesson.
    pub title: String,
    /// Values changed since the question; empty as asked.
    pub values: String,
    /// What was predicted, with its unit.
    pub quantity: String,
    /// The unit as written after a number; empty for one of a few answers.
    pub suffix: String,
    /// True if one of a few answers was asked for.
    pub is_choice: bool,
    /// The bins from low to high.
    pub bins: Vec<AnswerBin>,
    /// Number of predictions.
    pub count: usize,
    /// Number of predictions judged right, and number judged.
    pub right: [usize; 2],
    /// Median of the predicted numbers; `None` for one of a few answers.
    pub median: Option<f64>,
    /// The true value, or the number of the right answer from 1; `None` if it is unknown.
    pub truth: Option<f64>,
}

/// The histograms of these answers: one per lesson and changed values, in the order of the lessons.
pub fn histograms(answers: &[LessonAnswer]) -> Result<Vec<Histogram>, String> {
    let mut groups: BTreeMap<(usize, &str), Vec<&LessonAnswer>> = BTreeMap::new();
    for answer in answers {
        let at = super::all().iter().position(|(name, _)| *name == answer.lesson);
        groups.entry((at.unwrap_or(usize::MAX), &answer.values)).or_default().push(answer);
    }
    groups.values().map(|group| Histogram::new(&named(&group[0].lesson)?, group)).collect()
}

impl Histogram {
    /// The histogram of answers to one lesson with the same values. A number that is not finite is refused.
    fn new(lesson: &Lesson, answers: &[&LessonAnswer]) -> Result<Self, String> {
        let numbers = |of: fn(&LessonAnswer) -> Option<Prediction>| -> Vec<f64> {
            answers.iter().filter_map(|answer| of(answer)).map(on_axis).collect()
        };
        let predicted = numbers(|answer| Some(answer.predicted));
        let values = answers.first().map_or_else(String::new, |answer| answer.values.clone());
        let expected = if values.is_empty() { Some(on_axis(lesson.expected()?)) } else { None };
        let judged = answers.iter().filter_map(|answer| answer.right);
        let right = [judged.clone().filter(|right| *right).count(), judged.count()];
        let (bins, quantity, suffix) = match &lesson.predict {
            Predict::Number { name, unit, low, high, .. } => {
                let suffix = suffix(unit);
                (number_bins(&predicted, [*low, *high], &suffix)?, format!("{name} [{unit}]"), suffix)
            }
            Predict::Choice { options, .. } => {
                let names = options.iter().map(|(text, _)| text.clone());
                (choice_bins(&predicted, names), "answer".to_owned(), String::new())
            }
        };
        let is_choice = matches!(lesson.predict, Predict::Choice { .. });
        let median = if is_choice { None } else { median(&predicted) };
        // The run is the same for all: in a run with other values, what happened is the truth.
        let truth = expected.or_else(|| median_of_low(&numbers(|answer| answer.result)));
        let (title, count) = (lesson.title.clone(), answers.len());
        Ok(Self { title, values, quantity, suffix, is_choice, bins, count, right, median, truth })
    }

    /// The histogram in words: numbers of predictions, median, true value.
    pub fn summary(&self) -> String {
        let mut parts = vec![counted(self.count, "prediction")];
        parts.extend(self.median.map(|median| format!("median {}{}", short(median), self.suffix)));
        parts.extend(self.truth.map(|truth| self.truth_text(truth)));
        if self.right[1] > 0 {
            parts.push(format!("{} of {} right", self.right[0], self.right[1]));
        }
        parts.join(" · ")
    }

    /// The true value, or the right answer, in words.
    fn truth_text(&self, truth: f64) -> String {
        let bin = self.bins.iter().find(|bin| self.is_choice && bin.from < truth && truth < bin.to);
        match bin {
            Some(bin) => format!("true: {}", bin.name),
            None => format!("true value {}{}", short(truth), self.suffix),
        }
    }

    /// The histogram as a figure for print: the outline of the bars, a line at the true value.
    pub fn figure(&self) -> Figure {
        let mut points = Vec::new();
        for bin in &self.bins {
            let count = bin.count as f64;
            points.extend([(bin.from, 0.0), (bin.from, count), (bin.to, count), (bin.to, 0.0)]);
        }
        let tallest = largest(self.bins.iter().map(|bin| bin.count as f64));
        let panel = Panel {
            title: self.title.clone(),
            x: self.quantity.clone(),
            y: "predictions".to_owned(),
            curves: vec![Curve { name: String::new(), points, style: Some(OUTLINE) }],
            marks: self.truth.map(|truth| (truth, format!("{}{}", short(truth), self.suffix))).into_iter().collect(),
            y_range: Some((0.0, tallest + 1.0)),
            legend: Legend::Off,
            ..Panel::default()
        };
        Figure { width: FigureWidth::Column, columns: 1, panels: vec![panel], shared_legend: false }
    }
}

/// Where a prediction lies on the axis of a histogram: its number, or the number of the answer from 1.
fn on_axis(prediction: Prediction) -> f64 {
    match prediction {
        Prediction::Number(number) => number,
        Prediction::Choice(k) => (k + 1) as f64,
    }
}

/// A number with at most two decimals.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// One bin per answer, as wide as the distance to the next.
fn choice_bins(predicted: &[f64], names: impl Iterator<Item = String>) -> Vec<AnswerBin> {
    let bin = |(k, name): (usize, String)| {
        let at = (k + 1) as f64;
        let count = predicted.iter().filter(|number| **number == at).count();
        AnswerBin { from: at - 0.4, to: at + 0.4, name, count }
    };
    names.enumerate().map(bin).collect()
}

/// The width of bins: `digit · 10^exponent`. Edges are whole multiples of it, each rounded once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BinWidth {
    /// 1, 2 or 5.
    digit: f64,
    /// Power of ten, at least 1, and whether it divides.
    power: f64,
    is_fraction: bool,
}

impl BinWidth {
    /// The smallest such width that cuts a range into at most `MAX_BINS` bins.
    pub fn of_range(range: f64) -> Result<Self, String> {
        if !(range > 0.0 && range < 1e12 && range > 1e-9) {
            return Err(format!("there are no bins over a range of {range}"));
        }
        let mut power = 1e12;
        let fractions = std::iter::from_fn(|| {
            power /= 10.0;
            (power >= 1.0).then_some((power, true))
        });
        let wholes = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11].map(|power| (power, false));
        let scales = fractions.filter(|(power, _)| *power > 1.0).chain(wholes);
        let widths =
            scales.flat_map(|(power, is_fraction)| [1.0, 2.0, 5.0].map(|digit| Self { digit, power, is_fraction }));
        widths.into_iter().find(|width| width.edge(1) * MAX_BINS >= range).ok_or_else(|| "no width fits".to_owned())
    }

    /// The k-th edge, counted from 0.
    pub fn edge(&self, k: i64) -> f64 {
        let times = self.digit * k as f64;
        if self.is_fraction { times / self.power } else { times * self.power }
    }

    /// The bin of a number: its lower edge is at most the number, its upper edge above it.
    fn bin(&self, number: f64) -> i64 {
        let mut k = (number / self.edge(1)).floor() as i64;
        while self.edge(k) > number {
            k -= 1;
        }
        while self.edge(k + 1) <= number {
            k += 1;
        }
        k
    }
}

/// Bins over the range of predictions that a lesson accepts and beyond it as far as there are predictions; a prediction
/// at the upper end of the range belongs to the last bin. A number that is not finite, or a thousand times out of the
/// range, is refused.
pub fn number_bins(predicted: &[f64], [low, high]: [f64; 2], suffix: &str) -> Result<Vec<AnswerBin>, String> {
    let width = BinWidth::of_range(high - low)?;
    let reach = 1000.0 * (high - low);
    if let Some(wrong) = predicted.iter().find(|number| !(**number >= low - reach && **number <= high + reach)) {
        return Err(format!("a prediction of {wrong} is out of range"));
    }
    let last = if width.edge(width.bin(high)) == high { width.bin(high) - 1 } else { width.bin(high) };
    let bin = |number: f64| if number == high { last } else { width.bin(number) };
    let mut counts: BTreeMap<i64, usize> = (width.bin(low)..=last).map(|k| (k, 0)).collect();
    for number in predicted {
        *counts.entry(bin(*number)).or_default() += 1;
    }
    let named = |(k, count)| {
        let [from, to] = [k, k + 1].map(|k| width.edge(k));
        AnswerBin { from, to, name: format!("{from}–{to}{suffix}"), count }
    };
    Ok(counts.into_iter().map(named).collect())
}

/// The median; of an even number of values the mean of the two in the middle. `None` without values.
pub fn median(values: &[f64]) -> Option<f64> {
    let sorted = sorted(values);
    let middle = sorted.len().checked_sub(1)? / 2;
    let upper = sorted[sorted.len() / 2];
    Some(0.5 * (sorted[middle] + upper))
}

/// The lower of the two values in the middle: one of the values.
pub fn median_of_low(values: &[f64]) -> Option<f64> {
    let sorted = sorted(values);
    Some(sorted[sorted.len().checked_sub(1)? / 2])
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}
