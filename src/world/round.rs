//! The compact form of a contact at one point between two balls, or a ball and a plane: what it must remember and what
//! it does, in 244 bytes. Everything else that a [`super::contact::Contact`] shows follows from these and the bodies.
//!
//! Every pair that is near enough to touch has its entity and keeps it from one pair list to the next, so that a
//! contact that begins or ends moves nothing in memory. The entities stand in their table in the order of their keys.
//!
//! What is made of numbers alone is the same for one contact and for many side by side ([`crate::laws::number`]).

use super::contact::ContactKey;
use crate::laws::element::Mode;
use crate::laws::number::{Row, V2, V3};
use bevy_ecs::prelude::*;

/// Which two bodies, whether they touch, and what sticks or slips.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct RoundPair {
    /// Places of bodies i and j in the step's list of bodies.
    pub rows: [u32; 2],
    /// Number of the laws and constants of this pair.
    pub class: u32,
    /// The step in which the contact was born, [`APART`] while there is none.
    pub born: u32,
    /// Stick or slip.
    pub modes: RoundModes,
}

/// Which contact it is, and since when its components stick or slip: what a step reads only where something changes.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct RoundPast {
    /// Key; a round contact has the feature 0.
    pub key: ContactKey,
    /// The steps in which the modes of slide, roll of i, roll of j and spin last changed.
    pub changed: [u32; 4],
}

impl RoundPast {
    /// Steps since component `k` last changed its mode.
    pub fn age(&self, k: usize, step: u64) -> u64 {
        since(self.changed[k], step)
    }
}

/// A round contact.
#[derive(Bundle, Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Its bodies and modes.
    pub pair: RoundPair,
    /// Its histories and frame.
    pub memory: RoundMemory,
    /// What it did in the last step.
    pub motion: RoundMotion,
    /// Its name.
    pub past: RoundPast,
}

/// The same as a query reads it.
pub type RoundRow<'a> = (&'a RoundPair, &'a RoundMemory, &'a RoundMotion, &'a RoundPast);

impl Round {
    /// A pair that does not touch.
    pub fn apart(key: ContactKey, rows: [u32; 2], class: u32) -> Self {
        let pair = RoundPair { rows, class, born: APART, modes: RoundModes::default() };
        let past = RoundPast { key, changed: [0; 4] };
        Self { pair, memory: RoundMemory::default(), motion: RoundMotion::default(), past }
    }

    /// As a query reads it.
    pub fn row(&self) -> RoundRow<'_> {
        (&self.pair, &self.memory, &self.motion, &self.past)
    }
}

impl From<RoundRow<'_>> for Round {
    fn from((pair, memory, motion, past): RoundRow) -> Self {
        Self { pair: *pair, memory: *memory, motion: *motion, past: *past }
    }
}

/// Stands for the birth of a pair that does not touch.
pub const APART: u32 = u32::MAX;

impl RoundPair {
    /// True if the bodies touch.
    pub fn touches(&self) -> bool {
        self.born != APART
    }

    /// Steps since the contact was born.
    pub fn age(&self, step: u64) -> u64 {
        since(self.born, step)
    }
}

/// Steps from `then` to `step`.
fn since(then: u32, step: u64) -> u64 {
    step.saturating_sub(u64::from(then))
}

/// What a round contact remembers: the numbers of a [`Memory`], as they lie in the memory of the machine.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct RoundMemory(pub [Row; 2]);

/// What a round contact remembers.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Memory<N = f64> {
    /// Material points of bodies i and j from which the next paths start, world axes. Of a ball: the unit normal through
    /// it, towards body i. Of a plane: from its centre, m.
    pub from: [V3<N>; 2],
    /// First tangent of the contact frame, world.
    pub u: V3<N>,
    /// S, m.
    pub slide: V2<N>,
    /// Θ_i and Θ_j, rad.
    pub roll: [V2<N>; 2],
    /// Ψ, rad.
    pub spin: N,
}

impl<N: Copy> Memory<N> {
    /// From its numbers.
    #[inline(always)]
    pub fn of(numbers: &[[N; 8]; 2]) -> Self {
        let [[a, b, c, d, e, f, g, h], [k, l, m, n, o, p, q, spin]] = *numbers;
        Self {
            from: [V3 { x: a, y: b, z: c }, V3 { x: d, y: e, z: f }],
            u: V3 { x: g, y: h, z: k },
            slide: V2 { u: l, w: m },
            roll: [V2 { u: n, w: o }, V2 { u: p, w: q }],
            spin,
        }
    }

    /// Its numbers.
    #[inline(always)]
    pub fn numbers(&self) -> [[N; 8]; 2] {
        let Self { from: [i, j], u, slide, roll: [roll_i, roll_j], spin } = *self;
        let first = [i.x, i.y, i.z, j.x, j.y, j.z, u.x, u.y];
        [first, [u.z, slide.u, slide.w, roll_i.u, roll_i.w, roll_j.u, roll_j.w, spin]]
    }
}

impl RoundMemory {
    /// The numbers by their names.
    pub fn read(&self) -> Memory {
        Memory::of(&self.0.map(|row| row.0))
    }
}

impl From<Memory> for RoundMemory {
    fn from(memory: Memory) -> Self {
        Self(memory.numbers().map(Row))
    }
}

/// Of slide, roll of i, roll of j and spin, a bit each: from the lowest on, whether they slip; then, whether they are still
/// to be set to the kinetic cap along the first increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RoundModes(pub u8);

impl RoundModes {
    /// Of these modes, where `saturate` says what is still to be set.
    pub fn of(now: [Mode; 4], saturate: [bool; 4]) -> Self {
        let bits = now.map(|mode| mode == Mode::Slip).into_iter().chain(saturate).enumerate();
        Self(bits.map(|(k, yes)| u8::from(yes) << k).sum())
    }

    /// The mode of component `k`.
    pub fn now(self, k: usize) -> Mode {
        if self.0 >> k & 1 == 1 { Mode::Slip } else { Mode::Stick }
    }

    /// True if component `k` is still to be set.
    pub fn saturate(self, k: usize) -> bool {
        self.0 >> (4 + k) & 1 == 1
    }
}

/// What a round contact did in the last step: the numbers of a [`Motion`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct RoundMotion(pub Row);

/// What a round contact did in the last step.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Motion<N = f64> {
    /// p_i and p_j, m, components (u, w).
    pub paths: [V2<N>; 2],
    /// ψ, rad.
    pub psi: N,
    /// N, N.
    pub normal: N,
    /// δ, m.
    pub overlap: N,
}

impl<N: Copy> Motion<N> {
    /// Its numbers; the last one fills the row.
    #[inline(always)]
    pub fn numbers(&self) -> [N; 8] {
        let Self { paths: [i, j], psi, normal, overlap } = *self;
        [i.u, i.w, j.u, j.w, psi, normal, overlap, overlap]
    }
}

impl RoundMotion {
    /// The numbers by their names.
    pub fn read(&self) -> Motion {
        let [a, b, c, d, psi, normal, overlap, _] = self.0.0;
        Motion { paths: [V2 { u: a, w: b }, V2 { u: c, w: d }], psi, normal, overlap }
    }
}

impl From<Motion> for RoundMotion {
    fn from(motion: Motion) -> Self {
        Self(Row(motion.numbers()))
    }
}
