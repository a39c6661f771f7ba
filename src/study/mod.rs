//! Headless work on scenes.

pub mod run;
