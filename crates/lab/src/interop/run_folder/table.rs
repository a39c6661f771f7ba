//! Rows of a table of a run folder, from CSV or Parquet, one by one.

use super::FolderFault;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use stickslip_engine::record::rows::Cell;
use stickslip_engine::record::table::read_parquet;
use stickslip_engine::scene::MAGNITUDES;

/// Size of the read buffer, bytes.
const BUFFER: usize = 1 << 20;
/// Longest text of a row that a fault quotes, characters.
const MAX_QUOTED: usize = 40;

/// A row and its place in the file.
pub(super) struct TableRow<'a> {
    file: &'a str,
    names: &'a [String],
    pub(super) line: u64,
    cells: Cells<'a>,
}

enum Cells<'a> {
    Csv(&'a csv::StringRecord),
    Parquet(&'a [Cell<'a>]),
}

impl TableRow<'_> {
    pub(super) fn fault(&self, why: impl Into<String>, remedy: &str) -> FolderFault {
        FolderFault { file: self.file.to_owned(), line: self.line, why: why.into(), remedy: remedy.to_owned() }
    }

    /// A column in a message: its number from 1, and its name.
    pub(super) fn column(&self, column: usize) -> String {
        format!("column {} ({})", column + 1, self.names.get(column).map_or("", String::as_str))
    }

    /// The number in a column; `None` if it is not known.
    pub(super) fn number(&self, column: usize) -> Result<Option<f64>, FolderFault> {
        let number = match &self.cells {
            Cells::Csv(row) => match row.get(column).unwrap_or_default().trim() {
                "" => return Ok(None),
                text => text.parse().ok(),
            },
            Cells::Parquet(row) => match row.get(column) {
                None | Some(Cell::Nothing) => return Ok(None),
                Some(Cell::Number(x)) if x.is_nan() => return Ok(None),
                Some(Cell::Number(x)) => Some(*x),
                Some(Cell::Count(n)) => Some(*n as f64),
                Some(Cell::Text(_)) => None,
            },
        };
        let is_usable = |x: &f64| *x == 0.0 || x.abs() <= *MAGNITUDES.end();
        number.filter(is_usable).map(Some).ok_or_else(|| self.no_number(column, number))
    }

    /// The fault of a cell that is no number, or one beyond all bounds.
    fn no_number(&self, column: usize, number: Option<f64>) -> FolderFault {
        let text: String = match (&self.cells, number) {
            (Cells::Csv(row), _) => row.get(column).unwrap_or_default().trim().chars().take(MAX_QUOTED).collect(),
            (Cells::Parquet(_), Some(number)) => number.to_string(),
            (Cells::Parquet(_), None) => self.text(column).chars().take(MAX_QUOTED).collect(),
        };
        let why = format!("`{text}` in {} is not a finite number below 1e60", self.column(column));
        self.fault(why, "find where the run diverged; leave a cell empty if its number is not known")
    }

    /// The number in a column that every row needs.
    pub(super) fn needed(&self, column: usize) -> Result<f64, FolderFault> {
        let missing = || self.fault(format!("{} is empty", self.column(column)), "every row needs this number");
        self.number(column)?.ok_or_else(missing)
    }

    /// The whole number in a column that every row needs.
    pub(super) fn count(&self, column: usize) -> Result<u64, FolderFault> {
        let found = match &self.cells {
            Cells::Csv(row) => row.get(column).and_then(|text| text.trim().parse().ok()),
            Cells::Parquet(row) => match row.get(column) {
                Some(Cell::Count(n)) => Some(*n),
                Some(Cell::Number(x)) if x.fract() == 0.0 && (0.0..9e15).contains(x) => Some(*x as u64),
                _ => None,
            },
        };
        let why = || format!("{} is not a whole number from 0 on", self.column(column));
        found.ok_or_else(|| self.fault(why(), "count steps from 0"))
    }

    /// The whole number in a column, if it is given.
    pub(super) fn count_if_given(&self, column: usize) -> Result<Option<u64>, FolderFault> {
        let is_empty = match &self.cells {
            Cells::Csv(row) => row.get(column).is_none_or(|text| text.trim().is_empty()),
            Cells::Parquet(row) => match row.get(column) {
                None | Some(Cell::Nothing) => true,
                Some(Cell::Number(x)) => x.is_nan(),
                _ => false,
            },
        };
        if is_empty { Ok(None) } else { self.count(column).map(Some) }
    }

    /// The text in a column.
    pub(super) fn text(&self, column: usize) -> &str {
        match &self.cells {
            Cells::Csv(row) => row.get(column).unwrap_or_default(),
            Cells::Parquet(row) => match row.get(column) {
                Some(Cell::Text(text)) => text,
                _ => "",
            },
        }
    }
}

/// How a table ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableEnd {
    /// With a whole line.
    Whole,
    /// In the middle of a line, which was dropped: the file is still written, or its writer was killed.
    Cut,
}

/// A table of a folder.
pub(super) struct TableFile {
    path: std::path::PathBuf,
    /// Path for messages.
    pub(super) name: String,
    is_parquet: bool,
}

impl TableFile {
    /// The table with this stem, as CSV or Parquet; `None` if there is neither, a fault if there are both.
    pub(super) fn find(dir: &Path, stem: &str) -> Result<Option<Self>, FolderFault> {
        let [csv, parquet] = ["csv", "parquet"].map(|ending| {
            let path = dir.join(format!("{stem}.{ending}"));
            let name = path.display().to_string();
            path.is_file().then_some(Self { path, name, is_parquet: ending == "parquet" })
        });
        match (csv, parquet) {
            (Some(csv), Some(_)) => {
                Err(csv.fault(1, format!("there is {stem}.parquet, too"), "keep the one that belongs to run.json"))
            }
            (csv, parquet) => Ok(csv.or(parquet)),
        }
    }

    pub(super) fn fault(&self, line: u64, why: impl Into<String>, remedy: &str) -> FolderFault {
        FolderFault { file: self.name.clone(), line, why: why.into(), remedy: remedy.to_owned() }
    }

    /// Gives the names of the columns to `begin`, then each row with what `begin` returned to `take`.
    pub(super) fn read<L>(
        &self,
        begin: impl FnOnce(&[String]) -> Result<L, FolderFault>,
        take: impl FnMut(&L, &TableRow) -> Result<(), FolderFault>,
    ) -> Result<TableEnd, FolderFault> {
        if self.is_parquet { self.read_parquet(begin, take) } else { self.read_csv(begin, take) }
    }

    fn read_csv<L>(
        &self,
        begin: impl FnOnce(&[String]) -> Result<L, FolderFault>,
        mut take: impl FnMut(&L, &TableRow) -> Result<(), FolderFault>,
    ) -> Result<TableEnd, FolderFault> {
        let unreadable = |error: std::io::Error| self.fault(1, format!("cannot read it: {error}"), "check the file");
        let mut file = File::open(&self.path).map_err(unreadable)?;
        // What is written from now on is left for the next time.
        let length = file.seek(SeekFrom::End(0)).map_err(unreadable)?;
        let mut last = [b'\n'];
        if length > 0 {
            file.seek(SeekFrom::Start(length - 1)).and_then(|_| file.read_exact(&mut last)).map_err(unreadable)?;
        }
        file.rewind().map_err(unreadable)?;
        let is_cut = last != *b"\n";
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .buffer_capacity(BUFFER)
            .from_reader(BufReader::new(file.take(length)));
        let (mut row, mut next) = (csv::StringRecord::new(), csv::StringRecord::new());
        let mut read = |row: &mut csv::StringRecord| {
            let line = reader.position().line();
            reader.read_record(row).map_err(|error| {
                let line = error.position().map_or(line, csv::Position::line);
                self.fault(line, "this is not text in UTF-8", "write the table as RFC 4180 says, in UTF-8")
            })
        };
        if !read(&mut row)? {
            return Err(self.fault(1, "the table is empty", "begin it with the names of its columns"));
        }
        let names: Vec<String> = row.iter().map(|name| name.trim_start_matches('\u{feff}').trim().to_owned()).collect();
        let layout = begin(&names)?;
        let mut is_there = read(&mut row)?;
        while is_there {
            is_there = read(&mut next)?;
            if !is_there && is_cut {
                break;
            }
            let line = row.position().map_or(0, csv::Position::line);
            if row.len() != names.len() {
                let why = format!("{} cells under {} columns", row.len(), names.len());
                return Err(self.fault(line, why, "write each row whole"));
            }
            take(&layout, &TableRow { file: &self.name, names: &names, line, cells: Cells::Csv(&row) })?;
            std::mem::swap(&mut row, &mut next);
        }
        Ok(if is_cut { TableEnd::Cut } else { TableEnd::Whole })
    }

    fn read_parquet<L>(
        &self,
        begin: impl FnOnce(&[String]) -> Result<L, FolderFault>,
        mut take: impl FnMut(&L, &TableRow) -> Result<(), FolderFault>,
    ) -> Result<TableEnd, FolderFault> {
        let (mut begin, mut layout, mut fault, mut line) = (Some(begin), None, None, 0);
        let read = read_parquet(&self.path, |names, cells| {
            line += 1;
            let mut handle = || {
                if let Some(begin) = begin.take() {
                    layout = Some(begin(names)?);
                }
                let row = TableRow { file: &self.name, names, line, cells: Cells::Parquet(cells) };
                layout.as_ref().map_or(Ok(()), |layout| take(layout, &row))
            };
            handle().map_err(|found| {
                fault = Some(found);
                stickslip_engine::files::WriteError::reading(&self.path, "a row has a fault")
            })
        });
        match (fault, read) {
            (Some(fault), _) => Err(fault),
            (None, Err(error)) => Err(self.fault(1, error.to_string(), "give a whole file, or write CSV")),
            (None, Ok(())) => Ok(TableEnd::Whole),
        }
    }
}
