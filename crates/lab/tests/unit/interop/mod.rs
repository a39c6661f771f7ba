//! Tests of `interop`, file by file.

mod mjcf;
