//! Headless studies of scenes.

pub mod bench;
pub mod checkpoint;
pub(crate) mod class_map;
pub mod compare;
pub mod figure;
pub(crate) mod fit;
#[cfg(test)]
pub(crate) mod fuzz;
pub mod lammps;
pub mod lawbench;
pub(crate) mod laws;
pub mod lesson;
pub(crate) mod polygons;
pub(crate) mod quantities;
pub(crate) mod reference;
pub(crate) mod report;
pub mod run;
pub mod run_error;
mod sampled;
pub(crate) mod solvers;
pub mod stack;
pub mod sweep;
mod tables;
pub mod theory;
pub(crate) mod trace;
pub(crate) mod verify;
pub mod vtk;
pub mod xyz;
