//! Rows of a sweep as lines of CSV, and the hashes of blocks of them.

use super::keep::Value;
use serde::{Deserialize, Serialize};
use stickslip_engine::record::table::{push_number, put_text};
use xxhash_rust::xxh3::Xxh3;

/// Number of rows per hash.
pub const ROWS_PER_BLOCK: usize = 1024;

/// The hashes of the first rows of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowHashes {
    /// Number of rows.
    pub count: usize,
    /// XXH3 (64 bit, 16 hex digits) of each block of 1024 rows as lines of CSV with their line ends; the last block may
    /// be shorter.
    pub blocks: Vec<String>,
}

/// Hashes rows as they are written or read.
#[derive(Clone, Default)]
pub struct RowHasher {
    count: usize,
    blocks: Vec<String>,
    block: Xxh3,
}

impl RowHasher {
    /// Appends a row, a line of CSV with its line end.
    pub fn push(&mut self, line: &[u8]) {
        self.block.update(line);
        self.count += 1;
        if self.count.is_multiple_of(ROWS_PER_BLOCK) {
            self.blocks.push(format!("{:016x}", self.block.digest()));
            self.block.reset();
        }
    }

    /// Number of rows so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The hashes of the rows so far.
    pub fn hashes(&self) -> RowHashes {
        let mut blocks = self.blocks.clone();
        blocks.extend(self.begun_block());
        RowHashes { count: self.count, blocks }
    }

    /// The hash of the block of the last row; `None` without rows.
    pub fn last_block(&self) -> Option<String> {
        self.begun_block().or_else(|| self.blocks.last().cloned())
    }

    /// The hash of a block that is not full.
    fn begun_block(&self) -> Option<String> {
        (!self.count.is_multiple_of(ROWS_PER_BLOCK)).then(|| format!("{:016x}", self.block.digest()))
    }

    /// Drops the rows after the last full block.
    pub fn drop_begun_block(&mut self) {
        self.count = self.blocks.len() * ROWS_PER_BLOCK;
        self.block.reset();
    }
}

/// One line of CSV with its line end; line breaks in a field become spaces.
pub(super) fn row_line(cells: &[Value]) -> String {
    let mut line = String::new();
    for (k, cell) in cells.iter().enumerate() {
        line.extend((k > 0).then_some(','));
        match cell {
            Value::Number(x) => push_number(&mut line, *x),
            Value::Count(n) => line += &n.to_string(),
            Value::Text(text) => put_text(&mut line, &text.replace(['\n', '\r'], " ")),
        }
    }
    line.push('\n');
    line
}
