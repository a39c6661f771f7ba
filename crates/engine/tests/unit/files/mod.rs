//! Tests of `files`, file by file.

mod destination;
mod lock;
mod memory;
mod prefix;
mod text;
