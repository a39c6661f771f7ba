//! Tests of `lessons::trials`.

use stickslip_lab::lessons::{LessonTrial, Trials};
use stickslip_lab::lessons::{Predict, Prediction};

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
