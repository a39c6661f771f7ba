//! What a writer refuses.

use std::fmt::{Display, Formatter};
use std::path::PathBuf;

/// Why a run folder could not be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunFolderError {
    /// A file or the folder could not be made or written.
    Files {
        /// Path of the file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The header has a fault.
    Header {
        /// What is wrong, and what to do.
        why: String,
    },
    /// A row has a fault; nothing of its frame was written.
    Row {
        /// File name of the table.
        table: &'static str,
        /// Step of the row.
        step: u64,
        /// Name of the body of the row, or of both bodies of a contact.
        row: String,
        /// What is wrong, and what to do.
        why: String,
    },
    /// A frame is not one interval after the last one.
    Interval {
        /// Step of the frame.
        step: u64,
        /// Step of the last frame.
        last: u64,
        /// Steps between two frames, of the header.
        every: u64,
    },
}

impl Display for RunFolderError {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Files { path, source } => write!(to, "{}: {source}", path.display()),
            Self::Header { why } => write!(to, "run.json: {why}"),
            Self::Row { table, step, row, why } => write!(to, "{table}, step {step}, {row}: {why}"),
            Self::Interval { step, last, every } => write!(
                to,
                "step {step} after step {last}: frames are {every} steps apart, in order; give their interval as `every`"
            ),
        }
    }
}

impl std::error::Error for RunFolderError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Files { source, .. } => Some(source),
            _ => None,
        }
    }
}
