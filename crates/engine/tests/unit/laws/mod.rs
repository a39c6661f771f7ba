//! Tests of `laws`, file by file.

mod anisotropy;
mod cones;
mod energy;
mod extremes;
mod friction_parameter;
mod joint;
mod lanes;
mod limit_surface;
mod load_curve;
mod motion;
mod overlap_area;
mod pull;
mod schedule;
mod turning;
