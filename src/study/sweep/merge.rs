//! Merges the shards of a sweep, and converts a finished CSV file to Parquet.

use super::journal::{Manifest, Shard, whole_rows};
use crate::record::part_file::{PartFile, remove};
use crate::record::table::{Format, Table};
use crate::record::write_error::WriteError;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes the rows of all shards to `out`, byte for byte as an unbroken run would. Shards of several builds are
/// accepted only if allowed; the manifest then names them all.
pub(crate) fn merge(parts: &[PathBuf], out: &Path, allow_other_build: bool) -> Result<usize, MergeError> {
    let mut shards = Vec::new();
    for path in parts {
        let manifest = Manifest::read(path)?;
        let (_, rows) = whole_rows(path, &manifest)?;
        let due = manifest.shard.cases(manifest.cases).len();
        if rows < due {
            let command = manifest.command(manifest.shard, path);
            return Err(MergeError::Unfinished { path: path.clone(), rows, due, command });
        }
        shards.push((manifest, path));
    }
    shards.sort_by_key(|(manifest, _)| manifest.shard.index);
    let Some((first, of)) = shards.first() else { return Err(MergeError::Parts("there are no shards".into())) };
    let mut whole = Manifest { shard: Shard::WHOLE, ..first.clone() };
    for (manifest, path) in &shards {
        if !whole.is_of_the_same(&Manifest { shard: Shard::WHOLE, ..manifest.clone() }) {
            return Err(MergeError::Parts(format!(
                "{} belongs to a different sweep than {}",
                path.display(),
                of.display()
            )));
        }
        if manifest.program != first.program && !allow_other_build {
            let [a, b] =
                [(of, first), (path, manifest)].map(|(path, by)| format!("{} is by {}", path.display(), by.program));
            return Err(MergeError::Builds(a, b));
        }
        whole.add_builds(&manifest.program);
    }
    check_shards(&shards)?;
    concatenate(&whole, &shards, out)?;
    Ok(whole.cases)
}

/// Checks that every shard of one division is there exactly once; the shards come sorted.
fn check_shards(shards: &[(Manifest, &PathBuf)]) -> Result<(), MergeError> {
    let Some((first, of)) = shards.first() else { return Ok(()) };
    let name = |(manifest, path): &(Manifest, &PathBuf)| {
        let Shard { index, count } = manifest.shard;
        format!("{} is shard {index}/{count}", path.display())
    };
    let count = first.shard.count;
    if let Some(other) = shards.iter().find(|(manifest, _)| manifest.shard.count != count) {
        return Err(MergeError::Parts(format!("{}, {}", name(&shards[0]), name(other))));
    }
    if let Some(pair) = shards.windows(2).find(|pair| pair[0].0.shard == pair[1].0.shard) {
        return Err(MergeError::Parts(format!("{}, and {}", name(&pair[0]), name(&pair[1]))));
    }
    let is_there = |index: &usize| shards.iter().any(|(manifest, _)| manifest.shard.index == *index);
    let missing: Vec<_> = (1..=count).filter(|index| !is_there(index)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let told = missing.iter().take(TOLD).map(|index| {
        let shard = Shard { index: *index, count };
        let out = beside(of, first.shard, shard);
        format!("shard {index}/{count} is missing; make it with\n  {}", first.command(shard, &out))
    });
    let mut text = told.collect::<Vec<_>>().join("\n");
    if missing.len() > TOLD {
        text += &format!("\nand {} more shards are missing", missing.len() - TOLD);
    }
    Err(MergeError::Missing(text))
}

/// Number of missing shards listed individually.
const TOLD: usize = 20;

/// A file name for a missing shard, derived from that of another one by replacing its number if that occurs exactly
/// once.
fn beside(known: &Path, is: Shard, wanted: Shard) -> PathBuf {
    let name = known.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let pieces: Vec<&str> = name.split(|c: char| !c.is_ascii_digit()).filter(|piece| !piece.is_empty()).collect();
    let number = is.index.to_string();
    let is_its_number = |piece: &&&str| **piece == number.as_str();
    // In `map.2-of-4.csv` only the first number is that of the shard.
    let at = (pieces.iter().filter(is_its_number).count() == 1).then(|| place_of(&name, &number)).flatten();
    match at {
        Some(at) => known.with_file_name(format!("{}{}{}", &name[..at], wanted.index, &name[at + number.len()..])),
        None => known.with_file_name(format!("shard-{}-of-{}.csv", wanted.index, wanted.count)),
    }
}

/// Position of a number in a name, not counting parts of longer numbers.
fn place_of(name: &str, number: &str) -> Option<usize> {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let stands =
        |at: &usize| !is_digit(name[..*at].chars().next_back()) && !is_digit(name[at + number.len()..].chars().next());
    name.match_indices(number).map(|(at, _)| at).find(stands)
}

/// Why shards cannot be merged.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MergeError {
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] WriteError),
    /// A shard is incomplete.
    #[error("{path} has {rows} of {due} rows; finish it with\n  {command}")]
    Unfinished {
        /// The file.
        path: PathBuf,
        /// Number of rows in it.
        rows: usize,
        /// Number of rows it should have.
        due: usize,
        /// The command that completes it.
        command: String,
    },
    /// They were made by two builds.
    #[error("{0}, {1}: two builds may differ in the last digit; rerun one of them, or give --allow-other-build")]
    Builds(String, String),
    /// The parts do not form one sweep.
    #[error("{0}; give every shard of one sweep once")]
    Parts(String),
    /// Shards are missing: which, and the command for each.
    #[error("{0}")]
    Missing(String),
}

fn concatenate(whole: &Manifest, shards: &[(Manifest, &PathBuf)], out: &Path) -> Result<(), WriteError> {
    let target = super::journal_path(out);
    // Table and manifest must match: remove those of another sweep or an older build first.
    remove(out).and_then(|()| remove(&target))?;
    let mut writer = BufWriter::new(PartFile::create(&target)?);
    let fault = |error: std::io::Error| WriteError::at(&target, error);
    writer.write_all(whole.header().as_bytes()).map_err(fault)?;
    for (_, path) in shards {
        let mut reader = BufReader::new(File::open(path).map_err(|e| WriteError::reading(path, e))?);
        std::io::BufRead::skip_until(&mut reader, b'\n').map_err(|e| WriteError::reading(path, e))?;
        std::io::copy(&mut reader, &mut writer).map_err(fault)?;
    }
    let file = writer.into_inner().map_err(|error| fault(error.into_error()))?;
    whole.write(&target)?;
    file.finish()?;
    if target == out { Ok(()) } else { to_parquet(&target, out) }
}

/// Writes the finished CSV file at `from` as Parquet, with the settings of the sweep as metadata.
pub(crate) fn to_parquet(from: &Path, to: &Path) -> Result<(), WriteError> {
    let manifest = Manifest::read(from)?;
    let text = serde_json::to_string(&manifest).map_err(|e| WriteError::at(to, e))?;
    let metadata = [
        ("sweep_hash".to_string(), manifest.sweep_hash.clone()),
        ("scene_hash".to_string(), manifest.scene_hash.clone()),
        ("settings".to_string(), text),
    ];
    let columns = manifest.table_columns();
    let mut table = Table::create(PartFile::create(to)?, &columns, Format::Parquet, &metadata)?;
    let mut reader = csv::Reader::from_path(from).map_err(|e| WriteError::reading(from, e))?;
    for record in reader.records() {
        let record = record.map_err(|e| WriteError::reading(from, e))?;
        table.write(&super::journal::cells(&columns, &record))?;
    }
    table.finish()
}
