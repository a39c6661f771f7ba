//! Tests of `reproduction::figures`, file by file.

mod squeal;
