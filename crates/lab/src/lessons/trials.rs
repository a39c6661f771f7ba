//! Three values of one parameter to try, for the worksheet of a lesson.

use super::prediction::{Predict, Prediction};
use serde::Deserialize;
use stickslip_engine::step::edits::Edit;

/// Number of values to try.
const COUNT: usize = 3;

/// Three values of one parameter to try.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trials {
    /// Name and symbol of the parameter, with its unit if it has one.
    pub parameter: String,
    /// The values.
    pub values: Vec<LessonTrial>,
}

/// One value to try.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonTrial {
    /// The value as printed.
    pub value: String,
    /// Edits that set the value, made at the start, after those of the demonstration at that time; none for the value
    /// of the question.
    #[serde(default)]
    pub edits: Vec<Edit>,
    /// What happens with this value.
    pub result: Prediction,
    /// The reason, for the teacher.
    pub why: String,
}

impl Trials {
    /// Checks that there are three different values, each with a result of the kind that is asked for and a reason.
    pub fn check(&self, predict: &Predict) -> Result<(), String> {
        if self.parameter.is_empty() || self.values.len() != COUNT {
            return Err(format!("expected the name of a parameter and {COUNT} values, found {}", self.values.len()));
        }
        for (k, trial) in self.values.iter().enumerate() {
            if trial.value.is_empty() || self.values[..k].iter().any(|before| before.value == trial.value) {
                return Err(format!("value {} is empty or appears twice", k + 1));
            }
            if !predict.accepts(trial.result) {
                return Err(format!("{}: the result is not of the kind asked for", trial.value));
            }
            if trial.why.is_empty() {
                return Err(format!("{}: there is no reason", trial.value));
            }
        }
        Ok(())
    }
}
