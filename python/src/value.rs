//! Python values as RON.

use crate::error::InputError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyString};
use stickslip::scene::text::nesting::{MAX_DEPTH, too_deep};

/// The value in scene language: numbers, truth values, sequences; a text stands for itself, so that `"Off"` and
/// `"Hertz(restitution: 0.4)"` can be written.
pub(crate) fn ron(value: &Bound<'_, PyAny>) -> PyResult<String> {
    nested(value, 0)
}

/// The value inside `depth` others: a list may contain itself.
fn nested(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<String> {
    if depth > MAX_DEPTH {
        let why = too_deep("the sequences of a value");
        return Err(InputError::new_err(format!("{why}; give a number, a tuple of numbers or a text")));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned());
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().to_string());
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(value.str()?.to_cow()?.into_owned());
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(format!("{number:?}"));
    }
    let Ok(items) = value.try_iter() else {
        let kind = value.get_type().name()?;
        return Err(InputError::new_err(format!(
            "a value of type {kind} has no form in a scene; give a number, a tuple or a text"
        )));
    };
    let items = items.map(|item| nested(&item?, depth + 1)).collect::<PyResult<Vec<_>>>()?.join(", ");
    // Vectors are tuples in the language; a list of tuples is a list.
    Ok(if value.is_instance_of::<PyList>() { format!("[{items}]") } else { format!("({items})") })
}
