//! Lessons: predict, run, explain. Each is a file of `assets/lessons`, embedded as the scenes are, and is played headless by
//! a test with its right answer and with wrong ones.

pub mod expression;

use crate::laws::pull::Pull;
use crate::record::quantity::{Quantity, Subject};
use crate::record::state::State;
use crate::scene::{Scene, builtin, set};
use crate::shapes::Shape;
use crate::step::tune::{Edit, slope};
use expression::Expression;
use serde::Deserialize;

/// One lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its name, one line.
    pub title: String,
    /// The built-in scene it plays in.
    pub scene: String,
    /// Values of the scene that it changes, as `--set` does.
    #[serde(default)]
    pub set: Vec<(String, String)>,
    /// The body whose forces are drawn.
    pub body: String,
    /// What the class is asked.
    pub question: String,
    /// What to do once the prediction is made.
    pub task: String,
    /// The few controls that are shown.
    pub controls: Vec<Control>,
    /// Those that come with the outcome, for what to try next.
    #[serde(default)]
    pub then: Vec<Control>,
    /// Simulated seconds per second it is played at.
    pub speed: f64,
    /// It pauses so many simulated seconds after its moment.
    pub rest: f64,
    /// The curves it shows.
    pub plots: Vec<Curves>,
    /// Said at its moment; `{}` stands for what was measured.
    pub told: String,
    /// What is predicted.
    pub predict: Predict,
    /// The moment at which the prediction is held against the simulation: an [`Expression`] that begins to hold.
    pub moment: String,
    /// Edits that lead there, each with its time, s: what "show me" does.
    pub demo: Vec<(f64, Edit)>,
    /// Said when the prediction was right; `{theory}` stands for what theory says of this run.
    pub right: String,
    /// Said when it was not; likewise.
    pub wrong: String,
    /// Why it is so.
    pub explain: String,
    /// What to try next.
    pub next: String,
    /// A second task, checked by the simulation.
    #[serde(default)]
    pub goal: Option<Goal>,
}

/// A task that is done when something holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// What holds once it is done: an [`Expression`].
    pub holds: String,
    /// Said then.
    pub done: String,
}

/// Curves of one plot of a lesson, each quantity by its body, its symbol and its part.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curves {
    /// What it shows, in plain words.
    pub name: String,
    /// Over this quantity; over time where there is none.
    #[serde(default)]
    pub x: Option<(String, String, String)>,
    /// The curves.
    pub y: Vec<(String, String, String)>,
    /// The axis on which the prediction is marked.
    #[serde(default)]
    pub pin: Option<LessonAxis>,
    /// From where to where it always reaches across, so that noise is not magnified.
    #[serde(default)]
    pub across: Option<(f64, f64)>,
    /// The same upward.
    #[serde(default)]
    pub up: Option<(f64, f64)>,
}

/// An axis of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum LessonAxis {
    /// Across.
    X,
    /// Up.
    Y,
}

/// A control that a lesson shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Control {
    /// The slope of the plane.
    Tilt,
    /// μ_k and μ_s on one track.
    Mu,
    /// Speed and stiffness of the spring.
    Spring,
    /// A force that grows.
    Pull,
    /// Roll friction.
    Roll,
    /// Spin friction.
    Spin,
    /// The friction law.
    Law,
    /// The form of the equations of rigid contacts.
    Form,
}

/// What is predicted.
#[derive(Clone, Debug, Deserialize)]
pub enum Predict {
    /// A number.
    Number {
        /// What it is.
        name: String,
        /// Its unit.
        unit: String,
        /// The smallest value that can be chosen.
        low: f64,
        /// The largest.
        high: f64,
        /// What theory says, for the parameters at the moment: an [`Expression`].
        answer: String,
        /// A prediction this far off is still right.
        tolerance: f64,
        /// What is measured at the moment: an [`Expression`].
        measure: String,
    },
    /// One of a few answers.
    Choice {
        /// Each answer, and the [`Expression`] that holds at the moment if it is right.
        options: Vec<(String, String)>,
        /// The right one, from 0.
        answer: usize,
    },
}

/// What a person has predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prediction {
    /// A number, in the lesson's unit.
    Number(f64),
    /// The answer of this number, from 0.
    Choice(usize),
}

/// What came of a prediction.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonOutcome {
    /// The prediction was right.
    pub right: bool,
    /// The step at which it was decided.
    pub step: u64,
    /// What was measured, where a number was asked for.
    pub measured: Option<f64>,
    /// What theory says of this run, where a number was asked for.
    pub theory: Option<f64>,
    /// The run had other values than the question: what happened in it, in a sentence. Nothing is judged then.
    pub instead: Option<String>,
}

/// Name and text of every lesson, in the order of a course.
pub fn all() -> &'static [(&'static str, &'static str)] {
    crate::assets::LESSONS
}

impl Lesson {
    /// True if it is about turning: one of its plots shows an angular velocity.
    pub fn turns(&self) -> bool {
        self.plots.iter().flat_map(|plot| &plot.y).any(|(_, symbol, _)| symbol == "ω")
    }

    /// Reads a lesson.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lesson: Self = ron::from_str(text).map_err(|error| error.to_string())?;
        for expression in lesson.expressions() {
            Expression::parse(expression)?;
        }
        Ok(lesson)
    }

    fn expressions(&self) -> Vec<&str> {
        let mut all = vec![self.moment.as_str()];
        match &self.predict {
            Predict::Number { measure, answer, .. } => all.extend([measure.as_str(), answer.as_str()]),
            Predict::Choice { options, .. } => all.extend(options.iter().map(|(_, holds)| holds.as_str())),
        }
        all.extend(self.goal.iter().map(|goal| goal.holds.as_str()));
        all
    }

    /// The text of its scene, with its own values.
    pub fn scene_text(&self) -> Result<String, String> {
        let text = builtin::text(&self.scene).ok_or_else(|| format!("there is no scene `{}`", self.scene))?;
        self.set
            .iter()
            .try_fold(text.to_owned(), |text, (path, value)| set(&text, path, value).map_err(|fault| fault.to_string()))
    }

    /// Its scene.
    pub fn scene(&self) -> Result<Scene, String> {
        Scene::parse(&self.scene, &self.scene_text()?).map_err(|faults| faults.to_string())
    }

    /// The quantities of a plot: what it is over, and its curves.
    pub fn quantities(curves: &Curves, state: &State) -> Result<(Option<Quantity>, Vec<Quantity>), String> {
        let find = |(name, symbol, part): &(String, String, String)| {
            let body = state.bodies.iter().position(|body| body.name == *name);
            let index = body.ok_or_else(|| format!("there is no body `{name}`"))?;
            let found = Quantity::find(Subject::Body(index), symbol, part);
            found.ok_or_else(|| format!("a body has no quantity `{symbol}` with the part `{part}`"))
        };
        let x = curves.x.as_ref().map(find).transpose()?;
        Ok((x, curves.y.iter().map(find).collect::<Result<_, _>>()?))
    }

    /// Holds a prediction against a state; `None` before the moment has come.
    pub fn judge(&self, prediction: Prediction, state: &State, start: &State) -> Result<Option<LessonOutcome>, String> {
        if state.step == start.step || !Expression::parse(&self.moment)?.holds(state)? {
            return Ok(None);
        }
        let mut outcome = LessonOutcome { right: false, step: state.step, measured: None, theory: None, instead: None };
        match (&self.predict, prediction) {
            (Predict::Number { measure, tolerance, answer, .. }, Prediction::Number(predicted)) => {
                let measured = Expression::parse(measure)?.value(state)?;
                let theory = Expression::parse(answer)?.value(state)?;
                outcome.right = [measured, theory].iter().any(|truth| (truth - predicted).abs() <= *tolerance);
                (outcome.measured, outcome.theory) = (Some(measured), Some(theory));
                // Theory knows the friction of the run, not another spring.
                outcome.instead = (!same_springs(state, start)).then(|| "The curves show what happened.".to_owned());
            }
            (Predict::Choice { options, .. }, Prediction::Choice(chosen)) => {
                let mut happened = Vec::new();
                for (text, holds) in options {
                    happened.extend(Expression::parse(holds)?.holds(state)?.then_some(text));
                }
                let (text, _) = options.get(chosen).ok_or("there is no such answer")?;
                outcome.right = happened.contains(&text);
                let none = || "What happened is none of these answers.".to_owned();
                let told = || happened.first().map_or_else(none, |text| format!("What happened: {text}"));
                outcome.instead = (!self.is_asked(state, start)?).then(told);
            }
            _ => return Err("the prediction is not what was asked for".to_owned()),
        }
        Ok(Some(outcome))
    }

    /// True if the run has the friction and the slopes that the question is about: those of the start, and those that
    /// the demonstration sets.
    fn is_asked(&self, state: &State, start: &State) -> Result<bool, String> {
        if !same_springs(state, start) {
            return Ok(false);
        }
        for (now, before) in state.bodies.iter().zip(&start.bodies) {
            if now.shape == Shape::Plane && (slope(&now.q) - slope(&before.q)).abs() > 1e-6 {
                return Ok(false);
            }
        }
        for now in &state.contacts {
            let first = start.contacts.iter().find(|contact| contact.pair.key == now.pair.key);
            let Some(mut asked) = first.map(|contact| contact.law.friction) else { continue };
            for (_, edit) in &self.demo {
                match edit {
                    Edit::Basic { rule: None, which, value } => which.write(&mut asked, *value)?,
                    Edit::Law { rule: None, law } => asked.laws.set(*law),
                    _ => {}
                }
            }
            if asked != now.law.friction {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// True if the springs of the scene are drawn as at the start.
fn same_springs(state: &State, start: &State) -> bool {
    let drawn = |state: &State| -> Vec<_> {
        let springs = state.pulls.iter().filter(|pull| pull.number.is_some());
        let drawn = springs.filter_map(|of| match of.pull {
            Pull::Spring { velocity, stiffness, .. } => Some((of.body, of.number, velocity, stiffness)),
            Pull::Torsion { .. } | Pull::Ramp { .. } => None,
        });
        drawn.collect()
    };
    drawn(state) == drawn(start)
}
