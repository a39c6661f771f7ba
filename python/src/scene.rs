//! A scene: its text, checked.

use crate::error::exception;
use crate::value::ron;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::path::PathBuf;
use stickslip::cli::support::source::Source;
use stickslip::lab::builtin;
use stickslip::scene::text::plural::counted;

/// A checked scene, which does not change: `set` returns another one.
#[pyclass(module = "stickslip", frozen)]
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) source: Source,
    pub(crate) scene: stickslip::scene::Scene,
}

impl Scene {
    fn of(source: Source) -> PyResult<Self> {
        let scene = source.scene().map_err(exception)?;
        Ok(Self { source, scene })
    }

    /// A scene, or the name, file or text of one.
    pub(crate) fn from(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(scene) = source.cast::<Self>() {
            return Ok(scene.get().clone());
        }
        let Ok(text) = source.cast::<PyString>() else {
            let path: PathBuf = source.extract()?;
            return Self::of(Source::find(&path).map_err(exception)?);
        };
        let text = text.to_cow()?;
        if text.trim_start().starts_with("Scene") && text.contains('(') {
            return Self::of(Source::new("text".to_owned(), text.into_owned()));
        }
        Self::of(Source::find(&*text).map_err(exception)?)
    }
}

#[pymethods]
impl Scene {
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::from(source)
    }

    /// Another scene with this value, at a path as `--set` has it.
    pub(crate) fn set(&self, path: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let edit = format!("{path}={}", ron(value)?);
        Self::of(self.source.clone().with(&[edit]).map_err(exception)?)
    }

    #[getter]
    fn name(&self) -> &str {
        &self.source.name
    }

    #[getter]
    fn text(&self) -> &str {
        &self.source.text
    }

    #[getter]
    fn title(&self) -> &str {
        &self.scene.title
    }

    #[getter]
    fn about(&self) -> &str {
        &self.scene.about
    }

    #[getter]
    fn dt(&self) -> f64 {
        self.scene.dt
    }

    #[getter]
    fn duration(&self) -> f64 {
        self.scene.duration
    }

    #[getter]
    fn bodies(&self) -> Vec<&str> {
        self.scene.bodies.iter().map(|body| body.name.as_str()).collect()
    }

    fn __repr__(&self) -> String {
        let bodies = counted(self.scene.bodies.len(), "body");
        format!("Scene({:?}, {:?}, {bodies})", self.source.name, self.scene.title)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.source.text == other.source.text
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().into_any(), (slf.get().source.text.clone(),)))
    }
}

/// Name and title of every built-in scene.
#[pyfunction]
pub(crate) fn scenes() -> Vec<(&'static str, String)> {
    let title = |text| stickslip::scene::Scene::parse("", text).map_or_else(|_| String::new(), |scene| scene.title);
    builtin::all().iter().map(|(name, text)| (*name, title(text))).collect()
}
