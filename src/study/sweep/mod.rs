//! `stickslip sweep`: a grid of cases, one row each, in the same order and bytes however it was run.

pub(crate) mod axes;
pub(crate) mod batch;
pub(crate) mod builtin;
pub(crate) mod error;
pub(crate) mod journal;
pub(crate) mod keep;
pub(crate) mod merge;
pub(crate) mod spec;
mod tie;

use crate::record::write_error::WriteError;
use journal::{Journal, Shard};
use spec::Sweep;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Cases of one batch: enough to share the cost of a step's schedule, few enough to stay in the cache and to lose
/// little when the program is killed.
const BATCH: usize = 128;

/// How far a sweep is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SweepProgress {
    /// Cases written, with those of an earlier run.
    pub done: usize,
    /// Cases to write in all.
    pub total: usize,
}

/// What a finished sweep comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Finished {
    /// Cases written by this run.
    pub written: usize,
    /// Cases of the file.
    pub total: usize,
    /// Wall time of this run.
    pub wall: Duration,
    /// Rows of this run whose case did not go to its end.
    pub stopped: usize,
}

/// Runs what is still missing in the journal at `out`, on `jobs` threads.
pub(crate) fn run(
    sweep: &Sweep,
    mut journal: Journal,
    shard: Shard,
    jobs: usize,
    mut progress: impl FnMut(SweepProgress),
) -> Result<Finished, WriteError> {
    let start = Instant::now();
    let all = shard.cases(sweep.cases());
    let (first, total) = (all.start + journal.rows(), all.len());
    let mut done = journal.rows();
    let mut stopped = 0;
    progress(SweepProgress { done, total });
    in_order(sweep, first..all.end, jobs, |rows| {
        stopped += rows.iter().filter(|row| row.last() != Some(&keep::Value::Text(String::new()))).count();
        journal.append(&rows)?;
        done += rows.len();
        progress(SweepProgress { done, total });
        Ok(())
    })?;
    journal.finish()?;
    Ok(Finished { written: all.end.saturating_sub(first), total, wall: start.elapsed(), stopped })
}

/// All rows of a sweep, in memory: for figures and checks.
pub(crate) fn collect(sweep: &Sweep, jobs: usize) -> Vec<Vec<keep::Value>> {
    let mut all = Vec::with_capacity(sweep.cases());
    // Nothing can go wrong in keeping rows.
    let _ = in_order(sweep, 0..sweep.cases(), jobs, |rows| {
        all.extend(rows);
        Ok(())
    });
    all
}

/// As many threads as the machine runs at once.
pub(crate) fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Works through the cases in batches on `jobs` threads and hands the rows over in the order of the cases.
fn in_order(
    sweep: &Sweep,
    cases: Range<usize>,
    jobs: usize,
    mut keep: impl FnMut(Vec<Vec<keep::Value>>) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    let batches = cases.len().div_ceil(BATCH);
    let batch = |k: usize| cases.start + k * BATCH..(cases.start + (k + 1) * BATCH).min(cases.end);
    let next = AtomicUsize::new(0);
    // A full channel makes the workers wait, so that what is kept in memory stays small.
    let (sender, receiver) = mpsc::sync_channel(2 * jobs.max(1));
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (sender, next, batch) = (sender.clone(), &next, &batch);
            scope.spawn(move || {
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    if k >= batches || sender.send((k, batch::rows(sweep, batch(k)))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (k, rows) in receiver {
            early.insert(k, rows);
            while let Some(rows) = early.remove(&due) {
                keep(rows)?;
                due += 1;
            }
        }
        Ok(())
    })
}

/// Where the rows are kept while a sweep runs: the output itself, or `NAME.csv` beside a Parquet file.
pub(crate) fn journal_path(out: &Path) -> std::path::PathBuf {
    match out.extension().and_then(|extension| extension.to_str()) {
        Some("parquet") => out.with_extension("parquet.csv"),
        _ => out.to_path_buf(),
    }
}
