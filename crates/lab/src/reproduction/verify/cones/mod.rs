//! Rigid contacts with friction cones: closed-form solutions for one body against the simulation.
//!
//! Source of the equations: Tasora & Anitescu 2013 (see `laws::friction::limit::cones`), which prints no results. In the exact form N
//! = mg cos α in every step, so that velocities agree with the closed form at any step size, and x = Δt Σ v.

mod balls;
mod bearings;
mod blocks;
mod relaxed;
mod runs;

pub(super) use balls::{bowling, incline, roll, spin};
pub(super) use bearings::bearings;
pub(super) use blocks::{block, column, spool};
pub(super) use relaxed::relaxed;
