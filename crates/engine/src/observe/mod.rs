//! Reads a run: quantities, the state at a step, stability.

pub mod advice;
pub mod coupled;
pub mod kinetic;
pub mod many_body;
pub(crate) mod normal_springs;
pub mod packing;
pub mod quantity;
pub mod stability;
pub mod state;
pub mod steady_class;
pub(crate) mod weakening;
