//! Tests of `step`, file by file.

mod app_tests;
mod solve;
