//! One fixed step, and the only definition of its order.
//!
//! The window and every headless command step through [`run`]; nothing else moves a body. After it the
//! state is consistent: pose and velocity at `t = step·Δt`, and the contact loads evaluated from that state, which act
//! during the next step (FN20 section 4: semi-implicit Euler with the loads of the last state).

mod apply_changes;
pub(crate) mod broad;
pub mod contacts;
pub mod edits;
pub mod events;
pub(crate) mod guard;
pub mod impacts;
pub(crate) mod integrate;
mod integrity;
pub(crate) mod ledger;
pub(crate) mod loads;
pub(crate) mod outcome;
mod play;
mod publish;
pub(crate) mod pull;
pub mod read;
mod schedules;
pub mod simd;
pub mod snapshot;
pub mod solve;
pub mod spawn;
pub mod workers;

pub use outcome::Outcome;
use schedules::ScheduleBuilder;
pub use schedules::{SimStart, SimStep};
pub use solve::cones::{CaseReport, ConesReport, Convergence, HardestIsland, LastStep, ResidualHistory};
pub use solve::dae::{DaeCase, DaeReport, DaeStep};

use crate::world::body::{ConstraintsInUse, Redefined};
use crate::world::contact::Observation;
use crate::world::ledger::EnergyLedger;
use crate::world::{Cases, Clock};
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleConfigs, SingleThreadedExecutor};
use bevy_ecs::system::ScheduleSystem;

/// The sets of a step, in this order; no system runs outside one.
///
/// | set | reads | writes | source |
/// |---|---|---|---|
/// | `Tune` | `edits:` of the scene, queued `QueueEdit` messages, definitions and rules that were written | what an edit names | – |
/// | `Constrain` | Pose, Twist, Wrench, contacts | rigid contact impulses, added to Wrench | Tasora & Anitescu 2013 |
/// | `Integrate` | Wrench, Mass, gravity | Twist, then Pose; whether the pair list is old | FN20 section 4 |
/// | `Detect` | Pose, shape, pulls | where general pairs touch, which of their contacts begin and end | – |
/// | `Solve` | Pose, Twist, contacts | frame, paths, N, histories and loads of each contact | FN20 sections 2, 3 |
/// | `Loads` | contact loads, pulls | Wrench of each body, `dae` friction; EnergyLedger if kept | Krengel & Matuttis |
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

/// Adds the schedules [`SimStart`], [`SimStep`] and [`edits::ApplyEdits`] and the resources that they need.
pub struct StepPlugin;

impl Plugin for StepPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Clock { step: 0, dt: 1e-4 })
            .init_resource::<Cases>()
            .init_resource::<Outcome>()
            .init_resource::<ConstraintsInUse>()
            .init_resource::<Redefined>()
            .init_resource::<EnergyLedger>()
            .init_resource::<contacts::table::ContactTable>()
            .init_resource::<contacts::pair_constants::SimdMode>()
            .init_resource::<contacts::pair_constants::TouchingCounts>()
            .init_resource::<simd::SimdLevel>()
            .init_resource::<Observation>()
            .init_resource::<solve::cones::ConesReport>()
            .init_resource::<solve::cones::Convergence>()
            .init_resource::<solve::cones::Displacements>()
            .init_resource::<solve::dae::DaeReport>()
            .init_resource::<solve::rocking::RockingTorques>()
            .init_resource::<workers::Workers>()
            .init_resource::<events::EventLog>()
            .init_resource::<Messages<edits::QueueEdit>>()
            .init_resource::<edits::EditLog>()
            .init_resource::<edits::Refused>();
        app.edit_schedule(edits::ApplyEdits, |schedule| {
            strict(schedule).add_systems(edits::apply_edits.run_if(edits::are_due));
        });
        app.insert_resource(ScheduleBuilder { build: schedules_of, is_played: false });
        schedules_of(false).into_iter().for_each(|schedule| _ = app.add_schedule(schedule));
    }
}

/// Builds [`SimStart`] and [`SimStep`]: bodies move under their loads or, if `is_played`, as in the frames of a
/// [`PlayedMotion`].
///
/// [`PlayedMotion`]: crate::world::played::PlayedMotion
fn schedules_of(is_played: bool) -> [Schedule; 2] {
    use StepSystems::*;
    let (mut start, mut step) = (Schedule::new(SimStart), Schedule::new(SimStep));
    let pairs = broad::pair_bodies.in_set(Detect);
    let tune = edits::apply_edits.in_set(Tune).run_if(edits::are_due);
    if is_played {
        let frame = (play::advance_clock, play::place_bodies).chain().in_set(Integrate);
        let contacts = || (play::list_contacts.in_set(Detect), play::put_contacts.in_set(Solve), publish()).chain();
        strict(&mut start).add_systems((play::place_bodies.in_set(Integrate), pairs, contacts()).chain());
        strict(&mut step).add_systems((tune, (frame, contacts()).chain().run_if(guard::may_continue)).chain());
    } else {
        let motion = (pull::carry_bodies, integrate::move_bodies, solve::displace()).chain().in_set(Integrate);
        let contacts = || (contact_systems(), load_systems()).chain();
        strict(&mut start).add_systems((pairs, contacts()).chain());
        let changes = edits::make_changes.in_set(Tune).run_if(edits::are_changes_due);
        let note_rigid = impacts::note_rigid.run_if(impacts::are_logged);
        let constrain = (solve::constrain(), note_rigid).chain().in_set(Constrain);
        let rest = (constrain, motion, contacts()).chain().run_if(guard::may_continue);
        strict(&mut step).add_systems((changes, tune, rest).chain());
    }
    [start, step]
}

/// Runs `n` steps. The world's [`Observation`] applies to the last two steps only, which give a reader of the final
/// state its loads and previous frames, or to all steps while the energy ledger is kept.
pub fn run(world: &mut World, n: u64) {
    let workers = world.resource::<workers::Workers>().clone();
    let work = world.resource::<contacts::table::ContactTable>().work();
    let observation = *world.resource::<Observation>();
    let is_read = world.resource::<EnergyLedger>().on;
    workers.run(work, |_| {
        world.schedule_scope(SimStep, |world, step| {
            let read = if is_read { n } else { n.min(2) };
            world.insert_resource(Observation::General);
            (read..n).for_each(|_| step.run(world));
            world.insert_resource(observation);
            (0..read).for_each(|_| step.run(world));
        });
    });
}

/// Systems of `Detect` and `Solve`: from the new poses of the bodies to the loads of their contacts.
fn contact_systems() -> ScheduleConfigs<ScheduleSystem> {
    use StepSystems::*;
    (
        (
            broad::refresh_pairs,
            integrate::follow_bodies,
            pull::find_pulls,
            contacts::narrow::manifold::find_contacts,
            contacts::narrow::manifold::remove_approach_velocity,
        )
            .chain()
            .in_set(Detect),
        solve::systems().in_set(Solve),
    )
        .chain()
}

/// Systems of `Loads` and `Guard`: from the loads of contacts to the loads on the bodies, and the checks of the step.
fn load_systems() -> ScheduleConfigs<ScheduleSystem> {
    use StepSystems::*;
    (
        (
            loads::sum_loads,
            pull::add_pulls,
            solve::damp(),
            solve::solve_static_friction(),
            ledger::update_ledger.run_if(ledger::ledger_is_on),
        )
            .chain()
            .in_set(Loads),
        (guard::check, guard::check_overlaps.run_if(guard::any_is_deep)).chain().in_set(Guard),
        impacts::note_springs.run_if(impacts::are_logged).in_set(Guard),
        publish(),
    )
        .chain()
}

/// Marks of contacts and messages, once the state is complete.
fn publish() -> ScheduleConfigs<ScheduleSystem> {
    publish::publish.run_if(publish::is_due).in_set(StepSystems::Guard)
}

/// Makes the schedule single-threaded, and an ambiguous order of two systems a build error.
fn strict(schedule: &mut Schedule) -> &mut Schedule {
    schedule
        .set_executor(SingleThreadedExecutor::new())
        .set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..Default::default() })
}
