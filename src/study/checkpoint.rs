//! A run at one of its steps as a file, from which it goes on to the same bits: `checkpoint-STEP` in its folder.
//!
//! The first line says what the file is and which build wrote it; then come the XXH3 (64 bit) of the rest and the rest, as
//! postcard writes it. A build reads its own checkpoints only: another may round differently, and lays the state out
//! differently. The two newest are kept, in case that the newest is found to be damaged.

use crate::record::build::BUILD;
use crate::record::folder::ResultFolder;
use crate::record::stability::Stability;
use crate::record::write_error::WriteError;
use crate::run::rest::RestClock;
use crate::step::snapshot::ChangedState;
use serde::{Deserialize, Serialize};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// The number of this format.
const FORMAT: u32 = 1;
/// So many are kept.
const KEPT: usize = 2;
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
    /// Wall time so far, s.
    pub wall_seconds: f64,
}

/// Why a run cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCheckpoint {
    /// There is none.
    #[error("{0} holds no checkpoint")]
    None(String),
    /// None of them can be used, and why the newest cannot.
    #[error("{0}: {1}")]
    Unusable(String, String),
}

fn name(step: u64) -> String {
    format!("checkpoint-{step:012}")
}

/// The steps of the checkpoints in a folder, ascending.
fn steps_in(dir: &Path) -> Result<Vec<u64>, WriteError> {
    let mut steps = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(|error| WriteError::reading(dir, error))? {
        let entry = entry.map_err(|error| WriteError::reading(dir, error))?.file_name();
        let step = entry.to_str().and_then(|entry| entry.strip_prefix("checkpoint-")?.parse().ok());
        steps.extend(step.filter(|step| entry.to_str() == Some(&name(*step))));
    }
    steps.sort_unstable();
    Ok(steps)
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
            return Err(format!("it was written by stickslip {build}, this is stickslip {BUILD}: go on with that build"));
        }
        let body = rest.get(HASH..).filter(|body| rest[..HASH] == xxh3_64(body).to_le_bytes());
        let body = body.ok_or("it is damaged: its hash is another")?;
        postcard::from_bytes(body).map_err(|error| format!("it is damaged: {error}"))
    }

    /// Writes the checkpoint into the folder of its run and takes older ones away.
    pub(super) fn write(&self, folder: &mut ResultFolder) -> Result<(), WriteError> {
        let name_of_this = name(self.state.step());
        let bytes = self.bytes().map_err(|why| WriteError::at(&folder.path().join(&name_of_this), why))?;
        folder.write(&name_of_this, &bytes)?;
        let all = steps_in(folder.path())?;
        all.iter().rev().skip(KEPT).try_for_each(|step| folder.remove(&name(*step)))
    }

    /// Takes away those after this step.
    pub(super) fn remove_after(folder: &ResultFolder, step: Option<u64>) -> Result<(), WriteError> {
        let all = steps_in(folder.path())?;
        all.into_iter().filter(|at| step.is_none_or(|step| *at > step)).try_for_each(|at| folder.remove(&name(at)))
    }

    /// The newest one in a folder that is whole and whose tables are there.
    pub fn newest(dir: &Path) -> Result<Self, NoCheckpoint> {
        let unusable = |file: &Path, why: String| NoCheckpoint::Unusable(file.display().to_string(), why);
        let steps = steps_in(dir).map_err(|error| unusable(dir, error.to_string()))?;
        let mut first = None;
        for step in steps.into_iter().rev() {
            let file = dir.join(name(step));
            let read = std::fs::read(&file).map_err(|error| error.to_string());
            match read.and_then(|bytes| Self::parse(&bytes)).and_then(|found| found.with_tables(dir)) {
                Ok(found) => return Ok(found),
                Err(why) => first = first.or_else(|| Some(unusable(&file, why))),
            }
        }
        Err(first.unwrap_or_else(|| NoCheckpoint::None(dir.display().to_string())))
    }

    /// The checkpoint, if its tables are as long as they were.
    fn with_tables(self, dir: &Path) -> Result<Self, String> {
        for (name, bytes) in &self.tables {
            let path = dir.join(name);
            let part = crate::record::part_file::part_of(&path);
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
