//! Headless work on scenes.

pub mod bench;
pub mod compare;
pub mod figure;
pub mod lawbench;
pub mod laws;
pub mod lesson;
pub mod report;
pub mod run;
pub mod stack;
pub mod sweep;
mod tables;
pub mod theory;
pub mod trace;
pub mod verify;
pub mod vtk;
