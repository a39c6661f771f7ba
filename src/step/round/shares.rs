//! How the pairs are shared out among threads without a change of any bit.
//!
//! The loads on a body are added up in the order of its contacts' keys, each as soon as it is known. So the bodies are cut
//! into parts, each with the pairs of its own bodies; a thread takes the pairs of its part in the order of their keys,
//! some spans at a time. Bodies on a seam between parts have pairs elsewhere too: the loads on them are put aside, and added
//! when all pairs are done, in the order of the keys. A thread that is done with its own part takes spans from the end of
//! another one; it puts all their loads aside.

use super::Notes;
use super::kernel::RoundLoad;
use super::lanes::{Around, Span, resolve};
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
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Mutex;

/// A part has at least so many pairs.
const LEAST: usize = 4096;
/// A thread takes at most so many pairs at a time: some microseconds of work.
const TAKEN: usize = 4 * SPAN;

/// Which thread has which pairs.
#[derive(Default)]
pub struct Shares {
    parts: Vec<Part>,
    /// Where the spans with pairs of each part lie, by the number of the part, in the order of the pairs.
    runs: Vec<(usize, Range<usize>)>,
    seams: Seams,
    /// How many pairs were shared out.
    pairs: usize,
}

/// The bodies of a thread, and what it works with.
struct Part {
    /// Places in the list of bodies.
    bodies: Range<usize>,
    /// Loads that its thread put aside, by the part that has the bodies.
    late: Vec<Late>,
    notes: Notes,
    room: Box<Room>,
}

/// The bodies of which pairs lie in several parts: a bit each.
#[derive(Default)]
struct Seams {
    /// Where the bodies of each part but the last end.
    ends: Vec<usize>,
    bodies: Vec<u64>,
    /// Spans with such bodies.
    spans: Vec<bool>,
}

/// Loads whose turn has not come.
#[derive(Default)]
struct Late {
    /// Spans, and where the loads of each begin.
    spans: Vec<(usize, usize)>,
    bodies: Vec<u32>,
    loads: Vec<Row>,
}

/// What is seen of the pairs of a span, the loads that are known before their turn, and those that are put aside.
struct Room {
    seen: [Seen; SPAN],
    early: [RoundLoad; SPAN],
    aside: Aside,
}

/// Loads that are put aside in a span, and on which bodies: two of each pair at most. (With a `Vec`, which may have to grow,
/// registers would be saved before every load.)
struct Aside {
    count: usize,
    bodies: [u32; 2 * SPAN],
    loads: [Row; 2 * SPAN],
}

/// Some spans in the order of their pairs.
struct Run<'a> {
    /// Number of the first span.
    first: usize,
    table: Table<'a>,
    /// True if they are of another thread's part.
    is_stolen: bool,
}

/// Hands out pairs until none are left.
type Take<'a, 't> = &'a mut dyn FnMut() -> Option<Run<'t>>;

/// What of the pairs of a part no thread has taken.
#[derive(Default)]
struct Left<'a> {
    runs: VecDeque<Run<'a>>,
    is_begun: bool,
}

impl Shares {
    /// Every pair from where it touches to its loads, and the sums of the loads on each body: force, N, and torque, N·m. What
    /// was put aside waits for [`Self::add_late`].
    pub fn resolve(
        &mut self,
        around: &Around<impl Fn(u32, &Vec3) -> ContactFrame + Sync>,
        (table, sums): (Table, &mut [Row]),
        shared: bool,
    ) {
        let threads = if shared { rayon::current_num_threads() } else { 1 };
        self.cut(table.pairs, sums.len(), threads);
        let Self { parts, runs, seams, .. } = self;
        if let [part] = &mut **parts {
            let mut all = Some(Run { first: 0, table, is_stolen: false }).filter(|run| run.table.rows() > 0);
            return part.run(around, &mut || all.take(), sums, seams);
        }
        let (seams, left) = (&*seams, &handed_out(runs, table, parts.len()));
        rayon::scope(|scope| {
            let mut sums = &mut *sums;
            // The last to be spawned is this thread's: each thread has the bodies it has elsewhere in the step.
            for (part, own) in parts.iter_mut().zip(left).rev() {
                let own_sums = sums.split_off_mut(part.bodies.start..).unwrap_or_default();
                let mut take = move || {
                    let first = own.lock().ok()?.first();
                    first.or_else(|| stolen(left))
                };
                scope.spawn(move |_| part.run(around, &mut take, own_sums, seams));
            }
        });
    }

    /// Before which rows a table of so many bodies, the first at this place, is cut so that each thread has those of its part.
    pub fn cuts(&self, first: usize, bodies: usize) -> Vec<usize> {
        self.seams.ends.iter().map(|end| end.saturating_sub(first).min(bodies)).collect()
    }

    /// Adds the late loads on the bodies from place `first` on to their sums.
    pub fn add_late(&self, first: usize, sums: &mut [Row]) {
        if self.parts.len() < 2 || sums.is_empty() {
            return;
        }
        let parts = self.seams.part_of(first)..=self.seams.part_of(first + sums.len() - 1);
        for k in parts {
            let mut late: Vec<_> = self.parts.iter().flat_map(|part| part.late[k].of_each_span()).collect();
            late.sort_unstable_by_key(|(span, ..)| *span);
            for (body, Row(load)) in late.iter().flat_map(|(_, bodies, loads)| bodies.iter().zip(*loads)) {
                if let Some(Row(sum)) = sums.get_mut((*body as usize).wrapping_sub(first)) {
                    sum.iter_mut().zip(load).for_each(|(sum, load)| *sum += load);
                }
            }
        }
    }

    /// Forgets the late loads.
    pub fn forget_late(&mut self) {
        self.parts.iter_mut().flat_map(|part| &mut part.late).for_each(Late::clear);
    }

    /// What happened in the last step.
    pub fn notes(&mut self) -> impl Iterator<Item = &mut Notes> {
        self.parts.iter_mut().map(|part| &mut part.notes)
    }

    /// Shares out the pairs and bodies among so many threads, where this is not yet done.
    fn cut(&mut self, pairs: &[RoundPair], bodies: usize, threads: usize) {
        let count = threads.min(pairs.len() / LEAST).max(1);
        if self.parts.len() == count && self.pairs == pairs.len() {
            return;
        }
        // A body of whole spans, as a wall is, has pairs with bodies of all parts.
        let is_crowd = |span: &[RoundPair]| span.len() == SPAN && span[0].rows[0] == span[SPAN - 1].rows[0];
        let spans = || pairs.chunks(SPAN);
        let usual: Vec<_> = spans().filter(|span| !is_crowd(span)).map(|span| span[0].rows[0] as usize).collect();
        let ends: Vec<_> = (1..count).map(|k| usual.get(usual.len() * k / count).map_or(bodies, |row| *row)).collect();
        let begins = std::iter::once(0).chain(ends.iter().copied());
        let ranges = begins.zip(ends.iter().copied().chain([bodies]));
        let parts = ranges.map(|(begin, end)| Part::of(begin..end, count)).collect();
        let seams = Seams { ends, ..Seams::default() };
        *self = Self { parts, pairs: pairs.len(), seams, ..Self::default() };
        for (k, span) in spans().enumerate() {
            let home = self.seams.part_of(span[0].rows[usize::from(is_crowd(span))] as usize);
            match self.runs.last_mut().filter(|(last, _)| *last == home) {
                Some((_, run)) => run.end = k + 1,
                None => self.runs.push((home, k..k + 1)),
            }
        }
        self.seams.find(pairs, bodies, &self.runs);
    }
}

/// The runs of each part, before any is taken.
fn handed_out<'a>(runs: &[(usize, Range<usize>)], mut table: Table<'a>, parts: usize) -> Vec<Mutex<Left<'a>>> {
    let mut left: Vec<_> = (0..parts).map(|_| Left::default()).collect();
    for (part, run) in runs {
        let (own, others) = table.cut(run.len() * SPAN);
        left[*part].runs.push_back(Run { first: run.start, table: own, is_stolen: false });
        table = others;
    }
    left.into_iter().map(Mutex::new).collect()
}

/// The last pairs that a thread has yet to do.
fn stolen<'a>(left: &[Mutex<Left<'a>>]) -> Option<Run<'a>> {
    left.iter().find_map(|left| left.lock().ok()?.last())
}

impl<'a> Run<'a> {
    /// So many pairs, and those after them.
    fn cut(self, rows: usize) -> (Self, Self) {
        let (table, others) = self.table.cut(rows);
        (Self { table, ..self }, Self { first: self.first + rows / SPAN, table: others, ..self })
    }
}

impl<'a> Left<'a> {
    /// Takes some of its first pairs.
    fn first(&mut self) -> Option<Run<'a>> {
        self.is_begun = true;
        let (taken, others) = self.runs.pop_front()?.cut(TAKEN);
        if others.table.rows() > 0 {
            self.runs.push_front(others);
        }
        Some(taken)
    }

    /// Takes some of its last pairs, if it is begun: else its own thread may be this one.
    fn last(&mut self) -> Option<Run<'a>> {
        let run = self.runs.pop_back_if(|_| self.is_begun)?;
        let before = run.table.rows().next_multiple_of(TAKEN) - TAKEN;
        let (others, taken) = run.cut(before);
        if before > 0 {
            self.runs.push_back(others);
        }
        Some(Run { is_stolen: true, ..taken })
    }
}

impl Seams {
    /// Finds them among so many bodies.
    fn find(&mut self, pairs: &[RoundPair], bodies: usize, runs: &[(usize, Range<usize>)]) {
        self.bodies = vec![0; bodies.div_ceil(u64::BITS as usize)];
        let mut spans = pairs.chunks(SPAN);
        for (home, run) in runs {
            let rows = spans.by_ref().take(run.len()).flatten().flat_map(|pair| pair.rows);
            for row in rows {
                let is_elsewhere = self.part_of(row as usize) != *home;
                self.bodies[row as usize / 64] |= u64::from(is_elsewhere) << (row % 64);
            }
        }
        let has = |span: &[RoundPair]| span.iter().any(|pair| pair.rows.iter().any(|row| self.has(*row)));
        self.spans = pairs.chunks(SPAN).map(has).collect();
    }

    /// Number of the part that has this body.
    fn part_of(&self, body: usize) -> usize {
        self.ends.partition_point(|end| *end <= body)
    }

    /// True if other parts have loads on this body too.
    #[inline(always)]
    fn has(&self, body: u32) -> bool {
        self.bodies.get(body as usize / 64).is_some_and(|bits| bits >> (body % 64) & 1 == 1)
    }
}

impl Late {
    /// Numbers of the spans, and of each the bodies and the loads on them.
    fn of_each_span(&self) -> impl Iterator<Item = (usize, &[u32], &[Row])> {
        let ends = self.spans.iter().skip(1).map(|(_, begin)| *begin).chain([self.loads.len()]);
        self.spans
            .iter()
            .zip(ends)
            .map(|((span, begin), end)| (*span, &self.bodies[*begin..end], &self.loads[*begin..end]))
    }

    fn clear(&mut self) {
        self.spans.clear();
        self.bodies.clear();
        self.loads.clear();
    }
}

/// Where the loads of contacts go, in the order of their keys: the sums of those on the bodies from place `first` on.
pub struct Sums<'a> {
    /// Force, N, and torque, N·m.
    rows: &'a mut [Row],
    first: usize,
    /// True if loads on bodies of a seam, or of others, are put aside.
    is_at_seam: bool,
    seams: &'a Seams,
    aside: &'a mut Aside,
}

impl Sums<'_> {
    /// Takes the loads on bodies i and j of a contact.
    #[inline(always)]
    pub fn take<S: Simd>(&mut self, simd: S, bodies: &[u32; 2], on: [Lanes<S>; 2]) {
        for (body, load) in bodies.iter().zip(on) {
            let at = (*body as usize).wrapping_sub(self.first);
            if self.is_at_seam && (at >= self.rows.len() || self.seams.has(*body)) {
                let Aside { count, bodies, loads } = &mut *self.aside;
                bodies[*count] = *body;
                load.store_array(&mut loads[*count].0);
                *count += 1;
            } else if let Some(Row(sum)) = self.rows.get_mut(at) {
                (<Lanes<S>>::simd_from(simd, *sum) + load).store_array(sum);
            }
        }
    }

    /// Sends for what it needs to take loads on a body.
    #[inline(always)]
    pub fn fetch(&self, body: u32) {
        prefetch_index(&*self.rows, (body as usize).wrapping_sub(self.first));
    }
}

impl Aside {
    /// Leaves what was put aside in a span to the parts that have the bodies.
    fn leave(&mut self, span: usize, seams: &Seams, late: &mut [Late]) {
        late.iter_mut().for_each(|late| late.spans.push((span, late.loads.len())));
        for (body, load) in self.bodies.iter().zip(&self.loads).take(self.count) {
            let late = &mut late[seams.part_of(*body as usize)];
            late.bodies.push(*body);
            late.loads.push(*load);
        }
        self.count = 0;
    }
}

impl Part {
    fn of(bodies: Range<usize>, parts: usize) -> Self {
        let aside = Aside { count: 0, bodies: [0; 2 * SPAN], loads: [Row::default(); 2 * SPAN] };
        let room = Room { seen: [Seen::default(); SPAN], early: [RoundLoad::default(); SPAN], aside };
        let late = (0..parts).map(|_| Late::default()).collect();
        Self { bodies, late, notes: Notes::default(), room: room.into() }
    }

    /// Resolves the pairs that it takes, and adds up the loads on its own bodies in `sums`.
    #[inline(never)]
    fn run(
        &mut self,
        around: &Around<impl Fn(u32, &Vec3) -> ContactFrame>,
        take: Take,
        sums: &mut [Row],
        seams: &Seams,
    ) {
        sums.fill(Row::default());
        let level = Level::new();
        dispatch!(level, simd => self.resolve(simd, around, take, sums, seams));
    }

    #[inline(always)]
    fn resolve<S: Simd>(
        &mut self,
        simd: S,
        around: &Around<impl Fn(u32, &Vec3) -> ContactFrame>,
        take: Take,
        sums: &mut [Row],
        seams: &Seams,
    ) {
        let Self { bodies, late, notes, room, .. } = self;
        let Room { seen, early, aside } = &mut **room;
        notes.on = around.are_noted;
        let mut next = take();
        while let Some(run) = next {
            let (now, others) = run.cut(SPAN);
            // What comes is known before this span is resolved.
            next = if others.table.rows() > 0 { Some(others) } else { take() };
            let nothing = Table::default();
            let coming = next.as_ref().map_or(&nothing, |run| &run.table);
            let is_at_seam = now.is_stolen || seams.spans[now.first];
            let rows = if now.is_stolen { &mut [] } else { &mut *sums };
            let mut sums = Sums { rows, first: bodies.start, is_at_seam, seams, aside };
            let mut span = Span { table: now.table, notes, early, is_early: 0 };
            // Two copies of the machine code: one without a trace of what it need not do.
            if around.is_large {
                resolve(simd, around, (&mut span, seen), Some(Ahead::of(coming)), &mut sums);
            } else {
                resolve(simd, around, (&mut span, seen), None, &mut sums);
            }
            if is_at_seam {
                aside.leave(now.first, seams, late);
            }
        }
    }
}
