//! What a contact is made of: the same components whatever touches.
//!
//! Each pair of bodies that are near enough to touch has as many entities as it may have contact points (one for smooth
//! shapes, up to eight for a face), and keeps them from one pair list to the next, so that a contact that begins or ends
//! moves nothing in memory. They stand in their table in the order of their keys, which is the order in which loads are
//! added up. Who wants to read contacts takes [`super::contact_view::ContactView`].

use crate::laws::choice::Friction;
use crate::laws::choice::Memories;
use crate::laws::cones::Reaction;
use crate::laws::contact::{ContactHistory, ContactPoint, FrictionLoads, Increments};
use crate::laws::element::Mode;
use crate::laws::number::{Row, V3};
use crate::laws::parameters::Derived;
use crate::scene::NormalLaw;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Names a contact: body numbers i < j and the feature of the manifold (0 for smooth shapes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ContactKey {
    /// The case.
    pub lane: u32,
    /// Number of body i.
    pub i: u32,
    /// Number of body j, greater than i.
    pub j: u32,
    /// Which point of a manifold.
    pub feature: u32,
}

/// The laws that hold at a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairLaw {
    /// Friction parameters.
    pub friction: Friction,
    /// Normal force law.
    pub normal: NormalLaw,
    /// The scene's pair rule they come from; `None` is the scene's default.
    pub rule: Option<usize>,
}

impl PairLaw {
    /// A gap up to this still counts as touching for bodies of this size, m. A known normal force holds a contact over
    /// a gap of 1e-6 of the size; without overlap there is no other force, and an overlap within rounding is none.
    pub fn gap(&self, size: f64) -> f64 {
        if self.is_known() { 1e-6 * size } else { -1e-12 * size }
    }

    /// A solver of constraints finds loads of it.
    pub fn has_constraint(&self) -> bool {
        self.normal.is_rigid() || self.friction.laws.dae().is_some()
    }

    /// The normal force is known, the normal motion a constraint.
    pub fn is_known(&self) -> bool {
        self.normal.is_known()
    }
}

/// All components of a contact.
#[derive(Bundle, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactBundle {
    /// Its bodies and modes.
    pub pair: ContactPair,
    /// Its histories and frame.
    pub history: FrictionHistory,
    /// What it did in the last step.
    pub motion: StepMotion,
    /// Its name.
    pub identity: ContactIdentity,
    /// What only some have.
    pub extras: ContactExtras,
}

/// The same as a query reads it.
pub type ContactRow<'a> =
    (&'a ContactPair, &'a FrictionHistory, &'a StepMotion, &'a ContactIdentity, &'a ContactExtras);

/// Bytes of the components of a contact; extras of those that have any come on top.
pub const BYTES: usize = size_of::<ContactPair>()
    + size_of::<FrictionHistory>()
    + size_of::<StepMotion>()
    + size_of::<ContactIdentity>()
    + size_of::<ContactExtras>();

/// Stands for the birth of a contact that does not touch.
pub const APART: u32 = u32::MAX;

/// Which two bodies, whether they touch here, and what sticks or slips.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactPair {
    /// Places of bodies i and j in the step's list of bodies.
    pub rows: [u32; 2],
    /// Number of the laws and constants of this pair.
    pub class: u32,
    /// The step in which the contact began, [`APART`] while there is none.
    pub born: u32,
    /// Stick or slip.
    pub modes: ContactModes,
}

impl ContactPair {
    /// Of a pair that does not touch.
    pub fn apart(rows: [u32; 2], class: u32) -> Self {
        Self { rows, class, born: APART, modes: ContactModes::default() }
    }

    /// True if the bodies touch.
    pub fn touches(&self) -> bool {
        self.born != APART
    }

    /// Steps since the contact began.
    pub fn age(&self, step: u64) -> u64 {
        step.saturating_sub(u64::from(self.born))
    }
}

/// Of slide, roll of i, roll of j and spin, a bit each: from the lowest on, whether they slip; then, of one that slips, whether it
/// is still to be set to the kinetic cap along the first increment, and of one that does not, whether it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ContactModes(pub u8);

impl ContactModes {
    /// Of these modes, where `saturate` says what is still to be set.
    pub fn of(now: [Mode; 4], saturate: [bool; 4]) -> Self {
        let second = |k: usize| saturate[k] || now[k] == Mode::Open;
        Self::of_bits(now.map(|mode| mode == Mode::Slip), [second(0), second(1), second(2), second(3)])
    }

    /// Where `slip` says what slips.
    #[inline]
    pub fn of_bits([a, b, c, d]: [bool; 4], [e, f, g, h]: [bool; 4]) -> Self {
        let bit = |yes: bool, k: u8| u8::from(yes) << k;
        Self(bit(a, 0) | bit(b, 1) | bit(c, 2) | bit(d, 3) | bit(e, 4) | bit(f, 5) | bit(g, 6) | bit(h, 7))
    }

    /// The same with another mode of component `k`.
    pub fn with(self, k: usize, mode: Mode) -> Self {
        let bits = |slip: bool, second: bool| u8::from(slip) << k | u8::from(second) << (4 + k);
        Self(self.0 & !bits(true, true) | bits(mode == Mode::Slip, mode == Mode::Open))
    }

    /// The mode of component `k`.
    pub fn now(self, k: usize) -> Mode {
        match (self.0 >> k & 1 == 1, self.0 >> (4 + k) & 1 == 1) {
            (true, _) => Mode::Slip,
            (false, true) => Mode::Open,
            (false, false) => Mode::Stick,
        }
    }

    /// True if component `k` is still to be set.
    pub fn saturate(self, k: usize) -> bool {
        self.0 >> (4 + k) & 1 == 1 && self.now(k) == Mode::Slip
    }
}

/// Histories of slide, roll and spin, the material points and the frame: the numbers of a [`ContactHistory`], as they lie in
/// the memory of the machine.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct FrictionHistory(pub [Row; 2]);

impl FrictionHistory {
    /// The numbers by their names.
    #[inline]
    pub fn read(&self) -> ContactHistory {
        let [first, second] = &self.0;
        ContactHistory::of(&[first.0, second.0])
    }
}

impl From<ContactHistory> for FrictionHistory {
    fn from(history: ContactHistory) -> Self {
        let [first, second] = history.numbers();
        Self([Row(first), Row(second)])
    }
}

/// What the contact did in the last step: the numbers of [`Increments`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct StepMotion(pub Row);

impl StepMotion {
    /// The numbers by their names.
    pub fn read(&self) -> Increments {
        Increments::of(self.0.0)
    }
}

impl From<Increments> for StepMotion {
    fn from(motion: Increments) -> Self {
        Self(Row(motion.numbers()))
    }
}

/// Which contact it is, and since when its components stick or slip: what a step reads only where something changes.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactIdentity {
    /// Key.
    pub key: ContactKey,
    /// The steps in which the modes of slide, roll of i, roll of j and spin last changed (or the contact began).
    pub changed: [u32; 4],
}

impl ContactIdentity {
    /// Steps since component `k` last changed its mode.
    pub fn age(&self, k: usize, step: u64) -> u64 {
        step.saturating_sub(u64::from(self.changed[k]))
    }
}

/// What only some contacts have; always there where a body is neither a sphere nor a plane, and where a law other than the
/// paper's holds.
#[derive(Component, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct ContactExtras(pub Option<Box<Extras>>);

/// The line between the two points in which the outlines of overlapping prisms cross, world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactLine {
    /// b, m: length of the sum of the edges that one body gives to the overlap.
    pub width: f64,
    /// P₁ and P₂, from the contact point, m.
    pub ends: [V3<f64>; 2],
    /// Elastic part of N, k A/l, N.
    pub elastic: f64,
    /// Energy of the overlap, J: exact against planes; between polygons the force has no potential.
    pub stored: f64,
}

/// What a contact has beside the numbers that every one has.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Extras {
    /// Where it touches.
    pub point: ContactPoint,
    /// The line along which the outlines of two overlapping prisms cross.
    pub line: Option<ContactLine>,
    /// The normal of the step before.
    pub last_normal: V3<f64>,
    /// The first tangent of the step before; `None` where that step was not observed.
    pub last_tangent: Option<V3<f64>>,
    /// κ_i and κ_j along their paths, 1/m.
    pub curvatures: [f64; 2],
    /// What laws other than the paper's keep beside the histories.
    pub memories: Memories,
    /// What a solver of constraints found in this step; `None` of a contact that has none, or that begins.
    pub reaction: Option<Reaction>,
    /// Of a contact with the slide law `dae` in slip, how far a normal force parts the bodies while friction acts with it, over m_eff: below
    /// 0 sliding drives the contact in (Painlevé).
    pub parting: Option<f64>,
    /// Stiffnesses, thresholds and dampings of this step.
    pub springs: Derived,
    /// Hertz contact radius a, m; 0 where it is not needed or not known.
    pub patch: f64,
    /// The loads that act from this step on.
    pub loads: FrictionLoads,
    /// What slide (m), roll of i, roll of j and spin (rad, the first number) were moved by in this step.
    pub increments: [[f64; 2]; 4],
    /// The step that these are of.
    pub step: u32,
}

/// For which contacts a step keeps what only a reader wants: springs, loads and the frame of the step before. What is
/// observed is resolved one by one, with the same bits.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Observation {
    /// All of them.
    #[default]
    All,
    /// Those that are resolved one by one anyway, for scenes of many spheres: of these a reader finds everything but the
    /// frame of the step before.
    General,
}
