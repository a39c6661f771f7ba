//! Tables on disk: CSV, and Parquet with the feature of that name.

use super::rows::{Cell, Column};
use super::write_error::WriteError;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// The file formats of `run --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated text, shortest round-trip numbers.
    Csv,
    /// Apache Parquet.
    Parquet,
}

/// A table being written.
pub(crate) enum Table {
    /// A CSV file.
    Csv(Box<CsvTable>),
    /// A Parquet file.
    #[cfg(feature = "parquet")]
    Parquet(Box<super::parquet::ParquetTable>),
}

impl Table {
    /// Creates `stem.csv` or `stem.parquet` in `dir` with these columns; an old file of that name is replaced.
    ///
    /// `metadata` goes into the file where the format has a place for it.
    pub(crate) fn create(
        dir: &Path,
        stem: &str,
        columns: &[Column],
        format: Format,
        metadata: &[(String, String)],
    ) -> Result<Self, WriteError> {
        match format {
            Format::Csv => Ok(Self::Csv(Box::new(CsvTable::create(&dir.join(format!("{stem}.csv")), columns)?))),
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                let path = dir.join(format!("{stem}.parquet"));
                Ok(Self::Parquet(Box::new(super::parquet::ParquetTable::create(&path, columns, metadata)?)))
            }
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => {
                let _ = metadata;
                Err(WriteError::at(dir, "this build has no Parquet; build with `--features parquet` or use csv"))
            }
        }
    }

    /// Appends one row.
    pub(crate) fn write(&mut self, row: &[Cell]) -> Result<(), WriteError> {
        match self {
            Self::Csv(table) => table.write(row),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.write(row),
        }
    }

    /// Writes what is left and closes the file.
    pub(crate) fn finish(self) -> Result<(), WriteError> {
        match self {
            Self::Csv(table) => table.finish(),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.finish(),
        }
    }
}

/// A CSV file being written.
pub(crate) struct CsvTable {
    path: std::path::PathBuf,
    writer: csv::Writer<BufWriter<File>>,
}

impl CsvTable {
    fn create(path: &Path, columns: &[Column]) -> Result<Self, WriteError> {
        let file = File::create(path).map_err(|e| WriteError::at(path, e))?;
        let mut writer = csv::Writer::from_writer(BufWriter::new(file));
        writer.write_record(columns.iter().map(|c| c.name)).map_err(|e| WriteError::at(path, e))?;
        Ok(Self { path: path.to_path_buf(), writer })
    }

    fn write(&mut self, row: &[Cell]) -> Result<(), WriteError> {
        let mut number = ryu::Buffer::new();
        for cell in row {
            match cell {
                Cell::Number(x) => self.writer.write_field(number.format(*x)),
                Cell::Count(n) => self.writer.write_field(n.to_string()),
                Cell::Text(text) => self.writer.write_field(text),
            }
            .map_err(|e| WriteError::at(&self.path, e))?;
        }
        self.writer.write_record(None::<&[u8]>).map_err(|e| WriteError::at(&self.path, e))
    }

    fn finish(mut self) -> Result<(), WriteError> {
        self.writer.flush().map_err(|e| WriteError::at(&self.path, e))
    }
}
