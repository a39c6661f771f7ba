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

    /// Runs `work` with its argument true where it should share itself out, for so many pieces of work.
    pub fn run<R: Send>(&self, pieces: usize, work: impl FnOnce(bool) -> R + Send) -> R {
        match self {
            Self::All if pieces > 8 * BLOCK && rayon::current_num_threads() > 1 => work(true),
            Self::Pool(pool) if pieces > 2 * BLOCK => pool.install(|| work(true)),
            _ => work(false),
        }
    }
}
