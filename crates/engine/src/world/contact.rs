//! The components of a contact, the same for all shapes.
//!
//! Each pair of nearby bodies has one entity for each possible contact point (one for smooth shapes, up to eight for a
//! face), and keeps them from one pair list to the next, so that beginning or ending a contact moves nothing in memory.
//! They are stored in the order of their keys, in which loads are summed. Readers should use
//! [`super::contact_view::ContactView`].

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

/// Identifies a contact: body numbers i < j and the manifold feature (0 for smooth shapes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ContactKey {
    /// The case.
    pub lane: u32,
    /// Number of body i.
    pub i: u32,
    /// Number of body j, greater than i.
    pub j: u32,
    /// Feature of the manifold.
    pub feature: u32,
}

/// The laws of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairLaw {
    /// Friction parameters.
    pub friction: Friction,
    /// Normal force law.
    pub normal: NormalLaw,
    /// The scene's pair rule that supplies them; `None` for the scene's default.
    pub rule: Option<usize>,
}

impl PairLaw {
    /// The gap up to which bodies of this size count as touching, m. A known normal force holds a contact over a gap of
    /// 1e-6 of the size; any other force requires an overlap above rounding.
    pub fn gap(&self, size: f64) -> f64 {
        if self.is_known() { Self::touching(size) } else { -1e-12 * size }
    }

    /// The gap over which surfaces count as touching before weight presses them, m.
    pub fn touching(size: f64) -> f64 {
        1e-6 * size
    }

    /// True if a constraint solver finds part of its loads.
    pub fn has_constraint(&self) -> bool {
        self.normal.is_rigid() || self.friction.laws.dae().is_some()
    }

    /// True if the normal force is known, and the normal motion is a constraint.
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
    /// Its increments in the last step.
    pub motion: StepMotion,
    /// Its key.
    pub identity: ContactIdentity,
    /// Data that only some contacts have.
    pub extras: ContactExtras,
}

/// The components as a query.
pub type ContactRow<'a> =
    (&'a ContactPair, &'a FrictionHistory, &'a StepMotion, &'a ContactIdentity, &'a ContactExtras);

/// Bytes of the components of a contact, without extras.
pub const BYTES: usize = size_of::<ContactPair>()
    + size_of::<FrictionHistory>()
    + size_of::<StepMotion>()
    + size_of::<ContactIdentity>()
    + size_of::<ContactExtras>();

/// Birth step of a contact that does not touch.
pub const APART: u32 = u32::MAX;

/// Which two bodies, whether they touch here, and what sticks or slips.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactPair {
    /// Rows of bodies i and j in the step's list.
    pub rows: [u32; 2],
    /// Index of the laws and constants of this pair.
    pub class: u32,
    /// The step in which the contact began, or [`APART`].
    pub born: u32,
    /// Stick or slip.
    pub modes: ContactModes,
}

impl ContactPair {
    /// A pair that does not touch.
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

/// One bit for each of slide, roll of i, roll of j and spin: in the lowest bits, whether it slips; in the next ones,
/// for a component that slips, whether it still awaits the kinetic cap along its first increment, and for one that does
/// not, whether it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ContactModes(pub u8);

impl ContactModes {
    /// Encodes these modes; `saturate` marks components that await a saturated start.
    pub fn of(now: [Mode; 4], saturate: [bool; 4]) -> Self {
        let second = |k: usize| saturate[k] || now[k] == Mode::Open;
        Self::of_bits(now.map(|mode| mode == Mode::Slip), [second(0), second(1), second(2), second(3)])
    }

    /// Encodes the slip bits, then the second bits.
    #[inline]
    pub fn of_bits([a, b, c, d]: [bool; 4], [e, f, g, h]: [bool; 4]) -> Self {
        let bit = |yes: bool, k: u8| u8::from(yes) << k;
        Self(bit(a, 0) | bit(b, 1) | bit(c, 2) | bit(d, 3) | bit(e, 4) | bit(f, 5) | bit(g, 6) | bit(h, 7))
    }

    /// A copy with another mode of component `k`.
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

    /// True if component `k` awaits a saturated start.
    pub fn saturate(self, k: usize) -> bool {
        self.0 >> (4 + k) & 1 == 1 && self.now(k) == Mode::Slip
    }
}

/// Histories of slide, roll and spin, the material points and the frame: the numbers of a [`ContactHistory`] in memory
/// order.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct FrictionHistory(pub [Row; 2]);

impl FrictionHistory {
    /// Decodes the numbers.
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

/// The contact's increments in the last step, as the numbers of [`Increments`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct StepMotion(pub Row);

impl StepMotion {
    /// Decodes the numbers.
    pub fn read(&self) -> Increments {
        Increments::of(self.0.0)
    }
}

impl From<Increments> for StepMotion {
    fn from(motion: Increments) -> Self {
        Self(Row(motion.numbers()))
    }
}

/// The contact's key and its last mode changes, which a step reads only if something changes.
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

/// Data that only some contacts have; always present if a body is neither a sphere nor a plane, or under laws other
/// than the paper's.
#[derive(Component, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct ContactExtras(pub Option<Box<Extras>>);

/// The line between the two points where the outlines of overlapping prisms cross, world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactLine {
    /// b, m: length of the sum of the edges that one body contributes to the overlap.
    pub width: f64,
    /// P₁ and P₂, relative to the contact point, m.
    pub ends: [V3<f64>; 2],
    /// Elastic part of N, k A/l, N.
    pub elastic: f64,
    /// Energy of the overlap, J: exact against planes; between polygons the force has no potential.
    pub stored: f64,
}

/// The data of a contact beyond the numbers that every contact has.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Extras {
    /// Contact geometry.
    pub point: ContactPoint,
    /// The contact line of two overlapping prisms.
    pub line: Option<ContactLine>,
    /// The normal of the step before.
    pub last_normal: V3<f64>,
    /// The first tangent of the step before; `None` where that step was not observed.
    pub last_tangent: Option<V3<f64>>,
    /// κ_i and κ_j along their paths, 1/m.
    pub curvatures: [f64; 2],
    /// State of laws other than the paper's, in addition to the histories.
    pub memories: Memories,
    /// The result of a constraint solver in this step; `None` without one, or for a contact that begins.
    pub reaction: Option<Reaction>,
    /// For a sliding contact with the slide law `dae`, how strongly a normal force separates the bodies while friction
    /// accompanies it, over m_eff: if negative, sliding drives the contact in (Painlevé).
    pub parting: Option<f64>,
    /// Stiffnesses, thresholds and dampings of this step.
    pub springs: Derived,
    /// Hertz contact radius a, m; 0 if not needed or unknown.
    pub patch: f64,
    /// The loads that act from this step on.
    pub loads: FrictionLoads,
    /// Increments of slide (m), roll of i, roll of j and spin (rad, the first number) in this step.
    pub increments: [[f64; 2]; 4],
    /// The torque about the plane's axis that damps the rocking of body i on body j, before it is limited, N·m. Every
    /// step finds it anew.
    #[serde(skip)]
    pub rocking: f64,
    /// The mass by which the normal force is damped if the points of the pair share their damping, kg
    /// ([`crate::laws::normal::Approach::mass`]). Every step finds it anew.
    #[serde(skip)]
    pub damped_mass: f64,
    /// The step to which these belong.
    pub step: u32,
}

/// For which contacts a step stores data that only readers need: springs, loads and the frame of the step before.
/// Observed contacts are resolved one by one, with the same bits.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Observation {
    /// All of them.
    #[default]
    All,
    /// Those resolved one by one anyway, for scenes of many spheres: for the others a reader gets everything but the
    /// frame of the step before.
    General,
}
