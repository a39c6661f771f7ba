//! Results of a fit, as text, JSON and CSV.

use super::curve::ResponseCurve;
use super::estimate::{Datum, Estimate, Interval};
use super::spec::Fit;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use stickslip_engine::files::{PartFile, WriteError, read_text};
use stickslip_engine::record::build::build;
use stickslip_engine::scene::text::plural::counted;

/// The result of a fit; its fields are the JSON output.
#[derive(Clone, Debug, Serialize)]
pub struct FitReport {
    /// Title of the fit file.
    pub title: String,
    /// Path of the parameter.
    pub parameter: String,
    /// The least-squares estimate.
    pub value: f64,
    /// 95 % interval of the value; `None` for one measurement without uncertainty.
    pub interval: Option<Interval>,
    /// How the interval was found, or why there is none.
    pub interval_from: String,
    /// Name of the measured quantity.
    pub measured: &'static str,
    /// Unit of the measured quantity.
    pub unit: &'static str,
    /// Σ (residual/uncertainty)²; `None` without uncertainties.
    pub chi_square: Option<f64>,
    /// √(Σ residual²/(n − 1)), in `unit`; `None` for a single measurement.
    pub scatter: Option<f64>,
    /// Number of measurements minus one.
    pub degrees_of_freedom: usize,
    /// Lowest and highest value of the parameter considered.
    pub bracket: [f64; 2],
    /// Number of simulations.
    pub runs: usize,
    /// One entry per measurement, in file order.
    pub measurements: Vec<FittedMeasurement>,
    /// Version and commit of the program.
    pub program: &'static str,
}

/// One measurement next to the result of the fitted scene.
#[derive(Clone, Debug, Serialize)]
pub struct FittedMeasurement {
    /// Index in the file, from 1.
    pub number: usize,
    /// Measured value, in the unit of the fit.
    pub measured: f64,
    /// Standard uncertainty, in the unit of the fit.
    pub uncertainty: Option<f64>,
    /// Response at the fitted value, in the unit of the fit.
    pub model: f64,
    /// Measurement minus model, in the unit of the fit.
    pub residual: f64,
    /// The value of the parameter that explains this measurement alone.
    pub alone: f64,
}

impl FitReport {
    /// The report of a converged estimate; `runs` is the number of simulations.
    pub(super) fn new(fit: &Fit, found: &Estimate, curves: &[ResponseCurve], runs: usize) -> Self {
        let with = fit.data.iter().all(|datum| datum.uncertainty.is_some());
        let fitted = |(k, datum): (usize, &Datum)| {
            let model = curves[datum.curve].at(found.value);
            FittedMeasurement {
                number: k + 1,
                measured: datum.value,
                uncertainty: datum.uncertainty,
                model,
                residual: datum.value - model,
                alone: found.alone[k],
            }
        };
        let measurements: Vec<_> = fit.data.iter().enumerate().map(fitted).collect();
        let degrees = measurements.len() - 1;
        let residuals: f64 = measurements.iter().map(|one| one.residual * one.residual).sum();
        Self {
            title: fit.title.clone(),
            parameter: fit.parameter.clone(),
            value: found.value,
            interval: found.interval,
            interval_from: match (with, degrees) {
                (true, _) => "given uncertainties, chi-square rises by 3.84".to_string(),
                (false, 0) => "no interval: one measurement without uncertainty".to_string(),
                (false, n) => format!("scatter of the residuals, Student t with {n} degrees of freedom"),
            },
            measured: fit.measured.name(),
            unit: fit.measured.unit(),
            chi_square: with.then_some(found.squares),
            scatter: (degrees > 0).then(|| (residuals / degrees as f64).sqrt()),
            degrees_of_freedom: degrees,
            bracket: fit.bracket,
            runs,
            measurements,
            program: build(),
        }
    }

    /// The value and its interval on one line.
    fn headline(&self) -> String {
        let value = format!("{} = {:.6}", self.parameter, self.value);
        let Some(Interval { low, high }) = self.interval else { return format!("{value} ({})", self.interval_from) };
        let end = |end: Option<f64>, bracket: f64| match end {
            Some(end) => format!("{end:.6}"),
            None => format!("beyond the bracket's {bracket}"),
        };
        let (low, high) = (end(low, self.bracket[0]), end(high, self.bracket[1]));
        format!("{value}, 95 % interval {low} to {high} ({})", self.interval_from)
    }

    /// The report as printed on a terminal.
    pub fn text(&self) -> String {
        let unit = self.unit;
        let mut text = format!("{}\n{}\n", self.title, self.headline());
        let heads = ["measured", "uncertainty", "model", "residual"].map(|head| format!("{head} [{unit}]"));
        let [measured, uncertainty, model, residual] = &heads;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  n {measured:>18} {uncertainty:>21} {model:>15} {residual:>18} {:>12}", "alone");
        for one in &self.measurements {
            let sigma = one.uncertainty.map_or("-".to_string(), |sigma| format!("{sigma}"));
            let FittedMeasurement { number, measured, model, residual, alone, .. } = one;
            let _ =
                writeln!(text, "{number:3} {measured:>18} {sigma:>21} {model:>15.6} {residual:>18.3e} {alone:>12.6}");
        }
        if let Some(chi) = self.chi_square.filter(|_| self.degrees_of_freedom > 0) {
            let _ = writeln!(text, "chi-square {chi:.3} with {} degrees of freedom", self.degrees_of_freedom);
        }
        if let Some(scatter) = self.scatter {
            let _ = writeln!(text, "scatter {scatter:.3e} {unit}");
        }
        text += &counted(self.runs, "run");
        text
    }
}

/// The first column headings of a table of a fit, up to the unit.
const FIRST_COLUMNS: [&str; 2] = ["n", "measured"];
/// The first column heading of a table of a fit to a time series.
pub(super) const FIRST_OF_SERIES: &str = "t [s]";

/// True if the file is a table written by a fit.
pub fn is_table(path: &Path) -> bool {
    let heads =
        [format!("{},{} [", FIRST_COLUMNS[0], FIRST_COLUMNS[1]), format!("{FIRST_OF_SERIES},{} [", FIRST_COLUMNS[1])];
    read_text(path).is_ok_and(|text| heads.iter().any(|head| text.starts_with(head)))
}

/// Writes one row per measurement, each with the fitted value and its interval (empty if there is none).
pub fn write_csv(report: &FitReport, path: &Path) -> Result<(), WriteError> {
    let failed = |error: csv::Error| WriteError::at(path, error);
    let mut writer = csv::Writer::from_writer(PartFile::create(path)?);
    let unit = report.unit;
    let header = [
        FIRST_COLUMNS[0].to_string(),
        format!("{} [{unit}]", FIRST_COLUMNS[1]),
        format!("uncertainty [{unit}]"),
        format!("model [{unit}]"),
        format!("residual [{unit}]"),
        "alone".to_string(),
        report.parameter.clone(),
        "low".to_string(),
        "high".to_string(),
    ];
    writer.write_record(&header).map_err(failed)?;
    let cell = |x: Option<f64>| x.map_or(String::new(), |x| format!("{x:?}"));
    let ends = report.interval.map_or([None, None], |interval| [interval.low, interval.high]);
    for one in &report.measurements {
        let mut row = vec![one.number.to_string(), cell(Some(one.measured)), cell(one.uncertainty)];
        row.extend([one.model, one.residual, one.alone, report.value].map(|x| cell(Some(x))));
        row.extend(ends.map(cell));
        writer.write_record(&row).map_err(failed)?;
    }
    writer.into_inner().map_err(|error| WriteError::at(path, error.error()))?.finish()
}
