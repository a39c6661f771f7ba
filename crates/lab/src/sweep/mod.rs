//! `stickslip sweep`: a grid of cases, one row each; order and bytes are the same for any number of threads, shards
//! and interruptions.

pub(crate) mod axes;
pub(crate) mod batch;
pub mod builtin;
mod confirmed;
pub mod error;
pub mod journal;
pub(crate) mod keep;
pub mod manifest;
pub mod merge;
pub(crate) mod row_hashes;
pub mod spec;
pub mod table;
pub(crate) mod tie;

use journal::Journal;
use manifest::Shard;
use spec::Sweep;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use stickslip_engine::files::WriteError;

/// Cases per batch: enough to share the scheduling cost of a step, few enough to stay in the cache and to lose little
/// work when the program is killed.
const BATCH: usize = 128;

/// Progress of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepProgress {
    /// Cases written so far, including those of an earlier run.
    pub done: usize,
    /// Total number of cases to write.
    pub total: usize,
}

/// Summary of a finished sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finished {
    /// Cases written by this run of the program.
    pub written: usize,
    /// Cases in the file.
    pub total: usize,
    /// Wall time of this run.
    pub wall: Duration,
    /// Cases of this run that did not complete.
    pub stopped: usize,
}

/// Runs the cases still missing in `journal` with `jobs` threads.
pub fn run(
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

/// All rows of a sweep in memory, for figures and checks.
pub(crate) fn collect(sweep: &Sweep, jobs: usize) -> Vec<Vec<keep::Value>> {
    let mut all = Vec::with_capacity(sweep.cases());
    let Ok(()) = in_order(sweep, 0..sweep.cases(), jobs, |rows| {
        all.extend(rows);
        Ok::<(), Infallible>(())
    });
    all
}

/// Number of hardware threads.
pub fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Runs the cases in batches with `jobs` threads and passes the rows to `keep` in case order.
fn in_order<E>(
    sweep: &Sweep,
    cases: Range<usize>,
    jobs: usize,
    mut keep: impl FnMut(Vec<Vec<keep::Value>>) -> Result<(), E>,
) -> Result<(), E> {
    let batches = cases.len().div_ceil(BATCH);
    let batch = |k: usize| cases.start + k * BATCH..(cases.start + (k + 1) * BATCH).min(cases.end);
    let next = AtomicUsize::new(0);
    // A full channel blocks the workers, which bounds the memory for finished rows.
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

/// File for the rows while a sweep runs: the output itself, or `NAME.parquet.csv` next to a Parquet file.
pub fn journal_path(out: &Path) -> std::path::PathBuf {
    match out.extension().and_then(|extension| extension.to_str()) {
        Some("parquet") => out.with_extension("parquet.csv"),
        _ => out.to_path_buf(),
    }
}
