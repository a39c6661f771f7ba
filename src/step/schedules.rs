//! The schedules of a step.

use bevy_ecs::schedule::ScheduleLabel;

/// The schedule of one step of Δt.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimStep;

/// Finds the contacts and loads of the state a scene starts from (step 0): a step without its motion.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimStart;
