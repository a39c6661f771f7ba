//! Scene files: their meaning, and the reports of faulty ones.

mod faults;
mod files;
mod placed;
