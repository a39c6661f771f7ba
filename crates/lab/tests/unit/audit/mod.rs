//! Tests of `audit`, file by file.

mod noise;
