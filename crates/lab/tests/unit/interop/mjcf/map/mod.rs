//! Tests of `interop::mjcf::map`, file by file.

mod expansion;
