//! How a large step is shared out among threads: contacts and bodies in blocks, each with its own results, so that the bits
//! do not depend on the number of threads.

use bevy_ecs::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Contacts and bodies are shared out in blocks of this many.
pub const BLOCK: usize = 1024;

/// How many threads a step may use, for scenes large enough to gain by it.
#[derive(Resource, Clone, Default)]
pub enum Workers {
    /// As many as the machine has cores.
    #[default]
    All,
    /// The caller's alone.
    One,
    /// Those of this pool.
    Pool(Arc<rayon::ThreadPool>),
}

impl Workers {
    /// So many threads.
    pub fn of(threads: usize) -> Self {
        match threads {
            0 | 1 => Self::One,
            n => {
                rayon::ThreadPoolBuilder::new().num_threads(n).build().map_or(Self::All, |pool| Self::Pool(pool.into()))
            }
        }
    }

    /// Runs `work` with its argument true where it should share itself out, for so many pieces of work. Then it runs on one
    /// of the threads, and what it runs in turn finds the others awake.
    pub fn run<R: Send>(&self, pieces: usize, work: impl FnOnce(bool) -> R + Send) -> R {
        match self {
            Self::All if pieces > 8 * BLOCK && rayon::current_num_threads() > 1 => rayon::scope(|_| work(true)),
            Self::Pool(pool) if pieces > 4 * BLOCK => pool.install(|| work(true)),
            _ => work(false),
        }
    }

    /// Works on every row of these columns: `work` gets some rows at a time, and the place of the first of them. True if it
    /// says so of all.
    ///
    /// Columns that are cut, before the rows in `cuts`, go piece by piece to the same threads every time, which then have them
    /// near; others are halved.
    pub fn all<C: Columns>(&self, columns: C, cuts: &[usize], work: impl Fn(usize, C) -> bool + Send + Sync) -> bool {
        self.run(columns.rows(), |shared| match (shared, cuts) {
            (false, _) => on(0, columns, &work),
            (true, []) => halved(0, columns, &work),
            (true, _) => cut(columns, cuts, &work),
        })
    }
}

/// Works on these rows; by itself, so that there is one copy of the machine code.
#[inline(never)]
fn on<C>(first: usize, columns: C, work: &impl Fn(usize, C) -> bool) -> bool {
    work(first, columns)
}

/// Halves the columns until they are blocks.
fn halved<C: Columns>(first: usize, columns: C, work: &(impl Fn(usize, C) -> bool + Sync)) -> bool {
    if columns.rows() <= BLOCK {
        return on(first, columns, work);
    }
    let middle = columns.rows().div_ceil(2 * BLOCK) * BLOCK;
    let (before, after) = columns.split_at(middle);
    let (before, after) = rayon::join(|| halved(first, before, work), || halved(first + middle, after, work));
    before & after
}

/// Cuts the columns before these rows.
fn cut<C: Columns>(mut columns: C, cuts: &[usize], work: &(impl Fn(usize, C) -> bool + Sync)) -> bool {
    let all = &AtomicBool::new(true);
    rayon::scope(|scope| {
        // The last to be spawned is this thread's.
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

/// Columns of as many rows each, which can be cut.
pub trait Columns: Send {
    /// How many rows there are.
    fn rows(&self) -> usize;
    /// The rows before this one, and the others.
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
