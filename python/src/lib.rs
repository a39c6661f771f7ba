//! The native part of the Python package `stickslip`: scenes, steps, and columns as NumPy arrays. What it says of wrong
//! input is what the command line says.

mod error;
mod scene;
mod simulation;
mod state;
mod sweep;
mod value;

use pyo3::prelude::*;

/// Scenes, steps and columns; the package `stickslip` adds tables and pictures.
#[pymodule]
mod _stickslip {
    #[pymodule_export]
    use super::error::{InputError, Stopped};
    #[pymodule_export]
    use super::scene::{Scene, scenes};
    #[pymodule_export]
    use super::simulation::{Simulation, replay, run};
    #[pymodule_export]
    use super::state::{State, quantities};
    #[pymodule_export]
    use super::sweep::sweep;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        stickslip::name_build();
        module.add("build", stickslip::record::build::build())
    }
}
