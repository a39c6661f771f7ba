//! The prediction that a lesson asks for, and the answer given.

use serde::Deserialize;

/// The prediction asked for.
#[derive(Clone, Debug, Deserialize)]
pub enum Predict {
    /// A number.
    Number {
        /// Name of the quantity.
        name: String,
        /// Unit of the quantity.
        unit: String,
        /// Smallest value that can be chosen.
        low: f64,
        /// Largest value that can be chosen.
        high: f64,
        /// The theoretical value, for the parameters at the moment: an expression.
        answer: String,
        /// Largest error of a right prediction.
        tolerance: f64,
        /// The measurement at the moment: an expression.
        measure: String,
    },
    /// One of a few answers.
    Choice {
        /// Each answer, with an expression that holds at the moment if the answer is right.
        options: Vec<(String, String)>,
        /// Index of the right answer.
        answer: usize,
    },
}

/// A prediction, or what happened in its terms.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum Prediction {
    /// A number, in the lesson's unit.
    Number(f64),
    /// The answer with this index.
    Choice(usize),
}

impl Predict {
    /// The unit of the predicted number; `answer` for one of a few answers.
    pub fn unit(&self) -> &str {
        match self {
            Self::Number { unit, .. } => unit,
            Self::Choice { .. } => "answer",
        }
    }

    /// A prediction as text without its unit: a number with all its digits, an answer by its number from 1.
    pub fn written(&self, prediction: Prediction) -> String {
        match prediction {
            Prediction::Number(number) => format!("{number}"),
            Prediction::Choice(k) => (k + 1).to_string(),
        }
    }

    /// Reads what [`Predict::written`] writes; the error says what is asked for.
    pub fn read(&self, text: &str) -> Result<Prediction, String> {
        let prediction = match self {
            Self::Number { .. } => text.parse().ok().map(Prediction::Number),
            Self::Choice { .. } => text.parse().ok().and_then(|k: usize| k.checked_sub(1)).map(Prediction::Choice),
        };
        prediction.filter(|prediction| self.accepts(*prediction)).ok_or_else(|| match self {
            Self::Number { name, .. } => format!("`{text}` is not a number ({name})"),
            Self::Choice { options, .. } => format!("`{text}` is not the number of an answer, 1 to {}", options.len()),
        })
    }

    /// True for a finite number if a number is asked for, and for one of the answers otherwise.
    pub(super) fn accepts(&self, prediction: Prediction) -> bool {
        match (self, prediction) {
            (Self::Number { .. }, Prediction::Number(number)) => number.is_finite(),
            (Self::Choice { options, .. }, Prediction::Choice(k)) => k < options.len(),
            _ => false,
        }
    }
}

/// A unit as written after a number: `°`, ` N`.
pub fn suffix(unit: &str) -> String {
    let blank = if unit == "°" { "" } else { " " };
    format!("{blank}{unit}")
}
