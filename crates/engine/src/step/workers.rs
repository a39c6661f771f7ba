//! Distributes a large step over threads: contacts and bodies in blocks, each with its own results, so that the bits do
//! not depend on the number of threads.

use bevy_ecs::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of contacts or bodies in a block, the smallest piece of work that a thread gets.
pub const BLOCK: usize = 1024;

/// Number of threads a step may use, in scenes large enough to benefit.
#[derive(Resource, Clone, Default)]
pub enum Workers {
    /// One thread per core.
    #[default]
    All,
    /// Only the caller's thread.
    One,
    /// The threads of this pool.
    Pool(Arc<rayon::ThreadPool>),
}

impl Workers {
    /// Uses `threads` threads: the caller's for 0 or 1, else those of a new pool.
    pub fn new(threads: usize) -> Self {
        match threads {
            0 | 1 => Self::One,
            n => {
                rayon::ThreadPoolBuilder::new().num_threads(n).build().map_or(Self::All, |pool| Self::Pool(pool.into()))
            }
        }
    }

    /// Runs `work`, whose argument is true if the number of items, `pieces`, is worth several threads. `work` then runs
    /// on a pool thread, so that the other threads are awake for its tasks.
    pub fn run<R: Send>(&self, pieces: usize, work: impl FnOnce(bool) -> R + Send) -> R {
        match self {
            Self::All if pieces > 8 * BLOCK && rayon::current_num_threads() > 1 => rayon::scope(|_| work(true)),
            Self::Pool(pool) if pieces > 4 * BLOCK => pool.install(|| work(true)),
            _ => work(false),
        }
    }

    /// Applies `work` to ranges of rows of the columns, with the index of each range's first row. Returns true if every
    /// call does.
    ///
    /// With `cuts`, the columns are split before those rows, and each piece always goes to the same thread, whose
    /// caches then hold it. Without `cuts`, the columns are split in half repeatedly.
    pub fn all<C: Columns>(&self, columns: C, cuts: &[usize], work: impl Fn(usize, C) -> bool + Send + Sync) -> bool {
        self.run(columns.rows(), |shared| match (shared, cuts) {
            (false, _) => on(0, columns, &work),
            (true, []) => halved(0, columns, &work),
            (true, _) => cut(columns, cuts, &work),
        })
    }
}

/// Applies `work`. Not inlined, so that there is one copy of the machine code.
#[inline(never)]
fn on<C>(first: usize, columns: C, work: &impl Fn(usize, C) -> bool) -> bool {
    work(first, columns)
}

/// Splits the columns in half down to single blocks.
fn halved<C: Columns>(first: usize, columns: C, work: &(impl Fn(usize, C) -> bool + Sync)) -> bool {
    if columns.rows() <= BLOCK {
        return on(first, columns, work);
    }
    let middle = columns.rows().div_ceil(2 * BLOCK) * BLOCK;
    let (before, after) = columns.split_at(middle);
    let (before, after) = rayon::join(|| halved(first, before, work), || halved(first + middle, after, work));
    before & after
}

/// Splits the columns before the rows in `cuts` and applies `work` to each piece.
fn cut<C: Columns>(mut columns: C, cuts: &[usize], work: &(impl Fn(usize, C) -> bool + Sync)) -> bool {
    let all = &AtomicBool::new(true);
    rayon::scope(|scope| {
        // The last task spawned runs on this thread.
        for first in cuts.iter().copied().rev().chain([0]) {
            let (before, piece) = columns.split_at(first);
            columns = before;
            scope.spawn(move |_| {
                if !on(first, piece, work) {
                    all.store(false, Ordering::Relaxed);
                }
            });
        }
    });
    all.load(Ordering::Relaxed)
}

/// Columns of equal length, which can be split.
pub trait Columns: Send {
    /// Number of rows.
    fn rows(&self) -> usize;
    /// Splits the columns before row `row`.
    fn split_at(self, row: usize) -> (Self, Self)
    where
        Self: Sized;
}

impl<T: Send> Columns for &mut [T] {
    fn rows(&self) -> usize {
        self.len()
    }
    fn split_at(self, row: usize) -> (Self, Self) {
        self.split_at_mut(row)
    }
}

impl<T: Sync> Columns for &[T] {
    fn rows(&self) -> usize {
        self.len()
    }
    fn split_at(self, row: usize) -> (Self, Self) {
        <[T]>::split_at(self, row)
    }
}

impl<A: Columns, B: Columns> Columns for (A, B) {
    fn rows(&self) -> usize {
        self.0.rows()
    }
    fn split_at(self, row: usize) -> (Self, Self) {
        let ((a, c), (b, d)) = (self.0.split_at(row), self.1.split_at(row));
        ((a, b), (c, d))
    }
}
