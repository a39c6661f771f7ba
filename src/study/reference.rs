//! Reference curves from the paper's figures and from its authors' programs: the thinned built-in ones
//! (`assets/reference`, whose README gives source, licence and thinning method), or the full ones in a folder of the
//! same layout.

use super::trace::StudyError;
use crate::assets;
use crate::files::read_text;
use std::path::Path;

/// Where the tables are from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ReferenceSource<'a> {
    /// The built-in tables.
    Shipped,
    /// A folder with `paper` and `rerun` in it.
    Folder(&'a Path),
}

/// A table of numbers. A source with columns of different lengths leaves cells empty.
pub(crate) struct ReferenceTable {
    path: String,
    headers: Vec<String>,
    rows: Vec<Vec<Option<f64>>>,
}

impl ReferenceSource<'_> {
    /// Reads a table; a missing file is an error.
    pub(crate) fn table(&self, path: &str) -> Result<ReferenceTable, StudyError> {
        match self {
            Self::Shipped => {
                let missing = || StudyError::new(path, "no such curve comes with the program");
                let name = path.strip_suffix(".csv").unwrap_or(path);
                let text = assets::text(assets::REFERENCE, name).ok_or_else(missing)?;
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
}

impl ReferenceTable {
    /// Parses CSV; a cell that is neither empty nor a finite number is an error.
    pub(crate) fn parse(path: &str, text: &str) -> Result<Self, StudyError> {
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

    /// Names of the columns.
    pub(crate) fn headers(&self) -> &[String] {
        &self.headers
    }

    /// The rows as in the file.
    pub(crate) fn rows(&self) -> &[Vec<Option<f64>>] {
        &self.rows
    }

    /// Time and value of the column of this name; see [`curve`](Self::curve).
    pub(crate) fn curve_named(&self, name: &str) -> Result<Vec<(f64, f64)>, StudyError> {
        let column = self.headers.iter().position(|header| header == name);
        self.curve(column.ok_or_else(|| StudyError::new(&self.path, format!("there is no column {name}")))?)
    }

    /// Time (the first column) and value of a column, by index, where both are given. An empty curve is an error.
    pub(crate) fn curve(&self, column: usize) -> Result<Vec<(f64, f64)>, StudyError> {
        let value = |row: &Vec<Option<f64>>| Some((row.first().copied()??, row.get(column).copied()??));
        let points: Vec<(f64, f64)> = self.rows.iter().filter_map(value).collect();
        match points.is_empty() {
            true => Err(StudyError::new(&self.path, format!("column {} has no values", column + 1))),
            false => Ok(points),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_or_missing_is_an_error() {
        let text =
            |text: &str| ReferenceTable::parse("a.csv", text).map(|table| table.curve(1).map_err(|e| e.to_string()));
        assert_eq!(text("t,x\n0,1\n1,\n2,3\n").expect("a table"), Ok(vec![(0.0, 1.0), (2.0, 3.0)]));
        for (bad, told) in [("t,x\n0,1\n1,nan\n", "a.csv:3: column 2"), ("t,x\n0,one\n", "a.csv:2: column 2")] {
            let error = text(bad).expect_err("a fault").to_string();
            assert!(error.contains(told), "{error}");
        }
        assert!(text("t,x\n0,\n").expect("a table").is_err(), "no values");
        assert!(ReferenceSource::Shipped.table("paper/none.csv").is_err());
        assert!(ReferenceSource::Folder(Path::new("nowhere")).table("paper/none.csv").is_err());
    }
}
