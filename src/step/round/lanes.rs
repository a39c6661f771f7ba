//! Takes the contacts of a block through [`super::kernel`], so many at a time as stand side by side in the registers.
//!
//! Contacts that live are taken in the order of their keys, up to [`LANES`] of one recipe; idle lanes repeat the first. No lane sees another, so that the bits of a contact do not depend on its company.

use super::classes::{Class, Constants, Push, Recipe};
use super::kernel::{Drift, Friction, Load, Modes, Place, RoundLoad, advance, carry, load, normal_force};
use super::look::{Glance, SPAN, Seen, each_bit, end, look};
use super::{Ball, Flat, Notes};
use crate::laws::Vec3;
use crate::laws::element::{Mode, Spring};
use crate::laws::frame::ContactFrame;
use crate::laws::number::{LANES, Lanes, Row, SideBySide, V2, V3, columns, each, transposed};
use crate::laws::parameters::Start;
use crate::laws::turning::Turn;
use crate::step::events::{Part, What};
use crate::world::LaneRules;
use crate::world::round::{Memory, Motion, RoundMemory, RoundModes, RoundMotion, RoundPair, RoundPast};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, f64x4, mask64x8};

/// The components of a block of contacts, and what comes of them.
pub struct Block<'a> {
    /// Which bodies; stick or slip.
    pub pairs: &'a mut [RoundPair],
    /// Histories and frames.
    pub memories: &'a mut [RoundMemory],
    /// What happened in this step.
    pub motions: &'a mut [RoundMotion],
    /// Which contacts.
    pub pasts: &'a mut [RoundPast],
    /// Loads on the bodies where they touch.
    pub loads: &'a mut [RoundLoad],
    /// Events.
    pub notes: &'a mut Notes,
}

/// The columns of a block as iterators zip them.
type Columns<'a> = (
    ((((&'a mut [RoundPair], &'a mut [RoundMemory]), &'a mut [RoundMotion]), &'a mut [RoundPast]), &'a mut [RoundLoad]),
    &'a mut Notes,
);

impl<'a> Block<'a> {
    /// From its columns.
    pub fn of((((((pairs, memories), motions), pasts), loads), notes): Columns<'a>) -> Self {
        Self { pairs, memories, motions, pasts, loads, notes }
    }
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
    /// The numbers of the classes at this step size.
    pub constants: &'a [Constants],
    /// Rules of the lanes.
    pub rules: &'a [LaneRules],
    /// Some lane was stopped.
    pub any_stopped: bool,
    /// True for a lane that was stopped.
    pub stopped: &'a (dyn Fn(u32) -> bool + Sync),
    /// This step.
    pub step: u32,
    /// Step size, s.
    pub dt: f64,
    /// The frame that a contact is born with, from its body i and normal.
    pub born_with: B,
}

/// Contacts that are taken together, the places in their span.
struct Batch {
    count: usize,
    at: [usize; LANES],
}

/// Every pair of a block from where it touches to its loads.
#[inline(always)]
pub fn resolve<S: Simd>(simd: S, around: &Around<impl Fn(u32, &Vec3) -> ContactFrame>, block: &mut Block) {
    let mut seen = std::mem::take(&mut block.notes.seen);
    for (span, first) in (0..block.pairs.len()).step_by(SPAN).enumerate() {
        let Glance { touching, before } = look(simd, around, block, first, &mut seen);
        for k in each_bit(touching ^ before) {
            if touching >> k & 1 == 1 {
                bear(around, block, first + k, &seen[k]);
            } else {
                end(block, first + k);
            }
        }
        block.notes.touching[span] = touching;
        let mut waiting = touching & before;
        while let Some((batch, recipe)) = Batch::take(&mut waiting, around.classes, &block.pairs[first..]) {
            batch.run(simd, recipe, around, block, first, &seen);
        }
    }
    block.notes.seen = seen;
}

/// A contact at its birth: a frame, the histories it starts with, a normal force and no friction.
fn bear(around: &Around<impl Fn(u32, &Vec3) -> ContactFrame>, block: &mut Block, row: usize, seen: &Seen) {
    let pair = &mut block.pairs[row];
    let (class, is) = (&around.classes[pair.class as usize], &around.constants[pair.class as usize]);
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
    block.memories[row] = memory.into();
    let now = starts.map(|start| if let Start::In(mode) = start { mode } else { Mode::Slip });
    block.pairs[row].modes = RoundModes::of(now, starts.map(|start| start == Start::Saturated));
    block.pasts[row].changed = [around.step; 4];
    block.motions[row] = Motion { normal, overlap: place.overlap, ..Motion::default() }.into();
    let nothing = Friction { slide: V2::default(), roll: [V2::default(); 2], spin: 0.0 };
    block.loads[row] = load(&class.recipe, is, &place, u, normal, &nothing).into();
    block.notes.push(block.pasts[row].key, What::Begin);
}

/// Weight on the support, N.
fn weight<B>(around: &Around<B>, class: &Class) -> V3<f64> {
    let weight = around.rules[class.lane as usize].gravity * class.mass;
    if class.moves[1] { weight.into() } else { (-weight).into() }
}

impl Batch {
    /// The first of the contacts that wait, all of one recipe.
    #[inline(always)]
    fn take(waiting: &mut u64, classes: &[Class], pairs: &[RoundPair]) -> Option<(Self, Recipe)> {
        let class = |k: usize| pairs[k].class;
        let first = each_bit(*waiting).next()?;
        let recipe = classes[class(first) as usize].recipe;
        // Idle lanes repeat the first contact.
        let mut batch = Self { count: 0, at: [first; LANES] };
        for k in each_bit(*waiting).take(LANES) {
            if class(k) != class(first) && classes[class(k) as usize].recipe != recipe {
                break;
            }
            batch.at[batch.count] = k;
            batch.count += 1;
            *waiting &= *waiting - 1;
        }
        Some((batch, recipe))
    }

    /// One step of the contacts that wait.
    #[inline(always)]
    fn run<S: Simd, B>(
        &self,
        simd: S,
        recipe: Recipe,
        around: &Around<B>,
        block: &mut Block,
        first: usize,
        seen: &[Seen],
    ) {
        let at = each(
            #[inline(always)]
            |k| first + self.at[k],
        );
        let pairs = each(
            #[inline(always)]
            |k| block.pairs[at[k]],
        );
        let classes = each(
            #[inline(always)]
            |k| pairs[k].class as usize,
        );
        let is = side_by_side_constants(simd, around.constants, &classes);
        let (place, rate) = self.touch(simd, recipe, &is, seen);
        let (turns, weight) = (turns(simd, around.turns, &pairs), weights(simd, recipe, around, &pairs, place.n));
        let drift = Drift { rate, turns, weight };
        let mut memory = memories(simd, block.memories, &at);
        let zero = Lanes::splat(simd, 0.0);
        let paths = [V2 { u: zero, w: zero }; 2];
        let normal = normal_force(&recipe, &is, &place, &drift);
        let mut motion = Motion { paths, psi: zero, normal, overlap: place.overlap };
        carry(&recipe, &is, &mut memory, &mut motion, &place, &drift.turns);
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
        let loads = load(&recipe, &is, &place, memory.u, motion.normal, &friction);
        self.store(block, &at, &memory, &motion, &loads);
        let now = Flags::of(&modes);
        if now != was {
            self.keep(now, recipe, around.step, block, &at);
        }
    }

    /// Where these contacts touch, and the velocity of body j against body i, m/s.
    #[inline(always)]
    fn touch<S: Simd>(
        &self,
        simd: S,
        recipe: Recipe,
        is: &Constants<Lanes<S>>,
        seen: &[Seen],
    ) -> (Place<Lanes<S>>, V3<Lanes<S>>) {
        let [x, y, z, rate_x, rate_y, rate_z, overlap, _] = columns(
            simd,
            #[inline(always)]
            |k| seen[self.at[k]].motion.0,
        );
        let (along, rate) = (V3 { x, y, z }, V3 { x: rate_x, y: rate_y, z: rate_z });
        if recipe.planes == [false; 2] {
            return (Place::between(along, is.reach[1] - is.reach[0]), rate);
        }
        let [x, y, z, ..] = columns(
            simd,
            #[inline(always)]
            |k| seen[self.at[k]].foot.0,
        );
        (Place { n: along, overlap, foot: V3 { x, y, z } }, rate)
    }

    /// Keeps what these contacts remember, did and do.
    #[inline(always)]
    fn store<S: Simd>(
        &self,
        block: &mut Block,
        at: &[usize; LANES],
        memory: &Memory<Lanes<S>>,
        motion: &Motion<Lanes<S>>,
        loads: &Load<Lanes<S>>,
    ) {
        let ([first, second], [on_i, on_j]) = (memory.numbers(), loads.numbers());
        let (first, second, motions) = (transposed(first), transposed(second), transposed(motion.numbers()));
        let (on_i, on_j) = (transposed(on_i), transposed(on_j));
        let _: [(); LANES] = each(
            #[inline(always)]
            |k| {
                if k < self.count {
                    let row = at[k];
                    let RoundMemory([Row(to_first), Row(to_second)]) = &mut block.memories[row];
                    first[k].store_array(to_first);
                    second[k].store_array(to_second);
                    motions[k].store_array(&mut block.motions[row].0.0);
                    let RoundLoad([Row(to_i), Row(to_j)]) = &mut block.loads[row];
                    on_i[k].store_array(to_i);
                    on_j[k].store_array(to_j);
                }
            },
        );
    }

    /// Keeps the modes and notes their changes.
    fn keep(&self, now: Flags, recipe: Recipe, step: u32, block: &mut Block, at: &[usize; LANES]) {
        for (&row, now) in at.iter().zip(now.each()).take(self.count) {
            keep(now, &recipe, step, &mut block.pairs[row].modes, &mut block.pasts[row], block.notes);
        }
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
        Push::Weight => V3::gather(
            simd,
            #[inline(always)]
            |k| weight(around, &around.classes[pairs[k].class as usize]),
        ),
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
    Spring::gather(
        simd,
        #[inline(always)]
        |k| springs[k],
    )
}

/// The constants of eight pairs: mostly of one class.
#[inline(always)]
fn side_by_side_constants<S: Simd>(
    simd: S,
    constants: &[Constants],
    classes: &[usize; LANES],
) -> <Constants as SideBySide>::Wide<S> {
    if classes.iter().all(|class| *class == classes[0]) {
        return constants[classes[0]].alike(simd);
    }
    Constants::gather(
        simd,
        #[inline(always)]
        |k| constants[classes[k]],
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
