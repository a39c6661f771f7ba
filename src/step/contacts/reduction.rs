//! How loads are added up on bodies, on any number of threads without a change of any bit.
//!
//! The loads on a body are added up in the order of its contacts' keys, each as soon as it is known. So the bodies are cut
//! into parts, each with the rows of its own bodies; a thread takes the rows of its part in the order of their keys, some
//! blocks at a time. Bodies on the boundary between parts have rows elsewhere too: the loads on them are deferred, and
//! added when all rows are done, in the order of the keys. A thread that is done with its own part takes blocks from the
//! end of another one; it defers all their loads.

use super::block::{BlockSolver, PairBlock, Prefetcher};
use super::columns::ContactColumns;
use super::context::StepContext;
use super::geometry::{BLOCK, PairGeometry};
use super::sums::{BlockDeferred, BoundaryBodies, DeferredLoads, LoadRows, Sums};
use crate::laws::number::Row;
use crate::step::events::EventNotes;
use crate::step::workers::Columns;
use crate::world::contact::ContactPair;
use fearless_simd::{Simd, dispatch};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Mutex;

/// A part has at least so much work, in rows of spheres.
pub(in crate::step) const LEAST: usize = 4096;
/// A thread takes at most so many rows at a time: some microseconds of work.
const TAKEN: usize = 4 * BLOCK;

/// Which thread has which rows.
#[derive(Default)]
pub struct LoadReduction {
    parts: Vec<Partition>,
    /// Where the blocks with rows of each part lie, by the number of the part, in the order of the rows.
    runs: Vec<(usize, Range<usize>)>,
    boundary: BoundaryBodies,
    /// How many rows were shared out.
    rows: usize,
}

/// The bodies of a thread, and what it works with.
struct Partition {
    /// Places in the list of bodies.
    bodies: Range<usize>,
    /// Loads that its thread deferred, by the part that has the bodies.
    deferred: Vec<DeferredLoads>,
    notes: EventNotes,
    scratch: Box<Scratch>,
}

/// What is found of the rows of a block, the loads that are known before their turn, and those that are deferred.
struct Scratch {
    found: [PairGeometry; BLOCK],
    early: [LoadRows; BLOCK],
    own_deferred: BlockDeferred,
}

/// Some blocks in the order of their rows.
struct BlockRun<'a> {
    /// Number of the first block.
    first: usize,
    columns: ContactColumns<'a>,
    /// True if they are of another thread's part.
    is_stolen: bool,
}

/// Hands out rows until none are left.
type Take<'a, 't> = &'a mut dyn FnMut() -> Option<BlockRun<'t>>;

/// What of the rows of a part no thread has taken.
#[derive(Default)]
struct WorkQueue<'a> {
    runs: VecDeque<BlockRun<'a>>,
    is_begun: bool,
}

impl LoadReduction {
    /// Every pair from where it touches to its loads, and the sums of the loads on each body: force, N, and torque, N·m. What
    /// was deferred waits for [`Self::add_deferred`].
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
        let (boundary, left) = (&*boundary, &handed_out(runs, columns, parts.len()));
        rayon::scope(|scope| {
            let mut sums = &mut *sums;
            // The last to be spawned is this thread's: each thread has the bodies it has elsewhere in the step.
            for (part, own) in parts.iter_mut().zip(left).rev() {
                let own_sums = sums.split_off_mut(part.bodies.start..).unwrap_or_default();
                let mut take = move || {
                    let first = own.lock().ok()?.first();
                    first.or_else(|| stolen(left))
                };
                scope.spawn(move |_| part.run::<K>(context, &mut take, own_sums, boundary));
            }
        });
    }

    /// Before which rows a table of so many bodies, the first at this place, is cut so that each thread has those of its part.
    pub fn cuts(&self, first: usize, bodies: usize) -> Vec<usize> {
        self.boundary.ends.iter().map(|end| end.saturating_sub(first).min(bodies)).collect()
    }

    /// Adds the deferred loads on the bodies from place `first` on to their sums.
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

    /// Forgets the deferred loads.
    pub fn forget_deferred(&mut self) {
        self.parts.iter_mut().flat_map(|part| &mut part.deferred).for_each(DeferredLoads::clear);
    }

    /// What happened in the last step.
    pub fn notes(&mut self) -> impl Iterator<Item = &mut EventNotes> {
        self.parts.iter_mut().map(|part| &mut part.notes)
    }

    /// Shares out the rows and bodies among so many threads, where this is not yet done.
    fn cut(&mut self, rows: &[ContactPair], bodies: usize, threads: usize) {
        let count = threads.max(1);
        if self.parts.len() == count && self.rows == rows.len() {
            return;
        }
        // A body of whole blocks, as a wall is, has rows with bodies of all parts.
        let is_crowd = |block: &[ContactPair]| block.len() == BLOCK && block[0].rows[0] == block[BLOCK - 1].rows[0];
        let blocks = || rows.chunks(BLOCK);
        let usual: Vec<_> = blocks().filter(|block| !is_crowd(block)).map(|block| block[0].rows[0] as usize).collect();
        let ends: Vec<_> = (1..count).map(|k| usual.get(usual.len() * k / count).map_or(bodies, |row| *row)).collect();
        let begins = std::iter::once(0).chain(ends.iter().copied());
        let ranges = begins.zip(ends.iter().copied().chain([bodies]));
        let parts = ranges.map(|(begin, end)| Partition::of(begin..end, count)).collect();
        let boundary = BoundaryBodies { ends, ..BoundaryBodies::default() };
        *self = Self { parts, rows: rows.len(), boundary, ..Self::default() };
        for (k, block) in blocks().enumerate() {
            let home = self.boundary.part_of(block[0].rows[usize::from(is_crowd(block))] as usize);
            match self.runs.last_mut().filter(|(last, _)| *last == home) {
                Some((_, run)) => run.end = k + 1,
                None => self.runs.push((home, k..k + 1)),
            }
        }
        self.boundary.find(rows, bodies, &self.runs);
    }
}

/// The runs of each part, before any is taken.
fn handed_out<'a>(
    runs: &[(usize, Range<usize>)],
    mut columns: ContactColumns<'a>,
    parts: usize,
) -> Vec<Mutex<WorkQueue<'a>>> {
    let mut left: Vec<_> = (0..parts).map(|_| WorkQueue::default()).collect();
    for (part, run) in runs {
        let (own, others) = columns.cut(run.len() * BLOCK);
        left[*part].runs.push_back(BlockRun { first: run.start, columns: own, is_stolen: false });
        columns = others;
    }
    left.into_iter().map(Mutex::new).collect()
}

/// The last rows that a thread has yet to do.
fn stolen<'a>(left: &[Mutex<WorkQueue<'a>>]) -> Option<BlockRun<'a>> {
    left.iter().find_map(|left| left.lock().ok()?.last())
}

impl<'a> BlockRun<'a> {
    /// So many rows, and those after them.
    fn cut(self, rows: usize) -> (Self, Self) {
        let (columns, others) = self.columns.cut(rows);
        (Self { columns, ..self }, Self { first: self.first + rows / BLOCK, columns: others, ..self })
    }
}

impl<'a> WorkQueue<'a> {
    /// Takes some of its first rows.
    fn first(&mut self) -> Option<BlockRun<'a>> {
        self.is_begun = true;
        let (taken, others) = self.runs.pop_front()?.cut(TAKEN);
        if others.columns.rows() > 0 {
            self.runs.push_front(others);
        }
        Some(taken)
    }

    /// Takes some of its last rows, if it is begun: else its own thread may be this one.
    fn last(&mut self) -> Option<BlockRun<'a>> {
        let run = self.runs.pop_back_if(|_| self.is_begun)?;
        let before = run.columns.rows().next_multiple_of(TAKEN) - TAKEN;
        let (others, taken) = run.cut(before);
        if before > 0 {
            self.runs.push_back(others);
        }
        Some(BlockRun { is_stolen: true, ..taken })
    }
}

impl Partition {
    fn of(bodies: Range<usize>, parts: usize) -> Self {
        let own_deferred = BlockDeferred { count: 0, bodies: [0; 2 * BLOCK], loads: [Row::default(); 2 * BLOCK] };
        let scratch =
            Scratch { found: [PairGeometry::default(); BLOCK], early: [LoadRows::default(); BLOCK], own_deferred };
        let deferred = (0..parts).map(|_| DeferredLoads::default()).collect();
        Self { bodies, deferred, notes: EventNotes::default(), scratch: scratch.into() }
    }

    /// Resolves the rows that it takes, and adds up the loads on its own bodies in `sums`.
    #[inline(never)]
    fn run<K: BlockSolver>(&mut self, context: &StepContext, take: Take, sums: &mut [Row], boundary: &BoundaryBodies) {
        sums.fill(Row::default());
        let level = context.level;
        dispatch!(level, simd => self.resolve::<K, _>(simd, context, take, sums, boundary));
    }

    #[inline(always)]
    fn resolve<K: BlockSolver, S: Simd>(
        &mut self,
        simd: S,
        context: &StepContext,
        take: Take,
        sums: &mut [Row],
        boundary: &BoundaryBodies,
    ) {
        let Self { bodies, deferred, notes, scratch, .. } = self;
        let Scratch { found, early, own_deferred } = &mut **scratch;
        notes.on = context.are_noted;
        let mut next = take();
        while let Some(run) = next {
            let (now, others) = run.cut(BLOCK);
            // What comes is known before this block is resolved.
            next = if others.columns.rows() > 0 { Some(others) } else { take() };
            let nothing = ContactColumns::default();
            let coming = next.as_ref().map_or(&nothing, |run| &run.columns);
            let is_at_boundary = now.is_stolen || boundary.blocks[now.first];
            let rows = if now.is_stolen { &mut [] } else { &mut *sums };
            let mut sums = Sums { rows, first: bodies.start, is_at_boundary, boundary, own_deferred };
            let mut block = PairBlock { number: now.first, columns: now.columns, notes, early, is_early: 0 };
            // Two copies of the machine code: one without a trace of what it need not do.
            if context.is_large {
                K::resolve(simd, context, found, &mut block, Some(Prefetcher::of(coming)), &mut sums);
            } else {
                K::resolve(simd, context, found, &mut block, None, &mut sums);
            }
            if is_at_boundary {
                own_deferred.leave(now.first, boundary, deferred);
            }
        }
    }
}
