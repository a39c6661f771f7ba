//! Sums loads on bodies on any number of threads, with bit-identical results.
//!
//! The loads on a body are summed in the order of its contacts' keys, each as soon as it is known. To this end the
//! bodies are partitioned, each part with the rows of its own bodies; a thread processes the rows of its part in the
//! order of their keys, a few blocks at a time. Bodies on the boundary between parts also have rows elsewhere: loads on
//! them are deferred, and added in the order of the keys once all rows are done. A thread that finishes its own part
//! steals blocks from the end of another and defers all their loads.

use crate::laws::math::number::Row;
use crate::step::contacts::context::StepContext;
use crate::step::contacts::narrow::geometry::{BLOCK, PairGeometry};
use crate::step::contacts::table::block::{BlockSolver, PairBlock, Prefetcher};
use crate::step::contacts::table::columns::ContactColumns;
use crate::step::contacts::table::sums::{BlockDeferred, BoundaryBodies, DeferredLoads, LoadRows, Sums};
use crate::step::events::EventNotes;
use crate::step::workers::Columns;
use crate::world::contact::ContactPair;
use fearless_simd::{Simd, dispatch};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Mutex;

/// Minimum work of a part, in rows of spheres.
pub(in crate::step) const MIN_PART_ROWS: usize = 4096;
/// Maximum number of rows a thread takes at a time: some microseconds of work.
const MAX_TAKEN: usize = 4 * BLOCK;

/// Assignment of rows to threads.
#[derive(Default)]
pub struct LoadReduction {
    parts: Vec<Partition>,
    /// Runs of blocks with the index of their part, in row order.
    runs: Vec<(usize, Range<usize>)>,
    boundary: BoundaryBodies,
    /// Number of rows that were partitioned.
    rows: usize,
}

/// The bodies of a thread, and its buffers.
struct Partition {
    /// Range of the part in the list of bodies.
    bodies: Range<usize>,
    /// Loads deferred while resolving this part, listed by the part that owns the bodies.
    deferred: Vec<DeferredLoads>,
    notes: EventNotes,
    scratch: Box<Scratch>,
}

/// Per-block buffers: geometry, early loads, and deferred loads.
struct Scratch {
    found: [PairGeometry; BLOCK],
    early: [LoadRows; BLOCK],
    own_deferred: BlockDeferred,
}

/// Consecutive blocks of rows.
struct BlockRun<'a> {
    /// Index of the first block in the table of contacts.
    first: usize,
    columns: ContactColumns<'a>,
    /// True if the rows belong to the part of another thread.
    is_stolen: bool,
}

/// Callback that hands out rows until none are left.
type TakeRows<'a, 't> = &'a mut dyn FnMut() -> Option<BlockRun<'t>>;

/// Rows of a part that no thread has taken yet.
#[derive(Default)]
struct WorkQueue<'a> {
    runs: VecDeque<BlockRun<'a>>,
    is_begun: bool,
}

impl LoadReduction {
    /// Resolves every pair, from geometry to loads, and sums the loads on each body: force, N, and torque, N·m.
    /// Deferred loads wait for [`Self::add_deferred`].
    pub fn resolve<K: BlockSolver>(
        &mut self,
        context: &StepContext,
        (columns, sums): (ContactColumns, &mut [Row]),
        threads: usize,
    ) {
        self.cut(columns.pairs, sums.len(), threads);
        let Self { parts, runs, boundary, .. } = self;
        if let [part] = &mut **parts {
            let mut all = Some(BlockRun { first: 0, columns, is_stolen: false }).filter(|run| run.columns.rows() > 0);
            return part.run::<K>(context, &mut || all.take(), sums, boundary);
        }
        let (boundary, queues) = (&*boundary, &work_queues(runs, columns, parts.len()));
        rayon::scope(|scope| {
            let mut sums = &mut *sums;
            // The last task spawned runs on this thread, so each thread gets the bodies it has elsewhere in the step.
            for (part, own) in parts.iter_mut().zip(queues).rev() {
                let own_sums = sums.split_off_mut(part.bodies.start..).unwrap_or_default();
                let mut take = move || {
                    let first = own.lock().ok()?.first();
                    first.or_else(|| steal(queues))
                };
                scope.spawn(move |_| part.run::<K>(context, &mut take, own_sums, boundary));
            }
        });
    }

    /// Rows at which to cut a table of `bodies` bodies, whose first has index `first`, so that each thread gets the
    /// bodies of its part.
    pub fn cuts(&self, first: usize, bodies: usize) -> Vec<usize> {
        self.boundary.ends.iter().map(|end| end.saturating_sub(first).min(bodies)).collect()
    }

    /// Adds the deferred loads on the bodies from index `first` to their sums.
    pub fn add_deferred(&self, first: usize, sums: &mut [Row]) {
        if self.parts.len() < 2 || sums.is_empty() {
            return;
        }
        let parts = self.boundary.part_of(first)..=self.boundary.part_of(first + sums.len() - 1);
        for k in parts {
            let mut deferred: Vec<_> = self.parts.iter().flat_map(|part| part.deferred[k].of_each_block()).collect();
            deferred.sort_unstable_by_key(|(block, ..)| *block);
            for (body, Row(load)) in deferred.iter().flat_map(|(_, bodies, loads)| bodies.iter().zip(*loads)) {
                if let Some(Row(sum)) = sums.get_mut((*body as usize).wrapping_sub(first)) {
                    sum.iter_mut().zip(load).for_each(|(sum, load)| *sum += load);
                }
            }
        }
    }

    /// Discards the deferred loads.
    pub fn forget_deferred(&mut self) {
        self.parts.iter_mut().flat_map(|part| &mut part.deferred).for_each(DeferredLoads::clear);
    }

    /// The events of the last step.
    pub fn notes(&mut self) -> impl Iterator<Item = &mut EventNotes> {
        self.parts.iter_mut().map(|part| &mut part.notes)
    }

    /// Partitions rows and bodies among this many threads, unless already done.
    fn cut(&mut self, rows: &[ContactPair], bodies: usize, threads: usize) {
        let count = threads.max(1);
        if self.parts.len() == count && self.rows == rows.len() {
            return;
        }
        // A body that fills whole blocks, such as a wall, has rows with bodies of all parts.
        let has_one_body = |block: &[ContactPair]| block.len() == BLOCK && block[0].rows[0] == block[BLOCK - 1].rows[0];
        let blocks = || rows.chunks(BLOCK);
        let usual: Vec<_> =
            blocks().filter(|block| !has_one_body(block)).map(|block| block[0].rows[0] as usize).collect();
        let ends: Vec<_> = (1..count).map(|k| usual.get(usual.len() * k / count).map_or(bodies, |row| *row)).collect();
        let begins = std::iter::once(0).chain(ends.iter().copied());
        let ranges = begins.zip(ends.iter().copied().chain([bodies]));
        let parts = ranges.map(|(begin, end)| Partition::new(begin..end, count)).collect();
        let boundary = BoundaryBodies { ends, ..BoundaryBodies::default() };
        *self = Self { parts, rows: rows.len(), boundary, ..Self::default() };
        for (k, block) in blocks().enumerate() {
            let owner = self.boundary.part_of(block[0].rows[usize::from(has_one_body(block))] as usize);
            match self.runs.last_mut().filter(|(last, _)| *last == owner) {
                Some((_, run)) => run.end = k + 1,
                None => self.runs.push((owner, k..k + 1)),
            }
        }
        self.boundary.find(rows, bodies, &self.runs);
    }
}

/// The full work queue of each part.
fn work_queues<'a>(
    runs: &[(usize, Range<usize>)],
    mut columns: ContactColumns<'a>,
    parts: usize,
) -> Vec<Mutex<WorkQueue<'a>>> {
    let mut queues: Vec<_> = (0..parts).map(|_| WorkQueue::default()).collect();
    for (part, run) in runs {
        let (own, others) = columns.cut(run.len() * BLOCK);
        queues[*part].runs.push_back(BlockRun { first: run.start, columns: own, is_stolen: false });
        columns = others;
    }
    queues.into_iter().map(Mutex::new).collect()
}

/// Takes rows from the back of the first queue that has any; `None` if no rows are left to steal.
fn steal<'a>(queues: &[Mutex<WorkQueue<'a>>]) -> Option<BlockRun<'a>> {
    queues.iter().find_map(|queue| queue.lock().ok()?.last())
}

impl<'a> BlockRun<'a> {
    /// Splits after `rows` rows, a multiple of the block size.
    fn cut(self, rows: usize) -> (Self, Self) {
        let (columns, others) = self.columns.cut(rows);
        (Self { columns, ..self }, Self { first: self.first + rows / BLOCK, columns: others, ..self })
    }
}

impl<'a> WorkQueue<'a> {
    /// Takes rows from the front.
    fn first(&mut self) -> Option<BlockRun<'a>> {
        self.is_begun = true;
        let (taken, others) = self.runs.pop_front()?.cut(MAX_TAKEN);
        if others.columns.rows() > 0 {
            self.runs.push_front(others);
        }
        Some(taken)
    }

    /// Takes rows from the back, but only if the part's own task has begun: a task that has not may still be run by the
    /// calling thread.
    fn last(&mut self) -> Option<BlockRun<'a>> {
        let run = self.runs.pop_back_if(|_| self.is_begun)?;
        let before = run.columns.rows().next_multiple_of(MAX_TAKEN) - MAX_TAKEN;
        let (others, taken) = run.cut(before);
        if before > 0 {
            self.runs.push_back(others);
        }
        Some(BlockRun { is_stolen: true, ..taken })
    }
}

impl Partition {
    fn new(bodies: Range<usize>, parts: usize) -> Self {
        let own_deferred = BlockDeferred { count: 0, bodies: [0; 2 * BLOCK], loads: [Row::default(); 2 * BLOCK] };
        let scratch =
            Scratch { found: [PairGeometry::default(); BLOCK], early: [LoadRows::default(); BLOCK], own_deferred };
        let deferred = (0..parts).map(|_| DeferredLoads::default()).collect();
        Self { bodies, deferred, notes: EventNotes::default(), scratch: scratch.into() }
    }

    /// Resolves the rows handed out by `take`, and sums the loads on the part's own bodies in `sums`.
    #[inline(never)]
    fn run<K: BlockSolver>(
        &mut self,
        context: &StepContext,
        take: TakeRows,
        sums: &mut [Row],
        boundary: &BoundaryBodies,
    ) {
        sums.fill(Row::default());
        let level = context.level;
        dispatch!(level, simd => self.resolve::<K, _>(simd, context, take, sums, boundary));
    }

    #[inline(always)]
    fn resolve<K: BlockSolver, S: Simd>(
        &mut self,
        simd: S,
        context: &StepContext,
        take: TakeRows,
        sums: &mut [Row],
        boundary: &BoundaryBodies,
    ) {
        let Self { bodies, deferred, notes, scratch, .. } = self;
        let Scratch { found, early, own_deferred } = &mut **scratch;
        notes.on = context.are_noted;
        let mut next = take();
        while let Some(run) = next {
            let (now, others) = run.cut(BLOCK);
            // The next block is known before this one is resolved, so that its data can be prefetched.
            next = if others.columns.rows() > 0 { Some(others) } else { take() };
            let nothing = ContactColumns::default();
            let coming = next.as_ref().map_or(&nothing, |run| &run.columns);
            let is_at_boundary = now.is_stolen || boundary.blocks[now.first];
            let rows = if now.is_stolen { &mut [] } else { &mut *sums };
            let mut sums = Sums { rows, first: bodies.start, is_at_boundary, boundary, own_deferred };
            let mut block = PairBlock { number: now.first, columns: now.columns, notes, early, is_early: 0 };
            // Two copies of the machine code: small scenes get one without any prefetching.
            if context.is_large {
                K::resolve(simd, context, found, &mut block, Some(Prefetcher::new(coming)), &mut sums);
            } else {
                K::resolve(simd, context, found, &mut block, None, &mut sums);
            }
            if is_at_boundary {
                own_deferred.defer(now.first, boundary, deferred);
            }
        }
    }
}
