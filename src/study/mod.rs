//! Headless work on scenes.

pub mod run;
pub mod stack;
pub mod sweep;
pub mod trace;
pub mod verify;
