//! Tests of `pages::laws`, file by file.

mod appendix;
