//! Runs the scenes of a fit until the estimate converges.

use super::curve::{NotInvertible, ResponseCurve};
use super::error::FitError;
use super::estimate::{Estimate, estimate};
use super::measured::NoResponse;
use super::report::FitReport;
use super::spec::Fit;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of initial runs of each setting; the response must be monotonic over them.
const INITIAL_RUNS: usize = 9;
/// The initial runs are spaced geometrically if the bracket spans more than this ratio, else linearly.
const MAX_LINEAR_RATIO: f64 = 4.0;
/// Relative tolerance of convergence: the largest change of the estimate in a round, as a fraction of its value.
const CONVERGENCE_TOLERANCE: f64 = 1e-6;
/// Largest number of rounds of runs around the estimate; a smooth response needs three.
const MAX_ROUNDS: usize = 12;

/// Progress of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitProgress {
    /// Number of runs completed.
    pub runs: usize,
    /// Number of runs planned so far.
    pub planned: usize,
}

/// Finds the value and its interval with `jobs` threads.
pub fn solve(fit: &Fit, jobs: usize, mut progress: impl FnMut(FitProgress)) -> Result<FitReport, FitError> {
    let places = first_values(fit.bracket);
    let plan: Vec<(usize, f64)> =
        (0..fit.settings.len()).flat_map(|setting| places.iter().map(move |value| (setting, *value))).collect();
    progress(FitProgress { runs: 0, planned: plan.len() });
    let responses = run_all(fit, &plan, jobs)?;
    let mut runs = plan.len();
    let mut curves = Vec::new();
    for (setting, responses) in responses.chunks(INITIAL_RUNS).enumerate() {
        let points: Vec<[f64; 2]> = places.iter().zip(responses).map(|(x, y)| [*x, *y]).collect();
        let curve = ResponseCurve::new(points.clone()).map_err(|why| not_invertible(fit, setting, why, &points))?;
        curves.push(curve);
    }
    let mut found = first_estimate(fit, &curves)?;
    for _ in 0..MAX_ROUNDS {
        let plan: Vec<(usize, f64)> = (0..curves.len())
            .flat_map(|setting| wanted(&found).into_iter().map(move |value| (setting, value)))
            .filter(|(setting, value)| !curves[*setting].has(*value))
            .collect();
        progress(FitProgress { runs, planned: runs + plan.len() });
        let responses = run_all(fit, &plan, jobs)?;
        runs += plan.len();
        for ((setting, value), response) in plan.iter().zip(responses) {
            // Without scatter the ends of the interval coincide with the estimate.
            if curves[*setting].has(*value) {
                continue;
            }
            if !curves[*setting].insert(*value, response) {
                return Err(not_invertible(fit, *setting, NotInvertible::NotMonotonic, curves[*setting].points()));
            }
        }
        let better = first_estimate(fit, &curves)?;
        let is_final = has_converged(fit, &found, &better);
        found = better;
        if is_final {
            progress(FitProgress { runs, planned: runs });
            return Ok(FitReport::new(fit, &found, &curves, runs));
        }
    }
    let message = format!("the estimate of {} does not converge near {:.6}", fit.parameter, found.value);
    Err(FitError::refused(message, "use a smaller step (`set: [(\"time.dt\", 2.5e-5)]`), or a narrower bracket"))
}

/// The initial values of the parameter, both ends included.
fn first_values([low, high]: [f64; 2]) -> Vec<f64> {
    let part = |k: usize| k as f64 / (INITIAL_RUNS - 1) as f64;
    let even = |k: usize| low + (high - low) * part(k);
    let ratio = |k: usize| low * libm::exp(libm::log(high / low) * part(k));
    let inner = |k: usize| if low > 0.0 && high / low > MAX_LINEAR_RATIO { ratio(k) } else { even(k) };
    (0..INITIAL_RUNS)
        .map(|k| match k {
            0 => low,
            _ if k == INITIAL_RUNS - 1 => high,
            _ => inner(k),
        })
        .collect()
}

/// Values of the parameter that need runs: the estimate and the ends of its interval.
fn wanted(found: &Estimate) -> Vec<f64> {
    let ends = found.interval.map(|interval| [interval.low, interval.high]).unwrap_or_default();
    std::iter::once(found.value).chain(ends.into_iter().flatten()).collect()
}

fn has_converged(fit: &Fit, old: &Estimate, new: &Estimate) -> bool {
    let close = |a: f64, b: f64, scale: f64| (a - b).abs() <= CONVERGENCE_TOLERANCE * scale;
    let value = close(old.value, new.value, new.value.abs());
    let (Some(was), Some(now)) = (old.interval, new.interval) else { return value };
    let [was, now] = [was, now].map(|interval| interval.width(fit.bracket));
    value && (was - now).abs() <= 1e-3 * now + CONVERGENCE_TOLERANCE * new.value.abs()
}

fn first_estimate(fit: &Fit, curves: &[ResponseCurve]) -> Result<Estimate, FitError> {
    estimate(&fit.data, curves).map_err(|k| {
        let datum = &fit.data[k];
        let ([least, most], unit) = (curves[datum.curve].reach(), fit.measured.unit());
        let [low, high] = fit.bracket;
        let message = format!(
            "measurement {} ({} {unit}) is out of reach: with {} from {low} to {high} the {} goes from {least:.6} to \
             {most:.6} {unit}",
            k + 1,
            datum.value,
            fit.parameter,
            fit.measured.name(),
        );
        FitError::refused(message, "widen the bracket, or check the other values of the scene and the measurement")
    })
}

/// The error for a response that cannot be inverted, with the sampled responses.
fn not_invertible(fit: &Fit, setting: usize, why: NotInvertible, points: &[[f64; 2]]) -> FitError {
    let (path, name, unit) = (&fit.parameter, fit.measured.name(), fit.measured.unit());
    let what = match why {
        NotInvertible::Constant => format!("the {name} does not depend on {path} in the bracket"),
        NotInvertible::NotMonotonic => {
            format!("the {name} is not monotonic in {path}: a measurement has several values")
        }
        NotInvertible::PartlyConstant => format!("the {name} does not depend on {path} in a part of the bracket"),
    };
    let shown: Vec<String> = points.iter().map(|[x, y]| format!("{x:.6}: {y:.9} {unit}")).collect();
    let number = fit.data.iter().position(|datum| datum.curve == setting).map_or(0, |k| k + 1);
    let remedy = match why {
        NotInvertible::Constant => "fit another parameter, or measure another quantity",
        _ => "narrow the bracket to a part in which the response always rises or always falls",
    };
    FitError::refused(format!("{what} (measurement {number}; {})", shown.join(", ")), remedy)
}

/// The responses of the planned runs, in order; the error is the first in that order.
fn run_all(fit: &Fit, plan: &[(usize, f64)], jobs: usize) -> Result<Vec<f64>, FitError> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![None; plan.len()]));
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, plan.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    let Some((setting, value)) = plan.get(k) else { return };
                    let response = response(fit, *setting, *value);
                    if let Ok(mut found) = found.lock() {
                        found[k] = Some(response);
                    }
                }
            });
        }
    });
    let found = found.into_inner().unwrap_or_default();
    let lost = || FitError::refused("a run was lost", "run the fit again with --jobs 1");
    let all: Vec<_> = found.into_iter().map(|response| response.ok_or_else(lost)).collect::<Result<_, _>>()?;
    all.into_iter().collect()
}

fn response(fit: &Fit, setting: usize, value: f64) -> Result<f64, FitError> {
    let scene = fit.scene(setting, value)?;
    let number = fit.data.iter().position(|datum| datum.curve == setting).map_or(0, |k| k + 1);
    fit.measured.of(&scene).map_err(|why| {
        let at = format!("measurement {number}, {} = {value:.6}", fit.parameter);
        match why {
            NoResponse::Guard(why) => FitError::Guard(format!("{at}: {why}")),
            NoResponse::Never(why) => {
                let remedy = "narrow the bracket, give a longer `duration`, or another start in `set`";
                FitError::refused(format!("{at}: {why}"), remedy)
            }
        }
    })
}
