//! A running scene.

use crate::error::{InputError, Stopped, exception};
use crate::scene::Scene;
use crate::state::State;
use numpy::PyArray1;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use stickslip::cli::support::source;
use stickslip::observe::quantity::named::NamedQuantity;
use stickslip::run::drive::RunPlan;

/// Between two looks at Ctrl + C.
const BATCH: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(80)];

/// A scene in motion. Other Python threads run while it steps.
#[pyclass(module = "stickslip", subclass)]
pub(crate) struct Simulation {
    scene: Scene,
    threads: Option<usize>,
    energies: bool,
    simulation: stickslip::run::simulation::Simulation,
    /// The present state, once it was read.
    state: Option<State>,
}

impl Simulation {
    fn start(scene: Scene, threads: Option<usize>, energies: bool) -> PyResult<Self> {
        use stickslip::run::simulation::Simulation as World;
        let world = if energies { World::with_energy_ledger(&scene.scene) } else { World::new(&scene.scene) };
        let mut simulation = world.ready().map_err(|why| exception(stickslip::run::run_error::RunError::Start(why)))?;
        if let Some(threads) = threads {
            simulation.use_threads(threads.max(1));
        }
        Ok(Self { scene, threads, energies, simulation, state: None })
    }

    /// Makes steps without the GIL, and looks at signals in between.
    fn advance(&mut self, py: Python<'_>, steps: u64) -> PyResult<()> {
        let (mut left, mut batch) = (steps, 1);
        while left > 0 {
            if let Some(why) = self.simulation.stopped() {
                return Err(Stopped::new_err(format!("stopped: {why}")));
            }
            self.state = None;
            let (begin, now) = (Instant::now(), batch.min(left));
            py.detach(|| self.simulation.steps(now));
            left -= now;
            py.check_signals()?;
            let took = begin.elapsed();
            batch = if took < BATCH[0] {
                batch * 2
            } else if took > BATCH[1] {
                (batch / 2).max(1)
            } else {
                batch
            };
        }
        match self.simulation.stopped() {
            Some(why) => Err(Stopped::new_err(format!("stopped: {why}"))),
            None => Ok(()),
        }
    }

    /// The number of steps from now until this time, s.
    fn steps_until(&self, until: Option<f64>) -> PyResult<u64> {
        let until = until.unwrap_or(self.scene.scene.duration);
        if !until.is_finite() {
            return Err(InputError::new_err(format!("until is {until}; give a time in seconds")));
        }
        let last = (until / self.simulation.dt()).round().max(0.0) as u64;
        Ok(last.saturating_sub(self.simulation.step_count()))
    }
}

#[pymethods]
impl Simulation {
    #[new]
    #[pyo3(signature = (scene, *, threads = None, energies = false))]
    fn new(scene: &Bound<'_, PyAny>, threads: Option<usize>, energies: bool) -> PyResult<Self> {
        Self::start(Scene::from(scene)?, threads, energies)
    }

    /// Makes `n` steps.
    #[pyo3(name = "step", signature = (n = 1))]
    fn make_steps<'py>(mut slf: PyRefMut<'py, Self>, py: Python<'py>, n: u64) -> PyResult<PyRefMut<'py, Self>> {
        slf.advance(py, n)?;
        Ok(slf)
    }

    /// Makes steps until this time, s; by default to the end of the scene.
    #[pyo3(signature = (until = None))]
    fn run<'py>(mut slf: PyRefMut<'py, Self>, py: Python<'py>, until: Option<f64>) -> PyResult<PyRefMut<'py, Self>> {
        let steps = slf.steps_until(until)?;
        slf.advance(py, steps)?;
        Ok(slf)
    }

    /// Begins again at step 0.
    fn reset(mut slf: PyRefMut<'_, Self>) -> PyResult<PyRefMut<'_, Self>> {
        *slf = Self::start(slf.scene.clone(), slf.threads, slf.energies)?;
        Ok(slf)
    }

    /// Sets a value of the scene, at a path as `--set` has it, and begins again at step 0.
    fn set<'py>(mut slf: PyRefMut<'py, Self>, path: &str, value: &Bound<'py, PyAny>) -> PyResult<PyRefMut<'py, Self>> {
        let scene = slf.scene.set(path, value)?;
        *slf = Self::start(scene, slf.threads, slf.energies)?;
        Ok(slf)
    }

    /// Samples quantities every `every` steps from now until a time, s, the first and the last state included: the
    /// times, and an array for each name.
    #[pyo3(signature = (names, until = None, every = 1))]
    fn sample_columns<'py>(
        &mut self,
        py: Python<'py>,
        names: Vec<String>,
        until: Option<f64>,
        every: u64,
    ) -> PyResult<Vec<Bound<'py, PyArray1<f64>>>> {
        let parse =
            |name: &String| NamedQuantity::parse(name, None).map_err(|error| InputError::new_err(error.to_string()));
        let named = names.iter().map(parse).collect::<PyResult<Vec<_>>>()?;
        let (mut left, every) = (self.steps_until(until)?, every.max(1));
        let mut columns = vec![Vec::new(); named.len() + 1];
        loop {
            let state = self.state()?.0;
            columns[0].push(state.time);
            for (column, name) in columns[1..].iter_mut().zip(&named) {
                column.push(name.value(&state) + 0.0);
            }
            if left == 0 {
                return Ok(columns.into_iter().map(|column| PyArray1::from_vec(py, column)).collect());
            }
            let next = every.min(left);
            self.advance(py, next)?;
            left -= next;
        }
    }

    /// The present state; it is read from the world once, and kept until the next step.
    #[getter]
    fn state(&mut self) -> PyResult<State> {
        let simulation = &mut self.simulation;
        Ok(self.state.get_or_insert_with(|| State(Arc::new(simulation.state()))).clone())
    }

    #[getter]
    fn scene(&self) -> Scene {
        self.scene.clone()
    }

    #[getter]
    fn step_count(&self) -> u64 {
        self.simulation.step_count()
    }

    /// `step_count * dt`, s.
    #[getter]
    fn time(&self) -> f64 {
        self.simulation.step_count() as f64 * self.simulation.dt()
    }

    #[getter]
    fn dt(&self) -> f64 {
        self.simulation.dt()
    }

    /// Why a guard stopped the run, if it did.
    #[getter]
    fn stopped(&self) -> Option<&str> {
        self.simulation.stopped()
    }

    fn __repr__(&self) -> String {
        let title = &self.scene.scene.title;
        format!("Simulation({title:?}, step {}, {:?} s)", self.simulation.step_count(), self.time())
    }
}

/// `stickslip run`: the whole scene, with its tables in a folder and a recording if wanted. The summary as JSON.
#[pyfunction]
#[pyo3(signature = (scene, out = None, *, every = 1, record = None, threads = None))]
pub(crate) fn run(
    py: Python<'_>,
    scene: &Bound<'_, PyAny>,
    out: Option<PathBuf>,
    every: u64,
    record: Option<PathBuf>,
    threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let Scene { source, scene } = Scene::from(scene)?;
    let plan = RunPlan {
        name: &source.name,
        out: out.as_deref(),
        record: record.as_deref(),
        every: every.max(1),
        threads,
        ..RunPlan::new(&scene, &source.text)
    };
    summary(py, &plan)
}

/// `stickslip run --replay`: a recording runs again, and every state is compared. The summary as JSON.
#[pyfunction]
pub(crate) fn replay(py: Python<'_>, file: PathBuf) -> PyResult<Py<PyAny>> {
    let recording = source::recording(&file).map_err(exception)?;
    let source = source::Source::new(recording.name.clone(), recording.scene.clone());
    let scene = source.scene().map_err(exception)?;
    let plan = RunPlan { name: &source.name, replay: Some(&recording), ..RunPlan::new(&scene, &source.text) };
    summary(py, &plan)
}

/// Runs a plan without the GIL; a signal ends it.
fn summary(py: Python<'_>, plan: &RunPlan) -> PyResult<Py<PyAny>> {
    let stop = AtomicBool::new(false);
    let plan = RunPlan { stop: Some(&stop), ..plan.clone() };
    let watch = |_| {
        if Python::attach(|py| py.check_signals()).is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let summary = py.detach(|| stickslip::run::drive::run(&plan, watch)).map_err(exception)?;
    let text = serde_json::to_string(&summary).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let parsed = py.import("json")?.call_method1("loads", (text,))?;
    if stop.load(Ordering::Relaxed) {
        return Err(pyo3::exceptions::PyKeyboardInterrupt::new_err("interrupted"));
    }
    Ok(parsed.unbind())
}
