//! Navigation in the open run's timeline: jumps, edits, alternative futures.

use crate::display::read_display_state::sample;
use crate::draw::overlay::traces::Trails;
use crate::hand::Grab;
use crate::lessons::lesson_session;
use crate::state::session::{Opened, Session};
use crate::state::tuning::Tuning;
use crate::timeline::background_step::{self, NextStep};
use crate::timeline::display_state::DisplayState;
use crate::timeline::ghost::{self, FINER, Ghost, GhostKind};
use crate::timeline::history::History;
use crate::timeline::past::Past;
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::time::{Real, Time};
use stickslip_engine::observe::state::observe;
use stickslip_engine::run::timeline::Timeline;
use stickslip_engine::step::Outcome;
use stickslip_engine::step::edits::QueueEdit;
use stickslip_engine::world::played::{FIXED, PlayedMotion};
use stickslip_engine::world::pull::Pulls;
use stickslip_engine::world::{CaseId, Cases, Clock};
use stickslip_lab::interop::run_folder::{self, RebuiltScene, SteppedBy};

/// Minimum time budget of a jump per frame, s; longer jumps continue in the next frame. If drawing is slow, the budget
/// is the share `JUMP_SHARE` of the frame, up to the longest acceptable input delay, `MAX_JUMP_BUDGET`.
const MIN_JUMP_BUDGET: f64 = 0.08;
const JUMP_SHARE: f64 = 0.7;
const MAX_JUMP_BUDGET: f64 = 0.3;

/// Records and applies edits. An edit made in the past truncates the future.
pub fn record_edits(world: &mut World, edits: Vec<QueueEdit>) {
    if edits.is_empty() {
        return;
    }
    if world.contains_resource::<PlayedMotion>() {
        let now = world.resource::<Time<Real>>().elapsed_secs_f64();
        world.resource_mut::<Session>().say(FIXED, now);
        read_parameters(world);
        return;
    }
    let now = world.resource::<Clock>().step;
    let bodies = world.resource::<DisplayState>().state.bodies.len();
    let (history, trails) = (world.resource::<History>().clone(), world.resource::<Trails>().clone());
    let mut past = world.resource_mut::<Past>();
    (past.goal, past.back_to) = (None, None);
    if now < past.timeline.end() {
        past.replay = None;
        past.ghost = if ghost::refused(bodies).is_some() {
            None
        } else {
            Some(Box::new(Ghost::new(past.timeline.clone(), history, trails, now)))
        };
    }
    for QueueEdit(edit) in edits {
        if let Some(ghost) = past.ghost.as_mut().filter(|ghost| ghost.kind == GhostKind::Finer) {
            ghost.timeline.edit(now * ghost.fine, edit.clone());
        }
        past.timeline.edit(now, edit);
    }
    world.resource_mut::<History>().cut(now);
    world.resource_mut::<Trails>().cut(now);
    lesson_session::cut(world, now);
    world.resource_scope(|world, mut past: Mut<Past>| past.timeline.apply(world));
    read_parameters(world);
}

/// Branches off with a tenth of the step size: a ghost that shows the influence of the step size on the run.
pub fn finer(world: &mut World) {
    let fixed = world.resource::<Past>().fixed().map(str::to_owned);
    if let Some(why) = fixed.or_else(|| ghost::refused(world.resource::<DisplayState>().state.bodies.len())) {
        let now = world.resource::<Time<Real>>().elapsed_secs_f64();
        world.resource_mut::<Session>().say(why, now);
        return;
    }
    let now = world.resource::<Clock>().step;
    let history = world.resource::<History>().sparser(FINER);
    let mut past = world.resource_mut::<Past>();
    let ghost = Ghost::finer(&past.timeline, history, now);
    past.ghost = Some(Box::new(ghost));
}

/// Steps the bodies of the displayed imported run here, from the displayed step on, as a ghost.
pub fn rebuild(world: &mut World, by: SteppedBy) {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    let step = world.resource::<Clock>().step;
    let opened = world.resource::<Session>().opened.as_ref();
    let Some((name, run)) = opened.and_then(|opened| Some((opened.name.clone(), opened.scene.played.clone()?))) else {
        return;
    };
    let refused = ghost::refused(world.resource::<DisplayState>().state.bodies.len());
    let made = refused.map_or_else(|| run_folder::rebuild(&name, &run, step, by).map_err(|why| why.to_string()), Err);
    let said = match made {
        Ok(RebuiltScene { text, scene, steps_per_row, assumed }) => {
            let history = world.resource::<History>().sparser(steps_per_row);
            let opened = Opened { name: format!("{name}-{}", by.name()), file: None, text, scene };
            let from = step.min(run.frames.len().saturating_sub(1) as u64);
            let ghost = Ghost::rebuilt(by, opened, history, from, steps_per_row);
            world.resource_mut::<Past>().ghost = Some(Box::new(ghost));
            assumed.join("\n")
        }
        Err(why) => why,
    };
    if !said.is_empty() {
        world.resource_mut::<Session>().say(said, now);
    }
}

/// Switches to the alternative future; the main run becomes the ghost.
pub fn swap(world: &mut World) {
    let now = world.resource::<Clock>().step;
    world.resource_scope(|world, mut past: Mut<Past>| {
        let Past { timeline, ghost, .. } = &mut *past;
        let Some(ghost) = ghost.as_mut().filter(|ghost| ghost.kind == GhostKind::Future) else { return };
        world.resource_scope(|world, mut history: Mut<History>| {
            world.resource_scope(|_, mut trails: Mut<Trails>| ghost.swap(timeline, &mut history, &mut trails));
        });
        timeline.load(world, now);
    });
    lesson_session::search(world);
    seek(world, now);
}

/// Discards everything after `step` and the edits at `step`, and jumps there.
pub fn cut(world: &mut World, step: u64) {
    world.resource_scope(|world, mut past: Mut<Past>| {
        (past.goal, past.back_to) = (None, None);
        past.timeline.cut(step);
        if world.resource::<Clock>().step >= step {
            past.timeline.load(world, step);
        }
    });
    world.resource_mut::<History>().cut(step);
    world.resource_mut::<Trails>().cut(step);
    lesson_session::cut(world, step);
    seek(world, step);
}

/// Replaces the timeline and jumps to a step of the new timeline.
pub fn restore_timeline(world: &mut World, timeline: Timeline, step: u64) {
    world.resource_mut::<Past>().timeline = timeline;
    world.resource_scope(|world, past: Mut<Past>| past.timeline.load(world, step));
    lesson_session::search(world);
    seek(world, step);
}

/// Starts a jump to a step: restores the snapshot before it at once, and leaves the rest to [`travel`].
pub fn seek(world: &mut World, step: u64) {
    world.resource_scope(|world, mut past: Mut<Past>| {
        past.timeline.rewind(world, step);
        (past.goal, past.back_to) = (Some(step), None);
        past.from = world.resource::<Clock>().step;
    });
    read_parameters(world);
}

/// Reads a recorded run to its end, to fill the timeline's events and the plots, then returns to step `back_to`. Any
/// other jump cancels the return.
pub fn read_through(world: &mut World, back_to: u64) {
    let end = world.resource::<Past>().timeline.end();
    seek(world, end);
    world.resource_mut::<Past>().back_to = Some(back_to);
}

/// Updates the sliders to the present parameters.
fn read_parameters(world: &mut World) {
    if let Some(rules) = world.resource::<Cases>().0.first().cloned() {
        world.resource_mut::<Tuning>().read(&rules);
    }
}

/// Time budget of a jump in this frame, s.
pub fn jump_budget(world: &World) -> f64 {
    let wall = world.resource::<Time<Real>>().delta_secs_f64();
    (JUMP_SHARE * wall).clamp(MIN_JUMP_BUDGET, MAX_JUMP_BUDGET)
}

/// Continues the jump in progress for part of a frame; false if there is none.
pub fn travel(world: &mut World) -> bool {
    let Some(goal) = world.resource::<Past>().goal else { return false };
    let due = goal.saturating_sub(world.resource::<Clock>().step);
    let budget = jump_budget(world);
    let done = take_steps(world, due, budget, |_, _| false);
    if done == due || world.resource::<Outcome>().stopped.is_some() {
        let mut past = world.resource_mut::<Past>();
        past.goal = None;
        match past.back_to {
            Some(step) => {
                sample(world);
                seek(world, step);
            }
            None => arrive(world),
        }
    }
    true
}

/// Completes a jump. At the end of the timeline, the edits made there are applied; at any other step, the state before
/// the edits of that step is shown.
fn arrive(world: &mut World) {
    world.resource_scope(|world, mut past: Mut<Past>| {
        if world.resource::<Clock>().step == past.timeline.end() {
            past.timeline.apply(world);
        }
    });
    read_parameters(world);
    let pulled = world.query::<&Pulls>().iter(world).next().is_some();
    if pulled || world.get_resource::<Grab>().is_some_and(|hand| hand.held.is_some()) {
        let state = observe(world, CaseId(0));
        if let Some(mut hand) = world.get_resource_mut::<Grab>() {
            hand.agree(&state);
        }
    }
}

/// Takes up to `due` steps, slow ones one by one beside the window, within `budget` seconds, or until `enough` returns true for the timeline and step reached.
/// Returns the number of steps taken.
pub fn take_steps(world: &mut World, due: u64, budget: f64, enough: impl Fn(&Timeline, u64) -> bool) -> u64 {
    let done = world.resource_scope(|world, mut past: Mut<Past>| {
        if due > 0 && world.resource::<Outcome>().stopped.is_none() {
            match background_step::advance(world, &mut past.timeline) {
                NextStep::Here => {}
                NextStep::UnderWay => return 0,
                NextStep::Taken(seconds) => {
                    past.timeline.note_pace(seconds, 1);
                    return 1;
                }
            }
        }
        let due = if background_step::is_used(past.timeline.pace()) { due.min(1) } else { due };
        let start = Instant::now();
        let mut done = 0;
        while done < due && world.resource::<Outcome>().stopped.is_none() {
            past.timeline.step(world);
            done += 1;
            let step = world.resource::<Clock>().step;
            if step == past.timeline.reached() && done < due && world.resource::<History>().wants(step) {
                sample(world);
            }
            if start.elapsed().as_secs_f64() > budget || enough(&past.timeline, step) {
                break;
            }
        }
        past.timeline.note_pace(start.elapsed().as_secs_f64(), done);
        done
    });
    if done > 0 {
        read_parameters(world);
    }
    done
}
