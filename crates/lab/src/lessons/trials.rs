//! Three values of one parameter to try, for the worksheet of a lesson.

use super::prediction::{Predict, Prediction};
use serde::Deserialize;
use stickslip_engine::step::tune::Edit;

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
    pub(super) fn check(&self, predict: &Predict) -> Result<(), String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn trials(values: &[(&str, Prediction)]) -> Trials {
        let trial = |(value, result): &(&str, Prediction)| LessonTrial {
            value: (*value).to_owned(),
            edits: Vec::new(),
            result: *result,
            why: "so".to_owned(),
        };
        Trials { parameter: "μs".to_owned(), values: values.iter().map(trial).collect() }
    }

    #[test]
    fn three_different_values_with_a_result_of_the_kind_asked_for_are_accepted() {
        let two = Predict::Choice { options: vec![("a".into(), "1".into()), ("b".into(), "1".into())], answer: 0 };
        let [first, second, third] = [0, 1, 2].map(Prediction::Choice);
        assert_eq!(trials(&[("1", first), ("2", first), ("3", second)]).check(&two), Ok(()));
        for (wrong, why) in [
            (trials(&[("1", first), ("2", first)]), "found 2"),
            (trials(&[("1", first), ("2", first), ("1", second)]), "value 3 is empty or appears twice"),
            (trials(&[("1", first), ("2", first), ("3", third)]), "3: the result"),
            (trials(&[("1", first), ("2", first), ("3", Prediction::Number(1.0))]), "3: the result"),
        ] {
            let fault = wrong.check(&two).expect_err(why);
            assert!(fault.contains(why), "{fault}");
        }
    }
}
