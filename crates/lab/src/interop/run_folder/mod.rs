//! Run folders: `run.json`, `bodies` and `contacts` as CSV or Parquet, which any program in any language can write.
//!
//! A folder of results of this program is such a folder. [`read`] checks every cell and names file and line of a fault;
//! values missing from a folder stay unknown. [`recording`] and [`shown`] make a recording that plays the run, and
//! [`rebuild()`] a scene that steps its bodies by our own laws.

mod assemble;
mod columns;
mod contacts;
mod externals;
mod features;
mod header;
mod rebuild;
mod scene;
mod table;

pub use assemble::{FolderRun, read};
pub use header::{RUN_FILE, is_run_folder};
pub use rebuild::{RebuildFault, RebuiltScene, SteppedBy, rebuild};
pub use scene::{recording, scene, shown};

/// A fault of a run folder: file, line, reason, remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {why}; {remedy}")]
pub struct FolderFault {
    /// Path of the file.
    pub file: String,
    /// Number of the line, from 1; of the row, in a Parquet file.
    pub line: u64,
    /// What is wrong.
    pub why: String,
    /// What to do about that.
    pub remedy: String,
}
