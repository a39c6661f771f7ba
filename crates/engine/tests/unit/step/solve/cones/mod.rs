//! Tests of `step::solve::cones`, file by file.

mod block_lu;
mod convergence;
mod guard;
mod problem;
mod smoothing;
