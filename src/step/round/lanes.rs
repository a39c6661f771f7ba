//! Takes the contacts of a block through [`super::kernel`], so many at a time as stand side by side in the registers.
//!
//! Contacts that live are taken in the order of their keys, up to [`LANES`] of one recipe; idle lanes repeat the first. No
//! lane sees another, so that the bits of a contact do not depend on its company.

use super::classes::{Class, Constants, Push, Recipe};
use super::kernel::{Drift, Friction, Load, Modes, Place, RoundLoad, advance, carry, load, normal_force};
use super::look::{Glance, SPAN, Seen, each_bit, end, look};
use super::shares::Sums;
use super::table::{Ahead, Table};
use super::{Ball, Flat, Notes};
use crate::laws::Vec3;
use crate::laws::element::{Mode, Spring};
use crate::laws::frame::ContactFrame;
use crate::laws::number::{LANES, Lanes, Row, V2, V3, columns, each, side_by_side, transposed};
use crate::laws::parameters::Start;
use crate::laws::turning::Turn;
use crate::step::events::{Part, What};
use crate::world::LaneRules;
use crate::world::round::{Memory, Motion, RoundMemory, RoundModes, RoundPair, RoundPast};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, f64x4, mask64x8};

/// Up to [`SPAN`] pairs, and what comes of them.
pub struct Span<'a> {
    /// Their components.
    pub table: Table<'a>,
    /// Events.
    pub notes: &'a mut Notes,
    /// Loads of contacts that begin, known before their turn.
    pub early: &'a mut [RoundLoad; SPAN],
    /// Which have one, a bit for each.
    pub is_early: u64,
}

/// What a contact sees of everything else.
pub struct Around<'a, B> {
    /// All bodies.
    pub balls: &'a [Ball],
    /// What the last step turned them by: the numbers of a [`Turn`].
    pub turns: &'a [[f64; 4]],
    /// The planes among them.
    pub flats: &'a [Flat],
    /// The pairs' classes.
    pub classes: &'a [Class],
    /// The numbers of their [`Constants`] at this step size.
    pub constants: &'a [[Row; 3]],
    /// Rules of the lanes.
    pub rules: &'a [LaneRules],
    /// Some lane was stopped.
    pub any_stopped: bool,
    /// True for a lane that was stopped.
    pub stopped: &'a (dyn Fn(u32) -> bool + Sync),
    /// Somebody asks what happens.
    pub are_noted: bool,
    /// The scene is larger than the caches.
    pub is_large: bool,
    /// This step.
    pub step: u32,
    /// Step size, s.
    pub dt: f64,
    /// The frame that a contact is born with, from its body i and normal.
    pub born_with: B,
}

/// Contacts that are taken together, all of one recipe.
struct Batch {
    recipe: Recipe,
    count: usize,
    /// Their places in the span, a byte each: eight numbers in one register.
    places: u64,
}

/// The pairs of a span from where they touch to their loads.
#[inline(always)]
pub fn resolve<S: Simd>(
    simd: S,
    around: &Around<impl Fn(u32, &Vec3) -> ContactFrame>,
    (span, seen): (&mut Span, &mut [Seen; SPAN]),
    mut ahead: Option<Ahead>,
    sums: &mut Sums,
) {
    let Glance { touching, before } = look(simd, around, span.table.pairs, seen);
    for row in each_bit(touching ^ before) {
        if touching >> row & 1 == 1 {
            bear(around, span, row, &seen[row]);
        } else {
            end(span, row);
        }
    }
    let mut waiting = touching & before;
    while let Some(batch) = Batch::take(&mut waiting, around.classes, span.table.pairs) {
        batch.run(simd, around, span, seen, &mut ahead, sums);
    }
    span.give_early(simd, u64::MAX, sums);
    if let Some(ahead) = &mut ahead {
        ahead.finish(around, sums);
    }
}

impl Span<'_> {
    /// Gives away the loads that were known before, of these contacts.
    #[inline(always)]
    fn give_early<S: Simd>(&mut self, simd: S, among: u64, sums: &mut Sums) {
        let rows = self.is_early & among;
        if rows == 0 {
            return;
        }
        for row in each_bit(rows) {
            let RoundLoad(on) = &self.early[row];
            sums.take(simd, &self.table.pairs[row].rows, [on[0].0.simd_into(simd), on[1].0.simd_into(simd)]);
        }
        self.is_early &= !rows;
    }
}

/// A contact at its birth: a frame, the histories it starts with, a normal force and no friction.
fn bear(around: &Around<impl Fn(u32, &Vec3) -> ContactFrame>, span: &mut Span, row: usize, seen: &Seen) {
    let pair = &mut span.table.pairs[row];
    let class = &around.classes[pair.class as usize];
    let is = &Constants::of(&around.constants[pair.class as usize].map(|row| row.0));
    pair.born = around.step;
    let place = seen.place(class);
    let drift = Drift { rate: seen.rate(), turns: [Turn::NONE; 2], weight: weight(around, class) };
    let normal = normal_force(&class.recipe, is, &place, &drift);
    let u = (around.born_with)(pair.rows[0], &place.n.into()).u.into();
    let friction = class.friction();
    let roll = friction.roll_given.start;
    let starts = [friction.slide_given.start, roll, roll, friction.spin_given.start];
    let memory = Memory {
        from: class.recipe.planes.map(|is_plane| if is_plane { place.foot } else { place.n }),
        u,
        slide: friction.history.slide.into(),
        roll: [friction.history.roll_i.into(), friction.history.roll_j.into()],
        spin: friction.history.spin,
    };
    span.table.memories[row] = memory.into();
    let now = starts.map(|start| if let Start::In(mode) = start { mode } else { Mode::Slip });
    span.table.pairs[row].modes = RoundModes::of(now, starts.map(|start| start == Start::Saturated));
    span.table.pasts[row].changed = [around.step; 4];
    span.table.motions[row] = Motion { normal, overlap: place.overlap, ..Motion::default() }.into();
    let nothing = Friction { slide: V2::default(), roll: [V2::default(); 2], spin: 0.0 };
    span.early[row] = load(&class.recipe, is, &place, u, normal, &nothing).into();
    span.is_early |= 1 << row;
    span.notes.push(span.table.pasts[row].key, What::Begin);
}

/// Weight on the support, N.
fn weight<B>(around: &Around<B>, class: &Class) -> V3<f64> {
    let weight = around.rules[class.lane as usize].gravity * class.mass;
    if class.moves[1] { weight.into() } else { (-weight).into() }
}

impl Batch {
    /// The first of the contacts that wait, all of one recipe.
    #[inline(always)]
    fn take(waiting: &mut u64, classes: &[Class], pairs: &[RoundPair]) -> Option<Self> {
        let class = |k: usize| pairs[k].class;
        let first = each_bit(*waiting).next()?;
        let recipe = classes[class(first) as usize].recipe;
        // Idle lanes repeat the first contact.
        let mut batch = Self { recipe, count: 0, places: first as u64 * u64::from_le_bytes([1; 8]) };
        for k in each_bit(*waiting).take(LANES) {
            if class(k) != class(first) && classes[class(k) as usize].recipe != recipe {
                break;
            }
            batch.places ^= ((k ^ first) as u64) << (u8::BITS as usize * batch.count);
            batch.count += 1;
            *waiting &= *waiting - 1;
        }
        Some(batch)
    }

    /// The place in the span of each.
    #[inline(always)]
    fn at(&self) -> [usize; LANES] {
        self.places.to_le_bytes().map(usize::from)
    }

    /// One step of the contacts that wait.
    #[inline(always)]
    fn run<S: Simd, B>(
        &self,
        simd: S,
        around: &Around<B>,
        span: &mut Span,
        seen: &[Seen; SPAN],
        ahead: &mut Option<Ahead>,
        sums: &mut Sums,
    ) {
        let (at, recipe) = (self.at(), self.recipe);
        let pairs = each(
            #[inline(always)]
            |k| span.table.pairs[at[k]],
        );
        fetch(ahead, around, sums);
        let classes = each(
            #[inline(always)]
            |k| pairs[k].class as usize,
        );
        let is = side_by_side_constants(simd, around.constants, &classes);
        let (place, rate) = self.touch(simd, &is, seen);
        let (turns, weight) = (turns(simd, around.turns, &pairs), weights(simd, recipe, around, &pairs, place.n));
        let drift = Drift { rate, turns, weight };
        let mut memory = memories(simd, span.table.memories, &at);
        fetch(ahead, around, sums);
        let zero = Lanes::splat(simd, 0.0);
        let paths = [V2 { u: zero, w: zero }; 2];
        let normal = normal_force(&recipe, &is, &place, &drift);
        let mut motion = Motion { paths, psi: zero, normal, overlap: place.overlap };
        carry(&recipe, &is, &mut memory, &mut motion, &place, &drift.turns);
        fetch(ahead, around, sums);
        let was = Flags::of_each(&pairs);
        let mut modes = was.masks(simd);
        let friction = advance(
            &recipe,
            &is,
            &mut memory,
            &mut modes,
            &motion,
            #[inline(always)]
            |normal| spin_of_patches(simd, around, &classes, normal),
        );
        fetch(ahead, around, sums);
        self.store(span, &memory, &motion);
        self.give(simd, span, &load(&recipe, &is, &place, memory.u, motion.normal, &friction), sums);
        let now = Flags::of(&modes);
        if now != was {
            self.keep(now, around.step, span);
        }
    }

    /// Where these contacts touch, and the velocity of body j against body i, m/s.
    #[inline(always)]
    fn touch<S: Simd>(
        &self,
        simd: S,
        is: &Constants<Lanes<S>>,
        seen: &[Seen; SPAN],
    ) -> (Place<Lanes<S>>, V3<Lanes<S>>) {
        let at = self.at();
        let [x, y, z, rate_x, rate_y, rate_z, overlap, _] = columns(
            simd,
            #[inline(always)]
            |k| seen[at[k]].motion.0,
        );
        let (along, rate) = (V3 { x, y, z }, V3 { x: rate_x, y: rate_y, z: rate_z });
        if self.recipe.planes == [false; 2] {
            return (Place::between(along, is.reach[1] - is.reach[0]), rate);
        }
        let [x, y, z, ..] = columns(
            simd,
            #[inline(always)]
            |k| seen[at[k]].foot.0,
        );
        (Place { n: along, overlap, foot: V3 { x, y, z } }, rate)
    }

    /// Keeps what these contacts remember and did.
    #[inline(always)]
    fn store<S: Simd>(&self, span: &mut Span, memory: &Memory<Lanes<S>>, motion: &Motion<Lanes<S>>) {
        let (at, [first, second]) = (self.at(), memory.numbers());
        let (first, second, motions) = (transposed(first), transposed(second), transposed(motion.numbers()));
        let _: [(); LANES] = each(
            #[inline(always)]
            |k| {
                if k < self.count {
                    let RoundMemory([Row(to_first), Row(to_second)]) = &mut span.table.memories[at[k]];
                    first[k].store_array(to_first);
                    second[k].store_array(to_second);
                    motions[k].store_array(&mut span.table.motions[at[k]].0.0);
                }
            },
        );
    }

    /// Gives their loads away, each in its turn.
    #[inline(always)]
    fn give<S: Simd>(&self, simd: S, span: &mut Span, loads: &Load<Lanes<S>>, sums: &mut Sums) {
        let (at, [on_i, on_j]) = (self.at(), loads.numbers());
        let (on_i, on_j) = (transposed(on_i), transposed(on_j));
        let _: [(); LANES] = each(
            #[inline(always)]
            |k| {
                if k < self.count {
                    span.give_early(simd, (1 << at[k]) - 1, sums);
                    sums.take(simd, &span.table.pairs[at[k]].rows, [on_i[k], on_j[k]]);
                }
            },
        );
    }

    /// Keeps the modes and notes their changes.
    fn keep(&self, now: Flags, step: u32, span: &mut Span) {
        let Table { pairs, pasts, .. } = &mut span.table;
        for (row, now) in self.at().into_iter().zip(now.each()).take(self.count) {
            keep(now, &self.recipe, step, &mut pairs[row].modes, &mut pasts[row], span.notes);
        }
    }
}

/// Sends for a little of what comes.
#[inline(always)]
fn fetch<B>(ahead: &mut Option<Ahead>, around: &Around<B>, sums: &Sums) {
    if let Some(ahead) = ahead {
        ahead.fetch(around, sums);
    }
}

/// What the contacts in these rows remember.
#[inline(always)]
fn memories<S: Simd>(simd: S, memories: &[RoundMemory], at: &[usize; LANES]) -> Memory<Lanes<S>> {
    Memory::of(&[
        columns(
            simd,
            #[inline(always)]
            |k| memories[at[k]].0[0].0,
        ),
        columns(
            simd,
            #[inline(always)]
            |k| memories[at[k]].0[1].0,
        ),
    ])
}

/// What the last step turned bodies i and j of these contacts by.
#[inline(always)]
fn turns<S: Simd>(simd: S, turns: &[[f64; 4]], pairs: &[RoundPair; LANES]) -> [Turn<Lanes<S>>; 2] {
    let [a, b, c, d, e, f, g, h] = columns(
        simd,
        #[inline(always)]
        |k| {
            let [i, j] = pairs[k].rows;
            let (i, j) = (turns[i as usize], turns[j as usize]);
            f64x4::simd_from(simd, i).combine(f64x4::simd_from(simd, j))
        },
    );
    [Turn::from_numbers([a, b, c, d]), Turn::from_numbers([e, f, g, h])]
}

/// Their weights, N; `n` stands for one that is not needed.
#[inline(always)]
fn weights<S: Simd, B>(
    simd: S,
    recipe: Recipe,
    around: &Around<B>,
    pairs: &[RoundPair; LANES],
    n: V3<Lanes<S>>,
) -> V3<Lanes<S>> {
    match recipe.push {
        Push::Weight => {
            let weights = each(
                #[inline(always)]
                |k| weight(around, &around.classes[pairs[k].class as usize]),
            );
            V3 {
                x: side_by_side(simd, &weights, |weight| weight.x),
                y: side_by_side(simd, &weights, |weight| weight.y),
                z: side_by_side(simd, &weights, |weight| weight.z),
            }
        }
        _ => n,
    }
}

/// The spin springs of Hertz patches at these normal forces, N.
#[inline(always)]
fn spin_of_patches<S: Simd, B>(
    simd: S,
    around: &Around<B>,
    classes: &[usize; LANES],
    normal: Lanes<S>,
) -> Spring<Lanes<S>> {
    let normal = <[f64; LANES]>::from(normal);
    let spring = |k: usize| {
        let spring = around.classes[classes[k]].spin_of_patch(normal[k]);
        Spring { damping: spring.damping / around.dt, ..spring }
    };
    let springs = each(spring);
    Spring {
        stiffness: side_by_side(simd, &springs, |spring| spring.stiffness),
        static_cap: side_by_side(simd, &springs, |spring| spring.static_cap),
        kinetic_cap: side_by_side(simd, &springs, |spring| spring.kinetic_cap),
        damping: side_by_side(simd, &springs, |spring| spring.damping),
    }
}

/// The constants of eight pairs: mostly of one class.
#[inline(always)]
fn side_by_side_constants<S: Simd>(simd: S, constants: &[[Row; 3]], classes: &[usize; LANES]) -> Constants<Lanes<S>> {
    let are_alike = classes.iter().all(|class| *class == classes[0]);
    Constants::of(&[
        row_of_constants::<S, 0>(simd, constants, classes, are_alike),
        row_of_constants::<S, 1>(simd, constants, classes, are_alike),
        row_of_constants::<S, 2>(simd, constants, classes, are_alike),
    ])
}

#[inline(always)]
fn row_of_constants<S: Simd, const ROW: usize>(
    simd: S,
    constants: &[[Row; 3]],
    classes: &[usize; LANES],
    are_alike: bool,
) -> [Lanes<S>; LANES] {
    if are_alike {
        let Row(numbers) = constants[classes[0]][ROW];
        return each(
            #[inline(always)]
            |k| Lanes::splat(simd, numbers[k]),
        );
    }
    columns(
        simd,
        #[inline(always)]
        |k| constants[classes[k]][ROW].0,
    )
}

/// The bits of [`RoundModes`] of each contact, bit by bit: a byte for each of its bits, with a bit for each contact.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Flags([u8; 8]);

impl Flags {
    #[inline(always)]
    fn of_each(pairs: &[RoundPair; LANES]) -> Self {
        Self(turned_over(each(
            #[inline(always)]
            |k| pairs[k].modes.0,
        )))
    }

    fn each(self) -> [RoundModes; LANES] {
        turned_over(self.0).map(RoundModes)
    }

    #[inline(always)]
    fn masks<S: Simd>(&self, simd: S) -> Modes<Lanes<S>> {
        let [a, b, c, d, e, f, g, h] = each(
            #[inline(always)]
            |k| mask64x8::from_bitmask(simd, u64::from(self.0[k])),
        );
        Modes { slip: [a, b, c, d], saturate: [e, f, g, h] }
    }

    #[inline(always)]
    fn of<S: Simd>(Modes { slip: [a, b, c, d], saturate: [e, f, g, h] }: &Modes<Lanes<S>>) -> Self {
        let all = [a, b, c, d, e, f, g, h];
        Self(each(
            #[inline(always)]
            |k| all[k].to_bitmask() as u8,
        ))
    }
}

/// Bit k of byte l for bit l of byte k: the halves of a square of bits change places, then the quarters, the eighths.
#[inline(always)]
fn turned_over(bytes: [u8; 8]) -> [u8; 8] {
    let mut bits = u64::from_le_bytes(bytes);
    for (by, mask) in [(28, 0x0000_0000_f0f0_f0f0), (14, 0x0000_cccc_0000_cccc), (7, 0x00aa_00aa_00aa_00aa)] {
        let both = (bits ^ (bits >> by)) & mask;
        bits ^= both ^ (both << by);
    }
    bits.to_le_bytes()
}

/// Keeps the modes of a contact and notes what changed.
fn keep(now: RoundModes, recipe: &Recipe, step: u32, modes: &mut RoundModes, past: &mut RoundPast, notes: &mut Notes) {
    let on = [true, recipe.rolls, recipe.rolls, recipe.spins];
    for (k, part) in [Part::Slide, Part::RollI, Part::RollJ, Part::Spin].into_iter().enumerate() {
        if on[k] && now.now(k) != modes.now(k) {
            past.changed[k] = step;
            notes.push(past.key, What::Changed(part, now.now(k)));
        }
    }
    *modes = now;
}
