//! The lesson that is being worked on: the pinned prediction, what came of it, and the demonstration.
//!
//! The moment of a lesson is looked for in every step that is taken, so that neither the speed of the screen nor a jump
//! in the past changes what is measured.

use crate::app::layout::Layout;
use crate::app::past::Past;
use crate::app::playback::Playback;
use crate::app::session::Session;
use crate::app::shown::Shown;
use crate::laws::Vec3;
use crate::record::quantity::{SubjectAt, limits};
use crate::record::state::{State, observe};
use crate::step::Outcome as Stopped;
use crate::step::tune::Tune;
use crate::study::lesson::expression::Expression;
use crate::study::lesson::{Lesson, LessonOutcome, Predict, Prediction, all};
use crate::world::{CaseId, Clock};
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use std::sync::Arc;

/// The lesson that is open, if one is.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Course {
    /// How much of the window is shown.
    pub layout: Layout,
    /// The lesson.
    pub open: Option<Playing>,
}

impl Course {
    /// True until the lesson is judged: what theory says would be the answer to its question.
    pub(crate) fn hides_theory(&self) -> bool {
        self.layout == Layout::Lesson && self.open.as_ref().is_some_and(|playing| !playing.judged)
    }
}

/// A lesson under way.
#[derive(Clone, Debug)]
pub(crate) struct Playing {
    /// Its name.
    pub name: String,
    /// What it asks and says.
    pub lesson: Lesson,
    /// The number that is chosen, before it is pinned.
    pub number: f64,
    /// The prediction, once it is pinned.
    pub pinned: Option<Prediction>,
    /// What came of it.
    pub outcome: Option<LessonOutcome>,
    /// The demonstration runs, and this many of its edits are made.
    pub showing: Option<usize>,
    /// The first state in which the moment of the lesson held.
    pub met: Option<State>,
    /// There was an outcome once: what is to be tried next stays at hand.
    pub judged: bool,
    /// The step in which its second task was done.
    pub done: Option<u64>,
    moment: Expression,
    goal: Option<Expression>,
    start: Arc<State>,
    /// It has paused itself after the moment.
    rested: bool,
}

impl Playing {
    /// Begins at this state of its scene.
    pub(crate) fn new(name: &str, lesson: Lesson, start: Arc<State>) -> Result<Self, String> {
        // Not the middle of the range: it may be the answer.
        let number = if let Predict::Number { low, .. } = lesson.predict { low } else { 0.0 };
        let moment = Expression::parse(&lesson.moment)?;
        let goal = lesson.goal.as_ref().map(|goal| Expression::parse(&goal.holds)).transpose()?;
        Ok(Self {
            name: name.to_owned(),
            lesson,
            number,
            pinned: None,
            outcome: None,
            showing: None,
            met: None,
            judged: false,
            done: None,
            moment,
            goal,
            start,
            rested: false,
        })
    }

    /// Looks whether the moment has come.
    fn note(&mut self, state: &State) {
        if self.met.is_none() && state.step > self.start.step && self.moment.holds(state) == Ok(true) {
            self.met = Some(state.clone());
        }
        let done = |goal: &Expression| goal.holds(state) == Ok(true);
        if self.done.is_none() && self.goal.as_ref().is_some_and(done) {
            self.done = Some(state.step);
        }
    }

    /// Forgets what came after a step.
    fn cut(&mut self, step: u64) {
        if self.met.as_ref().is_some_and(|met| met.step > step) {
            (self.met, self.outcome, self.rested) = (None, None, false);
        }
        self.done = self.done.filter(|done| *done <= step);
    }

    /// The pinned number.
    pub(crate) fn guess(&self) -> Option<f64> {
        match self.pinned {
            Some(Prediction::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// What is said of the moment, with the number measured there.
    pub(crate) fn told(&self) -> Option<String> {
        let met = self.met.as_ref()?;
        let Predict::Number { measure, unit, .. } = &self.lesson.predict else { return Some(self.lesson.told.clone()) };
        let measured = Expression::parse(measure).and_then(|of| of.value(met)).ok()?;
        Some(self.lesson.told.replace("{}", &with_unit(measured, unit)))
    }
}

/// A text of a lesson, with what theory says put in.
pub(crate) fn filled(text: &str, outcome: &LessonOutcome, predict: &Predict) -> String {
    match (outcome.theory, predict) {
        (Some(theory), Predict::Number { unit, .. }) => text.replace("{theory}", &with_unit(theory, unit)),
        _ => text.to_owned(),
    }
}

/// `21.80°`, `3.000 N`.
pub(crate) fn with_unit(value: f64, unit: &str) -> String {
    let blank = if unit == "°" { "" } else { " " };
    format!("{}{blank}{unit}", crate::draw::format::number(value))
}

/// The lesson after this one, by name.
pub(crate) fn after(name: &str) -> Option<&'static str> {
    let at = all().iter().position(|(known, _)| *known == name)?;
    all().get(at + 1).map(|(name, _)| *name)
}

/// Looks at a state of the run for the moment of the lesson.
pub(crate) fn note(world: &mut World, state: &State) {
    if let Some(mut course) = world.get_resource_mut::<Course>()
        && let Some(playing) = &mut course.open
    {
        playing.note(state);
    }
}

/// Forgets what came after a step.
pub(crate) fn cut(world: &mut World, step: u64) {
    if let Some(mut course) = world.get_resource_mut::<Course>()
        && let Some(playing) = &mut course.open
    {
        playing.cut(step);
    }
}

/// Looks for the moment in another past of the run.
pub(crate) fn search(world: &mut World) {
    let Some(mut playing) = world.get_resource_mut::<Course>().and_then(|mut course| course.open.take()) else {
        return;
    };
    playing.cut(playing.start.step);
    let mut timeline = world.resource::<Past>().timeline.clone();
    let mut twin = timeline.world_at(0);
    let end = timeline.reached();
    while playing.met.is_none() && twin.resource::<Clock>().step < end && twin.resource::<Stopped>().stopped.is_none() {
        timeline.step(&mut twin);
        playing.note(&observe(&mut twin, CaseId(0)));
    }
    world.resource_mut::<Course>().open = Some(playing);
}

/// Makes the demonstration ready; it begins from the start of the scene.
pub(crate) fn show_me(playing: &mut Playing, playback: &mut Playback) {
    (playing.outcome, playing.showing) = (None, Some(0));
    playback.playing = true;
}

/// The step before which the next edit of the demonstration is due: it is made there and no later.
pub(crate) fn next_edit(world: &World) -> Option<u64> {
    let playing = world.get_resource::<Course>()?.open.as_ref()?;
    let (time, _) = playing.lesson.demo.get(playing.showing?)?;
    Some((time / world.resource::<Clock>().dt).ceil() as u64)
}

/// Asks for the edits of the demonstration that are due at the present step; true if there are any.
pub(crate) fn prompt(world: &mut World) -> bool {
    let Clock { step, dt } = *world.resource::<Clock>();
    let Some(mut course) = world.get_resource_mut::<Course>() else { return false };
    let Some(playing) = &mut course.open else { return false };
    let Some(made) = playing.showing else { return false };
    let due = playing.lesson.demo.iter().skip(made).take_while(|(time, _)| (time / dt).ceil() as u64 <= step).count();
    let edits: Vec<Tune> = playing.lesson.demo[made..made + due].iter().map(|(_, edit)| Tune(edit.clone())).collect();
    playing.showing = Some(made + due);
    edits.into_iter().for_each(|edit| {
        world.write_message(edit);
    });
    due > 0
}

/// Holds the prediction against the moment of the lesson.
pub(crate) fn watch(
    mut course: ResMut<Course>,
    shown: Res<Shown>,
    time: Res<Time<Real>>,
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
) {
    let Some(playing) = &mut course.open else { return };
    let state = &shown.state;
    // What was decided stays while its moment can be looked at again; before it nothing is decided.
    let met = playing.met.clone().filter(|met| met.step <= state.step);
    if let (Some(prediction), None, Some(met)) = (playing.pinned, &playing.outcome, &met) {
        match playing.lesson.judge(prediction, met, &playing.start) {
            Ok(outcome) => (playing.judged, playing.outcome) = (true, outcome),
            Err(why) => {
                session.say(why, time.elapsed_secs_f64());
                playing.pinned = None;
            }
        }
    }
    // Time stops once, a little after the moment: what follows would only run away.
    let over = playing.met.as_ref().is_some_and(|met| state.time >= met.time + playing.lesson.rest);
    if over && !playing.rested && playback.playing {
        playing.rested = true;
        playback.stop();
    }
}

/// The forces on one body, N, world: weight, what surfaces push and hold with, what pulls from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct FreeBody {
    /// m g.
    pub weight: Vec3,
    /// All normal forces.
    pub normal: Vec3,
    /// All friction forces.
    pub friction: Vec3,
    /// Springs and the hand.
    pub pull: Vec3,
    /// The friction of all its contacts, N, whichever way each points.
    pub used: f64,
    /// Σ μ_s N and Σ μ_k N of its contacts, N.
    pub limits: [f64; 2],
}

impl FreeBody {
    /// The forces on a body in a state.
    pub(crate) fn of(state: &State, index: usize) -> Option<Self> {
        let body = state.bodies.get(index)?;
        let limits = limits(&SubjectAt { state, index });
        let mut forces = Self { weight: state.gravity * body.mass.mass, limits, ..Self::default() };
        for contact in &state.contacts {
            let sign = match (contact.pair.key.i as usize == index, contact.pair.key.j as usize == index) {
                (true, _) => 1.0,
                (_, true) => -1.0,
                _ => continue,
            };
            forces.normal += contact.loads.normal_on_i * sign;
            forces.friction -= contact.loads.friction_on_j * sign;
            forces.used += contact.loads.friction_on_j.norm();
        }
        forces.pull = state.pulls.iter().filter(|pull| pull.body == index).map(|pull| pull.load.force).sum();
        Some(forces)
    }

    /// Their sum: mass times acceleration.
    pub(crate) fn sum(&self) -> Vec3 {
        self.weight + self.normal + self.friction + self.pull
    }
}

#[cfg(test)]
#[path = "../view/tests/course_tests.rs"]
mod tests;
