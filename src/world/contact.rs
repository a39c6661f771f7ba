//! What a contact is made of. Everything with memory is in the contact's own frame or in a body's frame, never in
//! world components, so that a turned scene gives the same numbers.

use super::round::{RoundMemory, RoundMotion, RoundPair, RoundPast};
use crate::laws::choice::{Laws, Memories};
use crate::laws::element::{Capped, Mode};
use crate::laws::frame::ContactFrame;
use crate::laws::parameters::{Derived, Friction};
use crate::laws::{Vec2, Vec3};
use crate::scene::NormalLaw;
use bevy_ecs::prelude::*;

/// Everything a contact is made of, in one list: what its birth spawns, what a state shows, what a snapshot keeps and
/// brings back, and what the hash of a state goes through. A component that is left out of one of them does not compile.
#[derive(Bundle, Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "each field is the component of that name")]
pub struct Contact {
    pub pair: Pair,
    pub law: PairLaw,
    pub touch: Touch,
    pub frame: Frame,
    pub paths: Paths,
    pub normal: NormalForce,
    pub slide: Slide,
    pub roll: Roll,
    pub spin: Spin,
    pub memory: LawMemory,
    pub loads: Loads,
}

/// A contact as a query reads it.
pub type ContactRow<'a> = (
    &'a Pair,
    &'a PairLaw,
    &'a Touch,
    &'a Frame,
    &'a Paths,
    &'a NormalForce,
    &'a Slide,
    &'a Roll,
    &'a Spin,
    &'a LawMemory,
    &'a Loads,
);

impl<'a> From<ContactRow<'a>> for Contact {
    fn from((pair, law, touch, frame, paths, normal, slide, roll, spin, memory, loads): ContactRow<'a>) -> Self {
        Self {
            pair: *pair,
            law: *law,
            touch: *touch,
            frame: *frame,
            paths: *paths,
            normal: *normal,
            slide: *slide,
            roll: *roll,
            spin: *spin,
            memory: memory.clone(),
            loads: *loads,
        }
    }
}

impl Contact {
    /// The same as a query reads it.
    pub fn row(&self) -> ContactRow<'_> {
        let Self { pair, law, touch, frame, paths, normal, slide, roll, spin, memory, loads } = self;
        (pair, law, touch, frame, paths, normal, slide, roll, spin, memory, loads)
    }

    /// True if any component of the contact slips.
    pub fn slips(&self) -> bool {
        [self.slide.0.mode, self.roll.i.mode, self.roll.j.mode, self.spin.0.mode].contains(&Mode::Slip)
    }
}

/// Bytes of the components of a contact in their compact form, which most contacts of a large scene have.
pub const BYTES: usize =
    size_of::<RoundPair>() + size_of::<RoundMemory>() + size_of::<RoundMotion>() + size_of::<RoundPast>();

/// Names a contact: body numbers i < j and the feature of the manifold (0 for smooth shapes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContactKey {
    /// Lane.
    pub lane: u32,
    /// Number of body i.
    pub i: u32,
    /// Number of body j, greater than i.
    pub j: u32,
    /// Which point of a manifold.
    pub feature: u32,
}

/// The two bodies of a contact.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Key.
    pub key: ContactKey,
    /// Body i.
    pub i: Entity,
    /// Body j.
    pub j: Entity,
    /// Steps since the contact was born; 0 in the step of its birth.
    pub age: u64,
}

/// The laws that hold at this contact.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
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

    /// The normal force is known, the normal motion a constraint.
    pub fn is_known(&self) -> bool {
        matches!(self.normal, NormalLaw::KnownWeight | NormalLaw::KnownForce(_))
    }
}

/// Where the bodies touch, from collision detection.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Contact point C, midpoint of the overlap, m, world.
    pub c: Vec3,
    /// Unit normal into body i, world.
    pub n: Vec3,
    /// C projected along n onto the surface of body i, m, world.
    pub on_i: Vec3,
    /// C projected along n onto the surface of body j, m, world.
    pub on_j: Vec3,
    /// Overlap, m; negative is a gap.
    pub overlap: f64,
}

/// The contact frame and how it is painted on both bodies until the next step.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Now, world.
    pub now: ContactFrame,
    /// Last step's, world, as it was.
    pub last: ContactFrame,
    /// u and w in the axes of body i.
    pub in_i: [Vec3; 2],
    /// u and w in the axes of body j.
    pub in_j: [Vec3; 2],
    /// Spin angle of the last step, rad: from body j's carried frame to body i's, counter-clockwise about n.
    pub psi: f64,
}

/// Motion of the contact point over the two surfaces in the last step.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Paths {
    /// p_i, m, components (u, w).
    pub p_i: Vec2,
    /// p_j after the counter-spin, m, components (u, w).
    pub p_j: Vec2,
    /// Material point of body i the next path starts from, m, body axes.
    pub from_i: Vec3,
    /// Material point of body j the next path starts from, m, body axes.
    pub from_j: Vec3,
    /// κ_i along p_i, 1/m.
    pub kappa_i: f64,
    /// κ_j along p_j, 1/m.
    pub kappa_j: f64,
}

/// The normal force and what hangs on it in this step.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct NormalForce {
    /// N, N; never negative.
    pub n: f64,
    /// Share of this point in the normal force of its pair, in \[0, 1\].
    pub share: f64,
    /// Hertz contact radius a, m; 0 where it is not needed or not known.
    pub patch: f64,
    /// Stiffnesses, thresholds and dampings at this N and κ.
    pub derived: Derived,
}

/// Slide friction on body i: history S in m, loads in N, components (u, w).
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Slide(pub Capped<Vec2>);

/// Roll friction of both bodies: history Θ in rad, loads in N·m, components (u, w); the torque on body b is −n_b × the
/// load. The two torques need not be equal and opposite (FN20 Appendix A.2).
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Roll {
    /// Of body i.
    pub i: Capped<Vec2>,
    /// Of body j.
    pub j: Capped<Vec2>,
}

/// Spin friction: history Ψ in rad, loads in N·m; the torque on body i is −n times the load, on body j +n times it.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Spin(pub Capped<f64>);

/// What laws other than the paper's keep beside slide, roll and spin. A contact of the paper's laws has `None` and is not
/// touched by the law library.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct LawMemory(pub Option<Box<Memories>>);

impl LawMemory {
    /// At birth under these laws.
    pub fn under(laws: &Laws) -> Self {
        Self((!laws.is_paper()).then(Box::default))
    }
}

/// What the contact does to its two bodies, world.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct Loads {
    /// Friction force on body j at C, N.
    pub friction_on_j: Vec3,
    /// Normal force on body i at C, N (along n); on body j its opposite.
    pub normal_on_i: Vec3,
    /// Roll torque on body i, elastic part, N·m.
    pub roll_elastic_i: Vec3,
    /// Roll torque on body i, damping part, N·m.
    pub roll_damping_i: Vec3,
    /// Roll torque on body j, elastic part, N·m.
    pub roll_elastic_j: Vec3,
    /// Roll torque on body j, damping part, N·m.
    pub roll_damping_j: Vec3,
    /// Spin torque on body i, N·m; on body j its opposite.
    pub spin_on_i: Vec3,
}

impl Loads {
    /// Roll torque on body i, N·m, world.
    pub fn roll_on_i(&self) -> Vec3 {
        self.roll_elastic_i + self.roll_damping_i
    }

    /// Roll torque on body j, N·m, world.
    pub fn roll_on_j(&self) -> Vec3 {
        self.roll_elastic_j + self.roll_damping_j
    }
}
