//! Where the loads of contacts go: onto the sums of their bodies, or aside until their turn comes.

use super::geometry::BLOCK;
use crate::laws::contact::ContactLoad;
use crate::laws::number::{Row, Wide};
use crate::world::contact::ContactPair;
use fearless_simd::Simd;
use fearless_simd::prelude::*;
use prefetch_index::prefetch_index;
use std::ops::Range;

/// The numbers of a [`ContactLoad`] as they wait to be added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LoadRows(pub [Row; 2]);

impl From<ContactLoad> for LoadRows {
    fn from(load: ContactLoad) -> Self {
        let [i, j] = load.numbers();
        Self([Row(i), Row(j)])
    }
}

/// Where the loads of contacts go, in the order of their keys: the sums of those on the bodies from place `first` on.
pub struct Sums<'a> {
    /// Force, N, and torque, N·m.
    pub(super) rows: &'a mut [Row],
    pub(super) first: usize,
    /// True if loads on bodies of a boundary, or of others, are deferred.
    pub(super) is_at_boundary: bool,
    pub(super) boundary: &'a BoundaryBodies,
    pub(super) own_deferred: &'a mut BlockDeferred,
}

impl Sums<'_> {
    /// Takes the loads on bodies i and j of a contact.
    #[inline(always)]
    pub fn take<S: Simd>(&mut self, simd: S, bodies: &[u32; 2], on: [Wide<S>; 2]) {
        for (body, load) in bodies.iter().zip(on) {
            let at = (*body as usize).wrapping_sub(self.first);
            if self.is_at_boundary && (at >= self.rows.len() || self.boundary.has(*body)) {
                let BlockDeferred { count, bodies, loads } = &mut *self.own_deferred;
                bodies[*count] = *body;
                load.store_array(&mut loads[*count].0);
                *count += 1;
            } else if let Some(Row(sum)) = self.rows.get_mut(at) {
                (<Wide<S>>::simd_from(simd, *sum) + load).store_array(sum);
            }
        }
    }

    /// Sends for what it needs to take loads on a body.
    #[inline(always)]
    pub fn fetch(&self, body: u32) {
        prefetch_index(&*self.rows, (body as usize).wrapping_sub(self.first));
    }
}

impl BlockDeferred {
    /// Leaves what was deferred in a block to the parts that have the bodies.
    pub(super) fn leave(&mut self, block: usize, boundary: &BoundaryBodies, deferred: &mut [DeferredLoads]) {
        deferred.iter_mut().for_each(|deferred| deferred.blocks.push((block, deferred.loads.len())));
        for (body, load) in self.bodies.iter().zip(&self.loads).take(self.count) {
            let deferred = &mut deferred[boundary.part_of(*body as usize)];
            deferred.bodies.push(*body);
            deferred.loads.push(*load);
        }
        self.count = 0;
    }
}

/// The bodies of which rows lie in several parts: a bit each.
#[derive(Default)]
pub(super) struct BoundaryBodies {
    /// Where the bodies of each part but the last end.
    pub(super) ends: Vec<usize>,
    pub(super) bodies: Vec<u64>,
    /// Blocks with such bodies.
    pub(super) blocks: Vec<bool>,
}

/// Loads whose turn has not come.
#[derive(Default)]
pub(super) struct DeferredLoads {
    /// Blocks, and where the loads of each begin.
    pub(super) blocks: Vec<(usize, usize)>,
    pub(super) bodies: Vec<u32>,
    pub(super) loads: Vec<Row>,
}

/// Loads that are deferred in a block, and on which bodies: two of each pair at most. (With a `Vec`, which may have to grow,
/// registers would be saved before every load.)
pub(super) struct BlockDeferred {
    pub(super) count: usize,
    pub(super) bodies: [u32; 2 * BLOCK],
    pub(super) loads: [Row; 2 * BLOCK],
}

impl BoundaryBodies {
    /// Finds them among so many bodies.
    pub(super) fn find(&mut self, rows: &[ContactPair], bodies: usize, runs: &[(usize, Range<usize>)]) {
        self.bodies = vec![0; bodies.div_ceil(u64::BITS as usize)];
        let mut blocks = rows.chunks(BLOCK);
        for (home, run) in runs {
            let rows = blocks.by_ref().take(run.len()).flatten().flat_map(|pair| pair.rows);
            for row in rows {
                let is_elsewhere = self.part_of(row as usize) != *home;
                self.bodies[row as usize / 64] |= u64::from(is_elsewhere) << (row % 64);
            }
        }
        let has = |block: &[ContactPair]| block.iter().any(|pair| pair.rows.iter().any(|row| self.has(*row)));
        self.blocks = rows.chunks(BLOCK).map(has).collect();
    }

    /// Number of the part that has this body.
    pub(super) fn part_of(&self, body: usize) -> usize {
        self.ends.partition_point(|end| *end <= body)
    }

    /// True if other parts have loads on this body too.
    #[inline(always)]
    pub(super) fn has(&self, body: u32) -> bool {
        self.bodies.get(body as usize / 64).is_some_and(|bits| bits >> (body % 64) & 1 == 1)
    }
}

impl DeferredLoads {
    /// Numbers of the blocks, and of each the bodies and the loads on them.
    pub(super) fn of_each_block(&self) -> impl Iterator<Item = (usize, &[u32], &[Row])> {
        let ends = self.blocks.iter().skip(1).map(|(_, begin)| *begin).chain([self.loads.len()]);
        self.blocks
            .iter()
            .zip(ends)
            .map(|((block, begin), end)| (*block, &self.bodies[*begin..end], &self.loads[*begin..end]))
    }

    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.bodies.clear();
        self.loads.clear();
    }
}
