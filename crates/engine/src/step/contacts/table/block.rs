//! Blocks of contact rows, which a solver processes one after the other.

use crate::laws::friction::contact::{ContactHistory, StepMotion};
use crate::laws::math::number::each_bit;
use crate::step::contacts::context::StepContext;
use crate::step::contacts::narrow::geometry::{BLOCK, PairGeometry};
use crate::step::contacts::table::columns::ContactColumns;
use crate::step::contacts::table::sums::{LoadRows, Sums};
use crate::step::events::EventNotes;
use crate::world::contact::ContactPair;
use fearless_simd::Simd;
use fearless_simd::prelude::*;
use prefetch_index::prefetch_index;

/// Resolves the rows of a block: from nearby bodies to loads.
pub trait BlockSolver {
    /// Resolves the rows and adds their loads to `sums`, in row order; `found` is scratch space for their geometry.
    fn resolve<S: Simd>(
        simd: S,
        context: &StepContext,
        found: &mut [PairGeometry; BLOCK],
        block: &mut PairBlock,
        prefetcher: Option<Prefetcher>,
        sums: &mut Sums,
    );
}

/// Up to [`BLOCK`] rows of contacts, and their results.
pub struct PairBlock<'a> {
    /// Index of the block in the table of contacts.
    pub number: usize,
    /// Components of the contacts.
    pub columns: ContactColumns<'a>,
    /// Events of the contacts.
    pub notes: &'a mut EventNotes,
    /// Loads of contacts that begin in this step, computed before their turn in the summation.
    pub early: &'a mut [LoadRows; BLOCK],
    /// Rows that have an early load, one bit each.
    pub is_early: u64,
}

impl PairBlock<'_> {
    /// Notes that the contact in this row began or ended.
    pub(in crate::step) fn note_flip(&mut self, row: usize) {
        self.notes.flips.push((self.number * BLOCK + row) as u32);
    }

    /// Adds the early loads of these contacts.
    #[inline(always)]
    pub fn add_early<S: Simd>(&mut self, simd: S, among: u64, sums: &mut Sums) {
        let rows = self.is_early & among;
        if rows == 0 {
            return;
        }
        for row in each_bit(rows) {
            let LoadRows(on) = &self.early[row];
            sums.take(simd, &self.columns.pairs[row].rows, [on[0].0.simd_into(simd), on[1].0.simd_into(simd)]);
        }
        self.is_early &= !rows;
    }
}

/// Prefetches the data of the rows after a block, a few cache lines at a time; a core stalls beyond some ten to twenty
/// outstanding misses. (Bodies i come in order, and the hardware prefetcher handles them.)
pub struct Prefetcher<'a> {
    pairs: &'a [ContactPair],
    histories: &'a [ContactHistory],
    motions: &'a [StepMotion],
    /// Next row to prefetch.
    next: usize,
    /// Last row so far that touches.
    touching: usize,
}

impl<'a> Prefetcher<'a> {
    /// A prefetcher for the rows of the next block.
    pub fn new(coming: &'a ContactColumns) -> Self {
        let ContactColumns { pairs, histories, motions, .. } = coming;
        Self { pairs, histories, motions, next: 0, touching: 0 }
    }

    /// Prefetches the data of the next rows.
    #[inline(always)]
    pub fn fetch(&mut self, context: &StepContext, sums: &Sums, rows: usize) {
        for _ in 0..rows {
            let Some(pair) = self.pairs.get(self.next) else { return };
            let j = pair.rows[1];
            prefetch_index(context.at.bodies, j as usize);
            prefetch_index(context.turns, j as usize);
            sums.fetch(j);
            // Rows that do not touch repeat the last one that does: a branch would often be mispredicted.
            self.touching = if pair.touches() { self.next } else { self.touching };
            // A history is on two cache lines: its first number is on one, its last on the other.
            let history = &self.histories[self.touching];
            prefetch_index(std::slice::from_ref(&history.from), 0);
            prefetch_index(std::slice::from_ref(&history.spin), 0);
            prefetch_index(self.motions, self.touching);
            self.next += 1;
        }
        // The pairs themselves are stored three to a cache line.
        prefetch_index(self.pairs, self.next + BLOCK);
    }

    /// Prefetches the rest of the next block.
    #[inline(always)]
    pub fn finish(&mut self, context: &StepContext, sums: &Sums) {
        while self.next < BLOCK.min(self.pairs.len()) {
            self.fetch(context, sums, 3);
        }
    }
}
