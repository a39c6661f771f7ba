//! Puts the shards of a sweep together, and turns a finished CSV file into Parquet.

use super::journal::{Manifest, ReadError, Shard, whole_rows};
use crate::record::table::{Format, Table};
use crate::record::write_error::WriteError;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes the rows of all shards to `out`, the same bytes as of an unbroken run. Shards of several builds are taken only
/// if they are allowed; the manifest then names them all.
pub(crate) fn merge(parts: &[PathBuf], out: &Path, allow_other_build: bool) -> Result<usize, MergeError> {
    let mut shards = Vec::new();
    for path in parts {
        let manifest = Manifest::read(path)?;
        let (_, rows) = whole_rows(path, &manifest)?;
        let due = manifest.shard.cases(manifest.cases).len();
        if rows < due {
            return Err(MergeError::Unfinished { path: path.clone(), rows, due });
        }
        shards.push((manifest, path));
    }
    shards.sort_by_key(|(manifest, _)| manifest.shard.index);
    let Some((first, of)) = shards.first() else { return Err(MergeError::Missing("there is no part".into())) };
    let mut whole = Manifest { shard: Shard::WHOLE, ..first.clone() };
    for (k, (manifest, path)) in shards.iter().enumerate() {
        if !whole.is_of_the_same(&Manifest { shard: Shard::WHOLE, ..manifest.clone() }) {
            return Err(MergeError::Missing(format!("{} belongs to another sweep", path.display())));
        }
        if manifest.program != first.program && !allow_other_build {
            let [a, b] =
                [(of, first), (path, manifest)].map(|(path, by)| format!("{} is by {}", path.display(), by.program));
            return Err(MergeError::Builds(a, b));
        }
        whole.add_builds(&manifest.program);
        if manifest.shard != (Shard { index: k + 1, count: shards.len() }) {
            let Shard { index, count } = manifest.shard;
            let why = format!("{} is shard {index}/{count} where {}/{} is due", path.display(), k + 1, shards.len());
            return Err(MergeError::Missing(why));
        }
    }
    concatenate(&whole, &shards, out)?;
    Ok(whole.cases)
}

/// Why shards cannot be put together.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MergeError {
    /// A file.
    #[error(transparent)]
    File(#[from] WriteError),
    /// A shard is not done.
    #[error("{path} has {rows} of {due} rows; finish it with `stickslip sweep ... --resume`")]
    Unfinished {
        /// The file.
        path: PathBuf,
        /// Rows in it.
        rows: usize,
        /// Rows it will have.
        due: usize,
    },
    /// They are of two programs.
    #[error("{0}, {1}: two builds may differ in the last digit; run one of them again, or give --allow-other-build")]
    Builds(String, String),
    /// The parts do not make a whole.
    #[error("{0}; give every shard of one sweep once")]
    Missing(String),
}

fn concatenate(whole: &Manifest, shards: &[(Manifest, &PathBuf)], out: &Path) -> Result<(), WriteError> {
    let target = super::journal_path(out);
    let part = target.with_extension("part");
    let mut writer = BufWriter::new(File::create(&part).map_err(|e| WriteError::at(&part, e))?);
    writer.write_all(whole.header().as_bytes()).map_err(|e| WriteError::at(&part, e))?;
    for (_, path) in shards {
        let mut reader = BufReader::new(File::open(path).map_err(|e| ReadError::at(path, e))?);
        std::io::BufRead::skip_until(&mut reader, b'\n').map_err(|e| ReadError::at(path, e))?;
        std::io::copy(&mut reader, &mut writer).map_err(|e| WriteError::at(&part, e))?;
    }
    writer.flush().map_err(|e| WriteError::at(&part, e))?;
    std::fs::rename(&part, &target).map_err(|e| WriteError::at(&target, e))?;
    whole.write(&target)?;
    if target == out { Ok(()) } else { to_parquet(&target, out) }
}

/// Writes the finished CSV file at `from` as Parquet, with the sweep's settings as metadata.
pub(crate) fn to_parquet(from: &Path, to: &Path) -> Result<(), WriteError> {
    let manifest = Manifest::read(from)?;
    let text = serde_json::to_string(&manifest).map_err(|e| WriteError::at(to, e))?;
    let metadata = [
        ("sweep_hash".to_string(), manifest.sweep_hash.clone()),
        ("scene_hash".to_string(), manifest.scene_hash.clone()),
        ("settings".to_string(), text),
    ];
    let columns = manifest.table_columns();
    let stem = to.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let dir = to.parent().unwrap_or(Path::new(""));
    let mut table = Table::create(dir, &stem, &columns, Format::Parquet, &metadata)?;
    let mut reader = csv::Reader::from_path(from).map_err(|e| ReadError::at(from, e))?;
    for record in reader.records() {
        let record = record.map_err(|e| ReadError::at(from, e))?;
        table.write(&super::journal::cells(&columns, &record))?;
    }
    table.finish()
}
