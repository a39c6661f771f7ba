//! How the pairs are shared out among threads without a change of any bit.
//!
//! The loads on a body are added up in the order of its contacts' keys, each as soon as it is known. So the pairs are cut
//! into [`Part`]s in the order of their keys, each with some of the bodies. Most pairs have both bodies in their own part;
//! those that do not cross. They are resolved first and their loads are held. Then every part adds to its bodies what
//! crosses from the parts before, the loads of its own pairs, and what crosses from the parts after: the order of the keys.

use super::Notes;
use super::kernel::RoundLoad;
use super::lanes::{Around, Sink, Span, resolve};
use super::look::{SPAN, Seen, each_bit};
use super::table::{Ahead, Table};
use crate::laws::Vec3;
use crate::laws::frame::ContactFrame;
use crate::laws::number::{Lanes, Row};
use crate::step::workers::{BLOCK, Columns};
use crate::world::round::RoundPair;
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

/// What is seen of the pairs of a span, and the loads that are known before their turn.
struct Room {
    seen: [Seen; SPAN],
    early: [RoundLoad; SPAN],
}

impl Room {
    fn new() -> Self {
        Self { seen: [Seen::default(); SPAN], early: [RoundLoad::default(); SPAN] }
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

/// Some pairs, the notes of their blocks, and the sums of the loads on some bodies.
pub struct Rows<'a> {
    /// The pairs.
    pub table: Table<'a>,
    /// What happened in each block.
    pub notes: &'a mut [Notes],
    /// Force, N, and torque, N·m, on each body.
    pub sums: &'a mut [Row],
}

impl Shares {
    /// Every pair from where it touches to its loads, and the sums of the loads on each body.
    pub fn resolve(&mut self, around: &Around<impl Fn(u32, &Vec3) -> ContactFrame + Sync>, rows: Rows, shared: bool) {
        let level = Level::new();
        let threads = if shared { rayon::current_num_threads() } else { 1 };
        self.cut(rows.table.pairs, rows.sums.len(), threads);
        let Rows { mut table, notes, sums } = rows;
        if self.parts.len() > 1 {
            let blocks = table.lend().pieces(BLOCK).zip(&mut *notes).zip(&mut self.held);
            let crossing: Vec<_> = blocks.filter(|(_, held)| held.crosses()).collect();
            crossing.into_par_iter().for_each(|((block, notes), held)| {
                dispatch!(level, simd => held.resolve(simd, around, block, notes));
            });
        }
        let held = &self.held;
        share_out(
            &mut self.parts,
            Rows { table, notes, sums },
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
    let (pair, body) = (next.pairs.start - first.pairs.start, next.bodies.start - first.bodies.start);
    let (table, more_table) = rows.table.split_at(pair);
    let (notes, more_notes) = rows.notes.split_at_mut(pair / BLOCK);
    let (sums, more_sums) = rows.sums.split_at_mut(body);
    let (these, others) = (Rows { table, notes, sums }, Rows { table: more_table, notes: more_notes, sums: more_sums });
    rayon::join(|| share_out(before, these, run), || share_out(after, others, run));
}

impl Held {
    fn crosses(&self) -> bool {
        self.crossing != [0; SPANS]
    }

    /// Resolves the pairs of this block that cross.
    #[inline(always)]
    fn resolve<S: Simd>(
        &mut self,
        simd: S,
        around: &Around<impl Fn(u32, &Vec3) -> ContactFrame>,
        block: Table,
        notes: &mut Notes,
    ) {
        self.rows.clear();
        self.loads.clear();
        let Room { mut seen, mut early } = Room::new();
        let crossing = self.crossing;
        for (k, table) in block.pieces(SPAN).enumerate().filter(|(k, _)| crossing[*k] != 0) {
            let mut span = Span { table, notes, early: &mut early, is_early: 0 };
            self.touching[k] = resolve(simd, around, (&mut span, &mut seen), crossing[k], None, self);
        }
    }

    /// Gives the loads away, in the order of their keys.
    #[inline(always)]
    fn give<S: Simd>(&self, simd: S, sink: &mut impl Sink) {
        for (bodies, RoundLoad(on)) in self.rows.iter().zip(&self.loads) {
            sink.take(simd, bodies, on.map(|row| row.0.simd_into(simd)));
        }
    }
}

impl Sink for Held {
    #[inline(always)]
    fn take<S: Simd>(&mut self, _: S, bodies: &[u32; 2], [on_i, on_j]: [Lanes<S>; 2]) {
        self.rows.push(*bodies);
        self.loads.push(RoundLoad([Row(on_i.into()), Row(on_j.into())]));
    }

    fn fetch(&self, _: u32) {}
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
        let Rows { table, notes, sums } = rows;
        let (before, others) = held.split_at(self.pairs.start / BLOCK);
        let (own, after) = others.split_at(notes.len());
        sums.fill(Row::default());
        let mut sums = Sums { rows: sums, first: self.bodies.start };
        before.iter().for_each(|held| held.give(simd, &mut sums));
        let Room { seen, early } = &mut *self.room;
        let mut crossed = own.iter().flat_map(|held| &held.loads);
        let mut rest = table;
        for k in 0..rest.rows().div_ceil(SPAN) {
            let (table, coming) = rest.cut(SPAN);
            let (held, notes) = (&own[k / SPANS], &mut notes[k / SPANS]);
            let [crosses, is_early] = [held.crossing[k % SPANS], held.touching[k % SPANS]];
            each_bit(is_early).zip(&mut crossed).for_each(|(row, load)| early[row] = *load);
            let mut span = Span { table, notes, early, is_early };
            // Two copies of the machine code: one without a trace of what it need not do.
            if around.is_large {
                let ahead = Some(Ahead::of(&coming));
                resolve(simd, around, (&mut span, seen), !crosses, ahead, &mut sums);
            } else {
                resolve(simd, around, (&mut span, seen), !crosses, None, &mut sums);
            }
            rest = coming;
        }
        after.iter().for_each(|held| held.give(simd, &mut sums));
    }
}

/// The sums of the loads on the bodies from place `first` on.
struct Sums<'a> {
    rows: &'a mut [Row],
    first: usize,
}

impl Sink for Sums<'_> {
    /// Adds the loads to those of the two bodies that are there.
    #[inline(always)]
    fn take<S: Simd>(&mut self, simd: S, bodies: &[u32; 2], on: [Lanes<S>; 2]) {
        for (body, load) in bodies.iter().zip(on) {
            if let Some(Row(sum)) = self.rows.get_mut((*body as usize).wrapping_sub(self.first)) {
                (<Lanes<S>>::simd_from(simd, *sum) + load).store_array(sum);
            }
        }
    }

    #[inline(always)]
    fn fetch(&self, body: u32) {
        prefetch_index(&*self.rows, (body as usize).wrapping_sub(self.first));
    }
}
