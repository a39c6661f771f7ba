//! Lines of a table, cell by cell.

use crate::error::RunFolderError;
use std::fmt::Write;

/// A number of a table: `f32` or `f64`.
pub trait Number: Copy + Into<f64> {
    /// Writes the number with as many digits as give the same number back: 9 of `f32`, 17 of `f64`.
    fn write_to(self, text: &mut String);
}

impl Number for f32 {
    fn write_to(self, text: &mut String) {
        // Writing to a `String` does not fail.
        let _ = write!(text, "{self:.8e}");
    }
}

impl Number for f64 {
    fn write_to(self, text: &mut String) {
        let _ = write!(text, "{self:.16e}");
    }
}

/// A line that is being written.
pub(crate) struct Line<'a> {
    pub(crate) text: &'a mut String,
    pub(crate) table: &'static str,
    pub(crate) step: u64,
    /// Names of the row's bodies, for messages.
    pub(crate) row: &'a str,
    pub(crate) columns: &'static [&'static str],
    /// Number of cells written.
    pub(crate) written: usize,
}

impl Line<'_> {
    pub(crate) fn fault(&self, why: impl Into<String>) -> RunFolderError {
        RunFolderError::Row { table: self.table, step: self.step, row: self.row.to_owned(), why: why.into() }
    }

    fn begin(&mut self) {
        if self.written > 0 {
            self.text.push(',');
        }
        self.written += 1;
    }

    /// A cell of text, quoted as RFC 4180 says if need be.
    pub(crate) fn text(&mut self, cell: &str) {
        self.begin();
        if cell.contains(['"', ',', '\n', '\r']) {
            self.text.push('"');
            self.text.push_str(&cell.replace('"', "\"\""));
            self.text.push('"');
        } else {
            self.text.push_str(cell);
        }
    }

    /// A number; an empty cell if it is not known.
    pub(crate) fn number<S: Number>(&mut self, cell: Option<S>) -> Result<(), RunFolderError> {
        self.begin();
        let Some(number) = cell else { return Ok(()) };
        if !number.into().is_finite() {
            let column = self.columns.get(self.written - 1).copied().unwrap_or_default();
            return Err(self.fault(format!("`{column}` is {}; find where the run diverged", number.into())));
        }
        number.write_to(self.text);
        Ok(())
    }

    /// The parts of a vector; empty cells if it is not known.
    pub(crate) fn vector<S: Number, const N: usize>(&mut self, cells: Option<[S; N]>) -> Result<(), RunFolderError> {
        (0..N).try_for_each(|part| self.number(cells.map(|cells| cells[part])))
    }
}
