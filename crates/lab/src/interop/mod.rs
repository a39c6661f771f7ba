//! Other programs' file formats, a folder for each.

pub mod lammps;
pub mod mjcf;
mod played;
pub mod run_folder;
mod sampled;
pub mod vtk;
pub mod xyz;
