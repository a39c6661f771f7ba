//! One state, read column by column.

use crate::error::InputError;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::Arc;
use stickslip::draw::overlay::draw_list::Overlays;
use stickslip::draw::scale::moving;
use stickslip::draw::svg::{PictureOptions, picture};
use stickslip::observe::quantity::named::NamedQuantity;
use stickslip::observe::quantity::{QuantityEntry, QuantityKind, SubjectAt, SubjectKind};
use stickslip::record::hash::state_hash;
use stickslip::record::rows::table_columns;
use stickslip::scene::text::plural::counted;

/// Everything observable at one step. It is copied out of the world once, when it is asked for; each column is then
/// gathered once, into memory that NumPy owns.
#[pyclass(module = "stickslip", frozen)]
#[derive(Clone)]
pub(crate) struct State(pub(crate) Arc<stickslip::observe::state::State>);

/// `bodies` or `contacts`.
pub(crate) fn kind(name: &str) -> PyResult<SubjectKind> {
    match name {
        "world" => Ok(SubjectKind::World),
        "bodies" => Ok(SubjectKind::Body),
        "contacts" => Ok(SubjectKind::Contact),
        _ => Err(InputError::new_err(format!("there is no kind `{name}`; world, bodies or contacts"))),
    }
}

/// The entry of this name; the error of an unknown one is that of the command line.
fn entry(kind: SubjectKind, name: &str) -> PyResult<QuantityEntry> {
    let subject: &[&str] = match kind {
        SubjectKind::World => &[],
        SubjectKind::Body => &["body"],
        SubjectKind::Contact => &["i", "j"],
    };
    let named = NamedQuantity::of(name, subject, &[]).map_err(|error| InputError::new_err(error.to_string()))?;
    Ok(named.entry())
}

impl State {
    fn count(&self, kind: SubjectKind) -> usize {
        match kind {
            SubjectKind::World => 1,
            SubjectKind::Body => self.0.bodies.len(),
            SubjectKind::Contact => self.0.contacts.len(),
        }
    }

    fn values<'a>(&'a self, kind: SubjectKind, entry: &'a QuantityEntry) -> impl Iterator<Item = f64> + 'a {
        let read = |index| entry.value(&SubjectAt { state: &self.0, index });
        // Tables write the zero of a vector's component without a sign.
        let plain = |value| if entry.part.kind == QuantityKind::Component { value + 0.0 } else { value };
        (0..self.count(kind)).map(read).map(plain)
    }

    /// Whether values can be written into a picture without hiding each other.
    fn has_room(&self) -> bool {
        moving(&self.0).count() <= 1
    }

    fn body(&self, index: u32) -> &str {
        self.0.bodies.get(index as usize).map_or("", |body| body.name.as_str())
    }
}

#[pymethods]
impl State {
    #[getter]
    fn step(&self) -> u64 {
        self.0.step
    }

    #[getter]
    fn time(&self) -> f64 {
        self.0.time
    }

    /// The state hash, 16 hex digits, as `stickslip run` prints it.
    #[getter]
    fn hash(&self, py: Python<'_>) -> String {
        py.detach(|| format!("{:016x}", state_hash(&self.0)))
    }

    /// Number of bodies or contacts.
    fn rows(&self, of: &str) -> PyResult<usize> {
        Ok(self.count(kind(of)?))
    }

    /// Names of the bodies, or of the bodies i and j and the numbers of the points of contacts.
    fn key<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let contacts = self.0.contacts.iter().map(|contact| contact.pair.key);
        match name {
            "body" => Ok(PyList::new(py, self.0.bodies.iter().map(|body| body.name.as_str()))?.into_any()),
            "i" => Ok(PyList::new(py, contacts.map(|key| self.body(key.i)))?.into_any()),
            "j" => Ok(PyList::new(py, contacts.map(|key| self.body(key.j)))?.into_any()),
            "feature" => Ok(PyArray1::from_iter(py, contacts.map(|key| key.feature)).into_any()),
            _ => Err(InputError::new_err(format!("there is no key `{name}`"))),
        }
    }

    /// A quantity of all bodies or contacts: an array, or a list of words.
    fn column<'py>(&self, py: Python<'py>, of: &str, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let kind = kind(of)?;
        let entry = entry(kind, name)?;
        match entry.part.kind {
            QuantityKind::Words(_) => {
                let words = self.values(kind, &entry).map(|value| entry.part.kind.word(value).unwrap_or_default());
                Ok(PyList::new(py, words.collect::<Vec<_>>())?.into_any())
            }
            QuantityKind::Count => {
                let counts = py.detach(|| self.values(kind, &entry).map(|value| value as u64).collect::<Vec<_>>());
                Ok(PyArray1::from_vec(py, counts).into_any())
            }
            _ => {
                let numbers = py.detach(|| self.values(kind, &entry).collect::<Vec<_>>());
                Ok(PyArray1::from_vec(py, numbers).into_any())
            }
        }
    }

    /// Several quantities of all bodies or contacts, one row each.
    fn matrix<'py>(&self, py: Python<'py>, of: &str, names: Vec<String>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let kind = kind(of)?;
        let entries = names.iter().map(|name| entry(kind, name)).collect::<PyResult<Vec<_>>>()?;
        let (rows, columns) = (self.count(kind), entries.len());
        let numbers = py.detach(|| {
            let mut numbers = vec![0.0; rows * columns];
            for (k, entry) in entries.iter().enumerate() {
                for (row, value) in self.values(kind, entry).enumerate() {
                    numbers[row * columns + k] = value;
                }
            }
            numbers
        });
        use numpy::PyArrayMethods;
        PyArray1::from_vec(py, numbers).reshape([rows, columns])
    }

    /// One quantity by name: `E`, `v(ball)`, `N(incline, ball)`; NaN where there is none.
    fn value(&self, name: &str) -> PyResult<f64> {
        let named = NamedQuantity::parse(name, None).map_err(|error| InputError::new_err(error.to_string()))?;
        Ok(named.value(&self.0))
    }

    /// A picture as SVG, from `azimuth` (degrees from +x towards +y) and `elevation` (degrees above the horizon): the
    /// bodies, with `arrows` velocities and loads, with `frames` the axes of bodies and contacts, with `numbers` their
    /// values (by default if one body moves), with `normals` the normal forces.
    #[pyo3(signature = (width = 640.0, height = 420.0, *, azimuth = -24.0, elevation = 17.0, arrows = true, frames = true, numbers = None, normals = false))]
    fn svg(
        &self,
        py: Python<'_>,
        width: f64,
        height: f64,
        azimuth: f64,
        elevation: f64,
        arrows: bool,
        frames: bool,
        numbers: Option<bool>,
        normals: bool,
    ) -> PyResult<String> {
        let sizes = [width, height];
        if sizes.iter().any(|size| !(16.0..=16384.0).contains(size))
            || ![azimuth, elevation].iter().all(|a| a.is_finite())
        {
            return Err(InputError::new_err("a picture has 16 to 16384 pixels each way, and finite angles"));
        }
        let overlays = Overlays {
            body_frame: frames,
            contact_frame: frames,
            velocity: arrows,
            turning: arrows,
            friction: arrows,
            torques: arrows,
            discs: arrows,
            normal: normals,
            numbers: numbers.unwrap_or_else(|| self.has_room()),
            ..Overlays::default()
        };
        let options = PictureOptions { width, height, azimuth, elevation, overlays: Some(overlays) };
        Ok(py.detach(|| picture(&self.0, &options)))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> String {
        let overlays = Overlays { numbers: self.has_room(), ..Overlays::default() };
        let options = PictureOptions { overlays: Some(overlays), ..PictureOptions::default() };
        py.detach(|| picture(&self.0, &options))
    }

    fn __repr__(&self) -> String {
        let state = &self.0;
        format!(
            "State(step {}, {:?} s, {}, {})",
            state.step,
            state.time,
            counted(state.bodies.len(), "body"),
            counted(state.contacts.len(), "contact")
        )
    }
}

/// Name, unit, symbol and meaning of every quantity of `world`, `bodies` or `contacts`; with `table`, of those in the
/// tables of a run.
#[pyfunction]
#[pyo3(signature = (of, table = false))]
pub(crate) fn quantities(of: &str, table: bool) -> PyResult<Vec<(String, String, String, &'static str)>> {
    let kind = kind(of)?;
    let line = |entry: QuantityEntry| (entry.name(), entry.plain_unit(), entry.symbol(), entry.row.about);
    Ok(if table { table_columns(kind).iter().copied().map(line).collect() } else { kind.entries().map(line).collect() })
}
