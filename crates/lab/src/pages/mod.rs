//! Pages of measured results and of lists: the laws, the solvers, the quantities.

pub mod laws;
pub mod quantities;
pub mod solvers;
