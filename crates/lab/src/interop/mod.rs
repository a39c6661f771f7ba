//! Other programs' file formats, a folder for each.

pub mod lammps;
pub mod mjcf;
mod sampled;
pub mod vtk;
pub mod xyz;
