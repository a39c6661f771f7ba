//! Tests of `reproduction::polygons`, file by file.

mod measure;
mod page;
