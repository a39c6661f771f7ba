//! Contacts in SIMD lanes, through the equations of [`crate::laws::friction::contact`].
//!
//! Existing contacts are taken in the order of their keys, up to eight of one variant (four where a register does not
//! hold eight numbers); idle lanes repeat the first.
//! Lanes are independent, so the bits of a contact do not depend on the others. Contacts of spheres and planes are
//! detected here, contacts of prisms ([`super::prisms`]) before. New, observed and all other contacts are resolved one
//! by one ([`super::single`]), with the same bits.

use super::contact::keep;
use super::single;
use crate::laws::friction::contact::{
    ContactHistory, ContactLoad, ContactPoint, KernelConstants, KernelVariant, Modes, NormalModel, StepMotion, Surface,
    advance, load, normal_force,
};
use crate::laws::friction::element::Spring;
use crate::laws::friction::tracking::follow;
use crate::laws::math::lanes::{Lanes, gather, vectors};
use crate::laws::math::number::{Row, V2, V3, WIDTH, Wide, each, each_bit};
use crate::laws::math::turning::Turn;
use crate::step::contacts::context::StepContext;
use crate::step::contacts::narrow::geometry::{BLOCK, PairGeometry, TouchMask, detect_block};
use crate::step::contacts::pair_constants::PairConstants;
use crate::step::contacts::table::block::{BlockSolver, PairBlock, Prefetcher};
use crate::step::contacts::table::columns::ContactColumns;
use crate::step::contacts::table::sums::Sums;
use crate::step::events::ContactEventKind;
use crate::world::contact::{Began, ContactModes, ContactPair};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, f64x4};

/// Contacts that are resolved together, all of one variant: at most as many as a vector has lanes.
pub(super) struct Batch {
    pub(super) variant: KernelVariant,
    pub(super) count: usize,
    /// Index in the block of each contact, one byte each in a single register.
    places: u64,
}

impl Batch {
    /// A batch of one contact, at index `place` in the block; idle lanes repeat the contact.
    #[inline(always)]
    pub(super) fn one(variant: KernelVariant, place: usize) -> Self {
        Self { variant, count: 1, places: place as u64 * u64::from_le_bytes([1; 8]) }
    }
}

/// The explicit spring solver.
pub(crate) struct Springs;

impl BlockSolver for Springs {
    #[inline(always)]
    fn resolve<S: Simd>(
        simd: S,
        context: &StepContext,
        found: &mut [PairGeometry; BLOCK],
        block: &mut PairBlock,
        prefetcher: Option<Prefetcher>,
        sums: &mut Sums,
    ) {
        if S::f64s::LEN == WIDTH {
            resolve::<S, Wide<S>, _>(simd, context, found, block, prefetcher, sums);
        } else {
            resolve::<S, f64x4<S>, _>(simd, context, found, block, prefetcher, sums);
        }
    }
}

/// [`Springs`] with `W` contacts to a vector.
#[inline(always)]
fn resolve<S: Simd, N: Lanes<S, W>, const W: usize>(
    simd: S,
    context: &StepContext,
    found: &mut [PairGeometry; BLOCK],
    block: &mut PairBlock,
    mut prefetcher: Option<Prefetcher>,
    sums: &mut Sums,
) {
    let TouchMask { touching, before, single } =
        detect_block(simd, &context.at, block.number, block.columns.pairs, found);
    for row in each_bit(touching ^ before) {
        if touching >> row & 1 == 1 {
            begin(block, context, row, &found[row]);
        } else {
            end(block, row);
        }
    }
    let mut waiting = touching & before;
    let single = single | context.observed.rows();
    while waiting != 0 {
        let batch = Batch::take::<W>(&mut waiting, single, context.at.classes, block.columns.pairs);
        match batch {
            Batch { count: 1, places, .. } if context.takes_single || single >> (places & 63) & 1 == 1 => {
                batch.run_one(simd, context, block, found, sums)
            }
            batch if batch.variant.surfaces.contains(&Surface::Other) => {
                batch.run_prisms::<S, N, W>(simd, context, block, found, sums)
            }
            batch => batch.run::<S, N, W>(simd, context, block, found, &mut prefetcher, sums),
        }
    }
    block.add_early(simd, u64::MAX, sums);
    if let Some(prefetcher) = &mut prefetcher {
        prefetcher.finish(context, sums);
    }
}

/// Begins the contact in this row.
fn begin(block: &mut PairBlock, context: &StepContext, row: usize, found: &PairGeometry) {
    block.early[row] = single::begin(context, &mut block.columns, row, found, block.notes).into();
    block.is_early |= 1 << row;
    if context.at.classes[block.columns.pairs[row].class as usize].is_wide {
        block.note_flip(row);
    }
}

/// Ends the contact in this row.
fn end(block: &mut PairBlock, row: usize) {
    let pair = &mut block.columns.pairs[row];
    block.notes.push(block.columns.identities[row].key, pair.rows, ContactEventKind::End);
    pair.began = Began::NEVER;
    block.note_flip(row);
}

impl Batch {
    /// Takes the first waiting contacts, all of one variant; only one if the bit of the first is set in `single`.
    #[inline(always)]
    fn take<const W: usize>(waiting: &mut u64, single: u64, classes: &[PairConstants], pairs: &[ContactPair]) -> Self {
        let class = |k: usize| pairs[k].class;
        let first = waiting.trailing_zeros() as usize;
        let variant = classes[class(first) as usize].variant;
        let mut batch = Self::one(variant, first);
        *waiting &= *waiting - 1;
        if single >> first & 1 == 1 {
            return batch;
        }
        for k in each_bit(*waiting).take(W - 1) {
            let is_other = class(k) != class(first) && classes[class(k) as usize].variant != variant;
            if is_other || single >> k & 1 == 1 {
                break;
            }
            batch.places ^= ((k ^ first) as u64) << (u8::BITS as usize * batch.count);
            batch.count += 1;
            *waiting &= *waiting - 1;
        }
        batch
    }

    /// Advances a batch of one contact one step.
    #[inline(always)]
    pub(super) fn run_one<S: Simd>(
        &self,
        simd: S,
        context: &StepContext,
        block: &mut PairBlock,
        found: &[PairGeometry; BLOCK],
        sums: &mut Sums,
    ) {
        let row = (self.places & 63) as usize;
        let [i, j] = single::step(context, &mut block.columns, row, &found[row], block.notes).numbers();
        block.add_early(simd, (1 << row) - 1, sums);
        sums.take(simd, &block.columns.pairs[row].rows, [i.simd_into(simd), j.simd_into(simd)]);
    }

    /// The index in the block of each contact.
    #[inline(always)]
    pub(super) fn at<S: Simd, N: Lanes<S, W>, const W: usize>(&self) -> [usize; W] {
        N::each(
            #[inline(always)]
            |k| (self.places >> (u8::BITS as usize * k)) as u8 as usize,
        )
    }

    /// Advances the contacts of the batch one step.
    #[inline(always)]
    fn run<S: Simd, N: Lanes<S, W>, const W: usize>(
        &self,
        simd: S,
        context: &StepContext,
        block: &mut PairBlock,
        found: &[PairGeometry; BLOCK],
        prefetcher: &mut Option<Prefetcher>,
        sums: &mut Sums,
    ) {
        let (at, variant) = (self.at::<S, N, W>(), self.variant);
        let pairs = N::each(
            #[inline(always)]
            |k| block.columns.pairs[at[k]],
        );
        fetch::<W>(prefetcher, context, sums);
        let classes = N::each(
            #[inline(always)]
            |k| pairs[k].class as usize,
        );
        let is = side_by_side_constants::<S, N, W>(simd, context.constants, &classes);
        let (point, rate) = self.touch(simd, &is, found);
        let turns = turns::<S, N, W>(simd, context.turns, &pairs);
        let mut history = histories::<S, N, W>(simd, block.columns.histories, &at);
        fetch::<W>(prefetcher, context, sums);
        let (zero, one) = (N::splat(simd, 0.0), N::splat(simd, 1.0));
        let weight = weights(simd, variant, context, &pairs, point.n);
        let normal = normal_force(variant.normal, is.normal, point.overlap, rate.dot(point.n), weight);
        let paths = [V2 { u: zero, w: zero }; 2];
        let mut motion = StepMotion { paths, psi: zero, normal, overlap: point.overlap, share: one };
        follow(variant.surfaces, &is, &mut history, &mut motion, (&point, point.n), &turns);
        fetch::<W>(prefetcher, context, sums);
        let was = Flags::from_pairs::<S, N, W>(&pairs);
        let mut modes = was.masks::<S, N, W>(simd);
        let springs = is.springs_under(
            &variant,
            motion.pressing(),
            #[inline(always)]
            |normal| spin_of_patches(simd, context, &classes, normal),
        );
        let friction = advance(&variant, &springs, is.curvatures, &mut history, &mut modes, &motion);
        fetch::<W>(prefetcher, context, sums);
        self.store::<S, N, W>(block, &history, &motion);
        self.add_loads(simd, block, &load(variant.surfaces, is.reach, &point, history.u, normal, &friction), sums);
        let now = Flags::from_modes::<S, N, W>(&modes);
        if now != was {
            self.keep::<S, N, W>(now, context.at.step, block);
        }
    }

    /// Geometry of the contacts, and the velocity of body j relative to body i, m/s.
    #[inline(always)]
    fn touch<S: Simd, N: Lanes<S, W>, const W: usize>(
        &self,
        simd: S,
        is: &KernelConstants<N>,
        found: &[PairGeometry; BLOCK],
    ) -> (ContactPoint<N>, V3<N>) {
        let at = self.at::<S, N, W>();
        let [x, y, z, rate_x, rate_y, rate_z, overlap, _] = N::columns(
            simd,
            #[inline(always)]
            |k| found[at[k]].motion.0,
        );
        let (along, rate) = (V3 { x, y, z }, V3 { x: rate_x, y: rate_y, z: rate_z });
        if self.variant.surfaces == [Surface::Sphere; 2] {
            return (ContactPoint::between(along, is.reach[1] - is.reach[0]), rate);
        }
        let [x, y, z, ..] = N::columns(
            simd,
            #[inline(always)]
            |k| found[at[k]].foot.0,
        );
        (ContactPoint { n: along, overlap, feet: [V3 { x, y, z }; 2] }, rate)
    }

    /// Stores the histories and increments of the contacts.
    #[inline(always)]
    pub(super) fn store<S: Simd, N: Lanes<S, W>, const W: usize>(
        &self,
        block: &mut PairBlock,
        history: &ContactHistory<N>,
        motion: &StepMotion<N>,
    ) {
        let [first, second] = history.numbers();
        let (first, second, motions) = (N::rows(first), N::rows(second), N::rows(motion.numbers()));
        let rows = N::each(
            #[inline(always)]
            |k| ([first[k].into(), second[k].into()], motions[k].into()),
        );
        // A loop over rows in memory copies whole rows; unrolled, each register would be stored in pieces.
        for (at, (history, motion)) in self.at::<S, N, W>().into_iter().zip(&rows).take(self.count) {
            block.columns.histories[at] = ContactHistory::from_rows(history);
            block.columns.motions[at] = StepMotion::from_row(*motion);
        }
    }

    /// Adds the loads of the contacts to the sums in row order, with the early loads of the rows between them.
    #[inline(always)]
    pub(super) fn add_loads<S: Simd, N: Lanes<S, W>, const W: usize>(
        &self,
        simd: S,
        block: &mut PairBlock,
        loads: &ContactLoad<N>,
        sums: &mut Sums,
    ) {
        let (at, [on_i, on_j]) = (self.at::<S, N, W>(), loads.numbers());
        let (on_i, on_j) = (N::rows(on_i), N::rows(on_j));
        let _: [(); W] = N::each(
            #[inline(always)]
            |k| {
                if k < self.count {
                    block.add_early(simd, (1 << at[k]) - 1, sums);
                    sums.take(simd, &block.columns.pairs[at[k]].rows, [on_i[k], on_j[k]]);
                }
            },
        );
    }

    /// Stores the modes of the contacts and records their changes.
    fn keep<S: Simd, N: Lanes<S, W>, const W: usize>(&self, now: Flags, step: u32, block: &mut PairBlock) {
        let ContactColumns { pairs, identities, .. } = &mut block.columns;
        for (row, now) in self.at::<S, N, W>().into_iter().zip(now.each()).take(self.count) {
            keep(now, &self.variant, step, &mut pairs[row], &mut identities[row], block.notes);
        }
    }
}

/// Prefetches some of the coming rows: as many in the batches of a block as the block has, if two thirds of them touch.
#[inline(always)]
fn fetch<const W: usize>(prefetcher: &mut Option<Prefetcher>, context: &StepContext, sums: &Sums) {
    if let Some(prefetcher) = prefetcher {
        prefetcher.fetch(context, sums, const { (3 * W).div_ceil(WIDTH) });
    }
}

/// The histories of the contacts in these rows.
#[inline(always)]
pub(super) fn histories<S: Simd, N: Lanes<S, W>, const W: usize>(
    simd: S,
    histories: &[ContactHistory],
    at: &[usize; W],
) -> ContactHistory<N> {
    ContactHistory::from_rows(&[
        N::columns(
            simd,
            #[inline(always)]
            |k| histories[at[k]].numbers()[0],
        ),
        N::columns(
            simd,
            #[inline(always)]
            |k| histories[at[k]].numbers()[1],
        ),
    ])
}

/// Rotations of bodies i and j of these contacts in the last step.
#[inline(always)]
pub(super) fn turns<S: Simd, N: Lanes<S, W>, const W: usize>(
    simd: S,
    turns: &[[f64; 4]],
    pairs: &[ContactPair; W],
) -> [Turn<N>; 2] {
    let [a, b, c, d, e, f, g, h] = N::columns(
        simd,
        #[inline(always)]
        |k| {
            let [i, j] = pairs[k].rows.map(|row| turns[row as usize]);
            f64x4::simd_from(simd, i).combine(f64x4::simd_from(simd, j))
        },
    );
    [Turn::from_numbers([a, b, c, d]), Turn::from_numbers([e, f, g, h])]
}

/// Weight on the support of each contact, along n, N; 0 unless the normal force depends on it.
#[inline(always)]
fn weights<S: Simd, N: Lanes<S, W>, const W: usize>(
    simd: S,
    variant: KernelVariant,
    context: &StepContext,
    pairs: &[ContactPair; W],
    n: V3<N>,
) -> N {
    if variant.normal != NormalModel::Weight {
        return N::splat(simd, 0.0);
    }
    let weights = N::each(
        #[inline(always)]
        |k| {
            let class = &context.at.classes[pairs[k].class as usize];
            class.weight(&context.rules[class.case as usize].gravity)
        },
    );
    vectors::<S, N, _, W>(
        simd,
        &weights,
        #[inline(always)]
        |weight| V3::from(*weight),
    )
    .dot(n)
}

/// The spin springs of Hertz patches at these normal forces, N.
#[inline(always)]
fn spin_of_patches<S: Simd, N: Lanes<S, W>, const W: usize>(
    simd: S,
    context: &StepContext,
    classes: &[usize; W],
    normal: N,
) -> Spring<N> {
    let normal = normal.numbers();
    let spring = |k: usize| {
        let spring = context.at.classes[classes[k]].spin_of_patch(normal[k]);
        Spring { damping: spring.damping / context.dt, ..spring }
    };
    let springs = N::each(spring);
    Spring {
        stiffness: gather(simd, &springs, |spring| spring.stiffness),
        static_cap: gather(simd, &springs, |spring| spring.static_cap),
        kinetic_cap: gather(simd, &springs, |spring| spring.kinetic_cap),
        damping: gather(simd, &springs, |spring| spring.damping),
    }
}

/// The constants of these pairs, mostly of one class.
#[inline(always)]
pub(super) fn side_by_side_constants<S: Simd, N: Lanes<S, W>, const W: usize>(
    simd: S,
    constants: &[[Row; 3]],
    classes: &[usize; W],
) -> KernelConstants<N> {
    let are_alike = classes.iter().all(|class| *class == classes[0]);
    KernelConstants::from_rows(&[
        constants_row::<S, N, W, 0>(simd, constants, classes, are_alike),
        constants_row::<S, N, W, 1>(simd, constants, classes, are_alike),
        constants_row::<S, N, W, 2>(simd, constants, classes, are_alike),
    ])
}

#[inline(always)]
fn constants_row<S: Simd, N: Lanes<S, W>, const W: usize, const ROW: usize>(
    simd: S,
    constants: &[[Row; 3]],
    classes: &[usize; W],
    are_alike: bool,
) -> [N; WIDTH] {
    if are_alike {
        let Row(numbers) = constants[classes[0]][ROW];
        return each(
            #[inline(always)]
            |k| N::splat(simd, numbers[k]),
        );
    }
    N::columns(
        simd,
        #[inline(always)]
        |k| constants[classes[k]][ROW].0,
    )
}

/// The bits of [`ContactModes`] of each contact, transposed: one byte per mode bit, with one bit per contact.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Flags(u64);

impl Flags {
    #[inline(always)]
    fn from_pairs<S: Simd, N: Lanes<S, W>, const W: usize>(pairs: &[ContactPair; W]) -> Self {
        let mut bytes = 0;
        let _: [(); W] = N::each(
            #[inline(always)]
            |k| bytes |= u64::from(pairs[k].modes.to_byte()) << (u8::BITS as usize * k),
        );
        Self(transpose_bits(bytes))
    }

    fn each(self) -> [ContactModes; WIDTH] {
        transpose_bits(self.0).to_le_bytes().map(ContactModes::from_byte)
    }

    #[inline(always)]
    fn masks<S: Simd, N: Lanes<S, W>, const W: usize>(self, simd: S) -> Modes<N> {
        let [a, b, c, d, e, f, g, h] = each(
            #[inline(always)]
            |k| N::mask(simd, (self.0 >> (u8::BITS as usize * k)) as u8),
        );
        Modes { slip: [a, b, c, d], saturate: [e, f, g, h] }
    }

    #[inline(always)]
    fn from_modes<S: Simd, N: Lanes<S, W>, const W: usize>(
        Modes { slip: [a, b, c, d], saturate: [e, f, g, h] }: &Modes<N>,
    ) -> Self {
        let all = [a, b, c, d, e, f, g, h];
        let mut bits = 0;
        let _: [(); WIDTH] = each(
            #[inline(always)]
            |k| bits |= u64::from(N::bits(*all[k])) << (u8::BITS as usize * k),
        );
        Self(bits)
    }
}

/// Transposes an 8×8 bit matrix: swaps halves, then quarters, then eighths.
#[inline(always)]
fn transpose_bits(mut bits: u64) -> u64 {
    for (by, mask) in [(28, 0x0000_0000_f0f0_f0f0), (14, 0x0000_cccc_0000_cccc), (7, 0x00aa_00aa_00aa_00aa)] {
        let both = (bits ^ (bits >> by)) & mask;
        bits ^= both ^ (both << by);
    }
    bits
}
