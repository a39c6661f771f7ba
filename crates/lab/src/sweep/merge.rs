//! Merges the shards of a sweep, and converts a finished CSV file to Parquet.

use super::confirmed::confirmed;
use super::manifest::{Manifest, Shard};
use super::row_hashes::{RowHasher, RowHashes};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use stickslip_engine::files::{Destination, PartFile, WriteError, remove};
use stickslip_engine::record::rows::{Cell, Column, Kind};
use stickslip_engine::record::table::{Format, Table};
use stickslip_engine::scene::text::plural::counted;

/// Writes the rows of all shards to `out`, byte for byte as a single run would, and returns their number. Shards of
/// several builds are accepted only with `allow_other_build`; the manifest then names all builds.
pub fn merge(parts: &[PathBuf], out: &Path, allow_other_build: bool) -> Result<usize, MergeError> {
    // A shard that was never started has neither a table nor a manifest.
    let is_begun = |path: &&PathBuf| path.exists() || Manifest::path_of(path).exists();
    let (begun, absent): (Vec<_>, Vec<_>) = parts.iter().partition(is_begun);
    let mut shards = Vec::new();
    for path in begun {
        shards.push((Manifest::read(path)?, path));
    }
    shards.sort_by_key(|(manifest, _)| manifest.shard.index);
    let Some((first, of)) = shards.first() else { return Err(nothing_at(absent.first())) };
    let mut whole = Manifest { shard: Shard::WHOLE, rows: RowHashes::default(), ..first.clone() };
    for (manifest, path) in &shards {
        if !whole.is_same_sweep(&Manifest { shard: Shard::WHOLE, ..manifest.clone() }) {
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
    if out.exists() && Manifest::read(out).is_ok_and(|old| !whole.is_same_sweep(&old)) {
        return Err(MergeError::Taken(out.display().to_string()));
    }
    check_division(&shards)?;
    check_rows(&shards, &absent)?;
    concatenate(&whole, &shards, out)?;
    Ok(whole.cases)
}

/// The error for a shard that does not exist.
fn nothing_at(path: Option<&&PathBuf>) -> MergeError {
    match path {
        Some(path) => MergeError::File(WriteError::reading(path, "there is no such table")),
        None => MergeError::Parts("there are no shards".into()),
    }
}

/// Checks that all shards have the same `count` and different indices; they must be sorted by index.
fn check_division(shards: &[(Manifest, &PathBuf)]) -> Result<(), MergeError> {
    let name = |(manifest, path): &(Manifest, &PathBuf)| {
        let Shard { index, count } = manifest.shard;
        format!("{} is shard {index}/{count}", path.display())
    };
    for pair in shards.windows(2) {
        let [a, b] = [&pair[0], &pair[1]].map(|(manifest, _)| manifest.shard);
        if a.count != b.count {
            return Err(MergeError::Parts(format!("{}, {}", name(&pair[0]), name(&pair[1]))));
        }
        if a == b {
            return Err(MergeError::Parts(format!("{}, and {}", name(&pair[0]), name(&pair[1]))));
        }
    }
    Ok(())
}

/// Checks that every shard exists with all its rows; the error lists the others, with the command for each.
fn check_rows(shards: &[(Manifest, &PathBuf)], absent: &[&PathBuf]) -> Result<(), MergeError> {
    let Some((first, of)) = shards.first() else { return Ok(()) };
    let count = first.shard.count;
    let mut due = Vec::new();
    for (manifest, path) in shards {
        // A shard that was killed before it wrote its header has a manifest and no table.
        let rows = if path.exists() { confirmed(path, manifest, |_| Ok(()))?.hasher.count() } else { 0 };
        let all = manifest.shard.cases(manifest.cases).len();
        if rows < all || !path.exists() {
            let index = manifest.shard.index;
            let state = format!(
                "shard {index}/{count}, {}, has {rows} of {}; finish it with",
                path.display(),
                counted(all, "row")
            );
            due.push((index, state, manifest.command(manifest.shard, path)));
        }
    }
    let is_there = |index: &usize| shards.iter().any(|(manifest, _)| manifest.shard.index == *index);
    let missing: Vec<_> = (1..=count).filter(|index| !is_there(index)).map(|index| Shard { index, count }).collect();
    if missing.len() < absent.len() {
        return Err(nothing_at(absent.first()));
    }
    for (shard, out) in missing.iter().zip(places(of, first.shard, &missing, absent)) {
        let state = format!("shard {}/{count} is missing; make it with", shard.index);
        due.push((shard.index, state, first.command(*shard, &out)));
    }
    due.sort();
    if due.is_empty() { Ok(()) } else { Err(MergeError::Incomplete(describe(&due))) }
}

/// The message about incomplete shards: state and command of each, and the indices for a job array.
fn describe(due: &[(usize, String, String)]) -> String {
    let one = |(_, state, command): &(usize, String, String)| format!("{state}\n  {command}");
    let mut lines: Vec<String> = due.iter().take(MAX_LISTED).map(one).collect();
    if due.len() > MAX_LISTED {
        lines.push(format!("and {} more", due.len() - MAX_LISTED));
    }
    lines.push(format!("in a job array: --array={}", ranges(due.iter().map(|(index, ..)| *index))));
    lines.join("\n")
}

/// Ascending numbers in the notation of job schedulers: `2-4,7`.
fn ranges(numbers: impl Iterator<Item = usize>) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let words =
        runs.into_iter().map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") });
    words.collect::<Vec<_>>().join(",")
}

/// Maximum number of incomplete shards listed with their commands.
const MAX_LISTED: usize = 20;

/// Output files for the missing shards: the files given that do not exist, else names derived from `known`.
fn places(known: &Path, is: Shard, missing: &[Shard], absent: &[&PathBuf]) -> Vec<PathBuf> {
    let likely: Vec<PathBuf> = missing.iter().map(|shard| beside(known, is, *shard)).collect();
    if absent.len() < missing.len() || absent.iter().all(|path| likely.contains(path)) {
        return likely;
    }
    absent.iter().map(|path| (*path).clone()).collect()
}

/// File name of a missing shard, derived from the name of another shard by replacing its number; a default name if
/// the number does not occur exactly once.
fn beside(known: &Path, is: Shard, wanted: Shard) -> PathBuf {
    let name = known.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let pieces: Vec<&str> = name.split(|c: char| !c.is_ascii_digit()).filter(|piece| !piece.is_empty()).collect();
    let number = is.index.to_string();
    let is_its_number = |piece: &&&str| **piece == number.as_str();
    // In `map.2-of-4.csv` only the first number is the index of the shard.
    let at = (pieces.iter().filter(is_its_number).count() == 1).then(|| place_of(&name, &number)).flatten();
    match at {
        Some(at) => known.with_file_name(format!("{}{}{}", &name[..at], wanted.index, &name[at + number.len()..])),
        None => known.with_file_name(format!("shard-{}-of-{}.csv", wanted.index, wanted.count)),
    }
}

/// Byte position of a number in a name; a part of a longer number does not count.
fn place_of(name: &str, number: &str) -> Option<usize> {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let stands =
        |at: &usize| !is_digit(name[..*at].chars().next_back()) && !is_digit(name[at + number.len()..].chars().next());
    name.match_indices(number).map(|(at, _)| at).find(stands)
}

/// Reason why shards cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] WriteError),
    /// The shards were made by two builds.
    #[error("{0}, {1}: two builds may differ in the last digit; rerun one of them, or give --allow-other-build")]
    Builds(String, String),
    /// The shards do not form one sweep.
    #[error("{0}; give every shard of one sweep once")]
    Parts(String),
    /// The output file is the table of another sweep.
    #[error("{0} is the table of a different sweep, or a shard; give another --out, or remove it")]
    Taken(String),
    /// Shards are missing or incomplete; the message has the command for each.
    #[error("{0}")]
    Incomplete(String),
}

fn concatenate(whole: &Manifest, shards: &[(Manifest, &PathBuf)], out: &Path) -> Result<(), WriteError> {
    let target = super::journal_path(out);
    let mut writer = BufWriter::new(PartFile::create(&target)?);
    let fault = |error: std::io::Error| WriteError::at(&target, error);
    let mut rows = RowHasher::default();
    writer.write_all(whole.header().as_bytes()).map_err(fault)?;
    for (manifest, path) in shards {
        confirmed(path, manifest, |line| {
            rows.push(line);
            writer.write_all(line).map_err(fault)
        })?;
    }
    let file = writer.into_inner().map_err(|error| fault(error.into_error()))?;
    if Destination::from_path(&target)?.is_stream() {
        return file.finish();
    }
    // A manifest must never exist beside the rows of another sweep or of an older build.
    Manifest::remove(out)?;
    file.finish()?;
    Manifest { rows: rows.hashes(), ..whole.clone() }.write(&target)?;
    if target == out { Ok(()) } else { finish_parquet(&target, out) }
}

/// Converts the finished CSV file at `from` to Parquet, with the settings of the sweep as metadata; its manifest goes
/// with it, and the CSV file is removed.
pub fn finish_parquet(from: &Path, to: &Path) -> Result<(), WriteError> {
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
        table.write(&cells(&columns, &record))?;
    }
    table.finish()?;
    manifest.write(to)?;
    // A manifest without rows is never taken for a table; rows without a manifest could not be told from others.
    remove(from).and_then(|()| Manifest::remove(from))
}

/// Parses a CSV record into the cells of a table.
fn cells<'a>(columns: &[Column], record: &'a csv::StringRecord) -> Vec<Cell<'a>> {
    let cell = |(column, field): (&Column, &'a str)| match column.kind {
        Kind::Number => Cell::Number(field.parse().unwrap_or(f64::NAN)),
        Kind::Count => Cell::Count(field.parse().unwrap_or(0)),
        Kind::Text => Cell::Text(field),
    };
    columns.iter().zip(record.iter()).map(cell).collect()
}

/// The manifest of a finished Parquet table without a CSV file beside it, once all its rows were found to be those that
/// were written; `None` if there is no such table.
pub fn finished_parquet(out: &Path) -> Result<Option<Manifest>, WriteError> {
    if super::journal_path(out) == out || super::journal_path(out).exists() || !out.exists() {
        return Ok(None);
    }
    let manifest = Manifest::read(out)?;
    confirmed(out, &manifest, |_| Ok(()))?;
    Ok(Some(manifest))
}
