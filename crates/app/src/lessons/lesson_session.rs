//! The active lesson: the pinned prediction, its outcome, and the demonstration.
//!
//! Every step is tested for the lesson's moment, so neither the playback speed nor a jump into the past changes the
//! measured value.

use crate::hand::Grab;
use crate::lessons::stage::{LessonAnswering, LessonMoment};
use crate::state::layout::Layout;
use crate::state::request::Request;
use crate::state::request::SceneRequest;
use crate::state::session::Session;
use crate::texts::{tr, tr_with};
use crate::timeline::display_state::DisplayState;
use crate::timeline::past::Past;
use crate::timeline::playback::Playback;
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use std::sync::Arc;
use stickslip_engine::observe::state::{State, observe};
use stickslip_engine::step::Outcome as Stopped;
use stickslip_engine::step::edits::{Edit, EditLog, QueueEdit};
use stickslip_engine::world::{CaseId, Clock};
use stickslip_lab::lessons::answer::LessonAnswer;
use stickslip_lab::lessons::expression::Expression;
pub use stickslip_lab::lessons::suffix;
use stickslip_lab::lessons::{Lesson, LessonOutcome, Predict, Prediction, UnaskedOutcome, all};

/// The open lesson, if any.
#[derive(Resource, Clone, Debug, Default)]
pub struct LessonSession {
    /// The window layout.
    pub layout: Layout,
    /// The active lesson.
    pub open: Option<ActiveLesson>,
    /// Name of the student, if typed.
    pub student: String,
    /// What was predicted and measured in this session, one entry per prediction and set of values, without a name.
    pub answers: Vec<LessonAnswer>,
}

impl LessonSession {
    /// The word for the name of a body in the language of the open lesson.
    pub fn word<'a>(&'a self, body: &'a str) -> &'a str {
        self.open.as_ref().map_or(body, |playing| playing.lesson.word(body))
    }

    /// Changes the lesson in progress, if there is one.
    pub fn with(&mut self, change: impl FnOnce(&mut ActiveLesson)) {
        if let Some(playing) = &mut self.open {
            change(playing);
        }
    }

    /// True while the lesson waits for the prediction, before which its experiment must not run. The other layouts, which
    /// show no question, run it at any time.
    pub fn awaits_prediction(&self) -> bool {
        self.layout == Layout::Lesson && self.open.as_ref().is_some_and(|playing| playing.pinned().is_none())
    }

    /// True until the lesson is judged: theory curves would reveal the answer to its question.
    pub fn hides_theory(&self) -> bool {
        self.layout == Layout::Lesson && self.open.as_ref().is_some_and(|playing| !playing.judged)
    }
}

impl LessonSession {
    /// The task that the lesson gives the user, while pressing play would carry it out: no step has been taken and the
    /// user has not started the task.
    pub fn act(&self, past: &Past, log: &EditLog) -> Option<&str> {
        let playing = self.open.as_ref()?;
        let Lesson { act, demo, .. } = &playing.lesson;
        let kind = std::mem::discriminant(&demo.first()?.1);
        // A body that the user holds is the user's experiment, too, which no demonstration joins.
        let is_begun = |edit: &Edit| std::mem::discriminant(edit) == kind || matches!(edit, Edit::Hold { .. });
        let begun = log.0.iter().any(|(_, edit)| is_begun(edit));
        let shows = playing.showing.is_some_and(|made| made < demo.len());
        let waits = self.layout == Layout::Lesson && past.timeline.end() == 0 && !begun && !shows;
        act.as_deref().filter(|_| waits)
    }
}

/// A lesson in progress.
#[derive(Clone, Debug)]
pub struct ActiveLesson {
    /// Name of the lesson.
    pub name: String,
    /// Questions and texts of the lesson.
    pub lesson: Lesson,
    /// The answer of the user.
    pub answering: LessonAnswering,
    /// Whether the moment has come that the lesson asks about, and what it says of the prediction.
    pub moment: LessonMoment,
    /// Number of demonstration edits made so far, while it runs.
    pub showing: Option<usize>,
    /// True once there has been an outcome that answers the question; the follow-up suggestions then stay visible.
    pub judged: bool,
    /// True if the user moved a body by hand before the moment, in a lesson that does not ask for it.
    pub is_disturbed: bool,
    /// The step at which the lesson's goal, its second task, was reached.
    pub done: Option<u64>,
    condition: Expression,
    goal: Option<Expression>,
    start: Arc<State>,
    /// True if the moment was displayed while no prediction was pinned.
    is_answer_seen: bool,
}

impl ActiveLesson {
    /// Starts the lesson at this state of its scene.
    pub fn new(name: &str, lesson: Lesson, start: Arc<State>) -> Result<Self, String> {
        let condition = Expression::parse(&lesson.moment)?;
        let goal = lesson.goal.as_ref().map(|goal| Expression::parse(&goal.holds)).transpose()?;
        Ok(Self {
            name: name.to_owned(),
            lesson,
            answering: LessonAnswering::Open,
            moment: LessonMoment::Awaited,
            showing: None,
            judged: false,
            is_disturbed: false,
            done: None,
            condition,
            goal,
            start,
            is_answer_seen: false,
        })
    }

    /// The number at which the slider stands: the one predicted, or where it starts.
    pub fn number(&self) -> f64 {
        match self.answering {
            LessonAnswering::Chosen(number) | LessonAnswering::Pinned(Prediction::Number(number)) => number,
            _ => first_number(&self.lesson.predict),
        }
    }

    /// True once the user has chosen the number; before that, it is only where the slider starts.
    pub fn is_chosen(&self) -> bool {
        self.answering != LessonAnswering::Open
    }

    /// Moves the slider of the predicted number; from then on the number can be pinned.
    pub fn choose(&mut self, number: f64) {
        self.answering = LessonAnswering::Chosen(number);
    }

    /// The pinned prediction.
    pub fn pinned(&self) -> Option<Prediction> {
        if let LessonAnswering::Pinned(prediction) = self.answering { Some(prediction) } else { None }
    }

    /// Pins a prediction, as the user does.
    pub fn pin(&mut self, prediction: Prediction) {
        self.answering = LessonAnswering::Pinned(prediction);
    }

    /// Takes the prediction back, and with it what the run said of it; a number stays chosen.
    pub fn unpin(&mut self) {
        self.answering = match self.answering {
            LessonAnswering::Pinned(Prediction::Number(number)) => LessonAnswering::Chosen(number),
            _ => LessonAnswering::Open,
        };
        self.forget_outcome();
    }

    /// The first state in which the lesson's condition held, or a later one if that state was off theory.
    pub fn met(&self) -> Option<&State> {
        self.moment.met()
    }

    /// The judgement of the prediction by the run.
    pub fn outcome(&self) -> Option<&LessonOutcome> {
        self.moment.outcome()
    }

    /// True once the lesson has paused the run after the moment.
    pub fn has_rested(&self) -> bool {
        matches!(self.moment, LessonMoment::Came { has_rested: true, .. })
    }

    fn forget_outcome(&mut self) {
        if let LessonMoment::OffTheory { outcome, .. } | LessonMoment::Came { outcome, .. } = &mut self.moment {
            *outcome = None;
        }
    }

    /// Tests a state for the lesson's moment and goal.
    fn note(&mut self, state: &State) {
        let last = self.met().map_or(self.start.step, |met| met.step);
        if state.step > last && self.awaits_moment() {
            let holds = self.condition.holds(state) == Ok(true);
            // A moment off theory lasts until its condition has lapsed.
            let lasts = |lapsed: &Option<u64>| lapsed.is_none_or(|step| step >= state.step);
            match &mut self.moment {
                LessonMoment::OffTheory { lapsed, .. } if lasts(lapsed) && holds => {}
                LessonMoment::OffTheory { lapsed, .. } if lasts(lapsed) => *lapsed = Some(state.step),
                moment if holds => {
                    *moment = LessonMoment::new(state.clone(), self.lesson.is_off_theory(state) == Ok(true));
                }
                _ => {}
            }
        }
        let done = |goal: &Expression| goal.holds(state) == Ok(true);
        if self.done.is_none() && self.goal.as_ref().is_some_and(done) {
            self.done = Some(state.step);
        }
    }

    /// True until a moment has come that answers the question.
    pub fn awaits_moment(&self) -> bool {
        !matches!(self.moment, LessonMoment::Came { .. })
    }

    /// True once the run has an outcome that is not off theory.
    pub fn is_answered(&self) -> bool {
        matches!(self.moment, LessonMoment::Came { outcome: Some(_), .. })
    }

    /// Discards a moment, outcome or goal later than `step`.
    fn cut(&mut self, step: u64) {
        if self.met().is_some_and(|met| met.step > step) {
            self.moment = LessonMoment::Awaited;
        }
        if let LessonMoment::OffTheory { lapsed, .. } = &mut self.moment {
            *lapsed = lapsed.filter(|lapsed| *lapsed <= step);
        }
        self.done = self.done.filter(|done| *done <= step);
    }

    /// Begins the question anew: the prediction is to be made again.
    fn restart(&mut self) {
        self.moment = LessonMoment::Awaited;
        self.answering = LessonAnswering::Open;
        (self.showing, self.is_answer_seen) = (None, false);
    }

    /// Prepares the demonstration; it runs from the beginning of the scene.
    pub fn show_me(&mut self) {
        self.forget_outcome();
        self.showing = Some(0);
    }

    /// The pinned number.
    pub fn guess(&self) -> Option<f64> {
        match self.pinned() {
            Some(Prediction::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// The pinned number as text, with one decimal and the unit.
    pub fn guess_text(&self) -> Option<String> {
        match &self.lesson.predict {
            Predict::Number { unit, .. } => self.guess().map(|guess| format!("{guess:.1}{}", suffix(unit))),
            Predict::Choice { .. } => None,
        }
    }

    /// The pinned prediction as text: the number, or the chosen answer.
    pub fn prediction_text(&self) -> Option<String> {
        match (self.pinned(), &self.lesson.predict) {
            (Some(Prediction::Choice(k)), Predict::Choice { options, .. }) => Some(options.get(k)?.0.clone()),
            _ => self.guess_text(),
        }
    }

    /// True if one of these edits disturbed the experiment before this step.
    fn was_disturbed(&self, edits: &[(u64, Edit)], step: u64) -> bool {
        edits.iter().any(|(before, edit)| *before < step && self.lesson.is_disturbed_by(edit))
    }

    /// Why the run does not answer the question, where it does not.
    pub fn intervention(&self, outcome: UnaskedOutcome) -> &'static str {
        match (outcome, self.is_disturbed) {
            (UnaskedOutcome::OffTheory, _) => tr("lesson-off-theory"),
            (_, true) => tr("lesson-moved"),
            (_, false) => tr("lesson-changed"),
        }
    }

    /// Text describing the moment, with the measured number.
    pub fn describe(&self) -> Option<String> {
        let met = self.met()?;
        let Predict::Number { measure, unit, .. } = &self.lesson.predict else { return Some(self.lesson.told.clone()) };
        let measured = Expression::parse(measure).and_then(|of| of.value(met)).ok()?;
        Some(self.lesson.told.replace("{}", &with_unit(measured, unit)))
    }

    /// What happened in a run that does not answer the question, in a sentence.
    pub fn describe_unasked(&self, outcome: UnaskedOutcome) -> String {
        let answer = |index: usize| match &self.lesson.predict {
            Predict::Choice { options, .. } => options.get(index).map_or("", |(text, _)| text),
            Predict::Number { .. } => "",
        };
        match outcome {
            UnaskedOutcome::OffTheory => tr("lesson-too-fast").to_owned(),
            UnaskedOutcome::Curves => tr("lesson-see-curves").to_owned(),
            UnaskedOutcome::NoOption => tr("lesson-no-answer").to_owned(),
            UnaskedOutcome::Option(index) => tr_with("lesson-happened", [("answer", answer(index).into())]),
        }
    }
}

/// Where the slider of a predicted number starts. Not at the middle of the range: that may be the answer.
fn first_number(predict: &Predict) -> f64 {
    if let Predict::Number { low, .. } = predict { *low } else { 0.0 }
}

/// A lesson text with the theoretical value filled in.
pub fn filled(text: &str, outcome: &LessonOutcome, predict: &Predict) -> String {
    match (outcome.theory, predict) {
        (Some(theory), Predict::Number { unit, .. }) => text.replace("{theory}", &with_unit(theory, unit)),
        _ => text.to_owned(),
    }
}

/// A value with its unit, such as `21.80°` or `3.000 N`.
pub fn with_unit(value: f64, unit: &str) -> String {
    format!("{}{}", crate::draw::text::format::number(value), suffix(unit))
}

/// Name of the lesson after `name`.
pub fn after(name: &str) -> Option<&'static str> {
    let at = all().iter().position(|(known, _)| *known == name)?;
    all().get(at + 1).map(|(name, _)| *name)
}

/// Begins the question of the open lesson anew, after a restart.
pub fn restart(world: &mut World) {
    if let Some(mut lesson_session) = world.get_resource_mut::<LessonSession>() {
        lesson_session.with(ActiveLesson::restart);
        if lesson_session.awaits_prediction() {
            world.resource_mut::<Playback>().stop();
        }
    }
}

/// Tests a state of the run for the moment and the goal of the open lesson.
pub fn note(world: &mut World, state: &State) {
    if let Some(mut lesson_session) = world.get_resource_mut::<LessonSession>()
        && let Some(playing) = &mut lesson_session.open
    {
        playing.note(state);
    }
}

/// Discards a moment, outcome or goal of the open lesson later than `step`.
pub fn cut(world: &mut World, step: u64) {
    if let Some(mut lesson_session) = world.get_resource_mut::<LessonSession>()
        && let Some(playing) = &mut lesson_session.open
    {
        playing.cut(step);
    }
}

/// Replays a newly installed timeline from its start, to find the moment and the goal of the open lesson.
pub fn search(world: &mut World) {
    let Some(mut playing) =
        world.get_resource_mut::<LessonSession>().and_then(|mut lesson_session| lesson_session.open.take())
    else {
        return;
    };
    playing.cut(playing.start.step);
    let mut timeline = world.resource::<Past>().timeline.clone();
    let mut twin = timeline.world_at(0);
    let end = timeline.reached();
    while playing.awaits_moment() && twin.resource::<Clock>().step < end && twin.resource::<Stopped>().stopped.is_none()
    {
        timeline.step(&mut twin);
        playing.note(&observe(&mut twin, CaseId(0)));
    }
    world.resource_mut::<LessonSession>().open = Some(playing);
}

/// Starts the demonstration if the user plays from the start without having done the lesson's task.
pub fn act((past, log, playback): (Res<Past>, Res<EditLog>, Res<Playback>), mut lesson_session: ResMut<LessonSession>) {
    if playback.playing
        && lesson_session.act(&past, &log).is_some()
        && let Some(playing) = &mut lesson_session.open
    {
        playing.showing = Some(0);
    }
}

/// The step before which the next demonstration edit is due; it must not be applied later.
pub fn next_edit(world: &World) -> Option<u64> {
    let playing = world.get_resource::<LessonSession>()?.open.as_ref()?;
    let (time, _) = playing.lesson.demo.get(playing.showing?)?;
    Some((time / world.resource::<Clock>().dt).ceil() as u64)
}

/// Requests the demonstration edits due at the present step; true if there are any.
pub fn prompt(world: &mut World) -> bool {
    let Clock { step, dt } = *world.resource::<Clock>();
    let Some(mut lesson_session) = world.get_resource_mut::<LessonSession>() else { return false };
    let Some(playing) = &mut lesson_session.open else { return false };
    let Some(made) = playing.showing else { return false };
    let due = playing.lesson.demo.iter().skip(made).take_while(|(time, _)| (time / dt).ceil() as u64 <= step).count();
    let edits: Vec<QueueEdit> =
        playing.lesson.demo[made..made + due].iter().map(|(_, edit)| QueueEdit(edit.clone())).collect();
    playing.showing = Some(made + due);
    edits.into_iter().for_each(|edit| {
        world.write_message(edit);
    });
    due > 0
}

/// What the user reads when the experiment waits for the prediction.
pub fn predict_first() -> &'static str {
    tr("lesson-predict-first")
}

/// Refuses steps and playback while the open lesson waits for the prediction, whatever asked for them.
pub fn wait_for_prediction(
    (lesson_session, time): (Res<LessonSession>, Res<Time<Real>>),
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
) {
    if lesson_session.awaits_prediction() && (playback.playing || playback.single > 0) {
        playback.stop();
        playback.single = 0;
        session.say(predict_first(), time.elapsed_secs_f64());
    }
}

/// Restarts the run if the prediction was pinned after the moment had been displayed: it is judged by a run that
/// follows it.
pub fn restart_seen_run(
    (shown, time): (Res<DisplayState>, Res<Time<Real>>),
    mut lesson_session: ResMut<LessonSession>,
    mut session: ResMut<Session>,
    mut requests: ResMut<Messages<Request>>,
) {
    let Some(playing) = &mut lesson_session.open else { return };
    if playing.pinned().is_none() {
        playing.is_answer_seen |= playing.met().is_some_and(|met| met.step <= shown.state.step);
    } else if std::mem::take(&mut playing.is_answer_seen) {
        requests.write(Request::Scene(SceneRequest::Rerun));
        playing.moment = LessonMoment::Awaited;
        session.say(tr("lesson-run-again"), time.elapsed_secs_f64());
    }
}

/// Judges the prediction once the displayed step reaches the moment that the lesson asks about, then pauses.
pub fn watch(
    mut lesson_session: ResMut<LessonSession>,
    (shown, past, time): (Res<DisplayState>, Res<Past>, Res<Time<Real>>),
    hand: Option<Res<Grab>>,
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
) {
    let Some(playing) = &mut lesson_session.open else { return };
    let state = &shown.state;
    // Judge only when the displayed step has reached the moment.
    let met = playing.met().cloned().filter(|met| met.step <= state.step);
    if let (Some(prediction), None, Some(met)) = (playing.pinned(), playing.outcome(), &met) {
        playing.is_disturbed = playing.was_disturbed(past.timeline.edits(), met.step);
        match playing.lesson.judge(prediction, met, &playing.start, playing.is_disturbed) {
            Ok(outcome) => {
                let moment = std::mem::replace(&mut playing.moment, LessonMoment::Awaited);
                playing.moment = moment.judged(outcome);
                playing.judged |= !playing.awaits_moment();
            }
            Err(why) => {
                session.say(why, time.elapsed_secs_f64());
                playing.unpin();
            }
        }
    }
    // Pause once, shortly after the moment, but not under the user's hand; later motion is irrelevant to the lesson. After
    // a moment that is off theory the experiment goes on.
    let is_held = hand.is_some_and(|hand| hand.grip.is_some());
    let rest = playing.lesson.rest;
    if let LessonMoment::Came { met, has_rested, .. } = &mut playing.moment
        && state.time >= met.time + rest
        && !*has_rested
        && playback.playing
        && !is_held
    {
        *has_rested = true;
        playback.stop();
        session.say(tr("lesson-rests"), time.elapsed_secs_f64());
    }
}
