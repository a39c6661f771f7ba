//! Friction laws of speed and rest: closed forms, and independent integrations of their equations to 1e-9.

mod bristles;
mod rate_state;
mod runs;
mod stribeck;

pub(super) use bristles::{elasto_plastic, lugre};
pub(super) use rate_state::rate_state;
pub(super) use stribeck::stribeck;
