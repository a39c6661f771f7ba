//! Files that the commands write and read.

mod destinations;
mod export;
mod import;
mod lammps;
mod lammps_run;
mod outputs;
mod readers;
mod recording;
mod run_folder;
