//! A run at one of its steps as a file, from which it goes on to the same bits: `checkpoint-1` and `checkpoint-2` in its
//! folder, written in turn, so that the one before stays in case that the newest is found to be damaged.
//!
//! The first line says what the file is and which build wrote it; then come the XXH3 (64 bit) of the rest and the rest, as
//! postcard writes it. A build reads its own checkpoints only: another may round differently, and lays the state out
//! differently.

use crate::record::build::BUILD;
use crate::record::folder::ResultFolder;
use crate::record::part_file::{part_of, remove};
use crate::record::recording::RecordingMark;
use crate::record::stability::Stability;
use crate::record::write_error::WriteError;
use crate::run::rest::RestClock;
use crate::step::snapshot::ChangedState;
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// The number of this format.
const FORMAT: u32 = 2;
/// Their names.
const NAMES: [&str; 2] = ["checkpoint-1", "checkpoint-2"];
/// Bytes of the hash.
const HASH: usize = size_of::<u64>();

/// A run after a step whose rows are written, and which is not its last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// File of the scene, or the name of the built-in scene.
    pub name: String,
    /// The scene's text with all settings in it.
    pub text: String,
    /// A row every so many steps.
    pub every: u64,
    /// Simulated time between two checkpoints, s.
    pub interval: f64,
    /// What the steps have changed.
    pub state: ChangedState,
    /// Since when each body rests.
    pub rest: RestClock,
    /// The largest Δt/Δt_crit so far.
    pub stability: Stability,
    /// What the user was warned of at the start.
    pub warnings: Vec<String>,
    /// Name and length, bytes, of each table.
    pub tables: Vec<(String, u64)>,
    /// The recording that the run makes: its file, from the folder or from the root, and how far it is.
    pub recording: Option<(PathBuf, RecordingMark)>,
    /// Wall time so far, s.
    pub wall_seconds: f64,
    /// The file that it was read from: the run goes on with the other one.
    #[serde(skip)]
    pub(super) slot: Slot,
}

/// One of the two files.
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

/// Why a run cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCheckpoint {
    /// There is none.
    #[error("{0} holds no checkpoint")]
    None(String),
    /// None of them can be used, and why one of them cannot.
    #[error("{0}: {1}")]
    Unusable(String, String),
}

fn first_line() -> String {
    format!("stickslip checkpoint {FORMAT} of {BUILD}\n")
}

impl Checkpoint {
    /// The file's bytes.
    fn bytes(&self) -> Result<Vec<u8>, String> {
        let body = postcard::to_stdvec(self).map_err(|error| error.to_string())?;
        Ok([first_line().as_bytes(), &xxh3_64(&body).to_le_bytes(), &body].concat())
    }

    /// Reads a file's bytes; an error says what is wrong with them.
    fn parse(bytes: &[u8]) -> Result<Self, String> {
        let (line, rest) = match bytes.iter().position(|byte| *byte == b'\n') {
            Some(end) if bytes.starts_with(b"stickslip checkpoint ") => bytes.split_at(end + 1),
            _ => return Err("it is no checkpoint of stickslip".to_owned()),
        };
        if line != first_line().as_bytes() {
            let line = String::from_utf8_lossy(line);
            let build = line.trim_end().split_once(" of ").map_or("another format", |(_, build)| build);
            return Err(format!(
                "it was written by stickslip {build}, this is stickslip {BUILD}: go on with that build"
            ));
        }
        let body = rest.get(HASH..).filter(|body| rest[..HASH] == xxh3_64(body).to_le_bytes());
        let body = body.ok_or("it is damaged: its hash is another")?;
        postcard::from_bytes(body).map_err(|error| format!("it is damaged: {error}"))
    }

    /// Writes the checkpoint into the folder of its run.
    pub(super) fn write(&self, folder: &mut ResultFolder) -> Result<(), WriteError> {
        let name = self.slot.name();
        let bytes = self.bytes().map_err(|why| WriteError::at(&folder.path().join(name), why))?;
        folder.write(name, &bytes)
    }

    /// Takes both away: the run in this folder is at its end.
    pub fn clear(dir: &Path) -> Result<(), WriteError> {
        let paths = NAMES.map(|name| dir.join(name));
        paths.iter().try_for_each(|path| remove(path).and_then(|()| remove(&part_of(path))))
    }

    /// The newest one in a folder that is whole and whose tables are there.
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

    /// The checkpoint, if its recording is there as it was.
    fn with_recording(self, dir: &Path) -> Result<Self, String> {
        if let (Some(path), Some((_, mark))) = (self.recording_file(dir), &self.recording) {
            mark.read(&path).map_err(|why| format!("its recording {}: {why}", path.display()))?;
        }
        Ok(self)
    }

    /// The checkpoint, if its tables are as long as they were.
    fn with_tables(self, dir: &Path) -> Result<Self, String> {
        for (name, bytes) in &self.tables {
            let path = dir.join(name);
            let part = part_of(&path);
            let length = [part, path].iter().find_map(|path| path.metadata().ok()).map(|found| found.len());
            match length {
                Some(length) if length >= *bytes => {}
                Some(length) => return Err(format!("its table {name} has {length} bytes left of {bytes}")),
                None => return Err(format!("its table {name} is gone")),
            }
        }
        Ok(self)
    }
}

/// How a checkpoint in `dir` names a file: from the folder, if it lies in there, so that both can be moved together.
pub(super) fn named_from(dir: &Path, file: &Path) -> Result<PathBuf, WriteError> {
    let absolute = |path: &Path| std::path::absolute(path).map_err(|error| WriteError::at(path, error));
    let (dir, file) = (absolute(dir)?, absolute(file)?);
    Ok(file.strip_prefix(&dir).map(Path::to_path_buf).unwrap_or(file))
}
