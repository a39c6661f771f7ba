//! One fixed step, and the only definition of its order.
//!
//! The window and every headless command step through [`run`]; nothing else moves a body. After it the
//! state is consistent: pose and velocity at `t = step·Δt`, and the contact loads evaluated from that state, which act
//! during the next step (FN20 section 4: semi-implicit Euler with the loads of the last state).

mod apply_changes;
pub(crate) mod broad;
pub(crate) mod checks;
pub mod contacts;
pub mod edits;
pub mod events;
pub mod impacts;
pub(crate) mod ledger;
pub(crate) mod motion;
pub(crate) mod outcome;
mod play;
mod publish;
pub mod read;
mod schedules;
pub mod simd;
pub mod snapshot;
pub mod solve;
pub mod spawn;
pub mod workers;

pub use outcome::Outcome;
use schedules::strict;
pub use schedules::{LoadSystems, SimStart, SimStep, StepSystems};
pub use solve::cones::{CaseReport, ConesReport, Convergence, HardestIsland, LastStep, ResidualHistory};
pub use solve::dae::{DaeCase, DaeReport, DaeStep};

use crate::world::body::{ConstraintsInUse, Redefined};
use crate::world::contact::Observation;
use crate::world::ledger::EnergyLedger;
use crate::world::{Cases, Clock};
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleConfigs;
use bevy_ecs::system::ScheduleSystem;

/// Adds the schedules [`SimStart`], [`SimStep`] and [`edits::ApplyEdits`], the resources that they need, and the solvers.
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
            .init_resource::<workers::Workers>()
            .init_resource::<events::EventLog>()
            .init_resource::<Messages<edits::QueueEdit>>()
            .init_resource::<edits::EditLog>()
            .init_resource::<edits::Refused>();
        app.edit_schedule(edits::ApplyEdits, |schedule| {
            strict(schedule).add_systems(edits::apply_edits.run_if(edits::are_due));
        });
        app.edit_schedule(SimStart, add_start).edit_schedule(SimStep, add_step);
        play::add_schedules(app);
        app.add_plugins((solve::springs::SpringsPlugin, solve::cones::ConesPlugin, solve::dae::DaePlugin));
    }
}

/// The systems of [`SimStart`], apart from those of the solvers.
fn add_start(schedule: &mut Schedule) {
    use StepSystems::*;
    strict(schedule).configure_sets((Detect, Solve, Loads, Guard).chain());
    schedule.add_systems((broad::pair_bodies, detect_systems()).chain().in_set(Detect));
    add_loads_and_checks(schedule);
}

/// The systems of [`SimStep`], apart from those of the solvers.
fn add_step(schedule: &mut Schedule) {
    use StepSystems::*;
    let rest = (Constrain, Integrate, Detect, Solve, Loads, Guard).chain().run_if(checks::guard::may_continue);
    strict(schedule).configure_sets((Tune, rest).chain());
    let changes = edits::make_changes.run_if(edits::are_changes_due);
    schedule.add_systems((changes, edits::apply_edits.run_if(edits::are_due)).chain().in_set(Tune));
    schedule.add_systems((motion::pull::carry_bodies, motion::integrate::move_bodies).chain().in_set(Integrate));
    schedule.add_systems(detect_systems().in_set(Detect));
    add_loads_and_checks(schedule);
}

/// Systems of `Detect`: where general pairs of bodies touch at their new poses.
fn detect_systems() -> ScheduleConfigs<ScheduleSystem> {
    let contacts = (contacts::narrow::manifold::find_contacts, contacts::narrow::manifold::remove_approach_velocity);
    (broad::refresh_pairs, motion::integrate::follow_bodies, motion::pull::find_pulls, contacts.chain()).chain()
}

/// Systems of `Loads` and `Guard`: from the loads of contacts to the loads on the bodies, and the checks of the step.
fn add_loads_and_checks(schedule: &mut Schedule) {
    use LoadSystems::*;
    schedule.configure_sets((Contacts, Pulls, Applied, Friction, Account).chain().in_set(StepSystems::Loads));
    schedule.add_systems((
        motion::loads::sum_loads.in_set(Contacts),
        motion::pull::add_pulls.in_set(Pulls),
        ledger::update_ledger.run_if(ledger::ledger_is_on).in_set(Account),
    ));
    let checks = (checks::guard::check, checks::guard::check_overlaps.run_if(checks::guard::any_is_deep));
    let impacts = impacts::note_springs.run_if(impacts::are_logged);
    schedule.add_systems((checks.chain(), impacts, publish::systems()).chain().in_set(StepSystems::Guard));
}

/// Runs `n` steps. The world's [`Observation`] applies to the last two steps only, which give a reader of the final
/// state its loads and previous frames, or to all steps while the energy ledger is kept.
pub fn run(world: &mut World, n: u64) {
    let workers = world.resource::<workers::Workers>().clone();
    let work = world.resource::<contacts::table::ContactTable>().work();
    let observation = *world.resource::<Observation>();
    let is_read = world.resource::<EnergyLedger>().on;
    workers.run(work, |_| {
        world.schedule_scope(schedules::step_of(world), |world, step| {
            let read = if is_read { n } else { n.min(2) };
            world.insert_resource(Observation::General);
            (read..n).for_each(|_| step.run(world));
            world.insert_resource(observation);
            (0..read).for_each(|_| step.run(world));
        });
    });
}
