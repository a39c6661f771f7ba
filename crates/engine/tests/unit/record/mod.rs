//! Tests of `record`, file by file.

mod folder;
mod kinetic;
mod many_body;
mod packing;
mod quantity;
mod stability;
mod table;
