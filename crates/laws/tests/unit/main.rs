//! Modules of the laws one by one.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test fails loudly and says what it measured"
)]
#![allow(clippy::disallowed_methods, reason = "what is expected may come from any library")]

mod added;
mod anisotropy;
mod cones;
mod energy;
mod extremes;
mod friction_parameter;
mod lanes;
mod limit_surface;
mod load_curve;
mod motion;
mod overlap_area;
mod pull;
mod schedule;
mod turning;
