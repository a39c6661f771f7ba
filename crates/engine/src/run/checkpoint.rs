//! A checkpoint: the state of a run at one step, from which the run continues bit for bit. The files `checkpoint-1`
//! and `checkpoint-2` are written in turn, so that the older one remains if the newest is damaged.
//!
//! The first line identifies the format and the build that wrote the file. The 64-bit XXH3 of the rest follows, and
//! the rest in postcard format. A build reads only its own checkpoints: another build may round differently and lay
//! out the state differently. A checkpoint is used only if the tables and the recording still begin with the bytes that
//! were written, which their hashes show: a power loss can leave a file of the right length full of zeros.

use crate::files::{Prefix, WriteError, part_of, remove};
use crate::observe::stability::Stability;
use crate::record::build::build;
use crate::record::folder::ResultFolder;
use crate::record::recording::RecordingMark;
use crate::run::rest::RestClock;
use crate::step::impacts::ImpactLog;
use crate::step::snapshot::ChangedState;
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// Version of the checkpoint format.
const FORMAT: u32 = 6;
/// Names of the two files.
const NAMES: [&str; 2] = ["checkpoint-1", "checkpoint-2"];
/// Length of the hash, bytes.
const HASH: usize = size_of::<u64>();

/// A run after a step that is not its last; the rows of the step are written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Scene file, or name of the built-in scene.
    pub name: String,
    /// Text of the scene, settings included.
    pub text: String,
    /// Steps between two rows of a table.
    pub every: u64,
    /// Simulated time between two checkpoints, s.
    pub interval: f64,
    /// The part of the simulation state that steps change.
    pub state: ChangedState,
    /// Step since which each body has been at rest.
    pub rest: RestClock,
    /// The largest Δt/Δt_crit so far.
    pub stability: Stability,
    /// Warnings issued at the start.
    pub warnings: Vec<String>,
    /// Name of each table, and what was written to it.
    pub tables: Vec<(String, Prefix)>,
    /// Recording made by the run: file, relative to the folder or absolute, and position.
    pub recording: Option<(PathBuf, RecordingMark)>,
    /// Impacts so far; `None` in a run that does not log them.
    pub impacts: Option<ImpactLog>,
    /// Wall time so far, s.
    pub wall_seconds: f64,
    /// The file that held this checkpoint; the resumed run writes to the other one first.
    #[serde(skip)]
    pub(super) slot: Slot,
}

/// One of the two checkpoint files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Slot(usize);

impl Slot {
    pub(super) fn other(self) -> Self {
        Self(1 - self.0)
    }

    fn name(self) -> &'static str {
        NAMES[self.0]
    }
}

/// Why a run cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCheckpoint {
    /// The folder has no checkpoint.
    #[error("{0} holds no checkpoint")]
    None(String),
    /// No checkpoint is usable: a file, and what is wrong with it.
    #[error("{0}: {1}")]
    Unusable(String, String),
}

fn first_line() -> String {
    format!("stickslip checkpoint {FORMAT} of {}\n", build())
}

impl Checkpoint {
    /// The checkpoint as bytes of a file.
    fn bytes(&self) -> Result<Vec<u8>, String> {
        let body = postcard::to_stdvec(self).map_err(|error| error.to_string())?;
        Ok([first_line().as_bytes(), &xxh3_64(&body).to_le_bytes(), &body].concat())
    }

    /// Parses the bytes of a file; the error says what is wrong with it.
    fn parse(bytes: &[u8]) -> Result<Self, String> {
        let (line, rest) = match bytes.iter().position(|byte| *byte == b'\n') {
            Some(end) if bytes.starts_with(b"stickslip checkpoint ") => bytes.split_at(end + 1),
            _ => return Err("it is not a checkpoint of stickslip".to_owned()),
        };
        if line != first_line().as_bytes() {
            let line = String::from_utf8_lossy(line);
            let writer = line.trim_end().split_once(" of ").map_or("another format", |(_, writer)| writer);
            return Err(format!(
                "it was written by stickslip {writer}, this is stickslip {}: continue with that build",
                build()
            ));
        }
        let body = rest.get(HASH..).filter(|body| rest[..HASH] == xxh3_64(body).to_le_bytes());
        let body = body.ok_or("it is damaged: its hash does not match")?;
        postcard::from_bytes(body).map_err(|error| format!("it is damaged: {error}"))
    }

    /// Writes the checkpoint into the folder of its run.
    pub(super) fn write(&self, folder: &mut ResultFolder) -> Result<(), WriteError> {
        let name = self.slot.name();
        let bytes = self.bytes().map_err(|why| WriteError::at(&folder.path().join(name), why))?;
        folder.write(name, &bytes)
    }

    /// Removes both checkpoint files of a folder, once its run has ended.
    pub fn clear(dir: &Path) -> Result<(), WriteError> {
        let paths = NAMES.map(|name| dir.join(name));
        paths.iter().try_for_each(|path| remove(path).and_then(|()| remove(&part_of(path))))
    }

    /// The newest intact checkpoint in a folder whose tables and recording still match it.
    pub fn newest(dir: &Path) -> Result<Self, NoCheckpoint> {
        let unusable = |file: &Path, why: String| NoCheckpoint::Unusable(file.display().to_string(), why);
        if let Err(error) = std::fs::read_dir(dir) {
            return Err(unusable(dir, format!("cannot read the folder: {error}")));
        }
        let (mut newest, mut fault) = (None::<Self>, None);
        for slot in [Slot(0), Slot(1)] {
            let file = dir.join(slot.name());
            let bytes = match std::fs::read(&file) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                read => read.map_err(|error| error.to_string()),
            };
            match bytes
                .and_then(|bytes| Self::parse(&bytes))
                .and_then(|found| found.with_tables(dir))
                .and_then(|found| found.with_recording(dir))
            {
                Ok(found) if newest.as_ref().is_some_and(|other| other.state.step() > found.state.step()) => {}
                Ok(found) => newest = Some(Self { slot, ..found }),
                Err(why) => fault = Some(unusable(&file, why)),
            }
        }
        newest.ok_or_else(|| fault.unwrap_or_else(|| NoCheckpoint::None(dir.display().to_string())))
    }

    /// The file of the recording that the run in this folder makes.
    pub fn recording_file(&self, dir: &Path) -> Option<PathBuf> {
        self.recording.as_ref().map(|(path, _)| dir.join(path))
    }

    /// Returns the checkpoint if its recording is unchanged.
    fn with_recording(self, dir: &Path) -> Result<Self, String> {
        if let (Some(path), Some((_, mark))) = (self.recording_file(dir), &self.recording) {
            mark.written.check(&path).map_err(|why| format!("its recording {}: {why}", path.display()))?;
        }
        Ok(self)
    }

    /// Returns the checkpoint if each table still begins with what was written to it.
    fn with_tables(self, dir: &Path) -> Result<Self, String> {
        for (name, written) in &self.tables {
            let path = dir.join(name);
            let found = [part_of(&path), path].into_iter().find(|path| path.exists());
            let found = found.ok_or_else(|| format!("its table {name} is missing"))?;
            written.check(&found).map_err(|why| format!("its table {}: {why}", found.display()))?;
        }
        Ok(self)
    }
}

/// Path by which a checkpoint in `dir` refers to a file: relative if the file lies inside, so that both can be moved
/// together.
pub(super) fn named_from(dir: &Path, file: &Path) -> Result<PathBuf, WriteError> {
    let absolute = |path: &Path| std::path::absolute(path).map_err(|error| WriteError::at(path, error));
    let (dir, file) = (absolute(dir)?, absolute(file)?);
    Ok(file.strip_prefix(&dir).map(Path::to_path_buf).unwrap_or(file))
}
