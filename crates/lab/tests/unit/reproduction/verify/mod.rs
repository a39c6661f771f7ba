//! Tests of `reproduction::verify`, file by file.

mod beside;
mod curves;
mod rows;
