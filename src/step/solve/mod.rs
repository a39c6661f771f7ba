//! The slot for solvers: from where bodies touch, and how they would move without contacts, to loads.
//!
//! A solver is a folder here. It finds every contact of the table with its geometry, histories and frame in
//! [`ContactTable`](super::contacts::ContactTable) and the components of [`crate::world::contact`], and leaves the loads on
//! each body in [`ContactTable::sums`](super::contacts::ContactTable::sums); nothing else of a step depends on how it came
//! by them. Its [`systems`] run in [`StepSystems::Solve`](super::StepSystems::Solve), and [`order`] says whether that is
//! before or after the bodies are moved: explicit springs work with the loads of the last state, a solver of constraints
//! with the velocities of this step. What it keeps per contact between steps (impulses to start from, say) goes into
//! [`Extras`](crate::world::contact::Extras), which is carried, saved and brought back with the contact;
//! [`margin`] is how far apart bodies already count as a contact for it.

pub mod springs;

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleConfigs;
use bevy_ecs::system::ScheduleSystem;

/// Which solver finds the loads of a world's contacts.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Solver {
    /// Explicit springs with histories: FN20 and the law library.
    #[default]
    Springs,
}

/// When a solver works within a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The bodies are moved by the loads of the last state; then contacts are found and loads follow.
    MoveThenSolve,
    /// Loads follow from the contacts of the last pose and the free velocities of this step; then the bodies are moved.
    SolveThenMove,
}

impl Solver {
    /// When it works within a step.
    pub fn order(self) -> Order {
        match self {
            Self::Springs => Order::MoveThenSolve,
        }
    }

    /// How far apart bodies of this size (m) count as a contact in a step of `dt` (s) at the speed `speed` (m/s), m, beyond
    /// the gap of the normal force law.
    pub fn margin(self, _size: f64, _speed: f64, _dt: f64) -> f64 {
        match self {
            Self::Springs => 0.0,
        }
    }
}

/// What the solver does in a step.
pub(super) fn systems(solver: Solver) -> ScheduleConfigs<ScheduleSystem> {
    match solver {
        Solver::Springs => springs::systems(),
    }
}
