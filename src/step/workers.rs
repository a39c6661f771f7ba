//! How a large step is shared out among threads: contacts and bodies in blocks, each with its own results, so that the bits
//! do not depend on the number of threads.

use bevy_ecs::prelude::*;
use std::sync::Arc;

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

    /// Works on every row of these columns, as [`Self::each`] does; true if `work` says so of all of them.
    pub fn all<C: Columns>(&self, columns: C, work: impl Fn(usize, C) -> bool + Send + Sync) -> bool {
        self.share(columns, work, |before, after| before & after)
    }

    /// Works on every row of these columns: `work` gets some rows at a time, and the place of the first of them.
    pub fn each<C: Columns>(&self, columns: C, work: impl Fn(usize, C) + Send + Sync) {
        self.share(columns, work, |(), ()| ());
    }

    /// What `work` makes of some rows at a time, from the place of the first of them, put together.
    fn share<C: Columns, R: Send>(
        &self,
        columns: C,
        work: impl Fn(usize, C) -> R + Send + Sync,
        together: impl Fn(R, R) -> R + Send + Sync,
    ) -> R {
        self.run(columns.rows(), |shared| if shared { halved(0, columns, &work, &together) } else { work(0, columns) })
    }
}

/// Halves the columns until they are blocks.
fn halved<C: Columns, R: Send>(
    first: usize,
    columns: C,
    work: &(impl Fn(usize, C) -> R + Sync),
    together: &(impl Fn(R, R) -> R + Sync),
) -> R {
    if columns.rows() <= BLOCK {
        return work(first, columns);
    }
    let middle = columns.rows().div_ceil(2 * BLOCK) * BLOCK;
    let (before, after) = columns.split_at(middle);
    let (before, after) =
        rayon::join(|| halved(first, before, work, together), || halved(first + middle, after, work, together));
    together(before, after)
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
