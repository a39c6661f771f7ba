//! Tests of `sweep`, file by file.

mod axes;
mod row_hashes;
mod table;
mod tie;
