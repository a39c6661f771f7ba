//! Lessons: predict, run, explain. Each is a file of `assets/lessons`, embedded like the scenes; a test plays every
//! lesson headless with the right answer and with wrong ones.

pub mod answer;
pub mod answer_link;
mod changed_values;
pub mod expression;
pub mod histogram;
mod prediction;
pub mod texts;
mod trials;

use crate::builtin;
use changed_values::{changed_springs, changed_values};
use expression::Expression;
pub use prediction::{Predict, Prediction, suffix};
use serde::Deserialize;
use std::collections::BTreeMap;
use stickslip_engine::observe::quantity::{Quantity, Subject};
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::text::nearest::advice;
use stickslip_engine::scene::{Scene, set};
use stickslip_engine::step::edits::Edit;
pub use trials::{LessonTrial, Trials};

/// One lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Title, one line.
    pub title: String,
    /// Name of the built-in scene, or of the template of a new one.
    pub scene: String,
    /// Settings of the scene, as in `--set`.
    #[serde(default)]
    pub set: Vec<(String, String)>,
    /// The body whose forces are drawn.
    pub body: String,
    /// Question to the class.
    pub question: String,
    /// Instruction shown after the prediction.
    pub task: String,
    /// True if the learner builds: the scene may be changed at the start of the run, and the prediction is about what
    /// was built, not about the scene as the lesson opens it.
    #[serde(default)]
    pub builds: bool,
    /// Controls shown from the start.
    pub controls: Vec<Control>,
    /// Controls shown with the outcome, for further experiments.
    #[serde(default)]
    pub then: Vec<Control>,
    /// Playback speed, simulated seconds per second of wall time.
    pub speed: f64,
    /// Simulated time from the moment to the pause, s.
    pub rest: f64,
    /// Plots shown.
    pub plots: Vec<Curves>,
    /// Message at the moment; `{}` stands for the measured value.
    pub told: String,
    /// The prediction asked for.
    pub predict: Predict,
    /// The moment at which the prediction is compared with the simulation: an [`Expression`] that becomes true.
    pub moment: String,
    /// Words for the names of bodies in another language.
    #[serde(skip)]
    pub names: BTreeMap<String, String>,
    /// Label of the button that applies the demonstration's edits, for a lesson in which nothing happens without
    /// them.
    #[serde(default)]
    pub act: Option<String>,
    /// Edits of the demonstration that "show me" plays up to the moment, each with its time, s.
    pub demo: Vec<(f64, Edit)>,
    /// Message after a right prediction; `{theory}` stands for the theoretical value for this run.
    pub right: String,
    /// Message after a wrong prediction; `{theory}` stands for the theoretical value for this run.
    pub wrong: String,
    /// The explanation.
    pub explain: String,
    /// What to try next.
    pub next: String,
    /// Three values to try, for the worksheet.
    #[serde(rename = "try")]
    pub trials: Trials,
    /// A second task, checked by the simulation.
    #[serde(default)]
    pub goal: Option<Goal>,
}

/// A task that is completed when a condition holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// The condition: an [`Expression`].
    pub holds: String,
    /// Message on completion.
    pub done: String,
}

/// Curves of one plot of a lesson, each quantity given by body, symbol and part.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curves {
    /// Title in plain words.
    pub name: String,
    /// The quantity on the x axis; `None` for time.
    #[serde(default)]
    pub x: Option<(String, String, String)>,
    /// The curves.
    pub y: Vec<(String, String, String)>,
    /// The axis on which the prediction is marked.
    #[serde(default)]
    pub pin: Option<LessonAxis>,
    /// Smallest range of the x axis, so that noise is not magnified.
    #[serde(default)]
    pub across: Option<(f64, f64)>,
    /// Smallest range of the y axis, so that noise is not magnified.
    #[serde(default)]
    pub up: Option<(f64, f64)>,
}

/// An axis of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum LessonAxis {
    /// Horizontal axis.
    X,
    /// Vertical axis.
    Y,
}

/// A control that a lesson shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Control {
    /// The slope of the plane.
    Tilt,
    /// μ_k and μ_s on one slider.
    Mu,
    /// Speed and stiffness of the spring.
    Spring,
    /// A growing force.
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

/// The outcome of a prediction.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonOutcome {
    /// The prediction was right.
    pub right: bool,
    /// The step at which it was decided.
    pub step: u64,
    /// The measured value, if a number was asked for.
    pub measured: Option<f64>,
    /// The theoretical value for this run, if a number was asked for.
    pub theory: Option<f64>,
    /// What happened, in terms of the prediction; `None` if it matches none of the answers.
    pub result: Option<Prediction>,
    /// The values changed since the question, `friction.mu_s=0.6`, separated by blanks; empty as asked.
    pub values: String,
    /// What happened, if the run differed from the one in the question, by its parameters or because a body was moved by
    /// hand; the prediction is then not judged. `None` otherwise.
    pub instead: Option<UnaskedOutcome>,
}

/// What happened in a run that does not answer the lesson's question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaskedOutcome {
    /// The moment came where theory does not expect it ([`Lesson::is_off_theory`]).
    OffTheory,
    /// What the curves show: the question asks for a number.
    Curves,
    /// The answer with this index.
    Option(usize),
    /// None of the answers.
    NoOption,
}

/// Name and text of every lesson, in the order of a course.
pub fn all() -> &'static [(&'static str, &'static str)] {
    stickslip_assets::LESSONS
}

impl Lesson {
    /// The word for the name of a body; the name itself where the language has none.
    pub fn word<'a>(&'a self, body: &'a str) -> &'a str {
        self.names.get(body).map_or(body, String::as_str)
    }

    /// True if one of the lesson's plots shows an angular velocity.
    pub fn turns(&self) -> bool {
        self.plots.iter().flat_map(|plot| &plot.y).any(|(_, symbol, _)| symbol == "ω")
    }

    /// True if one of the lesson's plots has curves of several bodies, which then need their names.
    pub fn compares_bodies(&self) -> bool {
        self.plots.iter().any(|plot| plot.y.windows(2).any(|pair| pair[0].0 != pair[1].0))
    }

    /// Parses a lesson and its expressions.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lesson: Self = ron::from_str(text).map_err(|error| error.to_string())?;
        for expression in lesson.expressions() {
            Expression::parse(expression)?;
        }
        lesson.trials.check(&lesson.predict).map_err(|why| format!("try: {why}"))?;
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

    /// The text of the lesson's scene, settings included.
    pub fn scene_text(&self) -> Result<String, String> {
        let template = || stickslip_assets::text(stickslip_assets::TEMPLATES, &self.scene);
        let text = builtin::text(&self.scene).or_else(template);
        let text = text.ok_or_else(|| format!("there is no scene `{}`", self.scene))?;
        self.set
            .iter()
            .try_fold(text.to_owned(), |text, (path, value)| set(&text, path, value).map_err(|fault| fault.to_string()))
    }

    /// The lesson's scene.
    pub fn scene(&self) -> Result<Scene, String> {
        Scene::parse(&self.scene, &self.scene_text()?).map_err(|faults| faults.to_string())
    }

    /// The quantities of a plot: x axis (`None` for time) and curves.
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

    /// True if an edit acts on a body in a way that the question does not assume: it places, kicks, adds or removes a
    /// body, changes a schedule, or pulls a body in a lesson whose experiment is no pull.
    pub fn is_disturbed_by(&self, edit: &Edit) -> bool {
        match edit {
            Edit::Kick { .. } | Edit::Place { .. } | Edit::Add(_) | Edit::Delete { .. } | Edit::Schedule { .. } => true,
            Edit::Hold { .. } => {
                let is_pulled = self.demo.iter().any(|(_, edit)| matches!(edit, Edit::Hold { .. }));
                !(is_pulled || self.controls.contains(&Control::Pull))
            }
            // The slopes and the parameters of the run are compared with those of the question.
            Edit::Tilt { .. } | Edit::Basic { .. } | Edit::Law { .. } | Edit::Gravity(_) | Edit::Solver(_) => false,
            // A body that is let go was held before; a spring of the scene is compared, too.
            Edit::Release { .. } | Edit::Puller { .. } => false,
        }
    }

    /// The prediction that a number stands for: a number in the unit asked for, or the number of an answer, counted
    /// from 1. An error if it cannot be chosen.
    pub fn prediction(&self, number: f64) -> Result<Prediction, String> {
        match &self.predict {
            Predict::Number { low, high, .. } if (*low..=*high).contains(&number) => Ok(Prediction::Number(number)),
            Predict::Number { name, unit, low, high, .. } => Err(format!("{name}: {low} to {high} {unit}")),
            Predict::Choice { options, .. } => {
                let answer = (0..options.len()).find(|answer| *answer as f64 + 1.0 == number);
                answer.map(Prediction::Choice).ok_or_else(|| format!("the answers are 1 to {}", options.len()))
            }
        }
    }

    /// Judges a prediction against a state, given the initial state; `None` before the moment. `is_disturbed`: true if
    /// an edit before the moment disturbed the experiment ([`Lesson::is_disturbed_by`]).
    pub fn judge(
        &self,
        prediction: Prediction,
        state: &State,
        start: &State,
        is_disturbed: bool,
    ) -> Result<Option<LessonOutcome>, String> {
        if state.step == start.step || !Expression::parse(&self.moment)?.holds(state)? {
            return Ok(None);
        }
        let values = changed_values(&self.demo, state, start)?.join(" ");
        let step = state.step;
        let mut outcome =
            LessonOutcome { right: false, step, measured: None, theory: None, result: None, values, instead: None };
        match (&self.predict, prediction) {
            (Predict::Number { measure, tolerance, answer, .. }, Prediction::Number(predicted)) => {
                let measured = Expression::parse(measure)?.value(state)?;
                let theory = Expression::parse(answer)?.value(state)?;
                outcome.right = [measured, theory].iter().any(|truth| (truth - predicted).abs() <= *tolerance);
                (outcome.measured, outcome.theory) = (Some(measured), Some(theory));
                outcome.result = Some(Prediction::Number(measured));
                // The theory accounts for the friction of the run, but not for a different spring.
                outcome.instead = if is_disturbed || !changed_springs(state, start).is_empty() {
                    Some(UnaskedOutcome::Curves)
                } else {
                    self.is_off_theory(state)?.then_some(UnaskedOutcome::OffTheory)
                };
            }
            (Predict::Choice { options, .. }, Prediction::Choice(chosen)) => {
                let mut happened = Vec::new();
                for (index, (_, holds)) in options.iter().enumerate() {
                    happened.extend(Expression::parse(holds)?.holds(state)?.then_some(index));
                }
                options.get(chosen).ok_or("there is no such answer")?;
                outcome.right = happened.contains(&chosen);
                outcome.result = happened.first().copied().map(Prediction::Choice);
                let unasked = happened.first().map_or(UnaskedOutcome::NoOption, |index| UnaskedOutcome::Option(*index));
                // What was built is what the prediction is about.
                let is_other = is_disturbed || !self.builds && !outcome.values.is_empty();
                outcome.instead = is_other.then_some(unasked);
            }
            _ => return Err("the prediction is not of the kind asked for".to_owned()),
        }
        Ok(Some(outcome))
    }

    /// True if the number measured in a state is farther from theory than a right prediction may be: something else has
    /// set the moment off, such as the jerk of a board that moves too fast.
    pub fn is_off_theory(&self, state: &State) -> Result<bool, String> {
        let Predict::Number { measure, answer, tolerance, .. } = &self.predict else { return Ok(false) };
        let [measured, theory] = [measure, answer].map(|text| Expression::parse(text)?.value(state));
        let off = (measured? - theory?).abs();
        Ok(off.is_nan() || off > *tolerance)
    }

    /// What happens in the run that the question asks about: the theoretical value, or the right answer.
    pub fn expected(&self) -> Result<Prediction, String> {
        match &self.predict {
            Predict::Number { answer, .. } => {
                let mut simulation = Simulation::new(&self.scene()?);
                simulation.step();
                Expression::parse(answer)?.value(&simulation.state()).map(Prediction::Number)
            }
            Predict::Choice { answer, .. } => Ok(Prediction::Choice(*answer)),
        }
    }
}

/// The lesson with this name; the error names one that is close.
pub fn named(name: &str) -> Result<Lesson, String> {
    let Some((_, text)) = all().iter().find(|(known, _)| *known == name) else {
        let names = all().iter().map(|(known, _)| *known);
        return Err(format!("there is no lesson {name}; {}", advice(name, names, "the lessons are")));
    };
    Lesson::parse(text)
}
