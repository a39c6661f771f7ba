//! The text of a fit file (RON), and of the CSV table that a fit file may name.

use super::error::FitError;
use super::measured::MeasuredQuantity;
use ron::value::RawValue;
use serde::Deserialize;
use std::ops::Range;
use stickslip_engine::scene::place::{place, read_ron};
use stickslip_engine::scene::{Fault, Faults, text::nearest};

/// A fit file as written; its fields are the file format.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Fit", deny_unknown_fields)]
pub struct FitFile {
    schema: u32,
    /// Title, one line.
    #[serde(default)]
    pub title: String,
    /// Question and source, in plain words.
    #[serde(default)]
    #[allow(dead_code, reason = "documentation for readers; declared so that the field is accepted")]
    pub about: String,
    /// A built-in scene, or a scene file relative to the fit file.
    pub scene: String,
    /// Settings of the scene for every run: path and value.
    #[serde(default)]
    pub set: Vec<(String, Box<RawValue>)>,
    /// Longest simulated time of a run, s; replaces the duration of the scene.
    #[serde(default)]
    pub duration: Option<f64>,
    /// Path of the parameter, as in `--set`.
    pub parameter: String,
    /// Paths that always take the value of the parameter.
    #[serde(default)]
    pub together: Vec<String>,
    /// Lowest and highest value of the parameter.
    pub bracket: (f64, f64),
    /// The measured quantity.
    pub measured: MeasuredQuantity,
    /// The measurements.
    #[serde(default)]
    pub measurements: Vec<WrittenMeasurement>,
    /// Columns of a table with the measurements, instead of `measurements`.
    #[serde(default)]
    pub csv: Option<CsvColumns>,
}

/// One measurement as written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenMeasurement {
    /// Value, in the unit of the measured quantity.
    pub value: f64,
    /// Standard uncertainty, same unit.
    #[serde(default)]
    pub uncertainty: Option<f64>,
    /// Settings of the scene for this measurement: path and value.
    #[serde(default)]
    pub set: Vec<(String, Box<RawValue>)>,
}

/// Columns of a CSV file that hold the measurements.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CsvColumns {
    /// CSV file, relative to the fit file.
    pub file: String,
    /// Column of the values.
    pub value: String,
    /// Column of the standard uncertainties.
    #[serde(default)]
    pub uncertainty: Option<String>,
    /// Paths in the scene, and the columns of their values (RON).
    #[serde(default)]
    pub set: Vec<(String, String)>,
}

/// A measurement and its position in the file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReadMeasurement {
    /// Value, in the unit of the measured quantity.
    pub value: f64,
    /// Standard uncertainty in the unit of the value, if given.
    pub uncertainty: Option<f64>,
    /// Settings of the scene: path, RON value, and their byte range in the file.
    pub set: Vec<(String, String, Range<usize>)>,
    /// Byte range of the measurement in the file.
    pub span: Range<usize>,
}

/// A text with the name that error messages give it.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// File name, or name of the built-in study.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

impl Named<'_> {
    /// A fault of the value at `path` in the file.
    pub fn fault(&self, path: &str, message: impl Into<String>, remedy: impl Into<String>) -> FitError {
        self.fault_at(path, place(self.text, path), message, remedy)
    }

    /// A fault at the bytes `span`.
    pub(crate) fn fault_at(
        &self,
        path: &str,
        span: Range<usize>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> FitError {
        let fault = Fault::new(path, message, remedy, span);
        FitError::Faults(Box::new(Faults::new(self.name, self.text, vec![fault])))
    }
}

impl FitFile {
    /// Parses the text of a fit file.
    pub fn parse(from: &Named) -> Result<Self, FitError> {
        let file: Self = read_ron(from.text, "see `stickslip fit --help` for the fields of a fit file")
            .map_err(|fault| from.fault_at("", fault.span, fault.message, fault.remedy))?;
        if file.schema != 1 {
            return Err(from.fault("schema", format!("schema {} is not known", file.schema), "write `schema: 1`"));
        }
        match (&file.csv, file.measurements.is_empty()) {
            (Some(_), false) => {
                Err(from.fault("csv", "measurements are also given in `measurements`", "keep one of the two"))
            }
            (None, true) => {
                let remedy = "list them in `measurements: [(value: 0.42), ...]`, or name a table with `csv: (...)`";
                Err(from.fault("measurements", "there are no measurements", remedy))
            }
            _ => Ok(file),
        }
    }

    /// The measurements listed in the fit file `from`.
    pub(crate) fn listed(&self, from: &Named) -> Vec<ReadMeasurement> {
        let read = |(k, written): (usize, &WrittenMeasurement)| {
            let span = place(from.text, &format!("measurements.{k}"));
            let set = spelled(&written.set).into_iter().map(|(path, value)| (path, value, span.clone())).collect();
            ReadMeasurement { value: written.value, uncertainty: written.uncertainty, set, span }
        };
        self.measurements.iter().enumerate().map(read).collect()
    }
}

/// Path and RON text of each entry of a `set`.
pub(crate) fn spelled(set: &[(String, Box<RawValue>)]) -> Vec<(String, String)> {
    set.iter().map(|(path, value)| (path.clone(), value.get_ron().trim().to_string())).collect()
}

impl CsvColumns {
    /// The measurements of the table; a fault if it has none.
    pub(crate) fn read(&self, table: &Named) -> Result<Vec<ReadMeasurement>, FitError> {
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(table.text.as_bytes());
        let broken = |error: csv::Error| {
            let at = error.position().map_or(0, |position| position.byte() as usize);
            let remedy = "give every row as many cells as there are headers, separated by commas";
            table.fault_at("", at..at, error.to_string(), remedy)
        };
        let headers = reader.headers().map_err(broken)?.clone();
        let column = |name: &str| {
            headers.iter().position(|header| header == name).ok_or_else(|| {
                let advice = nearest::advice(name, headers.iter(), "the columns are");
                table.fault_at("", 0..0, format!("there is no column \"{name}\""), advice)
            })
        };
        let value = column(&self.value)?;
        let uncertainty = self.uncertainty.as_deref().map(column).transpose()?;
        let set: Vec<(&String, usize)> =
            self.set.iter().map(|(path, name)| Ok((path, column(name)?))).collect::<Result<_, FitError>>()?;
        let mut found = Vec::new();
        for record in reader.records() {
            let record = record.map_err(broken)?;
            let row = RowText::new(table, &record);
            found.push(ReadMeasurement {
                value: row.number(value, &headers)?,
                uncertainty: uncertainty.map(|column| row.number(column, &headers)).transpose()?,
                set: set
                    .iter()
                    .map(|(path, column)| ((*path).clone(), record[*column].to_string(), row.cell(*column)))
                    .collect(),
                span: row.cell(value),
            });
        }
        if found.is_empty() {
            return Err(table.fault_at("", 0..0, "the table has no rows", "give a row for each measurement"));
        }
        Ok(found)
    }
}

/// A row of a table, for faults that point at a cell.
struct RowText<'a> {
    table: &'a Named<'a>,
    record: &'a csv::StringRecord,
    start: usize,
}

impl<'a> RowText<'a> {
    fn new(table: &'a Named, record: &'a csv::StringRecord) -> Self {
        let start = record.position().map_or(0, |position| position.byte() as usize);
        Self { table, record, start }
    }

    /// Byte range of a cell, found by counting commas; a comma within quotes shifts the cells after it.
    fn cell(&self, column: usize) -> Range<usize> {
        let rest = self.table.text.get(self.start..).unwrap_or_default();
        let skipped = rest.len() - rest.trim_start().len();
        let line = rest.trim_start().lines().next().unwrap_or_default();
        let before: usize = line.split(',').take(column).map(|cell| cell.len() + 1).sum();
        let cell = line.get(before..).unwrap_or_default();
        let blank = cell.len() - cell.trim_start().len();
        let begin = self.start + skipped + before + blank;
        begin..begin + self.record.get(column).map_or(0, str::len)
    }

    fn number(&self, column: usize, headers: &csv::StringRecord) -> Result<f64, FitError> {
        let text = self.record.get(column).unwrap_or_default();
        text.parse().map_err(|_| {
            let message = format!("column \"{}\": expected a number, found `{text}`", &headers[column]);
            self.table.fault_at("", self.cell(column), message, "write numbers with a point, such as 0.25")
        })
    }
}
