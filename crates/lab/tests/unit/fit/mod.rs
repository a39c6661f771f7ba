//! Tests of `fit`, file by file.

mod curve;
mod estimate;
mod least_squares;
mod student;
