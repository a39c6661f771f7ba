//! The slot for solvers: from where bodies touch, and how they would move without contacts, to loads.
//!
//! A solver is a folder here. It finds every contact with its geometry, histories and frame in the components of
//! [`crate::world::contact`] and in [`ContactTable`](super::contacts::table::ContactTable), and leaves the loads on each body in
//! [`ContactTable::sums`](super::contacts::table::ContactTable::sums); nothing else of a step depends on how it came by them. What
//! the next ones need has its place:
//!
//! - the order of a step: [`super::StepPlugin`] chains `Constrain`, `Integrate`, `Detect`, `Solve`, `Loads`. Explicit springs work in
//!   `Solve` with the loads of the last state; the solver of rigid contacts works in `Constrain`, and `Solve` shows what it found;
//!   that of static friction, which needs all other loads, works in `Loads`;
//! - what is kept per contact between steps, such as impulses to start from: [`Extras`](crate::world::contact::Extras), which
//!   is carried with the frame, saved and brought back with the contact;
//! - iterations over all contacts of a case at once: the rows stand in the order of their keys, by case, in
//!   [`ContactColumns`](super::contacts::columns::ContactColumns);
//! - how far apart bodies already count as a contact: [`PairClass::gap`](super::contacts::class::PairClass::gap).

pub(crate) mod cones;
pub(crate) mod dae;
mod mover;
pub(crate) mod rocking;
pub(crate) mod springs;

use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::schedule::ScheduleConfigs;
use bevy_ecs::system::ScheduleSystem;

/// What the solver does in a step.
pub(super) fn systems() -> ScheduleConfigs<ScheduleSystem> {
    springs::systems()
}

/// What solvers of constraints do before the bodies move.
pub(super) fn constrain() -> ScheduleConfigs<ScheduleSystem> {
    cones::constrain.run_if(cones::any_rigid)
}

/// The damping of rocking, limited by all other torques.
pub(super) fn damp() -> ScheduleConfigs<ScheduleSystem> {
    rocking::damp_rocking.run_if(rocking::any_rocking)
}

/// The friction that follows from all other loads.
pub(super) fn resist() -> ScheduleConfigs<ScheduleSystem> {
    dae::resist.run_if(dae::any_dae)
}

/// What they do after the bodies have moved.
pub(super) fn displace() -> ScheduleConfigs<ScheduleSystem> {
    cones::displace.run_if(cones::any_rigid)
}
