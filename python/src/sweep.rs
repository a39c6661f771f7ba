//! A grid of cases.

use crate::error::exception;
use crate::scene::Scene;
use crate::value::ron;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyList;
use stickslip::cli::failure::Failure;
use stickslip::lab::sweep::table::{SweepColumn, SweepPlan};

/// Runs a scene for all combinations of values; headers and columns, one row per case.
#[pyfunction]
pub(crate) fn sweep<'py>(
    py: Python<'py>,
    scene: &Bound<'py, PyAny>,
    axes: Vec<(String, Vec<Bound<'py, PyAny>>)>,
    keep: Vec<String>,
    duration: Option<f64>,
    jobs: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let source = Scene::from(scene)?.source;
    let values = |(path, values): (String, Vec<Bound<'py, PyAny>>)| {
        Ok((path, values.iter().map(ron).collect::<PyResult<Vec<_>>>()?))
    };
    let axes = axes.into_iter().map(values).collect::<PyResult<Vec<_>>>()?;
    let plan = SweepPlan { axes, keep, duration, jobs: jobs.map(|jobs| jobs.max(1)) };
    let progress = progress.map(Bound::unbind);
    let mut raised = None;
    let keep_going = |done: usize, total: usize| {
        let called = Python::attach(|py| {
            py.check_signals()?;
            progress.as_ref().map_or(Ok(()), |tell| tell.call1(py, (done, total)).map(|_| ()))
        });
        raised = called.err();
        raised.is_none()
    };
    let columns = py.detach(|| plan.run([&source.name, &source.text], keep_going));
    if let Some(error) = raised {
        return Err(error);
    }
    let columns = columns.map_err(|error| exception(Failure::from(error)))?.unwrap_or_default();
    let column = |(header, column)| {
        let cells = match column {
            SweepColumn::Numbers(numbers) => PyArray1::from_vec(py, numbers).into_any(),
            SweepColumn::Counts(counts) => PyArray1::from_vec(py, counts).into_any(),
            SweepColumn::Texts(texts) => PyList::new(py, texts)?.into_any(),
        };
        Ok((header, cells))
    };
    columns.into_iter().map(column).collect()
}
