//! Tests of `scene`, file by file.

mod check;
mod difference;
mod export_header;
mod faults;
mod files;
mod impact_fields;
mod language;
mod nearest;
mod nesting;
mod patches;
mod placed;
mod plural;
mod random;
mod raw;
mod split;
mod timed;
