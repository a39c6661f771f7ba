//! Pairs whose geometry is found one by one, each with its rows in the table.

use crate::laws::Vec3;
use crate::laws::math::extremes::larger;
use crate::step::contacts::narrow::LastContact;
use crate::step::contacts::narrow::prisms::LastTest;
use crate::step::contacts::narrow::seam::Seam;
use crate::step::contacts::table::columns::ContactColumns;
use crate::step::events::ContactEventKind;
use crate::step::workers::{Columns, Workers};
use crate::world::contact::{ContactBundle, ContactKey};
use std::ops::Range;

/// A pair of bodies whose contact geometry is found individually.
#[derive(Clone, Debug)]
pub struct GeneralPair {
    /// Indices of bodies i and j in the list of bodies.
    pub rows: [u32; 2],
    /// Index of the pair's class: laws and constants.
    pub class: u32,
    /// Key of the pair (feature 0).
    pub key: ContactKey,
    /// First row of the pair in the table of contacts.
    pub first: usize,
    /// Number of rows of the pair.
    pub slots: usize,
    /// Number of rows that touch; these come first.
    pub living: usize,
    /// Direction that separated the bodies in the last test, if one was found.
    pub(in crate::step::contacts) apart_along: Option<Vec3>,
    /// Result of the last test of two prisms, from which the next test starts.
    pub(in crate::step::contacts) last_test: LastTest,
    /// Distance that the points of two prisms may move, summed over both, before the pair must be tested again, m; 0 if
    /// the pair must be tested in every step ([`crate::step::contacts::narrow::prisms::Clearance::allowance`]).
    pub(in crate::step::contacts) clear: f64,
    /// Events of the pair's contacts in this step: feature and event.
    pub(in crate::step::contacts) events: Vec<(u32, ContactEventKind)>,
    /// Why the pair cannot be handled, if so.
    pub(in crate::step::contacts) fault: Option<PairFault>,
    /// The bodies next to the immovable one, if there are any.
    pub(in crate::step) seam: Option<Box<Seam>>,
    /// Contacts of such a pair that ended in this step.
    pub(in crate::step::contacts) ended: Vec<ContactBundle>,
}

/// Why a pair of bodies cannot be handled.
#[derive(Clone, Copy, Debug)]
pub(in crate::step::contacts) enum PairFault {
    /// No contact detection exists for these shapes.
    Unknown,
    /// One body is inside the other, and no direction of separation is defined.
    Inside,
}

impl GeneralPair {
    /// Rows of the pair in the table of contacts.
    pub fn all_rows(&self) -> Range<usize> {
        self.first..self.first + self.slots
    }

    /// Rows of the pair that touch.
    pub fn living_rows(&self) -> Range<usize> {
        self.first..self.first + self.living
    }

    /// A pair with `slots` rows from row `first` on, of which `living` touch.
    pub fn new(rows: [u32; 2], class: u32, key: ContactKey, (first, slots, living): (usize, usize, usize)) -> Self {
        Self {
            rows,
            class,
            key,
            first,
            slots,
            living,
            apart_along: None,
            last_test: LastTest::Unknown,
            clear: 0.0,
            events: Vec::new(),
            fault: None,
            seam: None,
            ended: Vec::new(),
        }
    }
}

/// The rows of a pair. Most nearby pairs do not touch, and their rows are never read.
pub(in crate::step) struct PairRows<'a, 'c> {
    columns: &'a mut ContactColumns<'c>,
    rows: Range<usize>,
}

impl<'a> PairRows<'a, '_> {
    /// The contact of the last step: normal of the pair's first contact, world, and the largest overlap, m; `None` if
    /// the pair had no contact. `living`: number of its contacts then.
    pub(in crate::step) fn last_contact(&self, living: usize) -> LastContact {
        let rows = self.columns.extras.get(self.rows.start..self.rows.start + living)?;
        let mut points = rows.iter().filter_map(|extras| extras.0.as_deref()).map(|extras| &extras.geometry.point);
        let first = points.next()?;
        Some((first.n.into(), points.map(|point| point.overlap).fold(first.overlap, larger)))
    }

    /// Columns of the pair's rows.
    #[inline(always)]
    pub(in crate::step) fn columns(self) -> ContactColumns<'a> {
        self.columns.at(self.rows)
    }
}

/// Runs `work` on ranges of the pairs with their rows, on several threads if there are enough pairs.
pub(in crate::step) fn each_range<P: Pairs>(
    workers: &Workers,
    pairs: P,
    columns: ContactColumns,
    work: impl Fn(PairRange<P>) + Sync,
) {
    let all = PairRange { pairs, before: 0, columns };
    // A pair costs about ten times as much as a pair of spheres.
    workers.run(16 * all.pairs.count(), |shared| halved(all, &work, if shared { 32 } else { usize::MAX }));
}

/// A range of pairs with their rows.
pub(in crate::step) struct PairRange<'c, P> {
    pairs: P,
    /// Row of the table at which `columns` begin.
    before: usize,
    columns: ContactColumns<'c>,
}

impl<P: Pairs> PairRange<'_, P> {
    /// Runs `work` on each pair with its rows.
    #[inline(always)]
    pub(in crate::step) fn each(self, mut work: impl FnMut(P::Pair, PairRows)) {
        let Self { pairs, before, mut columns } = self;
        pairs.each(
            #[inline(always)]
            |first, slots, pair| {
                let first = first - before;
                work(pair, PairRows { columns: &mut columns, rows: first..first + slots });
            },
        );
    }
}

/// Splits the pairs in half until few are left.
fn halved<P: Pairs>(all: PairRange<P>, work: &(impl Fn(PairRange<P>) + Sync), few: usize) {
    if all.pairs.count() <= few {
        return work(all);
    }
    let PairRange { pairs, before, columns } = all;
    let (some, others) = pairs.halves();
    let middle = others.first();
    let (left, right) = columns.split_at(middle - before);
    let some = PairRange { pairs: some, before, columns: left };
    let others = PairRange { pairs: others, before: middle, columns: right };
    rayon::join(|| halved(some, work, few), || halved(others, work, few));
}

/// A range of general pairs, shared or mutable.
pub(in crate::step) trait Pairs: Send + Sized {
    /// The type of one pair.
    type Pair;
    /// Number of pairs.
    fn count(&self) -> usize;
    /// First row of the first pair.
    fn first(&self) -> usize;
    /// Splits into two halves.
    fn halves(self) -> (Self, Self);
    /// Visits each pair, with its first row and its number of rows.
    fn each(self, work: impl FnMut(usize, usize, Self::Pair));
}

impl<'a> Pairs for &'a [GeneralPair] {
    type Pair = &'a GeneralPair;
    fn count(&self) -> usize {
        self.len()
    }
    fn first(&self) -> usize {
        <[GeneralPair]>::first(self).map_or(0, |pair| pair.first)
    }
    fn halves(self) -> (Self, Self) {
        self.split_at(self.len() / 2)
    }
    fn each(self, mut work: impl FnMut(usize, usize, Self::Pair)) {
        self.iter().for_each(|pair| work(pair.first, pair.slots, pair));
    }
}

/// A selection from a range of pairs.
pub(in crate::step) struct SomePairs<'a> {
    /// The range of pairs, which begins with pair number `from`.
    pub(in crate::step) all: &'a mut [GeneralPair],
    pub(in crate::step) from: usize,
    /// Numbers of the selected pairs, ascending.
    pub(in crate::step) some: &'a [u32],
}

impl<'a> Pairs for SomePairs<'a> {
    type Pair = &'a mut GeneralPair;
    fn count(&self) -> usize {
        self.some.len()
    }
    fn first(&self) -> usize {
        self.some.first().and_then(|number| self.all.get(*number as usize - self.from)).map_or(0, |pair| pair.first)
    }
    fn halves(self) -> (Self, Self) {
        let Self { all, from, some } = self;
        let (some, others) = some.split_at(some.len() / 2);
        let middle = others.first().map_or(from + all.len(), |number| *number as usize);
        let (before, after) = all.split_at_mut(middle - from);
        (Self { all: before, from, some }, Self { all: after, from: middle, some: others })
    }
    #[inline(always)]
    fn each(self, mut work: impl FnMut(usize, usize, Self::Pair)) {
        let Self { mut all, mut from, some } = self;
        for number in some {
            let rest = std::mem::take(&mut all);
            let Some((pair, after)) = rest.get_mut(*number as usize - from..).and_then(<[_]>::split_first_mut) else {
                return;
            };
            work(pair.first, pair.slots, pair);
            (all, from) = (after, *number as usize + 1);
        }
    }
}
