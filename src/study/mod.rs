//! Headless work on scenes.

pub mod figure;
pub mod laws;
pub mod lesson;
pub mod report;
pub mod run;
pub mod script;
pub mod stack;
pub mod sweep;
pub mod trace;
pub mod verify;
