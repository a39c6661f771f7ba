//! Why a file could not be written or read.

use std::path::Path;

/// What can go wrong with a file: which, and why.
#[derive(Debug, thiserror::Error)]
#[error("cannot {} {path}: {why}", if *.reading { "read" } else { "write" })]
pub struct WriteError {
    /// True if it should have been read.
    pub reading: bool,
    /// The file.
    pub path: String,
    /// The reason.
    pub why: String,
}

impl WriteError {
    /// For the file at `path`.
    pub fn at(path: &Path, why: impl ToString) -> Self {
        Self { reading: false, path: path.display().to_string(), why: why.to_string() }
    }

    /// For the file at `path`, which should have been read.
    pub fn reading(path: &Path, why: impl ToString) -> Self {
        Self { reading: true, ..Self::at(path, why) }
    }
}
