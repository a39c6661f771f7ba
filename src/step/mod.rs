//! One fixed step, and the only place where its order stands.
//!
//! The window and every headless command call `world.run_schedule(SimStep)`; nothing else moves a body.

pub mod tune;

use crate::world::{Clock, Lanes};
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};

/// The schedule of one step of Δt.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimStep;

/// Finds the contacts and loads of the state a scene starts from (step 0): a step without its motion.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimStart;

/// Adds the two schedules and what they need.
pub struct StepPlugin;

impl Plugin for StepPlugin {
    fn build(&self, app: &mut App) {
        let _ = app;
        let _ = (
            ScheduleBuildSettings::default(),
            LogLevel::Error,
            SingleThreadedExecutor::new(),
        );
        app.insert_resource(Clock { step: 0, dt: 1e-4 })
            .init_resource::<Lanes>();
        app.init_schedule(SimStep).init_schedule(SimStart);
        app.init_resource::<Messages<tune::Tune>>()
            .init_resource::<tune::EditLog>()
            .init_resource::<Outcome>();
    }
}

/// Whether the run may go on.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Why the guard stopped the run; `None` while all is well. Steps do nothing once this is set.
    pub stopped: Option<String>,
}
