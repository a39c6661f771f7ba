//! Schedules of a simulation, and what a world runs in them: steps that compute a motion, or steps that play one.

use crate::scene::PlayedRun;
use crate::world::played::PlayedMotion;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use std::sync::Arc;

/// The schedule of one step of Δt.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimStep;

/// Finds the contacts and loads of a scene's initial state (step 0): a step without motion.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimStart;

/// How the schedules of this world are built.
#[derive(Resource)]
pub(super) struct ScheduleBuilder {
    /// Returns the start and the step, of a world that plays a motion or of one that computes it.
    pub(super) build: fn(bool) -> [Schedule; 2],
    /// Those that the world has now.
    pub(super) is_played: bool,
}

/// From now on the world plays this motion; `None` computes it.
pub(super) fn set_played(world: &mut World, run: Option<Arc<PlayedRun>>) {
    let is_played = run.is_some();
    match run {
        Some(run) => world.insert_resource(PlayedMotion(run)),
        None => _ = world.remove_resource::<PlayedMotion>(),
    }
    let Some(mut builder) = world.get_resource_mut::<ScheduleBuilder>() else { return };
    if builder.is_played != is_played {
        builder.is_played = is_played;
        (builder.build)(is_played).into_iter().for_each(|schedule| world.add_schedule(schedule));
    }
}
