//! How the pairs are shared out among threads without a change of any bit.
//!
//! The loads on a body are added up in the order of its contacts' keys, each as soon as it is known. So the pairs are cut
//! into [`Part`]s in the order of their keys, each with some of the bodies. Most pairs have both bodies in their own part;
//! those that do not cross. They are resolved first and their loads are held. Then every part adds to its bodies what
//! crosses from the parts before, the loads of its own pairs, and what crosses from the parts after: the order of the keys.

use super::Notes;
use super::kernel::RoundLoad;
use super::lanes::{self, Around, Span};
use super::look::{SPAN, Seen, each_bit};
use crate::laws::Vec3;
use crate::laws::frame::ContactFrame;
use crate::laws::number::{Lanes, Row};
use crate::step::workers::BLOCK;
use crate::world::round::{RoundMemory, RoundMotion, RoundPair, RoundPast};
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch};
use prefetch_index::prefetch_index;
use rayon::prelude::*;
use std::ops::Range;

/// Parts for each thread, so that one that is done early can take from another; but every cut has pairs that cross it.
const PARTS: usize = 2;
/// A part has at least so many blocks of pairs.
const LEAST: usize = 4;
/// Spans of a block.
const SPANS: usize = BLOCK / SPAN;

/// What is seen of the pairs of a span, and their loads.
struct Room {
    seen: [Seen; SPAN],
    loads: [RoundLoad; SPAN],
}

impl Room {
    fn new() -> Self {
        Self { seen: [Seen::default(); SPAN], loads: [RoundLoad::default(); SPAN] }
    }
}

/// Pairs of neighbouring keys, and bodies that no other part adds loads to.
pub struct Part {
    /// Places in the list of pairs, from the start of a block on.
    pub pairs: Range<usize>,
    /// Places in the list of bodies.
    pub bodies: Range<usize>,
    room: Box<Room>,
}

/// The pairs of a block that cross, and the loads of those that touch.
#[derive(Clone, Debug, Default)]
struct Held {
    /// A bit for each pair that crosses.
    crossing: [u64; SPANS],
    /// A bit for each of them that touches.
    touching: [u64; SPANS],
    /// Places of their bodies.
    rows: Vec<[u32; 2]>,
    /// Their loads, in the order of the keys.
    loads: Vec<RoundLoad>,
}

/// Which part has which pairs.
#[derive(Default)]
pub struct Shares {
    parts: Vec<Part>,
    held: Vec<Held>,
}

/// The columns of some pairs, the notes of their blocks, and the sums of the loads on some bodies.
pub struct Rows<'a> {
    /// Which bodies; stick or slip.
    pub pairs: &'a mut [RoundPair],
    /// Histories and frames.
    pub memories: &'a mut [RoundMemory],
    /// What happened in this step.
    pub motions: &'a mut [RoundMotion],
    /// Which contacts.
    pub pasts: &'a mut [RoundPast],
    /// What happened in each block.
    pub notes: &'a mut [Notes],
    /// Force, N, and torque, N·m, on each body.
    pub sums: &'a mut [Row],
}

impl Rows<'_> {
    /// The pairs before this place (the start of a block) and the bodies before that one, and all others.
    fn split_at(self, pair: usize, body: usize) -> (Self, Self) {
        let Self { pairs, memories, motions, pasts, notes, sums } = self;
        let ((pairs, more_pairs), (memories, more_memories)) = (pairs.split_at_mut(pair), memories.split_at_mut(pair));
        let ((motions, more_motions), (pasts, more_pasts)) = (motions.split_at_mut(pair), pasts.split_at_mut(pair));
        let ((notes, more_notes), (sums, more_sums)) = (notes.split_at_mut(pair / BLOCK), sums.split_at_mut(body));
        let before = Self { pairs, memories, motions, pasts, notes, sums };
        let (pairs, memories, motions, pasts) = (more_pairs, more_memories, more_motions, more_pasts);
        (before, Self { pairs, memories, motions, pasts, notes: more_notes, sums: more_sums })
    }
}

impl Shares {
    /// Every pair from where it touches to its loads, and the sums of the loads on each body.
    pub fn resolve(&mut self, around: &Around<impl Fn(u32, &Vec3) -> ContactFrame + Sync>, rows: Rows, shared: bool) {
        let level = Level::new();
        let threads = if shared { rayon::current_num_threads() } else { 1 };
        self.cut(rows.pairs, rows.sums.len(), threads);
        if self.parts.len() > 1 {
            let blocks = rows.pairs.par_chunks_mut(BLOCK).zip(rows.memories.par_chunks_mut(BLOCK));
            let blocks = blocks.zip(rows.motions.par_chunks_mut(BLOCK)).zip(rows.pasts.par_chunks_mut(BLOCK));
            let blocks = blocks.zip(rows.notes.par_iter_mut()).zip(self.held.par_iter_mut());
            blocks.filter(|(_, held)| held.crosses()).for_each(
                |(((((pairs, memories), motions), pasts), notes), held)| {
                    let rows =
                        Rows { pairs, memories, motions, pasts, notes: std::slice::from_mut(notes), sums: &mut [] };
                    dispatch!(level, simd => held.resolve(simd, around, rows));
                },
            );
        }
        let held = &self.held;
        share_out(
            &mut self.parts,
            rows,
            &|part, rows| dispatch!(level, simd => part.resolve(simd, around, rows, held)),
        );
    }

    /// Cuts the pairs and bodies into parts for so many threads, where this is not yet done.
    fn cut(&mut self, pairs: &[RoundPair], bodies: usize, threads: usize) {
        let blocks = pairs.len().div_ceil(BLOCK);
        let count = if threads > 1 { (PARTS * threads).min(blocks / LEAST).max(1) } else { 1 };
        if self.parts.len() == count && self.parts.last().is_some_and(|part| part.pairs.end == pairs.len()) {
            return;
        }
        self.parts.clear();
        let (mut pair, mut body) = (0, 0);
        for k in 1..=count {
            let next = pairs.len().min(blocks * k / count * BLOCK);
            // In the usual order of bodies nearly all pairs of a part have both of theirs in it.
            let until =
                if k == count { bodies } else { pairs.get(next).map_or(body, |pair| pair.rows[0] as usize).max(body) };
            self.parts.push(Part { pairs: pair..next, bodies: body..until, room: Room::new().into() });
            (pair, body) = (next, until);
        }
        self.held = vec![Held::default(); blocks];
        for part in &self.parts {
            let crosses = |pair: &RoundPair| !pair.rows.iter().all(|row| part.bodies.contains(&(*row as usize)));
            for at in part.pairs.clone().filter(|at| crosses(&pairs[*at])) {
                self.held[at / BLOCK].crossing[at % BLOCK / SPAN] |= 1 << (at % SPAN);
            }
        }
    }
}

/// Runs every part with its own pairs and bodies.
fn share_out(parts: &mut [Part], rows: Rows, run: &(impl Fn(&mut Part, Rows) + Sync)) {
    if let [part] = parts {
        return run(part, rows);
    }
    let (before, after) = parts.split_at_mut(parts.len() / 2);
    let ([first, ..], [next, ..]) = (&*before, &*after) else { return };
    let cut = (next.pairs.start - first.pairs.start, next.bodies.start - first.bodies.start);
    let (these, others) = rows.split_at(cut.0, cut.1);
    rayon::join(|| share_out(before, these, run), || share_out(after, others, run));
}

impl Held {
    fn crosses(&self) -> bool {
        self.crossing != [0; SPANS]
    }

    /// Resolves the pairs of this block that cross.
    #[inline(always)]
    fn resolve<S: Simd>(&mut self, simd: S, around: &Around<impl Fn(u32, &Vec3) -> ContactFrame>, rows: Rows) {
        self.rows.clear();
        self.loads.clear();
        let Room { mut seen, mut loads } = Room::new();
        let Rows { pairs, memories, motions, pasts, notes: [notes], .. } = rows else { return };
        for (k, crossing) in self.crossing.iter().enumerate().filter(|(_, crossing)| **crossing != 0) {
            let at = k * SPAN..pairs.len().min((k + 1) * SPAN);
            let (pairs, memories) = (&mut pairs[at.clone()], &mut memories[at.clone()]);
            let (motions, pasts) = (&mut motions[at.clone()], &mut pasts[at]);
            let mut span = Span { pairs, memories, motions, pasts, loads: &mut loads, notes };
            self.touching[k] = lanes::resolve(simd, around, &mut span, *crossing, &mut seen);
            for row in each_bit(self.touching[k]) {
                self.rows.push(span.pairs[row].rows);
                self.loads.push(span.loads[row]);
            }
        }
    }
}

impl Part {
    /// Resolves the pairs of this part that do not cross, and adds up all loads on its bodies.
    #[inline(always)]
    fn resolve<S: Simd>(
        &mut self,
        simd: S,
        around: &Around<impl Fn(u32, &Vec3) -> ContactFrame>,
        rows: Rows,
        held: &[Held],
    ) {
        let Rows { pairs, memories, motions, pasts, notes, sums } = rows;
        let first = self.bodies.start;
        let (before, others) = held.split_at(self.pairs.start / BLOCK);
        let (own, after) = others.split_at(notes.len());
        sums.fill(Row::default());
        add_held(simd, before, first, sums);
        let Room { seen, loads } = &mut *self.room;
        let mut crossing = own.iter().flat_map(|held| &held.loads);
        for (k, from) in (0..pairs.len()).step_by(SPAN).enumerate() {
            let next = pairs.len().min(from + SPAN);
            if around.is_large {
                fetch(around, &pairs[next..pairs.len().min(next + SPAN)], first, sums);
            }
            let (held, notes) = (&own[k / SPANS], &mut notes[k / SPANS]);
            let [crosses, held] = [held.crossing[k % SPANS], held.touching[k % SPANS]];
            let (pairs, memories) = (&mut pairs[from..next], &mut memories[from..next]);
            let (motions, pasts) = (&mut motions[from..next], &mut pasts[from..next]);
            let mut span = Span { pairs, memories, motions, pasts, loads, notes };
            let touching = lanes::resolve(simd, around, &mut span, !crosses, seen);
            each_bit(held).zip(&mut crossing).for_each(|(row, load)| span.loads[row] = *load);
            for row in each_bit(touching | held) {
                add(simd, &span.pairs[row].rows, &span.loads[row], first, sums);
            }
        }
        add_held(simd, after, first, sums);
    }
}

/// Adds the loads that cross from these blocks to the sums of the bodies from place `first` on.
#[inline(always)]
fn add_held<S: Simd>(simd: S, held: &[Held], first: usize, sums: &mut [Row]) {
    for (rows, load) in held.iter().flat_map(|held| held.rows.iter().zip(&held.loads)) {
        add(simd, rows, load, first, sums);
    }
}

/// Adds the load of a contact to those of its bodies that are there, from place `first` on.
#[inline(always)]
fn add<S: Simd>(simd: S, [i, j]: &[u32; 2], RoundLoad([on_i, on_j]): &RoundLoad, first: usize, sums: &mut [Row]) {
    for (body, load) in [(*i, on_i), (*j, on_j)] {
        if let Some(Row(sum)) = sums.get_mut((body as usize).wrapping_sub(first)) {
            let added = <Lanes<S>>::simd_from(simd, *sum) + <Lanes<S>>::simd_from(simd, load.0);
            added.store_array(sum);
        }
    }
}

/// Sends for what these pairs will need of their bodies j, which lie here and there in memory. (Bodies i come in order,
/// and so do the pairs' own columns: the machine sees that by itself.)
#[inline(always)]
fn fetch<B>(around: &Around<B>, pairs: &[RoundPair], first: usize, sums: &[Row]) {
    for pair in pairs {
        let j = pair.rows[1] as usize;
        prefetch_index(around.balls, j);
        prefetch_index(around.turns, j);
        prefetch_index(sums, j.wrapping_sub(first));
    }
}
