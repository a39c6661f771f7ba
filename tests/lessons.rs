//! Every lesson, played headless by its demonstration: the right answer reaches its goal, a wrong one does not.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails loudly and says what it measured"
)]

use stickslip::sim::Simulation;
use stickslip::step::tune::{EditLog, Refused, Tune};
use stickslip::study::lesson::{Lesson, Outcome, Predict, Prediction, all};

/// Plays the demonstration and gives what comes of each prediction.
fn play(name: &str, lesson: &Lesson, predictions: &[Prediction]) -> Vec<Outcome> {
    let scene = lesson.scene().unwrap_or_else(|why| panic!("{name}: {why}"));
    let mut simulation = Simulation::new(&scene);
    let start = simulation.state();
    let mut demo = lesson.demo.iter().peekable();
    while simulation.step_count() < (scene.duration / scene.dt) as u64 {
        while let Some((_, edit)) = demo.next_if(|(time, _)| *time <= simulation.step_count() as f64 * scene.dt) {
            simulation.world().write_message(Tune(edit.clone()));
        }
        simulation.step();
        let state = simulation.state();
        let judged = |prediction: &Prediction| lesson.judge(*prediction, &state, &start).expect("an expression");
        let outcomes: Vec<Outcome> = predictions.iter().filter_map(judged).collect();
        if !outcomes.is_empty() {
            assert_eq!(simulation.world().resource::<EditLog>().0.len(), lesson.demo.len(), "{name}");
            return outcomes;
        }
    }
    let refused = simulation.world().resource::<Refused>().0.clone();
    panic!("{name}: its moment never comes; {:?} {refused:?}", simulation.stopped());
}

#[test]
fn the_right_answer_reaches_the_goal_and_a_wrong_one_does_not() {
    assert!(all().len() >= 8);
    for (name, text) in all() {
        let lesson = Lesson::parse(text).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(!lesson.plots.is_empty() && lesson.rest > 0.0, "{name}");
        let numeric = matches!(lesson.predict, Predict::Number { .. });
        assert_eq!(lesson.told.contains("{}"), numeric, "{name}: `told` has the number that was measured");
        assert!(lesson.scene().expect("a scene").bodies.iter().any(|body| body.name == lesson.body), "{name}");
        let (right, wrong) = match &lesson.predict {
            Predict::Number { answer, tolerance, low, high, .. } => {
                assert!(low <= answer && answer <= high, "{name}");
                let off = [answer - 2.5 * tolerance, answer + 2.5 * tolerance];
                (Prediction::Number(*answer), off.map(Prediction::Number).to_vec())
            }
            Predict::Choice { options, answer } => {
                let others = (0..options.len()).filter(|k| k != answer);
                (Prediction::Choice(*answer), others.map(Prediction::Choice).collect())
            }
        };
        let all: Vec<Prediction> = std::iter::once(right).chain(wrong).collect();
        let outcomes = play(name, &lesson, &all);
        assert!(outcomes[0].right, "{name}: {:?}", outcomes[0]);
        assert!(outcomes[1..].iter().all(|outcome| !outcome.right), "{name}: {outcomes:?}");
    }
}
