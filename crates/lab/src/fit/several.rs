//! Fits several parameters to a time series: runs, least squares, report.

use super::error::FitError;
use super::least_squares::{LeastSquares, least_squares};
use super::report::FIRST_OF_SERIES;
use super::series::{SeriesFit, SeriesPoint};
use super::solve::FitProgress;
use super::student::{DELTA_CHI_SQUARE, student_quantile};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use stickslip_engine::files::{PartFile, WriteError};
use stickslip_engine::record::build::build;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::text::plural::counted;

/// Correlation from which two parameters are hardly told apart: the interval of each is seven times as wide as if the
/// other were known.
const MAX_CORRELATION: f64 = 0.99;

/// The result of a fit of several parameters; its fields are the JSON output.
#[derive(Clone, Debug, Serialize)]
pub struct SeveralReport {
    /// Title of the fit file.
    pub title: String,
    /// The parameters, in file order.
    pub parameters: Vec<FittedParameter>,
    /// Correlation of each parameter with each.
    pub correlation: Vec<Vec<f64>>,
    /// Covariance of each parameter with each, in the product of their units.
    pub covariance: Vec<Vec<f64>>,
    /// Remarks on parameters that are hardly told apart, or end at their bracket.
    pub remarks: Vec<String>,
    /// Unit of the measured quantity.
    pub unit: &'static str,
    /// Σ (residual/uncertainty)²; `None` without uncertainties.
    pub chi_square: Option<f64>,
    /// √(Σ residual²/(n − p)), in `unit`.
    pub scatter: f64,
    /// Number of points minus number of parameters.
    pub degrees_of_freedom: usize,
    /// Number of simulations.
    pub runs: usize,
    /// Times, s.
    pub times: Vec<f64>,
    /// Measured values and those of the fitted scene, in `unit`.
    pub measured: Vec<f64>,
    /// The fitted scene's values, in `unit`.
    pub model: Vec<f64>,
    /// Version and commit of the program.
    pub program: &'static str,
}

/// A parameter of the result.
#[derive(Clone, Debug, Serialize)]
pub struct FittedParameter {
    /// Path in the scene.
    pub path: String,
    /// Value of least squares.
    pub value: f64,
    /// Standard error.
    pub error: f64,
    /// 95 % interval: ±1.96 standard errors with uncertainties, Student's t without.
    pub interval: [f64; 2],
    /// Lowest and highest value considered.
    pub bracket: [f64; 2],
}

/// Finds the values with `jobs` threads. An error if the data do not determine them.
pub fn solve_series(
    fit: &SeriesFit,
    jobs: usize,
    mut progress: impl FnMut(FitProgress),
) -> Result<SeveralReport, FitError> {
    let mut runs = 0;
    let mut of = |places: &[Vec<f64>]| {
        progress(FitProgress { runs, planned: runs + places.len() });
        let found = run_all(fit, places, jobs)?;
        runs += places.len();
        Ok::<_, FitError>(found)
    };
    let found = least_squares(fit.parameters.len(), &mut of)?;
    progress(FitProgress { runs, planned: runs });
    report(fit, &found, runs)
}

/// Residuals of the runs at these places, in order; the error is the first in that order.
fn run_all(fit: &SeriesFit, places: &[Vec<f64>], jobs: usize) -> Result<Vec<Vec<f64>>, FitError> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![None; places.len()]));
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, places.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    let Some(place) = places.get(k) else { return };
                    let residuals = residuals(fit, &fit.values(place));
                    if let Ok(mut found) = found.lock() {
                        found[k] = Some(residuals);
                    }
                }
            });
        }
    });
    let found = found.into_inner().unwrap_or_default();
    let lost = || FitError::refused("a run was lost", "run the fit again with --jobs 1");
    let all: Vec<_> = found.into_iter().map(|one| one.ok_or_else(lost)).collect::<Result<_, _>>()?;
    all.into_iter().collect()
}

/// Measured minus model at each point, over its uncertainty.
fn residuals(fit: &SeriesFit, values: &[f64]) -> Result<Vec<f64>, FitError> {
    let model = model(fit, values)?;
    let one = |(point, model): (&SeriesPoint, f64)| (point.value - model) / point.uncertainty.unwrap_or(1.0);
    Ok(fit.points.iter().zip(model).map(one).collect())
}

/// The measured quantity in a run, at the times of the points: linear between two steps.
fn model(fit: &SeriesFit, values: &[f64]) -> Result<Vec<f64>, FitError> {
    let scene = fit.scene(values)?;
    let mut simulation = Simulation::new(&scene);
    let start = fit.of.position(&simulation.state());
    let mut found = Vec::with_capacity(fit.points.len());
    // The last two states that were read, by step.
    let mut read: [(u64, f64); 2] = [(u64::MAX, f64::NAN); 2];
    let mut at = |step: u64, simulation: &mut Simulation| {
        if let Some((_, value)) = read.iter().find(|(known, _)| *known == step) {
            return *value;
        }
        simulation.steps(step.saturating_sub(simulation.step_count()));
        let value = fit.of.at(&simulation.state(), &start);
        read = [read[1], (step, value)];
        value
    };
    for point in &fit.points {
        let steps = point.time / scene.dt;
        let before = (steps + 1e-9).floor();
        let part = steps - before;
        let first = at(before as u64, &mut simulation);
        let value = if part > 1e-9 { first + part * (at(before as u64 + 1, &mut simulation) - first) } else { first };
        if let Some(why) = simulation.stopped() {
            let shown: Vec<String> =
                fit.parameters.iter().zip(values).map(|(p, v)| format!("{} = {v:.6}", p.path)).collect();
            return Err(FitError::Guard(format!("{}: {why}", shown.join(", "))));
        }
        found.push(value);
    }
    Ok(found)
}

fn report(fit: &SeriesFit, found: &LeastSquares, runs: usize) -> Result<SeveralReport, FitError> {
    let names = |which: &[usize]| which.iter().map(|k| fit.parameters[*k].path.as_str()).collect::<Vec<_>>().join(", ");
    let Some(inverse) = &found.inverse else {
        let message = match found.mixed.as_slice() {
            [] => "the residuals are not numbers".to_owned(),
            [one] => format!("the series does not depend on {}", names(&[*one])),
            several => format!("the series does not tell {} apart: only a combination of them matters", names(several)),
        };
        return Err(FitError::refused(message, "fix all but one of them with `set`, or measure another quantity too"));
    };
    let (values, degrees) = (fit.values(&found.place), fit.points.len() - fit.parameters.len());
    let with = fit.points.iter().all(|point| point.uncertainty.is_some());
    let square = if with { 1.0 } else { found.squares / degrees as f64 };
    let width = |k: usize| fit.parameters[k].bracket.1 - fit.parameters[k].bracket.0;
    let count = fit.parameters.len();
    let table = |of: &dyn Fn(usize, usize) -> f64| {
        (0..count).map(|a| (0..count).map(|b| of(a, b)).collect()).collect::<Vec<Vec<f64>>>()
    };
    let covariance = table(&|a, b| inverse[(a, b)] * square * width(a) * width(b));
    let correlation = table(&|a, b| inverse[(a, b)] / (inverse[(a, a)] * inverse[(b, b)]).sqrt());
    let times = if with { DELTA_CHI_SQUARE.sqrt() } else { student_quantile(degrees) };
    let fitted = |(k, parameter): (usize, &super::series::VariedParameter)| {
        let error = covariance[k][k].sqrt();
        FittedParameter {
            path: parameter.path.clone(),
            value: values[k],
            error,
            interval: [values[k] - times * error, values[k] + times * error],
            bracket: [parameter.bracket.0, parameter.bracket.1],
        }
    };
    let sigma = |point: &SeriesPoint| point.uncertainty.unwrap_or(1.0);
    let left: Vec<f64> = fit.points.iter().zip(&found.residuals).map(|(point, r)| r * sigma(point)).collect();
    Ok(SeveralReport {
        title: fit.title.clone(),
        parameters: fit.parameters.iter().enumerate().map(fitted).collect(),
        remarks: remarks(fit, &found.place, &correlation),
        correlation,
        covariance,
        unit: fit.of.unit(),
        chi_square: with.then_some(found.squares),
        scatter: (left.iter().map(|r| r * r).sum::<f64>() / degrees as f64).sqrt(),
        degrees_of_freedom: degrees,
        runs,
        times: fit.points.iter().map(|point| point.time).collect(),
        measured: fit.points.iter().map(|point| point.value).collect(),
        model: fit.points.iter().zip(&left).map(|(point, left)| point.value - left).collect(),
        program: build(),
    })
}

fn remarks(fit: &SeriesFit, place: &[f64], correlation: &[Vec<f64>]) -> Vec<String> {
    let mut remarks = Vec::new();
    for (k, parameter) in fit.parameters.iter().enumerate() {
        for (m, other) in fit.parameters.iter().enumerate().take(k) {
            if correlation[k][m].abs() > MAX_CORRELATION {
                remarks.push(format!(
                    "{} and {} are hardly told apart: their correlation is {:.4}; fix one of them, or measure another \
                     quantity too",
                    other.path, parameter.path, correlation[k][m]
                ));
            }
        }
        if !(1e-9..=1.0 - 1e-9).contains(&place[k]) {
            remarks.push(format!("{} is at the end of its bracket: widen the bracket", parameter.path));
        }
    }
    remarks
}

impl SeveralReport {
    /// The report as printed on a terminal.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.title);
        let widest = self.parameters.iter().map(|one| one.path.len()).max().unwrap_or(0);
        // Writing to a string cannot fail.
        for (k, one) in self.parameters.iter().enumerate() {
            let [low, high] = one.interval;
            let _ = write!(
                text,
                "{:widest$} = {:.6} ± {:.2e}, 95 % interval {low:.6} to {high:.6}, correlation",
                one.path, one.value, one.error
            );
            self.correlation[k].iter().for_each(|with| {
                let _ = write!(text, " {with:6.3}");
            });
            text.push('\n');
        }
        self.remarks.iter().for_each(|remark| {
            let _ = writeln!(text, "{remark}");
        });
        if let Some(chi) = self.chi_square {
            let _ = writeln!(text, "chi-square {chi:.3} with {} degrees of freedom", self.degrees_of_freedom);
        }
        let _ = writeln!(text, "scatter {:.3e} {}", self.scatter, self.unit);
        text + &counted(self.runs, "run")
    }
}

/// Writes one row per point: time, measured value, model and residual.
pub fn write_series(report: &SeveralReport, path: &Path) -> Result<(), WriteError> {
    let failed = |error: csv::Error| WriteError::at(path, error);
    let mut writer = csv::Writer::from_writer(PartFile::create(path)?);
    let unit = report.unit;
    let heads = ["measured", "model", "residual"].map(|head| format!("{head} [{unit}]"));
    writer.write_record(std::iter::once(FIRST_OF_SERIES.to_owned()).chain(heads)).map_err(failed)?;
    for ((time, measured), model) in report.times.iter().zip(&report.measured).zip(&report.model) {
        let row = [*time, *measured, *model, measured - model].map(|x| format!("{x:?}"));
        writer.write_record(&row).map_err(failed)?;
    }
    writer.into_inner().map_err(|error| WriteError::at(path, error.error()))?.finish()
}
