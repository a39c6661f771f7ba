//! Headless work on scenes.

pub mod compare;
pub mod figure;
pub mod report;
pub mod run;
pub mod stack;
pub mod sweep;
mod tables;
pub mod trace;
pub mod verify;
