//! Tests of `run`, file by file.

mod differences;
