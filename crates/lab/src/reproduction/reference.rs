//! Reference curves from the paper's figures and from its authors' programs: the thinned built-in ones
//! (`assets/reference`, whose README gives source, licence and thinning method), or the full ones in a folder of the
//! same layout.

use crate::trace::StudyError;
use std::path::Path;
use stickslip_assets::{REFERENCE, text as embedded};
use stickslip_engine::files::read_text;
use stickslip_engine::scene::text::plural::counted;

/// Source of the reference tables.
#[derive(Clone, Copy, Debug)]
pub enum ReferenceSource<'a> {
    /// The built-in tables.
    Shipped,
    /// A folder with subfolders `paper` and `rerun`.
    Folder(&'a Path),
}

/// Name of the table that lists the usable curves: file, column, number of points, time span, and tolerance relative
/// to the curve's range.
const INDEX: &str = "index";

/// Relative difference up to which two times are equal.
const SAME_TIME: f64 = 1e-9;

/// A complete reference curve.
#[derive(Debug)]
pub struct PublishedCurve {
    /// Heading of the column.
    pub name: String,
    /// Times, s, strictly increasing, and values.
    pub points: Vec<(f64, f64)>,
    /// Largest difference that counts as agreement, as a fraction of the curve's range.
    pub tolerance: f64,
}

/// A table of numbers. A source with columns of different lengths leaves cells empty.
#[derive(Clone)]
pub struct ReferenceTable {
    path: String,
    headers: Vec<String>,
    rows: Vec<Vec<Option<f64>>>,
}

impl ReferenceSource<'_> {
    /// Reads a table; a missing file is an error.
    pub fn table(&self, path: &str) -> Result<ReferenceTable, StudyError> {
        match self {
            Self::Shipped => {
                let missing = || StudyError::new(path, "no such curve comes with the program");
                let name = path.strip_suffix(".csv").unwrap_or(path);
                let text = embedded(REFERENCE, name).ok_or_else(missing)?;
                ReferenceTable::parse(path, text)
            }
            Self::Folder(folder) => {
                let file = folder.join(path);
                let name = file.display().to_string();
                let text = read_text(&file).map_err(|error| StudyError::new(&name, error))?;
                ReferenceTable::parse(&name, &text)
            }
        }
    }

    /// The curve of a column, given by its index in the built-in file; a folder is searched by the heading of that
    /// column. A curve that lacks a point of the built-in (thinned) one is an error: it is cut or has a gap.
    pub fn curve(&self, path: &str, column: usize) -> Result<PublishedCurve, StudyError> {
        let shipped = ReferenceSource::Shipped.table(path)?;
        let name = shipped.headers.get(column).cloned().unwrap_or_default();
        let entry = IndexEntry::find(path, &name)?;
        let builtin = shipped.curve(column)?;
        entry.check(&builtin).map_err(|why| StudyError::new(path, format!("{name}: {why}")))?;
        let points = match self {
            Self::Shipped => builtin,
            Self::Folder(_) => {
                let table = self.table(path)?;
                let points = table.curve_named(&name)?;
                complete(&points, &builtin).map_err(|why| StudyError::new(&table.path, format!("{name}: {why}")))?;
                points
            }
        };
        Ok(PublishedCurve { name, points, tolerance: entry.tolerance })
    }
}

/// Entry of the index for a built-in curve.
#[derive(serde::Deserialize)]
pub struct IndexEntry {
    file: String,
    column: String,
    points: usize,
    from: f64,
    to: f64,
    tolerance: f64,
}

impl IndexEntry {
    /// The entry of a column of a built-in file.
    pub fn find(path: &str, column: &str) -> Result<Self, StudyError> {
        let text = embedded(REFERENCE, INDEX).unwrap_or_default();
        for entry in csv::Reader::from_reader(text.as_bytes()).deserialize() {
            let entry: Self = entry.map_err(|error| StudyError::new(INDEX, error))?;
            if entry.file == path && entry.column == column {
                return Ok(entry);
            }
        }
        Err(StudyError::new(path, format!("the index of the curves does not have {column}")))
    }

    /// An error if the built-in curve is not the one listed.
    pub fn check(&self, points: &[(f64, f64)]) -> Result<(), String> {
        let ends = points.first().zip(points.last());
        let is_whole = points.len() == self.points && ends.is_some_and(|(a, b)| (a.0, b.0) == (self.from, self.to));
        let found = ends.map_or(String::new(), |(a, b)| format!(" from {} to {} s", a.0, b.0));
        let Self { points: listed, from, to, .. } = self;
        let points = counted(points.len(), "point");
        let why = || format!("{points}{found}, of {listed} from {from} to {to} s: it is cut");
        is_whole.then_some(()).ok_or_else(why)
    }
}

/// An error unless the times of a curve increase and include all times of the built-in one.
pub fn complete(points: &[(f64, f64)], builtin: &[(f64, f64)]) -> Result<(), String> {
    if let Some(pair) = points.windows(2).find(|pair| pair[1].0 <= pair[0].0) {
        return Err(format!("time {} s comes after {} s", pair[1].0, pair[0].0));
    }
    let has = |t: f64| {
        let next = points.partition_point(|point| point.0 < t * (1.0 - SAME_TIME));
        points.get(next).is_some_and(|point| (point.0 - t).abs() <= t * SAME_TIME)
    };
    let missing: Vec<f64> = builtin.iter().map(|point| point.0).filter(|t| !has(*t)).collect();
    match missing.first() {
        None => Ok(()),
        Some(first) => Err(format!(
            "{} of the {} times of the built-in curve are missing, the first is {first} s: it is cut or has a gap",
            missing.len(),
            builtin.len()
        )),
    }
}

impl ReferenceTable {
    /// Parses CSV; a cell that is neither empty nor a finite number is an error.
    pub fn parse(path: &str, text: &str) -> Result<Self, StudyError> {
        let fault = |line: usize, why: String| StudyError::new(&format!("{path}:{line}"), why);
        let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
        let headers = reader.headers().map_err(|error| fault(1, error.to_string()))?;
        let headers = headers.iter().map(str::to_string).collect();
        let mut rows = Vec::new();
        for (place, record) in reader.records().enumerate() {
            let line = place + 2;
            let record = record.map_err(|error| fault(line, error.to_string()))?;
            let cell = |(column, cell): (usize, &str)| match cell.trim() {
                "" => Ok(None),
                cell => match cell.parse::<f64>() {
                    Ok(x) if x.is_finite() => Ok(Some(x)),
                    _ => Err(fault(line, format!("column {}: `{cell}` is not a finite number", column + 1))),
                },
            };
            rows.push(record.iter().enumerate().map(cell).collect::<Result<Vec<_>, _>>()?);
        }
        Ok(Self { path: path.to_string(), headers, rows })
    }

    /// Heading of the first column.
    pub(crate) fn corner(&self) -> &str {
        self.headers.first().map_or("", String::as_str)
    }

    /// The numbers in the headings of the columns after the first; a heading that is not a number is an error.
    pub(crate) fn column_labels(&self) -> Result<Vec<f64>, StudyError> {
        let number = |name: &String| {
            let label = name.trim().parse().ok().filter(|label: &f64| label.is_finite());
            label.ok_or_else(|| StudyError::new(&self.path, format!("the heading `{name}` is not a number")))
        };
        self.headers.iter().skip(1).map(number).collect()
    }

    /// The rows in file order; `None` is an empty cell.
    pub(crate) fn rows(&self) -> &[Vec<Option<f64>>] {
        &self.rows
    }

    /// Times and values of the column with this heading; see [`curve`](Self::curve).
    fn curve_named(&self, name: &str) -> Result<Vec<(f64, f64)>, StudyError> {
        let column = self.headers.iter().position(|header| header == name);
        self.curve(column.ok_or_else(|| StudyError::new(&self.path, format!("there is no column {name}")))?)
    }

    /// Times (first column) and values of the column with this index, in rows where both are given. An empty curve is
    /// an error.
    pub fn curve(&self, column: usize) -> Result<Vec<(f64, f64)>, StudyError> {
        let value = |row: &Vec<Option<f64>>| Some((row.first().copied()??, row.get(column).copied()??));
        let points: Vec<(f64, f64)> = self.rows.iter().filter_map(value).collect();
        match points.is_empty() {
            true => Err(StudyError::new(&self.path, format!("column {} has no values", column + 1))),
            false => Ok(points),
        }
    }
}
