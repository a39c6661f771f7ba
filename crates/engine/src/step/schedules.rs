//! Schedules of a simulation, whose steps either compute a motion or play a recorded one.

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
    /// Builds [`SimStart`] and [`SimStep`]; the argument is true for a world that plays a recorded motion.
    pub(super) build: fn(bool) -> [Schedule; 2],
    /// True if the current schedules play a recorded motion.
    pub(super) is_played: bool,
}

/// Makes the world play a recorded motion from now on; `None` makes it compute the motion.
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
