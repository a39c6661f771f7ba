//! The rows of a sweep on disk: an append-only CSV file, and a manifest that identifies the sweep.

use super::keep::Value;
use super::spec::Sweep;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use stickslip_engine::files::{WriteError, read_text, remove, write_whole};
use stickslip_engine::record::build::BUILD;
use stickslip_engine::record::rows::{Cell, Column, Kind};
use stickslip_engine::record::table::{push_number, put_text};

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
    pub(crate) fn cases(&self, total: usize) -> Range<usize> {
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
        }
    }

    /// True if both belong to the same sweep and shard; the build and the name of the sweep file do not count.
    pub fn is_same_sweep(&self, other: &Self) -> bool {
        let bare = |of: &Self| Self { program: String::new(), sweep: String::new(), ..of.clone() };
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
        let mut line = csv_line(self.columns.iter().map(|(name, _)| name.clone()));
        line.push('\n');
        line
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

/// The CSV file of a sweep in progress.
pub struct Journal {
    path: PathBuf,
    file: File,
    rows: usize,
}

impl Journal {
    /// Creates the file with its header, replacing an existing one. On failure, neither table nor manifest remains.
    pub fn create(path: &Path, manifest: &Manifest) -> Result<Self, WriteError> {
        if let Some(dir) = path.parent() {
            std::fs::create_dir_all(dir).map_err(|e| WriteError::at(dir, e))?;
        }
        // A manifest must never exist beside rows of another sweep: remove the old rows first.
        remove(path)?;
        let header = manifest.header();
        let begun = manifest.write(path).and_then(|()| write_whole(path, header.as_bytes()));
        if let Err(error) = begun {
            // Report the first error, not one of the cleanup.
            let _ = remove(path).and_then(|()| remove(&Manifest::path_of(path)));
            return Err(error);
        }
        let file = OpenOptions::new().append(true).open(path).map_err(|e| WriteError::at(path, e))?;
        Ok(Self { path: path.to_path_buf(), file, rows: 0 })
    }

    /// Opens the file to append rows, and truncates an incomplete last row; `manifest` must belong to the file.
    pub fn resume(path: &Path, manifest: &Manifest) -> Result<Self, WriteError> {
        let (whole, rows) = whole_rows(path, manifest)?;
        if whole == 0 {
            return Self::create(path, manifest);
        }
        let file = OpenOptions::new().append(true).open(path).map_err(|e| WriteError::at(path, e))?;
        file.set_len(whole).map_err(|e| WriteError::at(path, e))?;
        Ok(Self { path: path.to_path_buf(), file, rows })
    }

    /// Number of complete rows in the file.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Appends rows in a single write.
    pub(crate) fn append(&mut self, rows: &[Vec<Value>]) -> Result<(), WriteError> {
        let mut text = String::new();
        for row in rows {
            text += &csv_line(row.iter().map(|value| match value {
                Value::Number(x) => {
                    let mut number = String::new();
                    push_number(&mut number, *x);
                    number
                }
                Value::Count(n) => n.to_string(),
                Value::Text(text) => text.clone(),
            }));
            text.push('\n');
        }
        self.rows += rows.len();
        self.file.write_all(text.as_bytes()).map_err(|e| WriteError::at(&self.path, e))
    }

    /// Flushes the rows to disk.
    pub(crate) fn finish(self) -> Result<(), WriteError> {
        self.file.sync_all().map_err(|e| WriteError::at(&self.path, e))
    }
}

/// One line of CSV without line end; line breaks in a field become spaces.
fn csv_line(fields: impl Iterator<Item = String>) -> String {
    let mut line = String::new();
    for (k, field) in fields.enumerate() {
        line.extend((k > 0).then_some(','));
        put_text(&mut line, &field.replace(['\n', '\r'], " "));
    }
    line
}

/// Length in bytes of the header and the complete rows, and the number of rows; an error if they are not in order.
pub(super) fn whole_rows(path: &Path, manifest: &Manifest) -> Result<(u64, usize), WriteError> {
    let file = File::open(path).map_err(|e| WriteError::reading(path, e))?;
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let (mut bytes, mut rows) = (0, 0);
    let cases = manifest.shard.cases(manifest.cases);
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line).map_err(|e| WriteError::reading(path, e))?;
        if read == 0 || line.last() != Some(&b'\n') {
            return Ok((bytes, rows));
        }
        let due = if bytes == 0 { manifest.header() } else { format!("{},", cases.start + rows) };
        if !line.starts_with(due.as_bytes()) || (bytes > 0 && rows >= cases.len()) {
            return Err(WriteError::reading(path, format!("line {} is not the next row of this sweep", rows + 2)));
        }
        rows += usize::from(bytes > 0);
        bytes += read as u64;
    }
}

/// Parses a CSV record into the cells of a table.
pub(super) fn cells<'a>(columns: &[Column], record: &'a csv::StringRecord) -> Vec<Cell<'a>> {
    let cell = |(column, field): (&Column, &'a str)| match column.kind {
        Kind::Number => Cell::Number(field.parse().unwrap_or(f64::NAN)),
        Kind::Count => Cell::Count(field.parse().unwrap_or(0)),
        Kind::Text => Cell::Text(field),
    };
    columns.iter().zip(record.iter()).map(cell).collect()
}
