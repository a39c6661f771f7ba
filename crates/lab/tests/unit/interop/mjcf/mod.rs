//! Tests of `interop::mjcf`, file by file.

mod map;
