//! Tables on disk: CSV, and Parquet with the feature of that name.

use super::part_file::PartFile;
use super::rows::{Cell, Column};
use super::write_error::WriteError;
use std::path::PathBuf;

/// The file formats of `run --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated text, shortest round-trip numbers.
    Csv,
    /// Apache Parquet.
    Parquet,
}

impl Format {
    /// The name of a table's file.
    pub fn file(self, stem: &str) -> String {
        match self {
            Self::Csv => format!("{stem}.csv"),
            Self::Parquet => format!("{stem}.parquet"),
        }
    }
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
    /// A table with these columns in a new file, which gets its name when the table is finished.
    ///
    /// `metadata` goes into the file where the format has a place for it.
    pub(crate) fn create(
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

    /// Goes on with a CSV table that has its header and some rows.
    pub(crate) fn go_on(file: PartFile) -> Self {
        Self::Csv(Box::new(CsvTable::of(file)))
    }

    /// Appends one row.
    pub(crate) fn write(&mut self, row: &[Cell]) -> Result<(), WriteError> {
        match self {
            Self::Csv(table) => table.write(row),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.write(row),
        }
    }

    /// The rows so far are on the disk: the length of the file, bytes. Parquet has no rows before its end.
    pub(crate) fn sync(&mut self) -> Result<u64, WriteError> {
        match self {
            Self::Csv(table) => table.sync(),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => Err(table.error("a Parquet file cannot be gone on with")),
        }
    }

    /// Writes what is left; the file is whole and has not got its name yet.
    pub(crate) fn close(self) -> Result<PartFile, WriteError> {
        match self {
            Self::Csv(table) => table.close(),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.close(),
        }
    }

    /// Writes what is left and gives the file its name.
    pub(crate) fn finish(self) -> Result<(), WriteError> {
        self.close()?.finish()
    }
}

/// A CSV file being written.
pub(crate) struct CsvTable {
    path: PathBuf,
    writer: csv::Writer<PartFile>,
}

/// Bytes gathered before they are written.
const BUFFER: usize = 1 << 16;

impl CsvTable {
    fn of(file: PartFile) -> Self {
        let path = file.path().to_path_buf();
        Self { path, writer: csv::WriterBuilder::new().buffer_capacity(BUFFER).from_writer(file) }
    }

    fn create(file: PartFile, columns: &[Column]) -> Result<Self, WriteError> {
        let mut table = Self::of(file);
        table.writer.write_record(columns.iter().map(|c| c.name)).map_err(|e| table.error(e))?;
        Ok(table)
    }

    fn write(&mut self, row: &[Cell]) -> Result<(), WriteError> {
        let mut number = ryu::Buffer::new();
        for cell in row {
            match cell {
                Cell::Number(x) => self.writer.write_field(number.format(*x)),
                Cell::Count(n) => self.writer.write_field(n.to_string()),
                Cell::Text(text) => self.writer.write_field(text),
                Cell::Nothing => self.writer.write_field(""),
            }
            .map_err(|e| WriteError::at(&self.path, e))?;
        }
        self.writer.write_record(None::<&[u8]>).map_err(|e| WriteError::at(&self.path, e))
    }

    fn sync(&mut self) -> Result<u64, WriteError> {
        self.writer.flush().map_err(|e| WriteError::at(&self.path, e))?;
        self.writer.get_ref().sync()
    }

    fn close(self) -> Result<PartFile, WriteError> {
        let Self { path, writer } = self;
        writer.into_inner().map_err(|e| WriteError::at(&path, e.error()))
    }

    fn error(&self, why: impl ToString) -> WriteError {
        WriteError::at(&self.path, why)
    }
}
