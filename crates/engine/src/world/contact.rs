//! The components of a contact, the same for all shapes.
//!
//! Each pair of nearby bodies has one entity for each possible contact point (one for smooth shapes, up to eight for a
//! face), so that beginning or ending a contact moves nothing in memory; [`Touching`] marks those that touch. They are
//! stored in the order of their keys, in which loads are summed.
//!
//! The entities are slots: the next pair list may give one to another contact. A contact is identified by its
//! [`ContactKey`] or its two bodies: keep your own data about contacts in a map with one of these as the key. The step
//! refuses a contact entity with a foreign component in table storage, which would move it out of the one table that a
//! step iterates over; a component in sparse-set storage stays with the slot. The step's writes to contacts set no
//! change ticks: it writes all that touch in every step. Readers should use [`Contacts`](crate::step::read::Contacts).

use crate::laws::friction::component::{FrictionComponent, PerComponent};
use crate::laws::friction::contact::{ContactPoint, FrictionLoads};
use crate::laws::friction::element::{FrictionSpring, Mode};
use crate::laws::friction::limit::cones::Reaction;
use crate::laws::friction::parameters::Derived;
use crate::laws::math::number::{V2, V3};
use crate::laws::pair::choice::{Friction, InitialSprings, Memories};
use crate::laws::{Vec2, Vec3};
use crate::scene::{NormalLaw, PlayedContact};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub use crate::laws::friction::contact::{ContactHistory, StepMotion};

/// Identifies a contact: body numbers i < j and the manifold feature (0 for smooth shapes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ContactKey {
    /// The case.
    pub case: u32,
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
        self.normal.is_rigid() || self.friction.laws.is_coupled()
    }

    /// True if the normal force is known, and the normal motion is a constraint.
    pub fn is_known(&self) -> bool {
        self.normal.is_known()
    }
}

/// All components of a contact.
#[derive(Bundle, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactBundle {
    /// Bodies and modes of the contact.
    pub pair: ContactPair,
    /// Histories and frame of the contact.
    pub history: ContactHistory,
    /// Increments of the last step.
    pub motion: StepMotion,
    /// Key of the contact.
    pub identity: ContactIdentity,
    /// Data that only some contacts have.
    pub extras: ContactExtras,
}

/// The components as a query.
pub type ContactRow<'a> = (&'a ContactPair, &'a ContactHistory, &'a StepMotion, &'a ContactIdentity, &'a ContactExtras);

/// Bytes of the components of a contact, without extras.
pub const BYTES: usize = size_of::<ContactPair>()
    + size_of::<ContactHistory>()
    + size_of::<StepMotion>()
    + size_of::<ContactIdentity>()
    + size_of::<ContactExtras>();

/// The step in which a contact began; nothing while its bodies do not touch. An `Option<u32>` in four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Began(u32);

impl Began {
    /// The bodies do not touch.
    pub const NEVER: Self = Self(u32::MAX);

    /// The last step that can be stored; later ones count as this one.
    pub const LAST: u32 = u32::MAX - 1;

    /// In this step, at most [`Self::LAST`].
    #[inline(always)]
    pub fn at(step: u32) -> Self {
        Self(step)
    }

    /// The step; `None` if the bodies do not touch.
    #[inline(always)]
    pub fn step(self) -> Option<u32> {
        (self != Self::NEVER).then_some(self.0)
    }
}

/// The two bodies of a contact, whether they touch here, and which components stick or slip.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactPair {
    /// Rows of bodies i and j in the step's list of bodies.
    pub rows: [u32; 2],
    /// Index of the laws and constants of this pair.
    pub class: u32,
    /// The step in which the contact began, if the bodies touch.
    pub began: Began,
    /// Stick or slip.
    pub modes: ContactModes,
}

impl ContactPair {
    /// A pair that does not touch.
    pub fn apart(rows: [u32; 2], class: u32) -> Self {
        Self { rows, class, began: Began::NEVER, modes: ContactModes::default() }
    }

    /// True if the bodies touch.
    #[inline(always)]
    pub fn touches(&self) -> bool {
        self.began != Began::NEVER
    }

    /// True if the bodies touch, and did so before this step. Both comparisons are made: a branch would often be
    /// mispredicted.
    #[inline(always)]
    pub(crate) fn touched_before(&self, step: u32) -> bool {
        self.touches() & (self.began != Began::at(step))
    }

    /// Stores the modes and histories of these springs: of slide, roll of i, roll of j and spin.
    pub(crate) fn take_springs(&mut self, history: &mut ContactHistory, springs: &InitialSprings) {
        let (slide, roll_i, roll_j, spin) = springs;
        history.slide = slide.history.into();
        (history.roll, history.spin) = ([roll_i.history.into(), roll_j.history.into()], spin.history);
        self.modes = ContactModes::of_springs(springs);
    }

    /// Steps since the contact began; 0 if the bodies do not touch.
    pub fn age(&self, step: u64) -> u64 {
        self.began.step().map_or(0, |began| step.saturating_sub(u64::from(began)))
    }
}

/// The mode of each component of friction, and which of them await a saturated start, in one byte.
///
/// One bit for each of slide, roll of i, roll of j and spin: in the lowest bits, whether it slips; in the next ones,
/// for a component that slips, whether it still awaits the kinetic cap along its first increment, and for one that does
/// not, whether it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ContactModes(u8);

impl ContactModes {
    /// Encodes these modes; `saturate` marks components that await a saturated start.
    pub fn new(modes: PerComponent<Mode>, saturate: PerComponent<bool>) -> Self {
        FrictionComponent::ALL.into_iter().fold(Self::default(), |all, component| {
            let mode = modes[component];
            all.with_bits(component, mode == Mode::Slip, saturate[component] || mode == Mode::Open)
        })
    }

    /// The modes of these springs: of slide, roll of i, roll of j and spin.
    pub fn of_springs((slide, roll_i, roll_j, spin): &InitialSprings) -> Self {
        let modes = PerComponent { slide: slide.mode, roll_i: roll_i.mode, roll_j: roll_j.mode, spin: spin.mode };
        let (roll_i, roll_j) = (roll_i.saturate, roll_j.saturate);
        Self::new(modes, PerComponent { slide: slide.saturate, roll_i, roll_j, spin: spin.saturate })
    }

    /// The springs with these modes and histories: of slide, roll of i, roll of j and spin.
    pub fn springs(self, history: &ContactHistory) -> InitialSprings {
        let spring = |component, v: V2<f64>| {
            FrictionSpring::resumed(self.mode(component), self.saturates(component), Vec2::from(v))
        };
        let [roll_i, roll_j] = history.roll;
        let spin = FrictionComponent::Spin;
        (
            spring(FrictionComponent::Slide, history.slide),
            spring(FrictionComponent::RollI, roll_i),
            spring(FrictionComponent::RollJ, roll_j),
            FrictionSpring::resumed(self.mode(spin), self.saturates(spin), history.spin),
        )
    }

    /// Encodes the slip bits, then the second bits, in the order of [`FrictionComponent::ALL`].
    #[inline]
    pub(crate) fn of_bits([a, b, c, d]: [bool; 4], [e, f, g, h]: [bool; 4]) -> Self {
        let bit = |yes: bool, k: u8| u8::from(yes) << k;
        Self(bit(a, 0) | bit(b, 1) | bit(c, 2) | bit(d, 3) | bit(e, 4) | bit(f, 5) | bit(g, 6) | bit(h, 7))
    }

    /// The byte.
    #[inline(always)]
    pub fn to_byte(self) -> u8 {
        self.0
    }

    /// The modes of a byte.
    #[inline(always)]
    pub fn from_byte(byte: u8) -> Self {
        Self(byte)
    }

    /// A copy with another mode of one component.
    pub fn with(self, component: FrictionComponent, mode: Mode) -> Self {
        self.with_bits(component, mode == Mode::Slip, mode == Mode::Open)
    }

    fn with_bits(self, component: FrictionComponent, slip: bool, second: bool) -> Self {
        let k = component as u8;
        let bits = |slip: bool, second: bool| u8::from(slip) << k | u8::from(second) << (4 + k);
        Self(self.0 & !bits(true, true) | bits(slip, second))
    }

    /// The mode of a component.
    pub fn mode(self, component: FrictionComponent) -> Mode {
        let k = component as u8;
        match (self.0 >> k & 1 == 1, self.0 >> (4 + k) & 1 == 1) {
            (true, _) => Mode::Slip,
            (false, true) => Mode::Open,
            (false, false) => Mode::Stick,
        }
    }

    /// True if a component awaits a saturated start.
    pub fn saturates(self, component: FrictionComponent) -> bool {
        self.0 >> (4 + component as u8) & 1 == 1 && self.mode(component) == Mode::Slip
    }
}

/// Marks the contacts whose bodies touch; the others are pairs near enough to touch soon, whose further components mean
/// nothing: `Query<&StepMotion, With<Touching>>`. It is stored apart from the table of contacts, so that a contact that
/// begins or ends moves nothing there.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default)]
#[component(storage = "SparseSet")]
pub struct Touching;

/// The contact's key and its last mode changes, which a step reads only if something changes.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactIdentity {
    /// Key.
    pub key: ContactKey,
    /// The step in which each component last changed its mode (or the contact began).
    pub changed: PerComponent<u32>,
}

impl ContactIdentity {
    /// Steps since a component last changed its mode.
    pub fn mode_age(&self, component: FrictionComponent, step: u64) -> u64 {
        step.saturating_sub(u64::from(self.changed[component]))
    }
}

/// Data that only some contacts have; always present if a body is neither a sphere nor a plane, or under laws other
/// than the paper's.
#[derive(Component, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct ContactExtras(pub Option<Box<ContactDetails>>);

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

/// The geometry of a rigid contact at the instant at which its impulse acted: at the beginning of the step, in its middle on a
/// support that rotates, or at an impact within it. At the end of the step the bodies are elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Acted {
    /// Normal into body i and first tangent, world.
    pub n: Vec3,
    /// See [`Acted::n`].
    pub u: Vec3,
    /// From the centres of i and j to the point where the impulse acted, m, world. If several acted in the step, their force has
    /// their torques there.
    pub arms: [Vec3; 2],
    /// Mean force of the step on body i, N, world.
    pub force: Vec3,
}

/// The data of a contact beyond the numbers that every contact has, by who writes it.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct ContactDetails {
    /// Where and how the bodies touch.
    pub geometry: ContactGeometry,
    /// State of laws other than the paper's, in addition to the histories.
    pub memories: Memories,
    /// What a constraint solver found in this step.
    pub solution: ContactSolution,
    /// What only readers need.
    pub seen: SeenContact,
    /// What a step finds anew on the way from the normal force to the loads.
    #[serde(skip)]
    pub passing: PassingValues,
    /// What another program says of the contact, in an imported run. Every step plays it anew.
    #[serde(skip)]
    pub played: Option<Arc<PlayedContact>>,
}

/// Where and how the bodies of a contact touch.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct ContactGeometry {
    /// Contact geometry.
    pub point: ContactPoint,
    /// The contact line of two overlapping prisms.
    pub line: Option<ContactLine>,
    /// κ_i and κ_j along their paths, 1/m.
    pub curvatures: [f64; 2],
    /// e1, the direction of the grain of one of the bodies, components (u, w); zero without one.
    pub grain: Vec2,
    /// Hertz contact radius a, m; 0 if not needed or unknown.
    pub patch: f64,
}

/// What a constraint solver found for a contact in this step.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct ContactSolution {
    /// The reaction; `None` without a constraint solver, or for a contact that begins.
    pub reaction: Option<Reaction>,
    /// Where a rigid contact pressed within the last step; `None` for other contacts, and where it did not.
    pub acted: Option<Acted>,
    /// For a sliding contact with the slide law `dae`, how strongly a normal force separates the bodies while friction
    /// accompanies it, over m_eff: if negative, sliding drives the contact in (Painlevé).
    pub parting: Option<f64>,
}

/// What a step stores of a contact for its readers alone.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct SeenContact {
    /// The step to which these belong.
    pub step: u32,
    /// The normal of the step before.
    pub last_normal: V3<f64>,
    /// The first tangent of the step before; `None` where that step was not observed.
    pub last_tangent: Option<V3<f64>>,
    /// Stiffnesses, thresholds and dampings of this step.
    pub springs: Derived,
    /// The loads that act from this step on.
    pub loads: FrictionLoads,
    /// Increments of slide (m), roll of i, roll of j and spin (rad, the first number) in this step.
    pub increments: [[f64; 2]; 4],
}

/// Values that a step finds anew between the normal force and the loads.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PassingValues {
    /// The torque about the plane's axis that damps the rocking of body i on body j, before it is limited, N·m.
    pub rocking: f64,
    /// The mass by which the normal force is damped if the points of the pair share their damping, kg
    /// ([`crate::laws::friction::normal::Approach::mass`]).
    pub damped_mass: f64,
}

/// For which contacts a step stores data that only readers need: springs, loads and the frame of the step before.
/// Observed contacts are resolved one by one, with the same bits.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Observation {
    /// All contacts.
    #[default]
    All,
    /// Contacts resolved one by one anyway, for scenes of many spheres: for the others a reader gets everything but the
    /// frame of the step before.
    General,
}
