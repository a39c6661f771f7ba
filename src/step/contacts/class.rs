//! What is the same for all contacts of two bodies, or of two kinds of spheres and planes, under one law.

use super::prisms::{AreaPair, PrismKind};
use crate::laws::Vec3;
use crate::laws::choice::Friction;
use crate::laws::contact::{ContactPoint, ContactSprings, KernelConstants, KernelVariant, NormalModel, Surface};
use crate::laws::element::Spring;
use crate::laws::normal::{HertzPair, effective_mass, effective_modulus, mean_inertia, plane_strain_modulus};
use crate::laws::number::{V3, both};
use crate::laws::parameters::{Conditions, Derived, SpinModel};
use crate::scene::{Elastic, NormalLaw};
use crate::shapes::Shape;
use crate::world::CaseId;
use crate::world::body::{BodyRef, Mass, Pose};
use crate::world::contact::PairLaw;
use bevy_ecs::prelude::*;
use std::sync::Arc;

/// A tangential step below this part of the body's size is rounding noise, not motion.
pub(in crate::step) const STILL: f64 = 1e-14;

/// Whether contacts of spheres and planes are resolved eight side by side.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Width {
    /// Eight at a time where there is more than one and nobody observes them.
    #[default]
    Auto,
    /// Eight at a time, also one that is alone.
    Wide,
    /// One by one, as contacts of any other shape; for checks: the bits are the same.
    One,
}

/// A body as the broad phase sees it.
pub(in crate::step) struct Item {
    pub(in crate::step) lane: CaseId,
    /// Its number in the scene.
    pub(in crate::step) index: u32,
    pub(in crate::step) entity: Entity,
    /// Its place in the order of the bodies' table.
    pub(in crate::step) row: u32,
    pub(in crate::step) mass: Mass,
    pub(in crate::step) elastic: Option<Elastic>,
    pub(in crate::step) driven: bool,
    /// What a prism has to do with others in its plane.
    pub(in crate::step) prism: Option<PrismKind>,
    /// Something pulls at it, or it carries others.
    pub(in crate::step) special: bool,
    pub(in crate::step) shape: Shape,
    pub(in crate::step) pose: Pose,
    /// Radius of a ball about its centre that holds it, m.
    pub(in crate::step) reach: f64,
}

impl Item {
    pub(in crate::step) fn movable(&self) -> bool {
        self.mass.mass.is_finite()
    }
}

/// A body as its contacts see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyKind {
    /// Its surface.
    pub surface: Surface,
    /// Radius of a sphere, m; infinite for a plane, 0 of anything else.
    pub radius: f64,
    /// A length that stands for its size, m.
    pub size: f64,
    /// Mass, kg; infinite where it is held.
    pub mass: f64,
    /// Moment of inertia about any axis, kg·m²; `None` where the axes differ.
    pub inertia: Option<f64>,
    /// Elastic constants.
    pub elastic: Option<Elastic>,
    /// Something pulls at it, or it carries others: known normal forces on it depend on more than gravity.
    pub special: bool,
    /// Place of a plane among [`super::table::ContactTable::planes`].
    pub plane: Option<u32>,
    /// Contact points it may have ([`Shape::contact_points`]).
    points: usize,
    /// Corners of a face of it ([`Shape::face_corners`]).
    corners: usize,
    /// Others touch it from inside.
    is_hollow: bool,
    /// It is a prism.
    prism: Option<PrismKind>,
}

impl BodyKind {
    /// Of a body; `plane` is its number among the planes if it is one.
    pub(in crate::step) fn of(item: &Item, plane: u32) -> Self {
        let (surface, radius) = match &item.shape {
            Shape::Sphere { radius } => (Surface::Sphere, *radius),
            Shape::Plane => (Surface::Plane, f64::INFINITY),
            _ => (Surface::Other, 0.0),
        };
        let [x, y, z]: [f64; 3] = item.mass.inertia.into();
        Self {
            surface,
            radius,
            size: item.shape.size(),
            mass: item.mass.mass,
            inertia: (x == y && y == z).then_some(x),
            elastic: item.elastic,
            special: item.special,
            plane: (surface == Surface::Plane).then_some(plane),
            points: item.shape.contact_points(),
            corners: item.shape.face_corners(),
            is_hollow: matches!(item.shape, Shape::Bowl { .. } | Shape::Tube { .. }),
            prism: item.prism,
        }
    }

    fn curvature(&self) -> f64 {
        if self.surface == Surface::Other { 0.0 } else { 1.0 / self.radius }
    }

    fn modulus(&self) -> Option<f64> {
        self.elastic.map(|e| plane_strain_modulus(e.youngs_modulus, e.poisson_ratio))
    }
}

/// What lies between the two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PairShape {
    /// Two spheres.
    Spheres,
    /// Body i is the plane of this number, body j a sphere.
    PlaneUnder(u32),
    /// Body j is the plane, body i a sphere.
    PlaneOver(u32),
    /// Anything else.
    General,
}

/// Laws and constants of a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct PairClass {
    /// Which equations.
    pub variant: KernelVariant,
    /// Which shapes.
    pub shape: PairShape,
    /// Radii of i and j, m.
    pub radii: [f64; 2],
    /// Curvatures of i and j, 1/m, where they are spheres or planes.
    pub curvatures: [f64; 2],
    /// The smaller size, m.
    pub size: f64,
    /// A gap up to this still counts as touching, m.
    pub gap: f64,
    /// m_eff, kg.
    pub mass: f64,
    /// The laws, shared by the classes of a rule.
    pub law: Arc<PairLaw>,
    /// Number of the lane.
    pub lane: u32,
    /// E_eff, Pa; `None` if both bodies are rigid.
    pub modulus: Option<f64>,
    /// Whether i and j can be moved by loads.
    pub moves: [bool; 2],
    /// Its contacts may be resolved eight side by side.
    pub is_wide: bool,
    /// How many contact points the pair has rows for.
    pub slots: usize,
    /// A solver finds its slide friction, and it neither rolls nor spins: nothing is left for the laws to do.
    pub is_handed_on: bool,
    /// Constants of two bodies that press on each other by the area of their overlap.
    pub(crate) area: Option<AreaPair>,
    /// The springs for a normal force of 1 N and what they follow from, where they are the same in every step.
    unit: Option<Box<(Derived, Conditions)>>,
}

/// Which equations hold for a pair.
fn variant_of(law: &PairLaw, surfaces: [Surface; 2]) -> KernelVariant {
    let friction = &law.friction;
    KernelVariant {
        surfaces,
        normal: match law.normal {
            // The force that the solver of constraints has found.
            NormalLaw::KnownForce(_) | NormalLaw::Rigid { .. } => NormalModel::Force,
            NormalLaw::KnownWeight => NormalModel::Weight,
            NormalLaw::Hooke { .. } | NormalLaw::OverlapArea { .. } => NormalModel::Hooke,
            NormalLaw::Hertz { .. } => NormalModel::Hertz,
        },
        rolls: friction.rolls(),
        spins: friction.spin != SpinModel::Off,
        patch: friction.spin == SpinModel::Hertz,
        damping: friction.damping_rule,
    }
}

/// The class of the pair of bodies i and j.
pub fn class_of(lane: u32, law: Arc<PairLaw>, i: &BodyKind, j: &BodyKind, width: Width) -> PairClass {
    let surfaces = [i.surface, j.surface];
    let shape = match (i.plane, j.plane) {
        (None, None) if surfaces == [Surface::Sphere; 2] => PairShape::Spheres,
        (Some(plane), None) if j.surface == Surface::Sphere => PairShape::PlaneUnder(plane),
        (None, Some(plane)) if i.surface == Surface::Sphere => PairShape::PlaneOver(plane),
        _ => PairShape::General,
    };
    let size = i.size.min(j.size);
    let curvatures = [i.curvature(), j.curvature()];
    let inertia = i.inertia.zip(j.inertia).filter(|_| shape != PairShape::General);
    let unit = inertia.map(|(of_i, of_j)| {
        let inertia = mean_inertia(of_i, of_j);
        let at = Conditions {
            normal: 1.0,
            share: 1.0,
            kappa: 0.5 * (curvatures[0] + curvatures[1]),
            mass: mean_inertia(i.mass, j.mass),
            roll_inertia: [inertia, inertia],
            spin_inertia: inertia,
            patch: 0.0,
        };
        Box::new((law.friction.derive(&at), at))
    });
    let mass = effective_mass(i.mass, j.mass);
    let shapes = ([i.prism.as_ref(), j.prism.as_ref()], [i.plane.is_some(), j.plane.is_some()]);
    let area = AreaPair::of(&law.normal, shapes, [i.mass, j.mass].map(f64::is_finite), mass);
    let is_special = law.is_known() && (i.special || j.special);
    let is_wide = unit.is_some()
        && law.friction.is_linear_paper()
        && !law.normal.is_rigid()
        && !matches!(law.normal, NormalLaw::OverlapArea { .. })
        && !is_special
        && width != Width::One;
    PairClass {
        variant: variant_of(&law, surfaces),
        shape,
        radii: [i.radius, j.radius],
        curvatures,
        size,
        gap: law.gap(size),
        mass,
        lane,
        modulus: effective_modulus(i.modulus(), j.modulus()),
        moves: [i.mass.is_finite(), j.mass.is_finite()],
        is_wide,
        is_handed_on: law.friction.is_dae_alone(),
        law,
        slots: if area.is_some() { 1 } else { slots(i, j) },
        area,
        unit,
    }
}

/// How many contact points two bodies can have.
fn slots(i: &BodyKind, j: &BodyKind) -> usize {
    if [i.surface, j.surface].contains(&Surface::Sphere) {
        return 1;
    }
    match (i.points.min(j.points), i.points.max(j.points)) {
        // A smooth body spans a hollow one: an ellipse touches a circle from inside twice, a rim that lies flat four times.
        (1, _) if i.is_hollow || j.is_hollow => 4,
        (1, _) => 1,
        (few, usize::MAX) => few,
        // A capsule may lie on the edge between two faces, with a pair of points on each.
        (2, _) => i.corners + j.corners + 2,
        // Clipped against each other, two faces have no more corners than both together.
        _ => i.corners + j.corners,
    }
}

impl PairClass {
    /// The square of the distance between two spheres up to which they touch, m², where a gap up to `gap`, m, counts as touching.
    #[inline(always)]
    pub fn reach_squared(&self, gap: f64) -> f64 {
        let reach = self.radii[0] + self.radii[1] + gap;
        reach * reach
    }

    /// N is found by a solver of constraints.
    pub fn is_rigid(&self) -> bool {
        self.law.normal.is_rigid()
    }

    /// A solver finds the slide friction, from all other loads.
    pub fn is_dae(&self) -> bool {
        self.friction().laws.dae().is_some()
    }

    /// The friction parameters.
    #[inline(always)]
    pub fn friction(&self) -> &Friction {
        &self.law.friction
    }

    /// From the centres of i and j along n to their surfaces, −R_i and R_j, m; 1 where paths are in m.
    pub fn reach(&self) -> [f64; 2] {
        both(|k| match (self.variant.surfaces[k], k) {
            (Surface::Sphere, 0) => -self.radii[0],
            (Surface::Sphere, _) => self.radii[k],
            _ => 1.0,
        })
    }

    /// True where N or the spin spring follows from a Hertz contact.
    pub fn needs_patch(&self) -> bool {
        self.variant.patch || self.variant.normal == NormalModel::Hertz
    }

    /// The Hertz data of a contact area of this radius, m; `None` if both bodies are rigid.
    pub fn hertz(&self, radius: f64) -> Option<HertzPair> {
        self.modulus.map(|modulus| HertzPair { modulus, radius })
    }

    /// From the centres of i and j to the contact point, m, world.
    pub fn arms(&self, point: &ContactPoint) -> [V3<f64>; 2] {
        let reach = self.reach();
        both(|k| point.arm(self.variant.surfaces[k], reach[k], k))
    }

    /// Velocity of body j's surface against body i's where they touch, m/s; turning moves that of a sphere across n only.
    pub fn approach(&self, point: &ContactPoint, [i, j]: &[BodyRef; 2]) -> V3<f64> {
        let mut rate = V3::from(-i.twist.v) - V3::from(-j.twist.v);
        let turns = |k: usize| self.variant.surfaces[k] != Surface::Sphere;
        if turns(0) {
            rate = rate - V3::from(i.twist.w).cross(point.feet[0]);
        }
        if turns(1) {
            rate = rate + V3::from(j.twist.w).cross(point.feet[1]);
        }
        rate
    }

    /// R_eff of two spheres, or of a sphere on a plane, m.
    pub fn round_radius(&self) -> f64 {
        1.0 / (self.curvatures[0] + self.curvatures[1])
    }

    /// Hertz contact radius of spheres at the normal force `n`, m; 0 where no law needs it.
    #[inline(always)]
    pub fn patch(&self, n: f64) -> f64 {
        if !self.needs_patch() {
            return 0.0;
        }
        self.hertz(self.round_radius()).map_or(0.0, |pair| pair.patch(n))
    }

    /// The springs at the normal force `n`, N, where they follow from it alone: caps grow with it, the rest stays, but for
    /// the spin of a Hertz patch.
    #[inline(always)]
    pub fn springs(&self, n: f64) -> Option<Derived> {
        let mut springs = self.unit.as_ref()?.0.under(n);
        if self.variant.patch {
            springs.spin = self.spin_of_patch(n);
        }
        Some(springs)
    }

    /// The spin spring of the Hertz patch of spheres at the normal force `n`, N.
    pub fn spin_of_patch(&self, n: f64) -> Spring {
        let at = self.unit.as_deref().map(|(_, at)| Conditions { normal: n, patch: self.patch(n), ..*at });
        at.map_or_else(Spring::default, |at| self.friction().spin_spring(&at))
    }

    /// The numbers of the normal force law ([`KernelConstants::normal`]) on a contact area of this size, m: its radius, or the width of
    /// an overlap.
    #[inline]
    pub fn normal_constants(&self, radius: f64) -> [f64; 2] {
        match self.law.normal {
            NormalLaw::KnownForce(force) => [force, 0.0],
            NormalLaw::KnownWeight | NormalLaw::Rigid { .. } => [0.0; 2],
            NormalLaw::Hooke { k_n, damping } => [k_n, damping.coefficient(self.mass, k_n)],
            NormalLaw::Hertz { damping_ratio } => {
                self.hertz(radius).map_or([0.0; 2], |pair| pair.constants(self.mass, damping_ratio))
            }
            NormalLaw::OverlapArea { .. } => self.area.as_ref().map_or([0.0; 2], |area| area.spring.constants(radius)),
        }
    }

    /// The numbers of its equations at this step size, s; the springs of a pair whose springs change are left out.
    pub fn constants(&self, dt: f64) -> KernelConstants {
        let unit = self.unit.as_deref().map_or_else(Derived::default, |(unit, _)| *unit);
        let unit = ContactSprings::per_step(&unit, dt);
        let reach = self.reach();
        KernelConstants {
            reach,
            still: reach.map(|reach| {
                let still = STILL * self.size / reach;
                still * still
            }),
            curvatures: self.curvatures,
            normal: if self.shape == PairShape::General {
                [0.0; 2]
            } else {
                self.normal_constants(self.round_radius())
            },
            springs: [unit.slide, unit.roll[0], unit.spin],
        }
    }

    /// Weight on the support, N: gravity times m_eff, signed so that its part along n presses.
    pub fn weight(&self, gravity: &Vec3) -> Vec3 {
        let weight = gravity * self.mass;
        if self.moves[1] { weight } else { -weight }
    }
}

/// A contact point in the world of vectors that shapes work with.
impl ContactPoint {
    /// From points on the two surfaces and the centres of the bodies, m, world.
    pub fn on_surfaces(n: Vec3, overlap: f64, arms: [Vec3; 2]) -> Self {
        Self { n: n.into(), overlap, feet: arms.map(Into::into) }
    }
}
