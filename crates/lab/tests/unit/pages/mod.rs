//! Tests of `pages`, file by file.

mod laws;
mod quantities;
