//! Tables on disk: CSV, and Parquet with the feature `parquet`.

use super::rows::{Cell, Column};
use crate::files::{PartFile, Prefix, WriteError};
use std::fmt::Write as _;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// File formats of `run --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated text, with the shortest numbers that round-trip.
    Csv,
    /// Apache Parquet.
    Parquet,
}

impl Format {
    /// File name of a table.
    pub fn file(self, stem: &str) -> String {
        match self {
            Self::Csv => format!("{stem}.csv"),
            Self::Parquet => format!("{stem}.parquet"),
        }
    }
}

/// A table being written.
pub enum Table {
    /// A CSV file.
    Csv(Box<CsvTable>),
    /// A Parquet file.
    #[cfg(feature = "parquet")]
    Parquet(Box<super::parquet::ParquetTable>),
}

impl Table {
    /// Creates a table with these columns in a new file, which gets its final name when the table is finished.
    ///
    /// `metadata` is stored if the format supports it.
    pub fn create(
        file: PartFile,
        columns: &[Column],
        format: Format,
        metadata: &[(String, String)],
    ) -> Result<Self, WriteError> {
        match format {
            Format::Csv => Ok(Self::Csv(Box::new(CsvTable::create(file, columns)?))),
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                Ok(Self::Parquet(Box::new(super::parquet::ParquetTable::create(file, columns, metadata)?)))
            }
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => {
                let _ = metadata;
                let why = "this build has no Parquet; build with `--features parquet` or use csv";
                Err(WriteError::at(file.path(), why))
            }
        }
    }

    /// Resumes a CSV table that already has its header and some rows.
    pub fn resume(file: PartFile) -> Self {
        Self::Csv(Box::new(CsvTable::new(file)))
    }

    /// Appends one row.
    pub fn write(&mut self, row: &[Cell]) -> Result<(), WriteError> {
        match self {
            Self::Csv(table) => table.write(row),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.write(row),
        }
    }

    /// Flushes the rows so far to the disk; returns what was written. Fails for a Parquet file, which cannot be
    /// resumed.
    pub fn sync(&mut self) -> Result<Prefix, WriteError> {
        match self {
            Self::Csv(table) => table.sync(),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => Err(table.error("a Parquet file cannot be resumed")),
        }
    }

    /// Writes the remaining rows; the file is complete but does not have its final name yet.
    pub fn close(self) -> Result<PartFile, WriteError> {
        match self {
            Self::Csv(table) => table.close(),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.close(),
        }
    }

    /// Writes the remaining rows and gives the file its final name.
    pub fn finish(self) -> Result<(), WriteError> {
        self.close()?.finish()
    }
}

/// Reads a Parquet table row by row; `take` is given the names of the columns and the cells.
#[cfg(feature = "parquet")]
pub fn read_parquet(
    path: &Path,
    take: impl FnMut(&[String], &[Cell]) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    super::parquet::read(path, take)
}

/// Reads a Parquet table row by row; this build cannot.
#[cfg(not(feature = "parquet"))]
pub fn read_parquet(
    path: &Path,
    _: impl FnMut(&[String], &[Cell]) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    Err(WriteError::reading(path, "this build has no Parquet; build with `--features parquet`"))
}

/// A CSV file being written.
pub struct CsvTable {
    path: PathBuf,
    file: BufWriter<PartFile>,
    /// The row being formatted.
    line: String,
}

/// Size of the write buffer, bytes.
const BUFFER: usize = 1 << 16;

/// Appends the fewest digits that read back as the same number, with an exponent below 1e-5 and from 1e16 on.
pub fn push_number(line: &mut String, x: f64) {
    let mut number = zmij::Buffer::new();
    for part in number.format(x).split('+') {
        line.push_str(part);
    }
}

/// Appends a text to a CSV row, quoted if necessary (RFC 4180).
pub fn put_text(row: &mut String, text: &str) {
    if text.contains([',', '"', '\n', '\r']) {
        *row += &format!("\"{}\"", text.replace('"', "\"\""));
    } else {
        *row += text;
    }
}

impl CsvTable {
    fn new(file: PartFile) -> Self {
        Self { path: file.path().to_path_buf(), file: BufWriter::with_capacity(BUFFER, file), line: String::new() }
    }

    fn create(file: PartFile, columns: &[Column]) -> Result<Self, WriteError> {
        let mut table = Self::new(file);
        let header: Vec<Cell> = columns.iter().map(|column| Cell::Text(column.name)).collect();
        table.write(&header)?;
        Ok(table)
    }

    /// Appends one row. Numbers never need quotes, so they are written directly.
    fn write(&mut self, row: &[Cell]) -> Result<(), WriteError> {
        let line = &mut self.line;
        line.clear();
        for (k, cell) in row.iter().enumerate() {
            if k > 0 {
                line.push(',');
            }
            match cell {
                Cell::Number(x) => push_number(line, *x),
                // Writing to a string cannot fail.
                Cell::Count(n) => write!(line, "{n}").unwrap_or_default(),
                Cell::Text(text) => put_text(line, text),
                Cell::Nothing => {}
            }
        }
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(|e| WriteError::at(&self.path, e))
    }

    fn sync(&mut self) -> Result<Prefix, WriteError> {
        self.file.flush().map_err(|e| WriteError::at(&self.path, e))?;
        self.file.get_ref().sync()
    }

    fn close(self) -> Result<PartFile, WriteError> {
        let Self { path, file, .. } = self;
        file.into_inner().map_err(|e| WriteError::at(&path, e.error()))
    }
}
