//! Tests of `step::solve`, file by file.

mod cones;
