//! The pairs as columns: some of them, and what comes after those.

use super::lanes::Around;
use super::look::SPAN;
use super::shares::Sums;
use crate::step::workers::Columns;
use crate::world::round::{RoundMemory, RoundMotion, RoundPair, RoundPast};
use prefetch_index::prefetch_index;

/// The columns of some pairs.
#[derive(Default)]
pub struct Table<'a> {
    /// Which bodies; stick or slip.
    pub pairs: &'a mut [RoundPair],
    /// Histories and frames.
    pub memories: &'a mut [RoundMemory],
    /// What happened in this step.
    pub motions: &'a mut [RoundMotion],
    /// Which contacts.
    pub pasts: &'a mut [RoundPast],
}

impl Columns for Table<'_> {
    fn rows(&self) -> usize {
        self.pairs.len()
    }

    fn split_at(self, row: usize) -> (Self, Self) {
        let Self { pairs, memories, motions, pasts } = self;
        let ((pairs, more_pairs), (memories, more_memories)) = (pairs.split_at_mut(row), memories.split_at_mut(row));
        let ((motions, more_motions), (pasts, more_pasts)) = (motions.split_at_mut(row), pasts.split_at_mut(row));
        let more = Self { pairs: more_pairs, memories: more_memories, motions: more_motions, pasts: more_pasts };
        (Self { pairs, memories, motions, pasts }, more)
    }
}

impl Table<'_> {
    /// The first pairs, at most so many, and the others.
    #[inline(always)]
    pub fn cut(self, rows: usize) -> (Self, Self) {
        let rows = rows.min(self.rows());
        self.split_at(rows)
    }
}

/// What the pairs after a span will need. It is sent for a little at a time while the span is worked at: a processor waits
/// for a few lines of memory at once, and stands still when asked for more.
///
/// (Bodies i come in order; the processor sees that by itself.)
pub struct Ahead<'a> {
    pairs: &'a [RoundPair],
    memories: &'a [RoundMemory],
    motions: &'a [RoundMotion],
    /// The pair that is next.
    next: usize,
    /// The last one that touches.
    touching: usize,
}

impl<'a> Ahead<'a> {
    /// Of these pairs.
    pub fn of(coming: &'a Table) -> Self {
        let Table { pairs, memories, motions, .. } = coming;
        Self { pairs, memories, motions, next: 0, touching: 0 }
    }

    /// Sends for what the next three pairs need.
    #[inline(always)]
    pub fn fetch<B>(&mut self, around: &Around<B>, sums: &Sums) {
        for _ in 0..3 {
            let Some(pair) = self.pairs.get(self.next) else { return };
            let j = pair.rows[1];
            prefetch_index(around.balls, j as usize);
            prefetch_index(around.turns, j as usize);
            sums.fetch(j);
            // Those that do not touch repeat the last one: a branch would often be guessed wrongly.
            self.touching = if pair.touches() { self.next } else { self.touching };
            let RoundMemory(halves) = &self.memories[self.touching];
            prefetch_index(halves, 0);
            prefetch_index(halves, 1);
            prefetch_index(self.motions, self.touching);
            self.next += 1;
        }
        // The pairs themselves lie three on a line.
        prefetch_index(self.pairs, self.next + SPAN);
    }

    /// Sends for what is left of the next span.
    #[inline(always)]
    pub fn finish<B>(&mut self, around: &Around<B>, sums: &Sums) {
        while self.next < SPAN.min(self.pairs.len()) {
            self.fetch(around, sums);
        }
    }
}
