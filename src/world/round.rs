//! The compact form of a contact at one point between two balls, or a ball and a plane: what it must remember and what
//! it does, in 264 bytes. Everything else that a [`super::contact::Contact`] shows follows from these and the bodies.
//!
//! Every pair that is near enough to touch has its entity and keeps it from one pair list to the next, so that a
//! contact that begins or ends moves nothing in memory. The entities stand in their table in the order of their keys.

use super::contact::ContactKey;
use crate::laws::element::Mode;
use crate::laws::{Vec2, Vec3};
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
    /// Steps since the contact was born, [`APART`] while there is none.
    pub age: u32,
}

/// The age of a pair that does not touch.
pub const APART: u32 = u32::MAX;

impl RoundPair {
    /// True if the bodies touch.
    pub fn touches(&self) -> bool {
        self.age != APART
    }
}

/// What a round contact remembers.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct RoundMemory {
    /// Unit normal of the last step, into body i, world.
    pub n: Vec3,
    /// First tangent of the contact frame, world.
    pub u: Vec3,
    /// Material points of bodies i and j from which the next paths start, from the bodies' centres, m, world axes. Of a
    /// ball it lies at the end of n, and this is not used, unless it waits.
    pub from: [Vec3; 2],
    /// The contact point has moved less than can be told from rounding: the material point stays where it was.
    pub waits: [bool; 2],
    /// S, m.
    pub slide: Vec2,
    /// Θ_i and Θ_j, rad.
    pub roll: [Vec2; 2],
    /// Ψ, rad.
    pub spin: f64,
    /// Steps since slide, roll of i, roll of j and spin last changed their modes.
    pub mode_age: [u32; 4],
    /// Their modes.
    pub mode: [Mode; 4],
    /// Still to be set to the kinetic cap along the first increment.
    pub saturate: [bool; 4],
}

/// What a round contact did in the last step.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct RoundMotion {
    /// p_i and p_j, m, components (u, w).
    pub paths: [Vec2; 2],
    /// ψ, rad.
    pub psi: f64,
    /// N, N.
    pub normal: f64,
    /// δ, m.
    pub overlap: f64,
}
