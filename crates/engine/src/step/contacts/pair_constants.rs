//! Data shared by all contacts of two bodies, or of two kinds of spheres and planes, under one law.

use super::narrow::prisms::{AreaPair, PrismKind};
use crate::laws::Vec3;
use crate::laws::friction::contact::{
    ContactPoint, ContactSprings, KernelConstants, KernelVariant, NormalModel, Surface,
};
use crate::laws::friction::element::Spring;
use crate::laws::friction::normal::{HertzPair, effective_mass, effective_modulus, mean_inertia, plane_strain_modulus};
use crate::laws::friction::parameters::{Conditions, Derived, SpinModel};
use crate::laws::math::number::{V3, both};
use crate::laws::pair::choice::Friction;
use crate::scene::{Elastic, Motion, NormalLaw};
use crate::shapes::Shape;
use crate::world::CaseId;
use crate::world::body::{BodyRef, Mass, Pose};
use crate::world::contact::PairLaw;
use bevy_ecs::prelude::*;
use std::sync::Arc;

/// A tangential displacement below this fraction of the body's size is rounding noise, not motion.
pub(in crate::step) const STILL: f64 = 1e-14;

/// Whether contacts of spheres and planes are resolved in SIMD lanes of eight.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SimdMode {
    /// Eight at a time, except single contacts and observed ones.
    #[default]
    Auto,
    /// Eight at a time, including single contacts.
    Wide,
    /// One by one, like contacts of any other shape; for checks: the results are bit-identical.
    One,
}

/// Data of a body for the broad phase.
pub(in crate::step) struct Item {
    pub(in crate::step) case: CaseId,
    /// Number of the body in the scene.
    pub(in crate::step) index: u32,
    pub(in crate::step) entity: Entity,
    /// Row of the body in the list of bodies.
    pub(in crate::step) row: u32,
    pub(in crate::step) mass: Mass,
    pub(in crate::step) elastic: Option<Elastic>,
    pub(in crate::step) motion: Motion,
    /// Prism data for contacts in the plane of motion; `None` for other shapes.
    pub(in crate::step) prism: Option<PrismKind>,
    /// True if a pull acts on the body or it carries other bodies.
    pub(in crate::step) special: bool,
    pub(in crate::step) shape: Shape,
    pub(in crate::step) pose: Pose,
    /// Radius of the bounding sphere about the centre, m.
    pub(in crate::step) reach: f64,
}

impl Item {
    pub(in crate::step) fn movable(&self) -> bool {
        self.mass.mass.is_finite()
    }
}

/// Data of a body from which the classes of its contacts are built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyKind {
    /// How contact points are tracked on the surface.
    pub surface: Surface,
    /// Radius of a sphere, m; infinite for a plane, 0 for anything else.
    pub radius: f64,
    /// A characteristic length, m.
    pub size: f64,
    /// Half of the smallest thickness, m ([`Shape::inradius`]).
    inradius: f64,
    /// Mass, kg; infinite for a fixed or driven body.
    pub mass: f64,
    /// Moment of inertia about any axis, kg·m²; `None` if the axes differ.
    pub inertia: Option<f64>,
    /// Elastic constants; `None` is rigid.
    pub elastic: Option<Elastic>,
    /// True if a pull acts on the body or it carries other bodies, so that known normal forces depend on more than
    /// gravity.
    pub special: bool,
    /// Index in [`super::table::ContactTable::planes`]; `None` unless the body is a plane.
    pub plane: Option<u32>,
    /// Maximum number of contact points ([`Shape::contact_points`]).
    points: usize,
    /// True if all faces are flat.
    is_flat: bool,
    /// Maximum number of corners of a face ([`Shape::face_corners`]).
    corners: usize,
    /// True for a bowl or tube, which other bodies touch from inside.
    is_hollow: bool,
    /// Prism data; `None` for other shapes.
    prism: Option<PrismKind>,
}

impl BodyKind {
    /// The kind of a body; `plane` is its index among the planes if it is one.
    pub(in crate::step) fn new(item: &Item, plane: u32) -> Self {
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
            inradius: item.shape.inradius(),
            mass: item.mass.mass,
            inertia: (x == y && y == z).then_some(x),
            elastic: item.elastic,
            special: item.special,
            plane: (surface == Surface::Plane).then_some(plane),
            points: item.shape.contact_points(),
            is_flat: item.shape.constant_curvature() == Some(0.0),
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

/// Combination of the shapes of bodies i and j, which selects the contact detection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PairShape {
    /// Two spheres.
    Spheres,
    /// Body i is the plane with this index, body j a sphere.
    PlaneUnder(u32),
    /// Body j is the plane with this index, body i a sphere.
    PlaneOver(u32),
    /// Any other combination.
    General,
}

/// Laws and constants shared by all pairs of one class.
#[derive(Clone, Debug, PartialEq)]
pub struct PairConstants {
    /// Which equations apply.
    pub variant: KernelVariant,
    /// Which shapes touch.
    pub shape: PairShape,
    /// Radii of i and j, m.
    pub radii: [f64; 2],
    /// Curvatures of i and j, 1/m, where they are spheres or planes.
    pub curvatures: [f64; 2],
    /// Size of the smaller body, m.
    pub size: f64,
    /// Largest gap that counts as touching, m; negative if contact requires an overlap.
    pub gap: f64,
    /// Overlap beyond which springs may let the bodies pass through each other, m: half of the smallest thickness of
    /// the thinner body. Infinite under laws whose force does not follow from the depth.
    pub max_overlap: f64,
    /// Effective mass m_eff, kg.
    pub mass: f64,
    /// Laws of the pairs, shared by the classes of a rule.
    pub law: Arc<PairLaw>,
    /// Number of the case.
    pub case: u32,
    /// Effective modulus E_eff, Pa; `None` if both bodies are rigid.
    pub modulus: Option<f64>,
    /// Whether i and j can be moved by loads.
    pub moves: [bool; 2],
    /// True if the contacts are detected and resolved in SIMD lanes.
    pub is_wide: bool,
    /// True if the contacts are resolved in SIMD lanes, however they are detected.
    pub is_simd: bool,
    /// True if both surfaces are spheres, planes or flat faces, over which a chord determines the path.
    pub follows_chords: bool,
    /// Number of rows of a pair, one per possible contact point.
    pub slots: usize,
    /// True if a constraint solver finds the slide friction and there is neither roll nor spin friction, so that the
    /// friction laws have nothing to compute.
    pub is_solved_elsewhere: bool,
    /// Constants under the overlap-area law; `None` under other laws.
    pub(crate) area: Option<AreaPair>,
    /// Springs for a normal force of 1 N and the conditions from which they are derived; `None` if these change from
    /// step to step.
    unit: Option<Box<(Derived, Conditions)>>,
}

/// Selects the equations that apply to a pair.
fn variant_of(law: &PairLaw, surfaces: [Surface; 2]) -> KernelVariant {
    let friction = &law.friction;
    KernelVariant {
        surfaces,
        normal: match law.normal {
            // For a rigid contact, the force found by the constraint solver.
            NormalLaw::KnownForce(_) | NormalLaw::Rigid { .. } => NormalModel::Force,
            NormalLaw::KnownWeight => NormalModel::Weight,
            NormalLaw::OverlapArea { .. } => NormalModel::Hooke { tension: false },
            NormalLaw::Hooke { tension, .. } => NormalModel::Hooke { tension },
            NormalLaw::Hertz { tension, .. } => NormalModel::Hertz { tension },
        },
        rolls: friction.rolls(),
        spins: friction.spin != SpinModel::Off,
        patch: friction.has_patch(),
        damping: friction.damping_rule,
    }
}

/// The class of the pair of bodies i and j.
pub fn class_of(case: u32, law: Arc<PairLaw>, i: &BodyKind, j: &BodyKind, simd_mode: SimdMode) -> PairConstants {
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
    let area = AreaPair::new(&law.normal, shapes, [i.mass, j.mass].map(f64::is_finite), mass);
    let is_solved_elsewhere = law.friction.is_dae_alone();
    let is_special = law.is_known() && (i.special || j.special);
    let is_wide = unit.is_some()
        && law.friction.is_linear_paper()
        && !law.normal.is_rigid()
        && !matches!(law.normal, NormalLaw::OverlapArea { .. })
        && !is_special
        && simd_mode != SimdMode::One;
    PairConstants {
        variant: variant_of(&law, surfaces),
        shape,
        radii: [i.radius, j.radius],
        curvatures,
        size,
        gap: law.gap(size),
        max_overlap: if law.normal.presses_by_depth() { i.inradius.min(j.inradius) } else { f64::INFINITY },
        mass,
        case,
        modulus: effective_modulus(i.modulus(), j.modulus()),
        moves: [i.mass.is_finite(), j.mass.is_finite()],
        is_wide,
        is_simd: is_wide || area.is_some() && is_solved_elsewhere && simd_mode != SimdMode::One,
        follows_chords: [i, j].iter().all(|body| body.surface != Surface::Other || body.is_flat),
        is_solved_elsewhere,
        law,
        slots: if area.is_some() { 1 } else { slots(i, j) },
        area,
        unit,
    }
}

/// Maximum number of contact points of two bodies.
fn slots(i: &BodyKind, j: &BodyKind) -> usize {
    if [i.surface, j.surface].contains(&Surface::Sphere) {
        return 1;
    }
    match (i.points.min(j.points), i.points.max(j.points)) {
        // A smooth body can span a hollow one: an ellipse touches a circle from inside twice, a rim that lies flat four
        // times.
        (1, _) if i.is_hollow || j.is_hollow => 4,
        (1, _) => 1,
        (few, usize::MAX) => few,
        // A capsule can lie on the edge between two faces, with a pair of points on each.
        (2, _) => i.corners + j.corners + 2,
        // The intersection of two clipped faces has at most as many corners as both together.
        _ => i.corners + j.corners,
    }
}

/// If true, surfaces that touch without overlap count as contacts, as they will once weight presses them: for
/// inspecting a scene before it runs. If false, a contact with springs begins with an overlap.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TouchingCounts(pub bool);

impl PairConstants {
    /// Largest squared distance of the centres of two touching spheres, m², if gaps up to `gap`, m, count as touching.
    #[inline(always)]
    pub fn reach_squared(&self, gap: f64) -> f64 {
        let reach = self.radii[0] + self.radii[1] + gap;
        reach * reach
    }

    /// True if the rigid contact solver finds the normal force.
    pub fn is_rigid(&self) -> bool {
        self.law.normal.is_rigid()
    }

    /// True if the `dae` solver finds the slide friction from all other loads, also under a law with implicit coupling.
    pub fn is_coupled(&self) -> bool {
        self.friction().laws.is_coupled()
    }

    /// The friction parameters.
    #[inline(always)]
    pub fn friction(&self) -> &Friction {
        &self.law.friction
    }

    /// Signed distances from the centres of i and j along n to their surfaces, −R_i and R_j, m; 1 if paths are in m.
    pub fn reach(&self) -> [f64; 2] {
        both(|k| match (self.variant.surfaces[k], k) {
            (Surface::Sphere, 0) => -self.radii[0],
            (Surface::Sphere, _) => self.radii[k],
            _ => 1.0,
        })
    }

    /// True if N or the spin spring depends on a Hertz contact.
    pub fn needs_patch(&self) -> bool {
        self.variant.patch || matches!(self.variant.normal, NormalModel::Hertz { .. })
    }

    /// The Hertz data for a contact area of this radius, m; `None` if both bodies are rigid.
    pub fn hertz(&self, radius: f64) -> Option<HertzPair> {
        self.modulus.map(|modulus| HertzPair { modulus, radius })
    }

    /// From the centres of i and j to the contact point, m, world.
    pub fn arms(&self, point: &ContactPoint) -> [V3<f64>; 2] {
        let reach = self.reach();
        both(|k| point.arm(self.variant.surfaces[k], reach[k], k))
    }

    /// From the centres of i and j to the points of their surfaces that touch, m, world.
    pub fn feet(&self, point: &ContactPoint) -> [V3<f64>; 2] {
        let reach = self.reach();
        both(|k| if self.variant.surfaces[k] == Surface::Sphere { point.n * reach[k] } else { point.feet[k] })
    }

    /// Velocity of body j's surface relative to body i's at the contact, m/s; rotation moves the surface of a sphere
    /// only across n.
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

    /// Effective radius R_eff of two spheres, or of a sphere on a plane, m.
    pub fn round_radius(&self) -> f64 {
        1.0 / (self.curvatures[0] + self.curvatures[1])
    }

    /// Hertz contact radius of spheres at the normal force `n`, m; 0 if no law needs it.
    #[inline(always)]
    pub fn patch(&self, n: f64) -> f64 {
        if !self.needs_patch() {
            return 0.0;
        }
        self.hertz(self.round_radius()).map_or(0.0, |pair| pair.patch(n))
    }

    /// The springs at the normal force `n`, N; `None` if they depend on more than `n`. The caps scale with `n`; the
    /// rest is constant, apart from the spin spring of a Hertz patch.
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

    /// True if the contact points of the pair are damped by the mass of their joint approach. False for spheres and
    /// planes: their contact is central, and that mass is m_eff.
    pub fn shares_damping(&self) -> bool {
        self.shape == PairShape::General && self.law.normal.shares_damping()
    }

    /// Mass by which the normal force of a contact point is damped, kg: `found`, from the joint approach of the pair's
    /// points, if they share their damping, else m_eff.
    pub fn damped_mass(&self, found: f64) -> f64 {
        if self.shares_damping() && found > 0.0 { found } else { self.mass }
    }

    /// Tangent stiffness of the normal force at `overlap`, m, for a contact area of effective radius `radius`, m: N/m,
    /// 0 except under Hooke's and Hertz's laws.
    pub fn normal_stiffness(&self, radius: f64, overlap: f64) -> f64 {
        match self.law.normal {
            NormalLaw::Hooke { k_n, .. } => k_n,
            NormalLaw::Hertz { .. } => self.hertz(radius).map_or(0.0, |pair| pair.stiffness(overlap)),
            _ => 0.0,
        }
    }

    /// The constants of the normal force law ([`KernelConstants::normal`]) for a contact area of this size, m: its
    /// effective radius, or the width of an overlap. `mass`: mass by which the force is damped, kg.
    #[inline]
    pub fn normal_constants(&self, size: f64, mass: f64) -> [f64; 2] {
        match self.law.normal {
            NormalLaw::KnownForce(force) => [force, 0.0],
            NormalLaw::KnownWeight | NormalLaw::Rigid { .. } => [0.0; 2],
            NormalLaw::Hooke { k_n, damping, .. } => [k_n, damping.coefficient(mass, k_n)],
            NormalLaw::Hertz { damping_ratio, .. } => {
                self.hertz(size).map_or([0.0; 2], |pair| pair.constants(mass, damping_ratio))
            }
            NormalLaw::OverlapArea { .. } => {
                self.area.as_ref().map_or([0.0; 2], |area| area.spring.per_width().map(|part| part * size))
            }
        }
    }

    /// Constants of the equations for the step size `dt`, s; springs that change from step to step are 0.
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
            normal: match &self.area {
                Some(area) => area.spring.per_width(),
                None if self.shape == PairShape::General => [0.0; 2],
                None => self.normal_constants(self.round_radius(), self.mass),
            },
            springs: [unit.slide, unit.roll[0], unit.spin],
        }
    }

    /// Weight on the support, N: gravity times m_eff, signed so that its component along n presses.
    pub fn weight(&self, gravity: &Vec3) -> Vec3 {
        let weight = gravity * self.mass;
        if self.moves[1] { weight } else { -weight }
    }
}
