//! Exceptions, with the texts of the command line.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};
use stickslip::cli::failure::Failure;

create_exception!(stickslip, InputError, PyValueError, "The input is wrong: every fault with its line and a remedy.");
create_exception!(stickslip, Stopped, PyRuntimeError, "A guard stopped the simulation; it stays at that step.");

/// The exception of a failure.
pub(crate) fn exception(failure: impl Into<Failure>) -> PyErr {
    let failure = failure.into();
    let text = failure.text();
    match failure {
        Failure::Input(_) | Failure::Reported => InputError::new_err(text),
        Failure::Guard(_) => Stopped::new_err(text),
        Failure::Other(why) => PyRuntimeError::new_err(why),
    }
}
