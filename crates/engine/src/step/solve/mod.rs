//! The interface for solvers: from contact geometry and contact-free motion to loads.
//!
//! A solver is a folder here with a plugin, which adds its resources, and its systems to the sets of a step. It reads
//! the geometry, histories and frame of every contact from the components of [`crate::world::contact`] and from
//! [`ContactTable`](crate::step::contacts::table::ContactTable), and adds up the loads on each body: springs in
//! [`ContactTable::sums`](crate::step::contacts::table::ContactTable::sums), the constraint solvers in
//! [`Wrench`](crate::world::body::Wrench). The laws of a pair, or its normal law, say which solver finds
//! its loads: [`Laws::is_coupled`](crate::laws::pair::choice::Laws::is_coupled), [`NormalLaw::is_rigid`](crate::scene::NormalLaw).
//! The engine provides a new solver with:
//!
//! - the order of a step: [`StepSystems`](super::StepSystems). Explicit springs work in `Solve` with the loads of the last state;
//!   the rigid contact solver works in `Constrain`, and `Solve` shows its result; the static friction solver, which needs
//!   all other loads, works in [`LoadSystems::Friction`](super::LoadSystems);
//! - data kept per contact between steps, such as impulses for a warm start: [`ContactDetails`](crate::world::contact::ContactDetails),
//!   which is carried with the frame, saved and restored with the contact;
//! - iterations over all contacts of a case at once: the rows are in the order of their keys, by case, in
//!   `contacts::table::columns::ContactColumns`;
//! - the gap up to which bodies count as touching: [`PairConstants::gap`](super::contacts::pair_constants::PairConstants::gap).

pub(crate) mod cones;
pub(crate) mod dae;
pub(crate) mod rocking;
mod solver_body;
pub mod springs;
