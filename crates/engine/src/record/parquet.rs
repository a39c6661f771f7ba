//! Tables as Parquet files: the typed columns of the CSV, with the settings of the run as metadata.

use super::rows::{Cell, Column, Kind};
use crate::files::{PartFile, WriteError};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use parquet::schema::types::Type;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows buffered per row group.
const ROWS_PER_GROUP: usize = 65_536;

/// A Parquet file being written.
pub struct ParquetTable {
    path: PathBuf,
    writer: SerializedFileWriter<PartFile>,
    columns: Vec<Buffer>,
}

/// Buffered cells of one column.
enum Buffer {
    Number(Vec<f64>),
    Count(Vec<i64>),
    Text(Vec<ByteArray>),
}

impl ParquetTable {
    /// Begins a file with these columns and metadata.
    pub(crate) fn create(
        file: PartFile,
        columns: &[Column],
        metadata: &[(String, String)],
    ) -> Result<Self, WriteError> {
        let path = file.path().to_path_buf();
        let open = || -> Result<_, ParquetError> {
            let pairs = metadata.iter().map(|(k, v)| KeyValue::new(k.clone(), v.clone())).collect();
            let properties = WriterProperties::builder()
                .set_compression(Compression::SNAPPY)
                .set_key_value_metadata(Some(pairs))
                .build();
            SerializedFileWriter::new(file, schema(columns)?, Arc::new(properties))
        };
        let writer = open().map_err(|e| WriteError::at(&path, e))?;
        let buffer = |column: &Column| match column.kind {
            Kind::Number => Buffer::Number(Vec::new()),
            Kind::Count => Buffer::Count(Vec::new()),
            Kind::Text => Buffer::Text(Vec::new()),
        };
        Ok(Self { path, writer, columns: columns.iter().map(buffer).collect() })
    }

    /// Appends one row.
    pub(crate) fn write(&mut self, row: &[Cell]) -> Result<(), WriteError> {
        for (column, cell) in self.columns.iter_mut().zip(row) {
            match (column, cell) {
                (Buffer::Number(values), Cell::Number(x)) => values.push(*x),
                (Buffer::Number(values), Cell::Nothing) => values.push(f64::NAN),
                (Buffer::Count(values), Cell::Count(n)) => values.push(*n as i64),
                (Buffer::Text(values), Cell::Text(text)) => values.push(ByteArray::from(*text)),
                _ => {
                    return Err(WriteError::at(&self.path, "a cell does not match the type of its column"));
                }
            }
        }
        if self.columns.first().is_some_and(|column| column.len() >= ROWS_PER_GROUP) { self.flush() } else { Ok(()) }
    }

    /// Writes the remaining rows and the footer.
    pub(crate) fn close(mut self) -> Result<PartFile, WriteError> {
        self.flush()?;
        self.writer.into_inner().map_err(|e| WriteError::at(&self.path, e))
    }

    pub(super) fn error(&self, why: impl ToString) -> WriteError {
        WriteError::at(&self.path, why)
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        self.write_group().map_err(|e| WriteError::at(&self.path, e))
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for buffer in &mut self.columns {
            let Some(mut column) = group.next_column()? else {
                break;
            };
            match buffer {
                Buffer::Number(values) => column.typed::<DoubleType>().write_batch(values, None, None)?,
                Buffer::Count(values) => column.typed::<Int64Type>().write_batch(values, None, None)?,
                Buffer::Text(values) => column.typed::<ByteArrayType>().write_batch(values, None, None)?,
            };
            buffer.clear();
            column.close()?;
        }
        group.close()?;
        Ok(())
    }
}

/// Reads the rows of a table; `take` is given the names of the columns and the cells.
pub(super) fn read(
    path: &Path,
    mut take: impl FnMut(&[String], &[Cell]) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    let fault = |error: &dyn std::fmt::Display| WriteError::reading(path, error);
    let file = File::open(path).map_err(|error| fault(&error))?;
    let reader = SerializedFileReader::new(file).map_err(|error| fault(&error))?;
    let schema = reader.metadata().file_metadata().schema();
    let names: Vec<String> = schema.get_fields().iter().map(|field| field.name().to_owned()).collect();
    for row in reader.get_row_iter(None).map_err(|error| fault(&error))? {
        let row = row.map_err(|error| fault(&error))?;
        let cells = row.get_column_iter().map(|(name, field)| match field {
            Field::Double(x) => Ok(Cell::Number(*x)),
            Field::Float(x) => Ok(Cell::Number(f64::from(*x))),
            Field::Null => Ok(Cell::Nothing),
            Field::Long(n) => whole(*n).ok_or_else(|| fault(&format!("column `{name}` has {n}, below 0"))),
            Field::Int(n) => whole(i64::from(*n)).ok_or_else(|| fault(&format!("column `{name}` has {n}, below 0"))),
            Field::UInt(n) => Ok(Cell::Count(u64::from(*n))),
            Field::ULong(n) => Ok(Cell::Count(*n)),
            Field::Str(text) => Ok(Cell::Text(text)),
            _ => Err(fault(&format!("column `{name}` has values of another type"))),
        });
        take(&names, &cells.collect::<Result<Vec<_>, _>>()?)?;
    }
    Ok(())
}

/// The cell of a count.
fn whole(n: i64) -> Option<Cell<'static>> {
    u64::try_from(n).ok().map(Cell::Count)
}

impl Buffer {
    fn len(&self) -> usize {
        match self {
            Self::Number(values) => values.len(),
            Self::Count(values) => values.len(),
            Self::Text(values) => values.len(),
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Number(values) => values.clear(),
            Self::Count(values) => values.clear(),
            Self::Text(values) => values.clear(),
        }
    }
}

fn schema(columns: &[Column]) -> Result<Arc<Type>, ParquetError> {
    let field = |column: &Column| {
        let (physical, logical) = match column.kind {
            Kind::Number => (Physical::DOUBLE, None),
            Kind::Count => (Physical::INT64, None),
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        Type::primitive_type_builder(column.name, physical)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(logical)
            .build()
            .map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    Type::group_type_builder("table").with_fields(fields).build().map(Arc::new)
}
