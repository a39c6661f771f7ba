//! The schedules of a step.

use bevy_ecs::schedule::ScheduleLabel;

/// The schedule of one step of Δt.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimStep;

/// Finds the contacts and loads of a scene's initial state (step 0): a step without motion.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimStart;
