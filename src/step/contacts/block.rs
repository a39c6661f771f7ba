//! A block of rows on its way through a solver.

use super::columns::ContactColumns;
use super::context::StepContext;
use super::geometry::{BLOCK, PairGeometry, each_bit};
use super::sums::{LoadRows, Sums};
use crate::step::events::EventNotes;
use crate::world::contact::{ContactPair, FrictionHistory, StepMotion};
use fearless_simd::Simd;
use fearless_simd::prelude::*;
use prefetch_index::prefetch_index;

/// What a solver does with the rows of a block, from where their bodies are near each other to loads.
pub trait BlockSolver {
    /// Resolves the rows and gives their loads to `sums`, in the order of the rows; `found` is memory for their geometry.
    fn resolve<S: Simd>(
        simd: S,
        context: &StepContext,
        found: &mut [PairGeometry; BLOCK],
        block: &mut PairBlock,
        prefetcher: Option<Prefetcher>,
        sums: &mut Sums,
    );
}

/// Up to [`BLOCK`] rows, and what comes of them.
pub struct PairBlock<'a> {
    /// Number of the block.
    pub number: usize,
    /// Their components.
    pub columns: ContactColumns<'a>,
    /// Events.
    pub notes: &'a mut EventNotes,
    /// Loads of contacts that begin, known before their turn.
    pub early: &'a mut [LoadRows; BLOCK],
    /// Which have one, a bit for each.
    pub is_early: u64,
}

impl PairBlock<'_> {
    /// Adds the loads that were known before, of these contacts.
    #[inline(always)]
    pub fn give_early<S: Simd>(&mut self, simd: S, among: u64, sums: &mut Sums) {
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

/// Prefetches what the rows after a block will need, a few cache lines at a time; a core stalls beyond some ten to twenty
/// outstanding misses. (Bodies i come in order; the processor sees that by itself.)
pub struct Prefetcher<'a> {
    pairs: &'a [ContactPair],
    histories: &'a [FrictionHistory],
    motions: &'a [StepMotion],
    /// The row that is next.
    next: usize,
    /// The last one that touches.
    touching: usize,
}

impl<'a> Prefetcher<'a> {
    /// Of these rows.
    pub fn of(coming: &'a ContactColumns) -> Self {
        let ContactColumns { pairs, histories, motions, .. } = coming;
        Self { pairs, histories, motions, next: 0, touching: 0 }
    }

    /// Fetches what the next three rows need.
    #[inline(always)]
    pub fn fetch(&mut self, context: &StepContext, sums: &Sums) {
        for _ in 0..3 {
            let Some(pair) = self.pairs.get(self.next) else { return };
            let j = pair.rows[1];
            prefetch_index(context.at.bodies, j as usize);
            prefetch_index(context.turns, j as usize);
            sums.fetch(j);
            // Those that do not touch repeat the last one: a branch would often be mispredicted.
            self.touching = if pair.touches() { self.next } else { self.touching };
            let FrictionHistory(halves) = &self.histories[self.touching];
            prefetch_index(halves, 0);
            prefetch_index(halves, 1);
            prefetch_index(self.motions, self.touching);
            self.next += 1;
        }
        // The pairs themselves lie three on a line.
        prefetch_index(self.pairs, self.next + BLOCK);
    }

    /// Fetches what is left of the next block.
    #[inline(always)]
    pub fn finish(&mut self, context: &StepContext, sums: &Sums) {
        while self.next < BLOCK.min(self.pairs.len()) {
            self.fetch(context, sums);
        }
    }
}
