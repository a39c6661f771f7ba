//! Tests of `plot`, file by file.

mod panels;
