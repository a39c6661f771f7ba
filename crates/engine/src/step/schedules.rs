//! Schedules of a simulation and the sets of their systems. A step either computes a motion or plays a recorded one.

use crate::scene::PlayedRun;
use crate::world::played::PlayedMotion;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{
    InternedScheduleLabel, LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor,
};
use std::sync::Arc;

/// The schedule of one step of Δt.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimStep;

/// The sets of a step, in this order; no system runs outside one. Systems of your own take their place in one, and say which
/// systems they come before or after: an order left open is an error, since the bits would depend on it.
///
/// | set | reads | writes | source |
/// |---|---|---|---|
/// | `Tune` | `edits:` of the scene, queued `QueueEdit` messages, definitions and rules that were written | what an edit names | – |
/// | `Constrain` | Pose, Twist, Wrench, contacts | rigid contact impulses, added to Wrench | Tasora & Anitescu 2013 |
/// | `Integrate` | Wrench, Mass, gravity | Twist, then Pose; whether the pair list is old | FN20 section 4 |
/// | `Detect` | Pose, shape, pulls | where general pairs touch, which of their contacts begin and end | – |
/// | `Solve` | Pose, Twist, contacts | frame, paths, N, histories and loads of each contact | FN20 sections 2, 3 |
/// | `Loads` ([`LoadSystems`]) | contact loads, pulls | Wrench of each body, `dae` friction; EnergyLedger if kept | Krengel & Matuttis |
/// | `Guard` | all of the above | `Outcome`, `ImpactLog` if kept, `Touching`, messages | – |
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepSystems {
    /// Applies the queued edits, and what was written to bodies and rules.
    Tune,
    /// Finds the impulses of rigid contacts, from the contact geometry after the last step.
    Constrain,
    /// Moves the bodies.
    Integrate,
    /// Finds where general pairs of bodies touch.
    Detect,
    /// Resolves contacts into loads (`step::solve`); spheres and planes are also detected here, eight at a time.
    Solve,
    /// Sums the loads on each body.
    Loads,
    /// Stops a run that diverged, marks contacts that began or ended, sends messages.
    Guard,
}

/// The parts of [`StepSystems::Loads`], in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoadSystems {
    /// Sets the wrench of each body to the sum of its contact loads.
    Contacts,
    /// Adds the pulls of the scene.
    Pulls,
    /// Empty: the place of your own systems that add to a [`Wrench`](crate::world::body::Wrench), such as wind or a motor.
    Applied,
    /// Adds the loads that depend on all others: damping of rocking, static friction.
    Friction,
    /// Records the energies.
    Account,
}

/// One step of a played motion.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlayStep;

/// The initial state of a played motion.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlayStart;

/// Finds the contacts and loads of a scene's initial state (step 0): a step without motion.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimStart;

/// Makes the world play a recorded motion from now on; `None` makes it compute the motion.
pub(super) fn set_played(world: &mut World, run: Option<Arc<PlayedRun>>) {
    match run {
        Some(run) => world.insert_resource(PlayedMotion(run)),
        None => _ = world.remove_resource::<PlayedMotion>(),
    }
}

/// The schedule of a step of this world, which computes its motion or plays a recorded one.
pub(super) fn step_of(world: &World) -> InternedScheduleLabel {
    if world.contains_resource::<PlayedMotion>() { PlayStep.intern() } else { SimStep.intern() }
}

/// The schedule of the initial state of this world.
pub(super) fn start_of(world: &World) -> InternedScheduleLabel {
    if world.contains_resource::<PlayedMotion>() { PlayStart.intern() } else { SimStart.intern() }
}

/// Makes the schedule single-threaded, and an ambiguous order of two systems a build error.
pub(super) fn strict(schedule: &mut Schedule) -> &mut Schedule {
    schedule
        .set_executor(SingleThreadedExecutor::new())
        .set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..Default::default() })
}
