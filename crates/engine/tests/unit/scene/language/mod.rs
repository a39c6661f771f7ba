//! Tests of `scene::language`, file by file.

mod page;
