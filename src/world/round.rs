//! The compact form of a contact at one point between two balls, or a ball and a plane: what it must remember and what
//! it does, in 240 bytes. Everything else that a [`super::contact::Contact`] shows follows from these and the bodies.
//!
//! Every pair that is near enough to touch has its entity and keeps it from one pair list to the next, so that a
//! contact that begins or ends moves nothing in memory. The entities stand in their table in the order of their keys.
//!
//! What is made of numbers alone is the same for one contact and for many side by side ([`crate::laws::number`]).

use super::contact::ContactKey;
use crate::laws::element::Mode;
use crate::laws::number::{V2, V3, side_by_side};
use bevy_ecs::prelude::*;

/// Which two bodies, and whether they touch.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct RoundPair {
    /// Key; a round contact has the feature 0.
    pub key: ContactKey,
    /// Places of bodies i and j in the step's list of bodies.
    pub rows: [u32; 2],
    /// Number of the laws and constants of this pair.
    pub class: u32,
    /// The step in which the contact was born, [`APART`] while there is none.
    pub born: u32,
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

/// What a round contact remembers.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct RoundMemory<N: Send + Sync + 'static = f64> {
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

side_by_side!(RoundMemory { from, u, slide, roll, spin });

/// Stick or slip of slide, roll of i, roll of j and spin.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct RoundModes {
    /// The modes.
    pub now: [Mode; 4],
    /// Still to be set to the kinetic cap along the first increment.
    pub saturate: [bool; 4],
    /// The steps in which the modes last changed.
    pub changed: [u32; 4],
}

impl RoundModes {
    /// Steps since component `k` last changed its mode.
    pub fn age(&self, k: usize, step: u64) -> u64 {
        since(self.changed[k], step)
    }
}

/// What a round contact did in the last step.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct RoundMotion<N: Send + Sync + 'static = f64> {
    /// p_i and p_j, m, components (u, w).
    pub paths: [V2<N>; 2],
    /// ψ, rad.
    pub psi: N,
    /// N, N.
    pub normal: N,
    /// δ, m.
    pub overlap: N,
}

side_by_side!(RoundMotion { paths, psi, normal, overlap });
