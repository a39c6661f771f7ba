//! Headless work on scenes.

pub mod run;
pub mod stack;
pub mod sweep;
