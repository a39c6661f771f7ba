//! A contact as seen from outside a step: records, the window, the energy ledger and other apps read contacts through
//! [`ContactView`].
//!
//! Histories, increments, normal force and modes are as the step stored them. So are springs, loads and the frame of
//! the last step if the step observed the contact ([`Observation`](super::contact::Observation)). For a contact
//! resolved in SIMD lanes and not observed, springs and loads are recomputed from the stored data by the equations of
//! the step, with the same bits, and the frame of the last step is unknown ([`Frame::last`]). Positions in the world
//! follow from the poses at the time of reading.

use super::body::Pose;
use super::contact::{Acted, ContactDetails, ContactKey, ContactLine, ContactRow, PairLaw};
use crate::laws::friction::component::FrictionComponent;
use crate::laws::friction::contact::{ContactHistory, FrictionLoads, StepMotion, Surface};
use crate::laws::friction::element::{Deflection, FrictionSpring, Mode, SpringLoad};
use crate::laws::friction::frame::ContactFrame;
use crate::laws::friction::limit::cones::Reaction;
use crate::laws::friction::parameters::Derived;
use crate::laws::math::number::{V2, V3};
use crate::laws::pair::choice::Memories;
use crate::laws::{SlideLaw, Vec2, Vec3};
use crate::scene::PlayedContact;
use bevy_ecs::prelude::*;
use std::sync::Arc;

/// One contact at one step.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactView {
    /// The bodies and the age of the contact.
    pub pair: Pair,
    /// The laws of the contact.
    pub law: Arc<PairLaw>,
    /// Where the bodies touch.
    pub touch: Touch,
    /// The contact frame.
    pub frame: Frame,
    /// Motion of the contact point over the two surfaces in the last step.
    pub paths: Paths,
    /// The normal force and the quantities that depend on it.
    pub normal: NormalForce,
    /// Slide friction on body i: history S in m, loads in N, components (u, w).
    pub slide: Slide,
    /// Roll friction of both bodies.
    pub roll: Roll,
    /// Spin friction.
    pub spin: Spin,
    /// State of laws other than the paper's, in addition to slide, roll and spin.
    pub memory: Option<Memories>,
    /// e1, the direction of the grain in the contact plane, components (u, w), if slide friction has one.
    pub grain: Option<Vec2>,
    /// For a rigid contact, the result of the constraint solver; it acted in the last step.
    pub reaction: Option<Reaction>,
    /// Where a rigid contact pressed within the last step, if it did; its loads are those of that instant.
    pub acted: Option<Acted>,
    /// The loads on the two bodies, world; they act during the next step.
    pub loads: Loads,
    /// Memory of the contact as stored in the world: the numbers that are hashed.
    pub history: ContactHistory,
    /// Increments of the last step, as stored in the world.
    pub motion: StepMotion,
    /// What another program says of the contact, in an imported run; what it does not say is not known, and zero above.
    pub played: Option<Arc<PlayedContact>>,
}

/// The two bodies of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Key.
    pub key: ContactKey,
    /// Body i.
    pub i: Entity,
    /// Body j.
    pub j: Entity,
    /// Steps since the contact began; 0 in the step in which it began.
    pub age: u64,
}

/// Contact geometry, from contact detection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Contact point C, midpoint of the overlap, m, world.
    pub c: Vec3,
    /// Unit normal into body i, world.
    pub n: Vec3,
    /// C projected along n onto the surface of body i, m, world.
    pub on_i: Vec3,
    /// C projected along n onto the surface of body j, m, world.
    pub on_j: Vec3,
    /// Overlap, m; negative is a gap. For two prisms under the overlap-area law, the mean depth A/b.
    pub overlap: f64,
    /// For such prisms, the line between the crossings of their outlines.
    pub line: Option<ContactLine>,
}

impl Touch {
    /// Takes the contact point of an imported run, whose normal and overlap it has already.
    fn place(&mut self, given: &PlayedContact) {
        let half = self.n * (0.5 * self.overlap);
        (self.c, self.on_i, self.on_j) = (given.c, given.c - half, given.c + half);
    }
}

/// The contact frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The current frame, world.
    pub now: ContactFrame,
    /// Last step's frame, world (in a new contact: the initial frame); `None` if that step was not observed.
    pub last: Option<ContactFrame>,
    /// Spin angle of the last step, rad: from body j's carried frame to body i's, counter-clockwise about n.
    pub psi: f64,
}

/// Motion of the contact point over the two surfaces in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
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

impl Paths {
    fn new(motion: &StepMotion, [from_i, from_j]: [Vec3; 2], [kappa_i, kappa_j]: [f64; 2]) -> Self {
        let [p_i, p_j] = motion.paths.map(Vec2::from);
        Self { p_i, p_j, from_i, from_j, kappa_i, kappa_j }
    }

    /// The slip measure s = |‖p_i‖ − ‖p_j‖| of this step, m, never negative (FN20 section 2.1: the difference of the
    /// two arc lengths; 0 in pure rolling). It compares only lengths: two paths of equal length in different directions
    /// have s = 0, although they slide by ΔS = p_i − p_j (1a); always s ≤ ‖ΔS‖.
    pub fn relative_slip(&self) -> f64 {
        (self.p_i.norm() - self.p_j.norm()).abs()
    }
}

/// The normal force and the quantities that depend on it in this step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormalForce {
    /// N, N; never negative without tension.
    pub n: f64,
    /// This point's fraction of the normal force of its pair, in \[0, 1\].
    pub share: f64,
    /// Hertz contact radius a, m; 0 if not needed or unknown.
    pub patch: f64,
    /// Stiffnesses, thresholds and dampings at this N and κ.
    pub derived: Derived,
}

impl NormalForce {
    fn new(motion: &StepMotion, details: &ContactDetails) -> Self {
        Self { n: motion.normal, share: motion.share, patch: details.geometry.patch, derived: details.seen.springs }
    }
}

/// Slide friction on body i: history S in m, loads in N, components (u, w).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide(pub FrictionSpring<Vec2>);

/// Roll friction of both bodies: history Θ in rad, loads in N·m, components (u, w); the torque on body b is −n_b × the
/// load. The two torques need not be equal and opposite (FN20 Appendix A.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roll {
    /// Of body i.
    pub i: FrictionSpring<Vec2>,
    /// Of body j.
    pub j: FrictionSpring<Vec2>,
}

/// Spin friction: history Ψ in rad, loads in N·m; the torque on body i is −n times the load, on body j +n times it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spin(pub FrictionSpring<f64>);

/// The loads of the contact on its two bodies, world.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
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
    /// The friction loads in world axes.
    fn new(frame: &ContactFrame, normal: f64, friction: &FrictionLoads) -> Self {
        let n = &frame.n;
        let plane = |load: V2<f64>| frame.to_world(&load.into());
        // Torque on body b is −n_b × T_b with n_i = n, n_j = −n.
        let [i, j] = friction.roll;
        Self {
            friction_on_j: -plane(friction.slide.total()),
            normal_on_i: n * normal,
            roll_elastic_i: -n.cross(&plane(i.elastic)),
            roll_damping_i: -n.cross(&plane(i.damping)),
            roll_elastic_j: n.cross(&plane(j.elastic)),
            roll_damping_j: n.cross(&plane(j.damping)),
            spin_on_i: n * -friction.spin.total(),
        }
    }

    /// The loads of the solver of rigid contacts, in world axes.
    fn of_reaction(acted: &Acted, reaction: &Reaction) -> Self {
        let frame = ContactFrame::with_tangent(acted.n, acted.u);
        let [normal, _, _, roll_u, roll_w, spin] = reaction.load;
        let roll = frame.to_world(&Vec2::new(roll_u, roll_w));
        Self {
            friction_on_j: frame.n * normal - acted.force,
            normal_on_i: frame.n * normal,
            roll_elastic_i: roll,
            roll_elastic_j: -roll,
            spin_on_i: frame.n * spin,
            ..Self::default()
        }
    }

    /// Roll torque on body i, N·m, world.
    pub fn roll_on_i(&self) -> Vec3 {
        self.roll_elastic_i + self.roll_damping_i
    }

    /// Roll torque on body j, N·m, world.
    pub fn roll_on_j(&self) -> Vec3 {
        self.roll_elastic_j + self.roll_damping_j
    }
}

/// The data needed to interpret a contact's numbers.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    /// Bodies i and j.
    pub bodies: [Entity; 2],
    /// Poses of bodies i and j.
    pub poses: [Pose; 2],
    /// Surfaces of bodies i and j.
    pub surfaces: [Surface; 2],
    /// Signed distances from their centres along n to their surfaces, m, as in
    /// [`crate::laws::friction::contact::KernelConstants`].
    pub reach: [f64; 2],
    /// The laws that hold between them.
    pub law: &'a Arc<PairLaw>,
    /// The present step.
    pub step: u64,
}

impl ContactView {
    /// The view of a contact that touches and was observed in this step; else `None`.
    pub fn new((pair, history, motion, identity, extras): ContactRow, to: &Reference) -> Option<Self> {
        let extras = extras.0.as_deref().filter(|extras| pair.touches() && u64::from(extras.seen.step) == to.step)?;
        let (history, motion, age) = (*history, *motion, pair.age(to.step));
        let (geometry, seen) = (&extras.geometry, &extras.seen);
        let n = Vec3::from(geometry.point.n);
        let now = ContactFrame::with_tangent(n, history.u.into());
        let before = || Some(ContactFrame::with_tangent(seen.last_normal.into(), seen.last_tangent?.into()));
        let last = if age == 0 { Some(now) } else { before() };
        let arm = |k: usize, unit: V3<f64>, arm: V3<f64>| {
            if to.surfaces[k] == Surface::Sphere { unit * to.reach[k] } else { arm }
        };
        let surface = |k: usize| to.poses[k].x + Vec3::from(arm(k, geometry.point.n, geometry.point.feet[k]));
        let from = |k: usize| {
            let point = history.from[k];
            to.poses[k].q.inverse_transform_vector(&Vec3::from(arm(k, point, point)))
        };
        let (on_i, on_j) = (surface(0), surface(1));
        let mut touch = Touch { c: (on_i + on_j) * 0.5, n, on_i, on_j, overlap: motion.overlap, line: geometry.line };
        let acted = extras.solution.acted.filter(|_| to.law.normal.is_rigid());
        let mut loads = match (&acted, &extras.solution.reaction) {
            (Some(acted), Some(reaction)) => Loads::of_reaction(acted, reaction),
            _ => Loads::new(&now, motion.normal, &seen.loads),
        };
        let mut from = [from(0), from(1)];
        if let Some(given) = extras.played.as_deref() {
            touch.place(given);
            loads.friction_on_j = given.friction_on_j.unwrap_or_default();
            from = to.poses.map(|pose| pose.q.inverse_transform_vector(&(given.c - pose.x)));
        }
        let state = |component: FrictionComponent| {
            let age = identity.mode_age(component, to.step);
            (pair.modes.mode(component), age, pair.modes.saturates(component))
        };
        let FrictionLoads { slide, roll: [roll_i, roll_j], spin } = seen.loads;
        let increments = seen.increments.map(Vec2::from);
        let vector = |component: FrictionComponent, of: V2<f64>, load: SpringLoad<_>| {
            capped(state(component), of.into(), increments[component as usize], planar(load))
        };
        Some(Self {
            pair: Pair { key: identity.key, i: to.bodies[0], j: to.bodies[1], age },
            law: Arc::clone(to.law),
            touch,
            frame: Frame { now, last, psi: motion.psi },
            paths: Paths::new(&motion, from, geometry.curvatures),
            normal: NormalForce::new(&motion, extras),
            slide: Slide(vector(FrictionComponent::Slide, history.slide, slide)),
            roll: Roll {
                i: vector(FrictionComponent::RollI, history.roll[0], roll_i),
                j: vector(FrictionComponent::RollJ, history.roll[1], roll_j),
            },
            spin: Spin(capped(state(FrictionComponent::Spin), history.spin, increments[3].x, spin)),
            memory: (!to.law.friction.laws.is_paper()).then_some(extras.memories),
            grain: Some(geometry.grain).filter(|grain| !to.law.friction.is_isotropic() && *grain != Vec2::zeros()),
            reaction: extras.solution.reaction.filter(|_| to.law.has_constraint()),
            acted,
            loads,
            history,
            motion,
            played: extras.played.clone(),
        })
    }

    /// Makes this the view of a contact that has ended: the points that pressed within the step are apart by now. `centres`: of
    /// bodies i and j, m, world.
    pub(crate) fn depart(&mut self, centres: [Vec3; 2]) {
        let Some(Acted { n, arms, .. }) = self.acted else { return };
        let [on_i, on_j] = [centres[0] + arms[0], centres[1] + arms[1]];
        self.touch = Touch { c: (on_i + on_j) * 0.5, n, on_i, on_j, overlap: n.dot(&(on_j - on_i)), line: None };
    }

    /// λ of static friction as a constraint ([`crate::laws::library::slide::dae`]), in \[0, 1\]; `None` under other laws.
    pub fn lambda(&self) -> Option<f64> {
        self.law.friction.laws.dae()?;
        self.memory.map(|memory| memory.slide.number)
    }

    /// Angle about n from u to the first tangent of the program that computed an imported run, rad, in \(−π, π\]; `None` if
    /// that program told no tangent.
    pub fn angle_of_told_tangent(&self) -> Option<f64> {
        let (frame, told) = (&self.frame.now, self.played.as_ref()?.tangent?);
        Some(libm::atan2(frame.w.dot(&told), frame.u.dot(&told)))
    }

    /// The largest plastic slip of a step since the contact began, over D_c of the slide law `rate-state`; `None` under
    /// other laws.
    pub fn largest_slip_per_d_c(&self) -> Option<f64> {
        match &self.law.friction.laws.slide {
            SlideLaw::RateState(law) => self.memory.map(|memory| law.largest_slip(&memory.slide)),
            _ => None,
        }
    }

    /// True if any component of the contact slips.
    pub fn slips(&self) -> bool {
        [self.slide.0.mode, self.roll.i.mode, self.roll.j.mode, self.spin.0.mode].contains(&Mode::Slip)
    }
}

fn planar(load: SpringLoad<V2<f64>>) -> SpringLoad<Vec2> {
    SpringLoad { elastic: load.elastic.into(), damping: load.damping.into() }
}

fn capped<V: Deflection>(
    (mode, mode_age, saturate): (Mode, u64, bool),
    history: V,
    increment: V,
    load: SpringLoad<V>,
) -> FrictionSpring<V> {
    FrictionSpring { mode, mode_age, history, increment, elastic: load.elastic, damping: load.damping, saturate }
}
