//! The window's main loop: each frame applies edits, handles requests, takes the due steps and reads the resulting
//! state.

use crate::build::{bodies, patch};
use crate::display::read_display_state::read_display_state;
use crate::files::class_answers::keep_answer;
use crate::state::session::{Notice, Session};
use crate::studies::compare::{self, Compare};
use crate::texts::tr;
use crate::timeline::past::Past;
use crate::timeline::playback::Playback;
use crate::{
    control::requests, edits::backfill, edits::travel, files::jump, lessons::lesson_session, studies::law_bench,
    timeline::background_step,
};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::platform::time::Instant;
use bevy::time::{Real, Time};
use stickslip_engine::run::timeline::Timeline;
use stickslip_engine::step::Outcome;
use stickslip_engine::step::edits::QueueEdit;
use stickslip_engine::world::Clock;

/// Maximum frame time that playback catches up with, s; longer frames mean a suspended machine or a hidden window.
const MAX_FRAME_TIME: f64 = 1.5;

/// The window's main loop.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct DriveSchedule;

/// Stages of the loop, in order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum DriveSystems {
    /// Applies edits first, because the user made them to the displayed state.
    Edit,
    /// Handles requests: opens scenes, starts jumps, undoes edits.
    Answer,
    /// Takes the due steps, or part of a jump.
    Step,
    /// Advances the ghost and the comparison runs.
    Accompany,
    /// Reads the new state for display, plots and lesson.
    Look,
    /// Judges the lesson's prediction; fetches the law bench's contact.
    Judge,
}

/// Assembles the loop.
pub fn add_to(app: &mut App) {
    use DriveSystems::{Accompany, Answer, Edit, Judge, Look, Step};
    let mut schedule = Schedule::new(DriveSchedule);
    schedule.configure_sets((Edit, Answer, (Step, Accompany, Look, Judge).chain().run_if(is_open)).chain());
    schedule.add_systems((
        make_edits.in_set(Edit),
        (requests::answer, jump::arrive).chain().in_set(Answer),
        (lesson_session::wait_for_prediction, lesson_session::act, demonstrate, step, note_end).chain().in_set(Step),
        (advance_ghost, compare::follow, (backfill::follow_selection, backfill::backfill).chain()).in_set(Accompany),
        read_display_state.in_set(Look),
        (lesson_session::restart_seen_run, lesson_session::watch, keep_answer, law_bench::fetch).chain().in_set(Judge),
    ));
    app.add_schedule(schedule);
}

/// Runs the loop once.
pub fn drive(world: &mut World) {
    world.run_schedule(DriveSchedule);
}

fn is_open(session: Res<Session>) -> bool {
    session.opened.is_some()
}

/// Records and applies the edits requested since the last frame. An edit made in the past truncates the future.
fn make_edits(world: &mut World) {
    let edits: Vec<QueueEdit> = world.resource_mut::<Messages<QueueEdit>>().drain().collect();
    let edits = patch::instead(world, edits);
    bodies::edit(world, edits.into_iter().map(|QueueEdit(edit)| edit).collect());
}

/// Applies the edits of the lesson's demonstration.
fn demonstrate(world: &mut World) {
    if lesson_session::prompt(world) {
        make_edits(world);
    }
}

/// Continues a jump, waits for the other runs, or takes the due steps.
fn step(world: &mut World) {
    let wall = f64::from(world.resource::<Time<Real>>().delta_secs()).min(MAX_FRAME_TIME);
    let Clock { step, dt } = *world.resource::<Clock>();
    let behind = |past: &Past| past.ghost.as_ref().is_some_and(|ghost| ghost.is_behind(step));
    if travel::travel(world) {
        let mut playback = world.resource_mut::<Playback>();
        (playback.owed, playback.stepped) = (0.0, 0.0);
    } else if world.resource::<Compare>().behind || behind(world.resource::<Past>()) {
        let mut playback = world.resource_mut::<Playback>();
        (playback.owed, playback.stepped) = (0.0, 0.0);
        playback.took(0, 1, wall, dt);
    } else {
        ask_at_end(world);
        run(world, wall);
    }
}

/// Asks before playback passes the end of the scene.
fn ask_at_end(world: &mut World) {
    let ended = world.resource::<Session>().ends_at(world.resource::<Clock>().step);
    if world.resource_mut::<Playback>().stops_at_end(ended) {
        world.write_message(Notice::new(tr("notice-scene-ends")));
    }
}

/// Takes the due steps, up to the end of the scene (which pauses once) or the next event.
fn run(world: &mut World, wall: f64) {
    let Clock { step, dt } = *world.resource::<Clock>();
    let pace = world.resource::<Past>().timeline.pace();
    // A step beside the window delays no frame.
    if !background_step::is_used(pace) && world.resource_mut::<Playback>().waits(pace, wall) {
        let mut playback = world.resource_mut::<Playback>();
        let due = playback.due(wall, dt);
        playback.stepped = 0.0;
        playback.took(0, due, wall, dt);
        return;
    }
    let gallery = world.resource::<Session>().gallery;
    let mut playback = world.resource_mut::<Playback>();
    let due = if gallery { 0 } else { playback.due(wall, dt) };
    let until_event = playback.until_event;
    let to_end =
        world.resource::<Session>().last_step().filter(|last| step < *last).map_or(u64::MAX, |last| last - step);
    let to_edit = lesson_session::next_edit(world).filter(|at| step < *at).map_or(u64::MAX, |at| at - step);
    // A finer ghost limits the steps per frame to what it can follow, so that it is visible in every frame.
    let most = world.resource::<Past>().ghost.as_ref().map_or(u64::MAX, |ghost| ghost.max_steps());
    let to_ghost = if world.resource::<Playback>().playing { most } else { u64::MAX };
    let limit = to_end.min(to_edit).min(to_ghost);
    let enough = |timeline: &Timeline, step| until_event && timeline.has_event(step);
    let budget = world.resource::<Playback>().budget(wall);
    let start = Instant::now();
    let done = travel::take_steps(world, due.min(limit), budget, enough);
    let stepped = start.elapsed().as_secs_f64();
    let now = world.resource::<Clock>().step;
    let met = done > 0 && enough(&world.resource::<Past>().timeline, now);
    let is_stopped = world.resource::<Outcome>().stopped.is_some();
    let mut playback = world.resource_mut::<Playback>();
    playback.stepped = stepped;
    if !playback.playing && !met && !is_stopped {
        // Single steps that did not fit into this frame.
        playback.single += due.min(limit) - done;
    }
    if met || (done > 0 && done == to_end) {
        playback.stop();
    }
    let due = if met { done } else { due };
    playback.took(done, due, wall, dt);
}

/// Records whether the scene has ended; pauses if the guard has stopped the run.
fn note_end(
    (clock, outcome): (Res<Clock>, Res<Outcome>),
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
) {
    session.ended = session.ends_at(clock.step);
    if outcome.stopped.is_some() {
        playback.playing = false;
    }
}

/// Advances the ghost to the displayed state.
fn advance_ghost(clock: Res<Clock>, mut past: ResMut<Past>) {
    if let Some(ghost) = &mut past.ghost {
        ghost.follow(clock.step);
    }
}
