//! The rows of a sweep on disk: an append-only CSV file and a [`Manifest`] next to it.

use super::confirmed::confirmed;
use super::keep::Value;
use super::manifest::Manifest;
use super::row_hashes::{RowHasher, RowHashes, row_line};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stickslip_engine::files::{Destination, PartFile, WriteError, open_named, remove};

/// Shortest time between two writes of the manifest of a sweep in progress.
const CONFIRM_EVERY: Duration = Duration::from_secs(1);

/// The CSV file of a sweep in progress, locked against other processes.
pub struct Journal {
    path: PathBuf,
    sink: JournalSink,
    manifest: Manifest,
    rows: RowHasher,
    confirmed: Instant,
}

/// What the rows are written to.
enum JournalSink {
    /// A regular file with links followed, and a manifest beside the name as given.
    File { file: File, target: PathBuf },
    /// A pipe, device or standard output, without a manifest.
    Stream(PartFile),
}

impl Journal {
    /// Creates the file with its header, replacing an existing one. On failure, neither table nor manifest remains. A
    /// pipe or device is written to as it is.
    pub fn create(path: &Path, manifest: &Manifest) -> Result<Self, WriteError> {
        let manifest = Manifest { rows: RowHashes::default(), ..manifest.clone() };
        let sink = match Destination::from_path(path)? {
            Destination::File(target) => JournalSink::File { file: open_rows(&target)?, target },
            _ => JournalSink::Stream(PartFile::create(path)?),
        };
        let mut journal = Self::new(path, sink, manifest, RowHasher::default());
        match journal.begin() {
            Ok(()) => Ok(journal),
            Err(error) => {
                if let JournalSink::File { target, .. } = &journal.sink {
                    // Report the first error, not one of the cleanup.
                    let _ = remove(target).and_then(|()| Manifest::remove(path));
                }
                Err(error)
            }
        }
    }

    /// Empties the file and writes manifest and header. A manifest must never exist beside rows of another sweep: the
    /// rows go first.
    fn begin(&mut self) -> Result<(), WriteError> {
        if let JournalSink::File { file, .. } = &mut self.sink {
            let emptied = file.set_len(0).and_then(|()| file.rewind());
            emptied.map_err(|error| WriteError::at(&self.path, error))?;
            self.manifest.write(&self.path)?;
        }
        self.write(&self.manifest.header())
    }

    /// Opens the file to append rows, and drops what its manifest does not confirm; `manifest` must belong to the file.
    pub fn resume(path: &Path, manifest: &Manifest) -> Result<Self, WriteError> {
        let Destination::File(target) = Destination::from_path(path)? else {
            return Err(WriteError::at(path, "what was written to a pipe or device cannot be continued"));
        };
        let mut file = open_rows(&target)?;
        // Another process may have continued it since the manifest was read.
        let manifest = Manifest { rows: Manifest::read(path)?.rows, ..manifest.clone() };
        let kept = confirmed(path, &manifest, |_| Ok(()))?;
        let mut journal = if kept.bytes == 0 {
            drop(file);
            return Self::create(path, &manifest);
        } else {
            let at_end = file.set_len(kept.bytes).and_then(|()| file.seek(SeekFrom::Start(kept.bytes)));
            at_end.map_err(|error| WriteError::at(path, error))?;
            Self::new(path, JournalSink::File { file, target }, manifest, kept.hasher)
        };
        journal.confirm()?;
        Ok(journal)
    }

    fn new(path: &Path, sink: JournalSink, manifest: Manifest, rows: RowHasher) -> Self {
        Self { path: path.to_path_buf(), sink, manifest, rows, confirmed: Instant::now() }
    }

    /// Number of complete rows in the file.
    pub(crate) fn rows(&self) -> usize {
        self.rows.count()
    }

    /// Appends rows in a single write.
    pub(crate) fn append(&mut self, rows: &[Vec<Value>]) -> Result<(), WriteError> {
        let lines: Vec<String> = rows.iter().map(|row| row_line(row)).collect();
        self.write(&lines.concat())?;
        lines.iter().for_each(|line| self.rows.push(line.as_bytes()));
        if self.confirmed.elapsed() < CONFIRM_EVERY { Ok(()) } else { self.confirm() }
    }

    fn write(&mut self, text: &str) -> Result<(), WriteError> {
        let written = match &mut self.sink {
            JournalSink::File { file, .. } => file.write_all(text.as_bytes()),
            JournalSink::Stream(stream) => stream.write_all(text.as_bytes()),
        };
        written.map_err(|error| WriteError::at(&self.path, error))
    }

    /// Flushes the rows to disk, then writes their hashes into the manifest.
    fn confirm(&mut self) -> Result<(), WriteError> {
        match &self.sink {
            JournalSink::File { file, .. } => {
                file.sync_data().map_err(|error| WriteError::at(&self.path, error))?;
                self.manifest.rows = self.rows.hashes();
                self.manifest.write(&self.path)?;
            }
            JournalSink::Stream(stream) => _ = stream.sync()?,
        }
        self.confirmed = Instant::now();
        Ok(())
    }

    /// Flushes and confirms all rows.
    pub(crate) fn finish(mut self) -> Result<(), WriteError> {
        self.confirm()
    }
}

/// Opens and locks a file of rows; creates it, and its folder, if missing.
fn open_rows(target: &Path) -> Result<File, WriteError> {
    if let Some(dir) = target.parent() {
        std::fs::create_dir_all(dir).map_err(|error| WriteError::at(dir, error))?;
    }
    open_named(target)
}
