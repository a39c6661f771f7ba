//! Tests of `reproduction::verify::beside`, file by file.

mod trial;
