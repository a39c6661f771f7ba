//! Headless work on scenes.

pub mod bench;
pub mod figure;
pub mod laws;
pub mod report;
pub mod run;
pub mod script;
pub mod stack;
pub mod sweep;
pub mod trace;
pub mod verify;
