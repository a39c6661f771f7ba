//! The interface for solvers: from contact geometry and contact-free motion to loads.
//!
//! A solver is a folder here. It reads the geometry, histories and frame of every contact from the components of
//! [`crate::world::contact`] and from [`ContactTable`](crate::step::contacts::table::ContactTable), and adds up the loads on
//! each body: springs in [`ContactTable::sums`](crate::step::contacts::table::ContactTable::sums), the constraint solvers in
//! [`Wrench`](crate::world::body::Wrench). Nothing else in a step depends on how they were found. The engine provides a new solver with:
//!
//! - the order of a step: [`super::StepPlugin`] chains `Constrain`, `Integrate`, `Detect`, `Solve`, `Loads`. Explicit
//!   springs work in `Solve` with the loads of the last state; the rigid contact solver works in `Constrain`, and
//!   `Solve` shows its result; the static friction solver, which needs all other loads, works in `Loads`;
//! - data kept per contact between steps, such as impulses for a warm start: [`ContactDetails`](crate::world::contact::ContactDetails),
//!   which is carried with the frame, saved and restored with the contact;
//! - iterations over all contacts of a case at once: the rows are in the order of their keys, by case, in
//!   `contacts::columns::ContactColumns`;
//! - the gap up to which bodies count as touching: [`PairConstants::gap`](super::contacts::pair_constants::PairConstants::gap).

pub(crate) mod cones;
pub(crate) mod dae;
pub(crate) mod rocking;
mod solver_body;
pub mod springs;

use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::schedule::ScheduleConfigs;
use bevy_ecs::system::ScheduleSystem;

/// The systems of the spring solver.
pub(super) fn systems() -> ScheduleConfigs<ScheduleSystem> {
    springs::systems()
}

/// The constraint solvers' systems before the bodies move.
pub(super) fn constrain() -> ScheduleConfigs<ScheduleSystem> {
    cones::constrain.run_if(cones::any_rigid)
}

/// Damping of rocking, limited by all other torques.
pub(super) fn damp() -> ScheduleConfigs<ScheduleSystem> {
    rocking::damp_rocking.run_if(rocking::any_rocking)
}

/// Friction that depends on all other loads.
pub(super) fn solve_static_friction() -> ScheduleConfigs<ScheduleSystem> {
    dae::solve_static_friction.run_if(dae::any_dae)
}

/// The constraint solvers' systems after the bodies have moved.
pub(super) fn displace() -> ScheduleConfigs<ScheduleSystem> {
    cones::displace.run_if(cones::any_rigid)
}
