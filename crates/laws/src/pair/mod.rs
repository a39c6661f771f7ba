//! The laws of a pair of bodies together: which are chosen, what data they require, how they act on one contact point.

pub mod choice;
pub(crate) mod compatibility;
pub mod coupled_limit;
pub mod friction_parameter;
pub mod probe;
pub(crate) mod reads;
pub(crate) mod rigid;
