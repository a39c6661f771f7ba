//! Slide friction with a grain, and slide and spin under one limit surface, against closed forms and integrals of the
//! equations of motion.
//!
//! Source of the equations: `laws::friction::limit::anisotropy` and `laws::friction::limit::limit_surface`. One body slides on a plane at one contact
//! point. Each case is also run in a rotated world, with the bodies exchanged, at sizes from 1e-6 to 1e3 m and with two
//! threads: all must give the same numbers.

mod grain;
mod limit;
mod stage;

pub(super) use grain::grain;
pub(super) use limit::limit;
