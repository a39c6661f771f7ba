//! Lessons: predict, run, explain. Each is a file of `lessons/`, embedded as the scenes are, and is played headless by
//! a test with its right answer and with wrong ones.

pub mod expression;

use crate::record::quantity::{Quantity, Subject};
use crate::record::state::State;
use crate::scene::{Scene, builtin, set};
use crate::step::tune::Edit;
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
    /// Said when the prediction was right.
    pub right: String,
    /// Said when it was not.
    pub wrong: String,
    /// Why it is so.
    pub explain: String,
    /// What to try next.
    pub next: String,
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
    pub pin: Option<Axis>,
}

/// An axis of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Axis {
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
        /// What theory says.
        answer: f64,
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
pub struct Outcome {
    /// The prediction was right.
    pub right: bool,
    /// The step at which it was decided.
    pub step: u64,
    /// What was measured, where a number was asked for.
    pub measured: Option<f64>,
}

macro_rules! lessons {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../lessons/", $name, ".ron")))),*]
    };
}

/// Name and text of every lesson, in the order of a course.
pub fn all() -> &'static [(&'static str, &'static str)] {
    lessons![
        "brick-slips",
        "friction-drops",
        "spring-pull",
        "ball-that-would-not-stop",
        "rolls-then-slips",
        "spinning-ball",
        "which-stack",
        "standing-ellipsoid",
        "eulers-coin",
        "does-a-law-creep",
    ]
}

impl Lesson {
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
            Predict::Number { measure, .. } => all.push(measure),
            Predict::Choice { options, .. } => all.extend(options.iter().map(|(_, holds)| holds.as_str())),
        }
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
    pub fn judge(&self, prediction: Prediction, state: &State, start: &State) -> Result<Option<Outcome>, String> {
        if state.step == start.step || !Expression::parse(&self.moment)?.holds(state, start)? {
            return Ok(None);
        }
        let (right, measured) = match (&self.predict, prediction) {
            (Predict::Number { measure, tolerance, .. }, Prediction::Number(predicted)) => {
                let measured = Expression::parse(measure)?.value(state, start)?;
                ((measured - predicted).abs() <= *tolerance, Some(measured))
            }
            (Predict::Choice { options, .. }, Prediction::Choice(chosen)) => {
                let (_, holds) = options.get(chosen).ok_or("there is no such answer")?;
                (Expression::parse(holds)?.holds(state, start)?, None)
            }
            _ => return Err("the prediction is not what was asked for".to_owned()),
        };
        Ok(Some(Outcome { right, step: state.step, measured }))
    }
}
