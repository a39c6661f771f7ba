//! Tests of `compare`, file by file.

mod tally;
