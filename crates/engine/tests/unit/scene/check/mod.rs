//! Tests of `scene::check`, file by file.

mod law_set;
mod resting;
