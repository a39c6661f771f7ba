//! How the pairs are shared out among threads without a change of any bit.
//!
//! The loads on a body are added up in the order of its contacts' keys, each as soon as it is known. So the pairs are cut
//! into [`Part`]s in the order of their keys, each with some of the bodies. Most bodies have all their pairs in their own
//! part, which adds up their loads. Bodies on a seam between parts have some elsewhere: the loads on them are put aside,
//! and added when all parts are done, part by part: the order of the keys.

use super::Notes;
use super::kernel::RoundLoad;
use super::lanes::{Around, Sink, Span, resolve};
use super::look::{SPAN, Seen};
use super::table::{Ahead, Table};
use crate::laws::Vec3;
use crate::laws::frame::ContactFrame;
use crate::laws::number::{Lanes, Row};
use crate::step::workers::Columns;
use crate::world::round::RoundPair;
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch};
use prefetch_index::prefetch_index;
use std::ops::Range;

/// A part has at least so many pairs.
const LEAST: usize = 4096;

/// Pairs of neighbouring keys, and bodies to which no other part adds loads.
pub struct Part {
    /// Places in the list of pairs.
    pairs: Range<usize>,
    /// Places in the list of bodies.
    bodies: Range<usize>,
    /// Which of its spans have bodies on a seam.
    at_seam: Vec<bool>,
    late: Late,
    notes: Notes,
    room: Box<Room>,
}

/// Loads whose turn has not come, in the order of the keys.
#[derive(Default)]
struct Late {
    bodies: Vec<u32>,
    loads: Vec<Row>,
}

/// What is seen of the pairs of a span, and the loads that are known before their turn.
struct Room {
    seen: [Seen; SPAN],
    early: [RoundLoad; SPAN],
}

/// Which part has which pairs.
#[derive(Default)]
pub struct Shares {
    parts: Vec<Part>,
    seams: Seams,
}

/// The bodies of which pairs lie in several parts: a bit each.
#[derive(Default)]
struct Seams(Vec<u64>);

impl Shares {
    /// Every pair from where it touches to its loads, and the sums of the loads on each body: force, N, and torque, N·m.
    pub fn resolve(
        &mut self,
        around: &Around<impl Fn(u32, &Vec3) -> ContactFrame + Sync>,
        (table, sums): (Table, &mut [Row]),
        shared: bool,
    ) {
        let level = Level::new();
        let threads = if shared { rayon::current_num_threads() } else { 1 };
        self.cut(table.pairs, sums.len(), threads);
        let Self { parts, seams } = self;
        share_out(
            parts,
            (table, &mut *sums),
            &|part, (table, sums)| dispatch!(level, simd => part.resolve(simd, around, table, sums, seams)),
        );
        give(parts, sums);
    }

    /// What happened in the last step, in the order of the keys of the contacts.
    pub fn notes(&mut self) -> impl Iterator<Item = &mut Notes> {
        self.parts.iter_mut().map(|part| &mut part.notes)
    }

    /// Cuts the pairs and bodies into parts for so many threads, where this is not yet done.
    fn cut(&mut self, pairs: &[RoundPair], bodies: usize, threads: usize) {
        let count = threads.min(pairs.len() / LEAST).max(1);
        if self.parts.len() == count && self.parts.last().is_some_and(|part| part.pairs.end == pairs.len()) {
            return;
        }
        self.parts.clear();
        let (mut pair, mut body) = (0, 0);
        for k in 1..=count {
            let next = pairs.len() * k / count;
            // In the usual order of bodies nearly all pairs of a part have both of theirs in it.
            let until =
                if k == count { bodies } else { pairs.get(next).map_or(body, |pair| pair.rows[0] as usize).max(body) };
            self.parts.push(Part::new(pair..next, body..until));
            (pair, body) = (next, until);
        }
        self.seams = Seams(vec![0; bodies.div_ceil(u64::BITS as usize)]);
        for part in &self.parts {
            let rows = pairs[part.pairs.clone()].iter().flat_map(|pair| pair.rows);
            rows.filter(|row| !part.bodies.contains(&(*row as usize))).for_each(|row| self.seams.add(row));
        }
        let Self { parts, seams, .. } = self;
        for part in parts {
            let is_at_seam = |span: &[RoundPair]| span.iter().any(|pair| pair.rows.iter().any(|row| seams.has(*row)));
            part.at_seam = pairs[part.pairs.clone()].chunks(SPAN).map(is_at_seam).collect();
        }
    }
}

/// Runs every part with its own pairs and the sums of its own bodies.
fn share_out<'a>(
    parts: &mut [Part],
    (table, sums): (Table<'a>, &'a mut [Row]),
    run: &(impl Fn(&mut Part, (Table, &mut [Row])) + Sync),
) {
    if let [part] = parts {
        return run(part, (table, sums));
    }
    let (before, after) = parts.split_at_mut(parts.len() / 2);
    let ([first, ..], [next, ..]) = (&*before, &*after) else { return };
    let (table, more_table) = table.split_at(next.pairs.start - first.pairs.start);
    let (sums, more_sums) = sums.split_at_mut(next.bodies.start - first.bodies.start);
    rayon::join(|| share_out(before, (table, sums), run), || share_out(after, (more_table, more_sums), run));
}

/// Adds the late loads of all parts, each thread those on the bodies of its own part.
fn give(parts: &mut [Part], mut sums: &mut [Row]) {
    if parts.len() == 1 {
        return;
    }
    let lists: Vec<_> = parts.iter().map(|part| &part.late).collect();
    rayon::scope(|scope| {
        for part in &*parts {
            let (own, others) = std::mem::take(&mut sums).split_at_mut(part.bodies.len());
            sums = others;
            let lists = &lists;
            scope.spawn(move |_| lists.iter().for_each(|late| late.give(part.bodies.start, own)));
        }
    });
    parts.iter_mut().for_each(|part| part.late.clear());
}

impl Seams {
    fn add(&mut self, body: u32) {
        if let Some(bits) = self.0.get_mut(body as usize / 64) {
            *bits |= 1 << (body % 64);
        }
    }

    /// True if other parts have loads on this body too.
    #[inline(always)]
    fn has(&self, body: u32) -> bool {
        self.0.get(body as usize / 64).is_some_and(|bits| bits >> (body % 64) & 1 == 1)
    }
}

impl Late {
    /// Room for a load on this body, nothing yet.
    #[cold]
    #[inline(never)]
    fn begin(&mut self, body: u32) -> &mut Row {
        self.bodies.push(body);
        self.loads.push_mut(Row::default())
    }

    /// Adds the loads on the bodies from place `first` on to their sums.
    fn give(&self, first: usize, sums: &mut [Row]) {
        for (body, Row(load)) in self.bodies.iter().zip(&self.loads) {
            if let Some(Row(sum)) = sums.get_mut((*body as usize).wrapping_sub(first)) {
                sum.iter_mut().zip(load).for_each(|(sum, load)| *sum += load);
            }
        }
    }

    fn clear(&mut self) {
        self.bodies.clear();
        self.loads.clear();
    }
}

/// The sums of the loads on the bodies from place `first` on.
struct Sums<'a> {
    /// Force, N, and torque, N·m.
    rows: &'a mut [Row],
    first: usize,
}

impl Sums<'_> {
    #[inline(always)]
    fn of(&mut self, body: u32) -> Option<&mut Row> {
        self.rows.get_mut((body as usize).wrapping_sub(self.first))
    }
}

impl Sink for Sums<'_> {
    /// Adds the loads to those of the two bodies.
    #[inline(always)]
    fn take<S: Simd>(&mut self, simd: S, bodies: &[u32; 2], on: [Lanes<S>; 2]) {
        for (body, load) in bodies.iter().zip(on) {
            if let Some(Row(sum)) = self.of(*body) {
                (<Lanes<S>>::simd_from(simd, *sum) + load).store_array(sum);
            }
        }
    }

    #[inline(always)]
    fn fetch(&self, body: u32) {
        prefetch_index(&*self.rows, (body as usize).wrapping_sub(self.first));
    }
}

/// The same at a seam: loads on its bodies are put aside.
struct AtSeam<'a> {
    sums: Sums<'a>,
    seams: &'a Seams,
    late: &'a mut Late,
}

impl Sink for AtSeam<'_> {
    #[inline(always)]
    fn take<S: Simd>(&mut self, simd: S, bodies: &[u32; 2], on: [Lanes<S>; 2]) {
        for (body, load) in bodies.iter().zip(on) {
            let Row(sum) = match self.sums.of(*body) {
                Some(sum) if !self.seams.has(*body) => sum,
                _ => self.late.begin(*body),
            };
            (<Lanes<S>>::simd_from(simd, *sum) + load).store_array(sum);
        }
    }

    #[inline(always)]
    fn fetch(&self, body: u32) {
        self.sums.fetch(body);
    }
}

/// The pairs of a span; two copies of the machine code, one without a trace of what it need not do.
#[inline(always)]
fn resolve_span<S: Simd>(
    simd: S,
    around: &Around<impl Fn(u32, &Vec3) -> ContactFrame>,
    span: (&mut Span, &mut [Seen; SPAN]),
    coming: &Table,
    mut sink: impl Sink,
) {
    let ahead = around.is_large.then(|| Ahead::of(coming));
    match ahead {
        Some(ahead) => resolve(simd, around, span, Some(ahead), &mut sink),
        None => resolve(simd, around, span, None, &mut sink),
    }
}

impl Part {
    fn new(pairs: Range<usize>, bodies: Range<usize>) -> Self {
        let room = Room { seen: [Seen::default(); SPAN], early: [RoundLoad::default(); SPAN] };
        let (late, notes) = (Late::default(), Notes::default());
        Self { pairs, bodies, at_seam: Vec::new(), late, notes, room: room.into() }
    }

    /// Resolves the pairs of this part, and adds up the loads on its bodies.
    #[inline(always)]
    fn resolve<S: Simd>(
        &mut self,
        simd: S,
        around: &Around<impl Fn(u32, &Vec3) -> ContactFrame>,
        table: Table,
        sums: &mut [Row],
        seams: &Seams,
    ) {
        self.notes.on = around.are_noted;
        sums.fill(Row::default());
        let Self { bodies, at_seam, late, notes, room, .. } = self;
        let Room { seen, early } = &mut **room;
        let mut rest = table;
        for at_seam in at_seam {
            let (table, coming) = rest.cut(SPAN);
            let mut span = Span { table, notes, early, is_early: 0 };
            let sums = Sums { rows: &mut *sums, first: bodies.start };
            if *at_seam {
                resolve_span(simd, around, (&mut span, seen), &coming, AtSeam { sums, seams, late });
            } else {
                resolve_span(simd, around, (&mut span, seen), &coming, sums);
            }
            rest = coming;
        }
    }
}
