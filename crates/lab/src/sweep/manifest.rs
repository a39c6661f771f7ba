//! The manifest next to the rows of a sweep: it identifies the sweep and holds the hashes of the rows known to be on
//! disk. Rows not yet in it are computed again.

use super::keep::Value;
use super::row_hashes::{RowHashes, row_line};
use super::spec::Sweep;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::{Path, PathBuf};
use stickslip_engine::files::{WriteError, read_text, remove, write_whole};
use stickslip_engine::record::build::build;
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
            program: format!("stickslip {}", build()),
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
