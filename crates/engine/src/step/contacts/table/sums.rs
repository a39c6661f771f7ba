//! Destinations of contact loads: the sums of their bodies, or a buffer of deferred loads.

use crate::laws::friction::contact::ContactLoad;
use crate::laws::math::number::{Row, Wide};
use crate::step::contacts::narrow::geometry::BLOCK;
use crate::world::contact::ContactPair;
use fearless_simd::Simd;
use fearless_simd::prelude::*;
use prefetch_index::prefetch_index;
use std::ops::Range;

/// The numbers of a [`ContactLoad`], as stored until they are summed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LoadRows(pub [Row; 2]);

impl From<ContactLoad> for LoadRows {
    fn from(load: ContactLoad) -> Self {
        let [i, j] = load.numbers();
        Self([Row(i), Row(j)])
    }
}

/// Receives the loads of contacts in the order of their keys; holds the sums for the bodies from index `first` on.
pub struct Sums<'a> {
    /// Sum of the loads on each body: force, N, and torque, N·m, world.
    pub(in crate::step::contacts) rows: &'a mut [Row],
    pub(in crate::step::contacts) first: usize,
    /// True if the loads on boundary bodies and on bodies of other parts are deferred.
    pub(in crate::step::contacts) is_at_boundary: bool,
    pub(in crate::step::contacts) boundary: &'a BoundaryBodies,
    pub(in crate::step::contacts) own_deferred: &'a mut BlockDeferred,
}

impl Sums<'_> {
    /// Adds or defers the loads on bodies i and j of a contact.
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

    /// Prefetches the sum of a body.
    #[inline(always)]
    pub fn fetch(&self, body: u32) {
        prefetch_index(&*self.rows, (body as usize).wrapping_sub(self.first));
    }
}

impl BlockDeferred {
    /// Moves the deferred loads of a block to the lists of the parts that own the bodies.
    pub(in crate::step::contacts) fn defer(
        &mut self,
        block: usize,
        boundary: &BoundaryBodies,
        deferred: &mut [DeferredLoads],
    ) {
        deferred.iter_mut().for_each(|deferred| deferred.blocks.push((block, deferred.loads.len())));
        for (body, load) in self.bodies.iter().zip(&self.loads).take(self.count) {
            let deferred = &mut deferred[boundary.part_of(*body as usize)];
            deferred.bodies.push(*body);
            deferred.loads.push(*load);
        }
        self.count = 0;
    }
}

/// Boundary bodies: bodies with rows in several parts, one bit each.
#[derive(Default)]
pub(in crate::step::contacts) struct BoundaryBodies {
    /// End of each part's bodies, except the last part's.
    pub(in crate::step::contacts) ends: Vec<usize>,
    pub(in crate::step::contacts) bodies: Vec<u64>,
    /// Whether each block has a row with a boundary body.
    pub(in crate::step::contacts) blocks: Vec<bool>,
}

/// Loads on the bodies of one part that are added once all rows are done, in the order of the blocks.
#[derive(Default)]
pub(in crate::step::contacts) struct DeferredLoads {
    /// Index of each block, and where its loads begin in the lists.
    pub(in crate::step::contacts) blocks: Vec<(usize, usize)>,
    pub(in crate::step::contacts) bodies: Vec<u32>,
    pub(in crate::step::contacts) loads: Vec<Row>,
}

/// Loads deferred within a block, and their bodies: at most two per pair. (A `Vec`, which may have to grow, would force
/// registers to be saved before every load.)
pub(in crate::step::contacts) struct BlockDeferred {
    pub(in crate::step::contacts) count: usize,
    pub(in crate::step::contacts) bodies: [u32; 2 * BLOCK],
    pub(in crate::step::contacts) loads: [Row; 2 * BLOCK],
}

impl BoundaryBodies {
    /// Finds the boundary bodies; `bodies`: number of bodies, `runs`: runs of blocks with the index of their part.
    pub(in crate::step::contacts) fn find(
        &mut self,
        rows: &[ContactPair],
        bodies: usize,
        runs: &[(usize, Range<usize>)],
    ) {
        self.bodies = vec![0; bodies.div_ceil(u64::BITS as usize)];
        let mut blocks = rows.chunks(BLOCK);
        for (owner, run) in runs {
            let rows = blocks.by_ref().take(run.len()).flatten().flat_map(|pair| pair.rows);
            for row in rows {
                let is_elsewhere = self.part_of(row as usize) != *owner;
                self.bodies[row as usize / 64] |= u64::from(is_elsewhere) << (row % 64);
            }
        }
        let has = |block: &[ContactPair]| block.iter().any(|pair| pair.rows.iter().any(|row| self.has(*row)));
        self.blocks = rows.chunks(BLOCK).map(has).collect();
    }

    /// Index of the part that owns a body.
    pub(in crate::step::contacts) fn part_of(&self, body: usize) -> usize {
        self.ends.partition_point(|end| *end <= body)
    }

    /// True for a boundary body, on which other parts have loads too.
    #[inline(always)]
    pub(in crate::step::contacts) fn has(&self, body: u32) -> bool {
        self.bodies.get(body as usize / 64).is_some_and(|bits| bits >> (body % 64) & 1 == 1)
    }
}

impl DeferredLoads {
    /// Index, bodies and loads on the bodies of each block.
    pub(in crate::step::contacts) fn of_each_block(&self) -> impl Iterator<Item = (usize, &[u32], &[Row])> {
        let ends = self.blocks.iter().skip(1).map(|(_, begin)| *begin).chain([self.loads.len()]);
        self.blocks
            .iter()
            .zip(ends)
            .map(|((block, begin), end)| (*block, &self.bodies[*begin..end], &self.loads[*begin..end]))
    }

    pub(in crate::step::contacts) fn clear(&mut self) {
        self.blocks.clear();
        self.bodies.clear();
        self.loads.clear();
    }
}
