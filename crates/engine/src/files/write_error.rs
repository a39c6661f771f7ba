//! Why a file could not be written or read.

use std::path::Path;

/// A failed file operation: which file, and why.
#[derive(Debug, thiserror::Error)]
#[error("cannot {} {path}: {why}", if *.reading { "read" } else { "write" })]
pub struct WriteError {
    /// True if reading failed, false if writing failed.
    pub reading: bool,
    /// The file.
    pub path: String,
    /// The reason.
    pub why: String,
}

impl WriteError {
    /// An error writing the file at `path`.
    pub fn at(path: &Path, why: impl ToString) -> Self {
        Self { reading: false, path: path.display().to_string(), why: why.to_string() }
    }

    /// An error reading the file at `path`.
    pub fn reading(path: &Path, why: impl ToString) -> Self {
        Self { reading: true, ..Self::at(path, why) }
    }
}
