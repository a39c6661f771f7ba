//! The slide laws of Mindlin, whose stiffness follows the contact radius.

pub mod deresiewicz;
pub mod force;
pub mod incremental;
pub(crate) mod no_slip;
pub mod rescale;
pub mod rescale_force;
pub mod tsuji;
