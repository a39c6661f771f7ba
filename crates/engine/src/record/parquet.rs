//! Tables as Parquet files: the typed columns of the CSV, with the settings of the run as metadata.

use super::rows::{Cell, Column, Kind};
use crate::files::{PartFile, WriteError};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnDescPtr, ColumnDescriptor, Type};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows buffered per row group.
const ROWS_PER_GROUP: usize = 65_536;
/// Rows read at a time.
const ROWS_READ: usize = 4096;

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
    let columns = reader.metadata().file_metadata().schema_descr().columns().to_vec();
    let names: Vec<String> = columns.iter().map(|column| column.path().string()).collect();
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).map_err(|error| fault(&error))?;
        let open = |(k, of): (usize, &ColumnDescPtr)| {
            let name = of.path().string();
            let reader = group.get_column_reader(k).map_err(|error| error.to_string());
            reader
                .and_then(|reader| ColumnRows::new(reader, of))
                .map_err(|why| fault(&format!("column `{name}`: {why}")))
        };
        let mut rows = columns.iter().enumerate().map(open).collect::<Result<Vec<_>, _>>()?;
        let mut left = usize::try_from(group.metadata().num_rows()).unwrap_or_default();
        while left > 0 {
            let count = left.min(ROWS_READ);
            for (column, name) in rows.iter_mut().zip(&names) {
                column.read(count).map_err(|why| fault(&format!("column `{name}`: {why}")))?;
            }
            let mut cells = Vec::with_capacity(rows.len());
            for row in 0..count {
                cells.clear();
                for (column, name) in rows.iter().zip(&names) {
                    let cell = column.cell(row).map_err(|why| fault(&format!("column `{name}`: {why}")))?;
                    cells.push(cell);
                }
                take(&names, &cells)?;
            }
            left -= count;
        }
    }
    Ok(())
}

/// Some rows of a column.
struct ColumnRows {
    reader: ColumnReader,
    /// Definition level of a cell that is known.
    known: i16,
    /// True if whole numbers are not negative by their type.
    unsigned: bool,
    levels: Vec<i16>,
    /// Place among the values of each cell; `None` for one that is not known.
    places: Vec<Option<usize>>,
    values: ColumnValues,
}

/// Values of a column that are known.
enum ColumnValues {
    Double(Vec<f64>),
    Float(Vec<f32>),
    Long(Vec<i64>),
    Int(Vec<i32>),
    Text(Vec<ByteArray>),
}

impl ColumnRows {
    /// The start of a column; fails for one of lists or of another type than numbers and text.
    fn new(reader: ColumnReader, of: &ColumnDescriptor) -> Result<Self, String> {
        let values = match &reader {
            ColumnReader::DoubleColumnReader(_) => ColumnValues::Double(Vec::new()),
            ColumnReader::FloatColumnReader(_) => ColumnValues::Float(Vec::new()),
            ColumnReader::Int64ColumnReader(_) => ColumnValues::Long(Vec::new()),
            ColumnReader::Int32ColumnReader(_) => ColumnValues::Int(Vec::new()),
            ColumnReader::ByteArrayColumnReader(_) => ColumnValues::Text(Vec::new()),
            _ => return Err("values of another type than numbers and text".to_owned()),
        };
        if of.max_rep_level() > 0 || of.path().parts().len() > 1 {
            return Err("lists in the cells of a table".to_owned());
        }
        let unsigned = matches!(of.logical_type_ref(), Some(LogicalType::Integer(int)) if !int.is_signed);
        let known = of.max_def_level();
        Ok(Self { reader, known, unsigned, levels: Vec::new(), places: Vec::new(), values })
    }

    /// Reads the next rows.
    fn read(&mut self, count: usize) -> Result<(), String> {
        let Self { reader, known, levels, places, values, .. } = self;
        levels.clear();
        let levels_if_any = (*known > 0).then_some(&mut *levels);
        let read = match (reader, values) {
            (ColumnReader::DoubleColumnReader(of), ColumnValues::Double(to)) => next_rows(of, count, levels_if_any, to),
            (ColumnReader::FloatColumnReader(of), ColumnValues::Float(to)) => next_rows(of, count, levels_if_any, to),
            (ColumnReader::Int64ColumnReader(of), ColumnValues::Long(to)) => next_rows(of, count, levels_if_any, to),
            (ColumnReader::Int32ColumnReader(of), ColumnValues::Int(to)) => next_rows(of, count, levels_if_any, to),
            (ColumnReader::ByteArrayColumnReader(of), ColumnValues::Text(to)) => {
                next_rows(of, count, levels_if_any, to)
            }
            _ => Ok(0),
        };
        if read.map_err(|error| error.to_string())? != count {
            return Err("it ends before the others".to_owned());
        }
        let mut next = 0;
        places.clear();
        places.extend((0..count).map(|row| {
            if levels.get(row).is_some_and(|level| level != known) {
                return None;
            }
            next += 1;
            Some(next - 1)
        }));
        Ok(())
    }

    /// A cell of the rows read last.
    fn cell(&self, row: usize) -> Result<Cell<'_>, String> {
        let Some(place) = self.places[row] else { return Ok(Cell::Nothing) };
        let whole = |n: i64| u64::try_from(n).map(Cell::Count).map_err(|_| format!("{n} is below 0"));
        match &self.values {
            ColumnValues::Double(values) => Ok(Cell::Number(values[place])),
            ColumnValues::Float(values) => Ok(Cell::Number(f64::from(values[place]))),
            ColumnValues::Long(values) if self.unsigned => Ok(Cell::Count(values[place].cast_unsigned())),
            ColumnValues::Int(values) if self.unsigned => Ok(Cell::Count(u64::from(values[place].cast_unsigned()))),
            ColumnValues::Long(values) => whole(values[place]),
            ColumnValues::Int(values) => whole(i64::from(values[place])),
            ColumnValues::Text(values) => {
                let text = std::str::from_utf8(values[place].data());
                text.map(Cell::Text).map_err(|_| "text that is not UTF-8".to_owned())
            }
        }
    }
}

/// Reads the next `count` values of a column; returns how many there were, with those that are not known.
fn next_rows<T: DataType>(
    of: &mut ColumnReaderImpl<T>,
    count: usize,
    levels: Option<&mut Vec<i16>>,
    to: &mut Vec<T::T>,
) -> Result<usize, ParquetError> {
    to.clear();
    of.read_records(count, levels, None, to).map(|(rows, ..)| rows)
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
