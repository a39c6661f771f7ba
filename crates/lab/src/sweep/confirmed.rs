//! The rows of a sweep that are known to be unchanged since they were written: each block of rows has a hash in the
//! manifest.

use super::keep::Value;
use super::manifest::Manifest;
use super::row_hashes::{ROWS_PER_BLOCK, RowHasher, row_line};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use stickslip_engine::files::WriteError;

/// The rows of a file that its manifest confirms.
pub(super) struct ConfirmedRows {
    /// Length of header and rows, bytes; 0 if not even the header is complete.
    pub(super) bytes: u64,
    /// The rows.
    pub(super) hasher: RowHasher,
}

/// Reads the rows of a table, CSV or Parquet, up to the last one that `manifest` confirms, and calls `take` with each as
/// a line of CSV. Blocks that the file no longer has in full are left out, so that they can be computed again; an error
/// names the rows that were changed.
pub(super) fn confirmed(
    path: &Path,
    manifest: &Manifest,
    take: impl FnMut(&[u8]) -> Result<(), WriteError>,
) -> Result<ConfirmedRows, WriteError> {
    let check = RowCheck { path, manifest, take, hasher: RowHasher::default(), block: Vec::new() };
    if path.extension().is_some_and(|extension| extension == "parquet") {
        return check.parquet();
    }
    check.csv()
}

/// Checks rows one after the other.
struct RowCheck<'a, T> {
    path: &'a Path,
    manifest: &'a Manifest,
    take: T,
    hasher: RowHasher,
    /// The lines of the present block, which are taken once its hash is known.
    block: Vec<u8>,
}

impl<T: FnMut(&[u8]) -> Result<(), WriteError>> RowCheck<'_, T> {
    fn csv(mut self) -> Result<ConfirmedRows, WriteError> {
        let fault = |error| WriteError::reading(self.path, error);
        let mut reader = BufReader::new(File::open(self.path).map_err(fault)?);
        let header = self.manifest.header();
        let mut line = Vec::new();
        let read = reader.read_until(b'\n', &mut line).map_err(fault)?;
        if read == 0 || line.last() != Some(&b'\n') {
            return Ok(ConfirmedRows { bytes: 0, hasher: RowHasher::default() });
        }
        if line != header.as_bytes() {
            return Err(WriteError::reading(self.path, "its first line is not the header of this sweep"));
        }
        let mut bytes = read as u64;
        // Length of the file up to the last block whose hash is right.
        let mut kept = bytes;
        while self.hasher.count() < self.manifest.rows.count {
            line.clear();
            bytes += reader.read_until(b'\n', &mut line).map_err(fault)? as u64;
            if line.last() != Some(&b'\n') {
                self.hasher.drop_begun_block();
                break;
            }
            if self.push(&line)? {
                kept = bytes;
            }
        }
        let all = self.manifest.shard.cases(self.manifest.cases).len();
        let is_longer = self.hasher.count() == all && !reader.fill_buf().map_err(fault)?.is_empty();
        if is_longer { Err(self.changed(all, all + 1)) } else { Ok(ConfirmedRows { bytes: kept, hasher: self.hasher }) }
    }

    fn parquet(mut self) -> Result<ConfirmedRows, WriteError> {
        let path = self.path;
        stickslip_engine::record::table::read_parquet(path, |_, cells| {
            let line = row_line(&cells.iter().copied().map(Value::from).collect::<Vec<_>>());
            self.push(line.as_bytes()).map(drop)
        })?;
        let (found, count) = (self.hasher.count(), self.manifest.rows.count);
        if found == count {
            return Ok(ConfirmedRows { bytes: 0, hasher: self.hasher });
        }
        Err(self.changed(found.min(count), found.max(count)))
    }

    /// Takes a row; true if it completes a block, whose hash is then known to be right.
    fn push(&mut self, line: &[u8]) -> Result<bool, WriteError> {
        self.hasher.push(line);
        self.block.extend_from_slice(line);
        let count = self.hasher.count();
        let is_end = count.is_multiple_of(ROWS_PER_BLOCK) || count == self.manifest.rows.count;
        if is_end {
            let block = (count - 1) / ROWS_PER_BLOCK;
            if self.hasher.last_block().as_ref() != self.manifest.rows.blocks.get(block) {
                return Err(self.changed(block * ROWS_PER_BLOCK, count));
            }
            self.block.split_inclusive(|byte| *byte == b'\n').try_for_each(&mut self.take)?;
            self.block.clear();
        }
        Ok(is_end)
    }

    /// The error for rows `from..to`, counted from 0, that are not as they were written.
    fn changed(&self, from: usize, to: usize) -> WriteError {
        let first = self.manifest.shard.cases(self.manifest.cases).start + from;
        let why = format!(
            "the rows of cases {first} to {} are not those that the sweep wrote: restore the file, or make it again with \
             --force",
            first + (to - from).saturating_sub(1)
        );
        WriteError::reading(self.path, why)
    }
}
