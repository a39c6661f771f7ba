//! The rows of a sweep on disk: an append-only CSV file, and a manifest that identifies the sweep and has the hashes of
//! the rows that are known to be on disk. Rows that the manifest does not have yet are computed again.

use super::confirmed::{RowHasher, RowHashes, confirmed, row_line};
use super::keep::Value;
use super::spec::Sweep;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stickslip_engine::files::{Destination, PartFile, WriteError, open_named, read_text, remove, write_whole};
use stickslip_engine::record::build::BUILD;
use stickslip_engine::record::rows::{Column, Kind};

/// A shard of the cases: number `index` of `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Number of the shard, from 1.
    pub index: usize,
    /// Number of shards.
    pub count: usize,
}

impl Shard {
    /// The single shard of an undivided sweep.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Parses `I/N`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parsed {
            Some((index, count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            _ => Err("write it as 2/4, the first number from 1 to the second".to_string()),
        }
    }

    /// The cases of the shard out of `total`: one contiguous block, so that all shards in order are the whole sweep.
    pub fn cases(&self, total: usize) -> Range<usize> {
        let edge = |k: usize| (total as u128 * k as u128 / self.count as u128) as usize;
        edge(self.index - 1)..edge(self.index)
    }
}

/// Identity of the rows of a file, stored in `FILE.manifest.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The builds of the program that made the rows, as in `stickslip --version`, separated by commas.
    pub program: String,
    /// The sweep file, or the name of the built-in sweep, as given; empty in the manifest of an older build.
    #[serde(default)]
    pub sweep: String,
    /// Title of the sweep.
    pub title: String,
    /// Hash over everything except the program that determines a row.
    pub sweep_hash: String,
    /// Hash of the scene's text with the fixed settings.
    pub scene_hash: String,
    /// Number of cases of the whole sweep.
    pub cases: usize,
    /// The shard stored in the file.
    pub shard: Shard,
    /// Name and kind (number, count, text) of each column.
    pub columns: Vec<(String, String)>,
    /// Path and number of values of each axis.
    pub axes: Vec<(String, usize)>,
    /// The scene's text with the fixed settings.
    pub scene: String,
    /// Hashes of the rows known to be in the file; none in the manifest of an older build.
    #[serde(default)]
    pub rows: RowHashes,
}

impl Manifest {
    /// The manifest of a shard; `name` is the sweep as given on the command line.
    pub fn new(sweep: &Sweep, name: &str, shard: Shard) -> Self {
        let kind = |kind| match kind {
            Kind::Number => "number",
            Kind::Count => "count",
            Kind::Text => "text",
        };
        Self {
            program: format!("stickslip {BUILD}"),
            sweep: name.to_owned(),
            title: sweep.title.clone(),
            sweep_hash: sweep.hash(),
            scene_hash: stickslip_engine::scene::hash(&sweep.scene_text),
            cases: sweep.cases(),
            shard,
            columns: sweep.columns().into_iter().map(|(name, k)| (name, kind(k).to_string())).collect(),
            axes: sweep.axes.iter().map(|axis| (axis.path.clone(), axis.values.len())).collect(),
            scene: sweep.scene_text.clone(),
            rows: RowHashes::default(),
        }
    }

    /// True if both belong to the same sweep and shard; the build, the name of the sweep file and the progress do not
    /// count.
    pub fn is_same_sweep(&self, other: &Self) -> bool {
        let bare =
            |of: &Self| Self { program: String::new(), sweep: String::new(), rows: RowHashes::default(), ..of.clone() };
        bare(self) == bare(other)
    }

    /// The command that starts or resumes a shard.
    pub(crate) fn command(&self, shard: Shard, out: &Path) -> String {
        let quoted = |word: &str| {
            let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:@%,".contains(c);
            if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
        };
        let sweep = if self.sweep.is_empty() { "SWEEP".to_owned() } else { quoted(&self.sweep) };
        let part = match shard {
            Shard::WHOLE => String::new(),
            Shard { index, count } => format!(" --shard {index}/{count}"),
        };
        format!("stickslip sweep {sweep}{part} --out {} --resume", quoted(&out.display().to_string()))
    }

    /// Adds the builds listed in `program` to the manifest.
    pub fn add_builds(&mut self, program: &str) {
        for build in program.split(", ") {
            if !self.program.split(", ").any(|known| known == build) {
                self.program += &format!(", {build}");
            }
        }
    }

    /// Path of the manifest that belongs to a file of rows.
    pub(crate) fn path_of(file: &Path) -> PathBuf {
        let mut name = file.as_os_str().to_owned();
        name.push(".manifest.json");
        PathBuf::from(name)
    }

    /// Removes the manifest that belongs to a file of rows, if it exists.
    pub fn remove(file: &Path) -> Result<(), WriteError> {
        remove(&Self::path_of(file))
    }

    /// Reads the manifest that belongs to a file of rows.
    pub fn read(file: &Path) -> Result<Self, WriteError> {
        let path = Self::path_of(file);
        let text = read_text(&path).map_err(|e| {
            let why = format!("{e}; it belongs to {}: copy both together", file.display());
            WriteError::reading(&path, if file.exists() { why } else { e.to_string() })
        })?;
        serde_json::from_str(&text).map_err(|e| WriteError::reading(&path, e))
    }

    /// Writes the manifest atomically.
    pub fn write(&self, file: &Path) -> Result<(), WriteError> {
        let path = Self::path_of(file);
        let text = serde_json::to_string_pretty(self).map_err(|e| WriteError::at(&path, e))?;
        write_whole(&path, (text + "\n").as_bytes())
    }

    /// The header line of the CSV file, with its line end.
    pub(crate) fn header(&self) -> String {
        row_line(&self.columns.iter().map(|(name, _)| Value::Text(name.clone())).collect::<Vec<_>>())
    }

    /// The columns in the form used by tables.
    pub(crate) fn table_columns(&self) -> Vec<Column<'_>> {
        let kind = |kind: &str| match kind {
            "number" => Kind::Number,
            "count" => Kind::Count,
            _ => Kind::Text,
        };
        self.columns.iter().map(|(name, k)| Column { name, kind: kind(k) }).collect()
    }
}

/// Shortest time between two writes of the manifest of a sweep in progress.
const CONFIRM_EVERY: Duration = Duration::from_secs(1);

/// The CSV file of a sweep in progress, locked against other processes.
pub struct Journal {
    path: PathBuf,
    sink: Sink,
    manifest: Manifest,
    rows: RowHasher,
    confirmed: Instant,
}

/// What the rows are written to.
enum Sink {
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
            Destination::File(target) => Sink::File { file: open_rows(&target)?, target },
            _ => Sink::Stream(PartFile::create(path)?),
        };
        let mut journal = Self::new(path, sink, manifest, RowHasher::default());
        match journal.begin() {
            Ok(()) => Ok(journal),
            Err(error) => {
                if let Sink::File { target, .. } = &journal.sink {
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
        if let Sink::File { file, .. } = &mut self.sink {
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
            Self::new(path, Sink::File { file, target }, manifest, kept.hasher)
        };
        journal.confirm()?;
        Ok(journal)
    }

    fn new(path: &Path, sink: Sink, manifest: Manifest, rows: RowHasher) -> Self {
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
            Sink::File { file, .. } => file.write_all(text.as_bytes()),
            Sink::Stream(stream) => stream.write_all(text.as_bytes()),
        };
        written.map_err(|error| WriteError::at(&self.path, error))
    }

    /// Flushes the rows to disk, then writes their hashes into the manifest.
    fn confirm(&mut self) -> Result<(), WriteError> {
        match &self.sink {
            Sink::File { file, .. } => {
                file.sync_data().map_err(|error| WriteError::at(&self.path, error))?;
                self.manifest.rows = self.rows.hashes();
                self.manifest.write(&self.path)?;
            }
            Sink::Stream(stream) => _ = stream.sync()?,
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
