//! Contact points of polyhedra, cylinders and capsules, by parry; no other module of a step uses it.

use crate::laws::{Rotation, Vec3};
use crate::shapes::hull::Hull;
use crate::shapes::manifold_point::ManifoldPoint;
use crate::shapes::surface::Placed;
use crate::shapes::{EllipsoidPath, Shape};
use bevy_ecs::prelude::*;
use nalgebra::Quaternion;
use parry3d_f64::math::{Pose, Rotation as Turn, Vector};
use parry3d_f64::query::details::contact_support_map_support_map;
use parry3d_f64::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry3d_f64::shape::{Ball, Capsule, ConvexPolyhedron, Cuboid, Cylinder, Shape as ParryShape, SupportMap};
use std::f64::consts::FRAC_1_SQRT_2;
use std::sync::{Arc, PoisonError, RwLock};

/// The shape as parry sees it, in units of the pair that is tested: parry's tolerances are absolute, so that lengths in
/// metres would let bodies of a tenth of a millimetre pass into each other.
#[derive(Component, Clone)]
pub enum Collider {
    /// A shape of a few numbers, scaled in each test.
    Solid(Solid),
    /// A polyhedron, whose faces are kept for each unit.
    Hull(Arc<ScaledHull>),
    /// An ellipsoid with these semi-axes, m, which parry knows only by its support points: one contact point.
    Smooth(Vec3),
    /// A shape with closed-form contact detection only.
    None,
}

/// A ball, box, cylinder or capsule; lengths in m.
#[derive(Clone, Copy, Debug)]
pub enum Solid {
    /// Radius.
    Ball(f64),
    /// Half edge lengths.
    Box(Vec3),
    /// Half length and radius.
    Cylinder(f64, f64),
    /// Half length without the ends, and radius.
    Capsule(f64, f64),
}

/// An ellipsoid with these semi-axes.
struct Ellipsoid(Vec3);

impl SupportMap for Ellipsoid {
    fn local_support_point(&self, direction: Vector) -> Vector {
        let shape = Shape::Ellipsoid { semi_axes: self.0, path: EllipsoidPath::Chord };
        vector(&shape.support(&back(direction)))
    }
}

/// A power of two, m, in which the lengths of a pair are handed to parry: scaling by it does not round.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Unit(f64);

impl Unit {
    /// The unit of a body of this size, m, which is then between 1 and 2.
    fn of(size: f64) -> Self {
        Self(libm::exp2(f64::from(libm::ilogb(size))))
    }

    fn scaled(self, v: &Vec3) -> Vector {
        vector(&(v / self.0))
    }

    fn metres(self, v: Vector) -> Vec3 {
        back(v) * self.0
    }
}

/// A convex polyhedron in each unit in which it has been tested.
pub struct ScaledHull {
    hull: Hull,
    scaled: RwLock<Vec<(Unit, Arc<ConvexPolyhedron>)>>,
}

impl ScaledHull {
    /// `None` if the corners enclose no volume at this unit.
    fn make(hull: &Hull, unit: Unit) -> Option<ConvexPolyhedron> {
        ConvexPolyhedron::from_convex_mesh(
            hull.corners.iter().map(|corner| unit.scaled(corner)).collect(),
            &hull.triangles,
        )
    }

    /// The hull in this unit, made when it is first asked for.
    fn in_unit(&self, unit: Unit) -> Option<Arc<ConvexPolyhedron>> {
        let known = |list: &[(Unit, Arc<ConvexPolyhedron>)]| {
            list.iter().find(|(other, _)| *other == unit).map(|(_, hull)| hull.clone())
        };
        if let Some(hull) = known(&self.scaled.read().unwrap_or_else(PoisonError::into_inner)) {
            return Some(hull);
        }
        let mut list = self.scaled.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(hull) = known(&list) {
            return Some(hull);
        }
        let hull = Arc::new(Self::make(&self.hull, unit)?);
        list.push((unit, hull.clone()));
        Some(hull)
    }
}

/// A shape in a unit.
enum Scaled {
    Ball(Ball),
    Box(Cuboid),
    Cylinder(Cylinder),
    Capsule(Capsule),
    Hull(Arc<ConvexPolyhedron>),
    Smooth(Ellipsoid),
}

impl Scaled {
    /// As a shape of parry; `None` for an ellipsoid.
    fn shape(&self) -> Option<&dyn ParryShape> {
        match self {
            Self::Ball(ball) => Some(ball),
            Self::Box(cuboid) => Some(cuboid),
            Self::Cylinder(cylinder) => Some(cylinder),
            Self::Capsule(capsule) => Some(capsule),
            Self::Hull(hull) => Some(&**hull),
            Self::Smooth(_) => None,
        }
    }

    fn support_map(&self) -> Option<&dyn SupportMap> {
        match self {
            Self::Smooth(ellipsoid) => Some(ellipsoid),
            _ => self.shape()?.as_support_map(),
        }
    }
}

impl Collider {
    /// Converts a shape.
    pub fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Sphere { radius } => Self::Solid(Solid::Ball(*radius)),
            Shape::Box { half_extents } => Self::Solid(Solid::Box(*half_extents)),
            Shape::Cylinder { radius, half_height } => Self::Solid(Solid::Cylinder(*half_height, *radius)),
            Shape::Capsule { radius, half_height } => Self::Solid(Solid::Capsule(*half_height, *radius)),
            Shape::Polyhedron(body) => Hull::of(body.points.iter().copied())
                .filter(|hull| ScaledHull::make(hull, Unit::of(shape.size())).is_some())
                .map_or(Self::None, |hull| Self::Hull(Arc::new(ScaledHull { hull, scaled: RwLock::default() }))),
            Shape::Ellipsoid { semi_axes, .. } => Self::Smooth(*semi_axes),
            Shape::Plane | Shape::Disk { .. } | Shape::Bowl { .. } | Shape::Tube { .. } => Self::None,
        }
    }

    /// True if parry finds the normal of these shapes without the distance between them, where they touch: from the
    /// centre line of a ball or capsule, and from the axes of two boxes. Ellipsoids have no faces to slide along.
    fn is_exact_with(&self, other: &Self) -> bool {
        let has_faces = |one: &Self| matches!(one, Self::Solid(Solid::Box(_) | Solid::Cylinder(..)) | Self::Hull(_));
        let is_box = |one: &Self| matches!(one, Self::Solid(Solid::Box(_)));
        !(has_faces(self) && has_faces(other)) || is_box(self) && is_box(other)
    }

    fn scaled(&self, unit: Unit) -> Option<Scaled> {
        let Unit(u) = unit;
        Some(match self {
            Self::Solid(Solid::Ball(radius)) => Scaled::Ball(Ball::new(radius / u)),
            Self::Solid(Solid::Box(half)) => Scaled::Box(Cuboid::new(unit.scaled(half))),
            Self::Solid(Solid::Cylinder(half, radius)) => Scaled::Cylinder(Cylinder::new(half / u, radius / u)),
            Self::Solid(Solid::Capsule(half, radius)) => Scaled::Capsule(Capsule::new_y(half / u, radius / u)),
            Self::Hull(hull) => Scaled::Hull(hull.in_unit(unit)?),
            Self::Smooth(semi_axes) => Scaled::Smooth(Ellipsoid(semi_axes / u)),
            Self::None => return None,
        })
    }
}

/// Bodies with flat faces are tested this far apart, as a fraction of the smaller size: where they touch, the direction from
/// one to the other is that of rounding errors.
const MARGIN: f64 = 1e-3;

/// The contact of a pair in the last step: its normal, into body i, and its overlap, m.
pub type LastContact = Option<(Vec3, f64)>;

/// Appends to `out` the points where two bodies are closer than `gap`, m. False if parry does not support the pair
/// (detected only if their bounding spheres meet).
pub fn manifold(
    i: (&Placed, &Collider),
    j: (&Placed, &Collider),
    (gap, last): (f64, LastContact),
    out: &mut Vec<ManifoldPoint>,
) -> bool {
    if (i.0.x - j.0.x).norm() > i.0.shape.reach() + j.0.shape.reach() + gap.max(0.0) {
        return true;
    }
    let size = i.0.shape.size().min(j.0.shape.size());
    if i.1.is_exact_with(j.1) {
        return shifted_manifold(i, j, (gap, Vec3::zeros()), out);
    }
    let apart = |(n, overlap): (Vec3, f64)| n * (overlap.max(0.0) + MARGIN * size);
    let last = last.or_else(|| {
        // The line between the centres separates faces well enough to find their normal.
        let between = i.0.x - j.0.x;
        let first = apart((between.try_normalize(0.0).unwrap_or_else(Vec3::z), 0.0));
        let mut found = Vec::new();
        shifted_manifold(i, j, (gap, first), &mut found);
        found.first().map(|point| (point.n, point.overlap))
    });
    last.is_none_or(|last| shifted_manifold(i, j, (gap, apart(last)), out))
}

/// [`manifold`] of body i moved by `shift`, m, seen as if it were not. False if parry does not support the pair.
fn shifted_manifold(
    i: (&Placed, &Collider),
    j: (&Placed, &Collider),
    (gap, shift): (f64, Vec3),
    out: &mut Vec<ManifoldPoint>,
) -> bool {
    let size = i.0.shape.size().min(j.0.shape.size());
    let unit = Unit::of(size);
    let (Some(a), Some(b)) = (i.1.scaled(unit), j.1.scaled(unit)) else { return false };
    // Relative to the centre of body i.
    let (pose_i, pose_j) = (pose(i.0, Vector::ZERO), pose(j.0, unit.scaled(&(j.0.x - i.0.x - shift))));
    let between = pose_i.inv_mul(&pose_j);
    let prediction = (gap.max(1e-3 * size) + shift.norm()) / unit.0;
    let first = out.len();
    let mut add = |n: Vector, p: Vector, q: Vector, dist: f64, features: (u32, u32)| {
        let n = -back(n);
        let overlap = shift.dot(&n) - dist * unit.0;
        if overlap >= -gap {
            let feature = name(features, &out[first..]);
            let on_j = i.0.x + shift + unit.metres(q);
            // Along the normal, or the forces on the two bodies would have a couple; p is there too but for the part of
            // the shift across the normal.
            let on_i = if shift == Vec3::zeros() { i.0.x + unit.metres(p) } else { on_j - n * overlap };
            out.push(ManifoldPoint { n, on_i, on_j, overlap, feature });
        }
    };
    if let (Some(a), Some(b)) = (a.shape(), b.shape()) {
        let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
        let found = DefaultQueryDispatcher.contact_manifolds(&between, a, b, prediction, &mut manifolds, &mut None);
        for manifold in &manifolds {
            let n = pose_i.transform_vector(manifold.local_n1);
            for point in &manifold.points {
                let (p, q) = (pose_i.transform_point(point.local_p1), pose_j.transform_point(point.local_p2));
                add(n, p, q, point.dist, (point.fid1.0, point.fid2.0));
            }
        }
        return found.is_ok();
    }
    let (Some(a), Some(b)) = (a.support_map(), b.support_map()) else { return false };
    if let Some(contact) = contact_support_map_support_map(&between, a, b, prediction) {
        let n = pose_i.transform_vector(contact.normal1);
        // Each point in its own body's axes.
        let (p, q) = (pose_i.transform_point(contact.point1), pose_j.transform_point(contact.point2));
        add(n, p, q, contact.dist, (0, 0));
    }
    true
}

/// A number for a pair of features, stable from step to step and different from those already assigned.
fn name((a, b): (u32, u32), taken: &[ManifoldPoint]) -> u32 {
    let mut feature = a.rotate_left(16) ^ b;
    while taken.iter().any(|point| point.feature == feature) {
        feature = feature.wrapping_add(1);
    }
    feature
}

/// The rotation of a body and a position: parry's cylinders and capsules have their axis along y, ours along z.
fn pose(placed: &Placed, x: Vector) -> Pose {
    let stand = matches!(placed.shape, Shape::Cylinder { .. } | Shape::Capsule { .. });
    // A rotation by 90° about x.
    let quarter = || Rotation::new_unchecked(Quaternion::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0, 0.0));
    let q = if stand { placed.q * quarter() } else { placed.q };
    Pose::from_parts(x, Turn::from_xyzw(q.i, q.j, q.k, q.w))
}

fn vector(v: &Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn back(v: Vector) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}
