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
use parry3d_f64::shape::{Ball, Capsule, ConvexPolyhedron, Cuboid, Cylinder, SharedShape, SupportMap};
use std::f64::consts::FRAC_1_SQRT_2;
use std::sync::Arc;

/// The shape as parry sees it.
#[derive(Component, Clone)]
pub enum Collider {
    /// A shape of parry.
    Solid(SharedShape),
    /// An ellipsoid, which parry knows only by its support points: one contact point.
    Smooth(Ellipsoid),
    /// A shape with closed-form contact detection only.
    None,
}

/// An ellipsoid with these semi-axes, m.
#[derive(Clone, Copy, Debug)]
pub struct Ellipsoid(Vec3);

impl SupportMap for Ellipsoid {
    fn local_support_point(&self, direction: Vector) -> Vector {
        let shape = Shape::Ellipsoid { semi_axes: self.0, path: EllipsoidPath::Chord };
        vector(&shape.support(&back(direction)))
    }
}

impl Collider {
    /// Converts a shape.
    pub fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Sphere { radius } => Self::Solid(SharedShape::new(Ball::new(*radius))),
            Shape::Box { half_extents } => Self::Solid(SharedShape::new(Cuboid::new(vector(half_extents)))),
            Shape::Cylinder { radius, half_height } => {
                Self::Solid(SharedShape::new(Cylinder::new(*half_height, *radius)))
            }
            Shape::Capsule { radius, half_height } => {
                Self::Solid(SharedShape::new(Capsule::new_y(*half_height, *radius)))
            }
            Shape::Polyhedron(body) => {
                let hull = Hull::of(body.points.iter().copied()).and_then(|hull| {
                    ConvexPolyhedron::from_convex_mesh(hull.corners.iter().map(vector).collect(), &hull.triangles)
                });
                hull.map_or(Self::None, |hull| Self::Solid(SharedShape(Arc::new(hull))))
            }
            Shape::Ellipsoid { semi_axes, .. } => Self::Smooth(Ellipsoid(*semi_axes)),
            Shape::Plane | Shape::Disk { .. } | Shape::Bowl { .. } | Shape::Tube { .. } => Self::None,
        }
    }

    fn support_map(&self) -> Option<&dyn SupportMap> {
        match self {
            Self::Solid(shape) => shape.as_support_map(),
            Self::Smooth(ellipsoid) => Some(ellipsoid),
            Self::None => None,
        }
    }
}

/// Appends to `out` the points where two bodies are closer than `gap`, m. False if parry does not support the pair
/// (detected only if their bounding spheres meet).
pub fn manifold(i: (&Placed, &Collider), j: (&Placed, &Collider), gap: f64, out: &mut Vec<ManifoldPoint>) -> bool {
    if (i.0.x - j.0.x).norm() > i.0.shape.reach() + j.0.shape.reach() + gap.max(0.0) {
        return true;
    }
    let (pose_i, pose_j) = (pose(i.0), pose(j.0));
    let between = pose_i.inv_mul(&pose_j);
    let prediction = gap.max(1e-3 * i.0.shape.size().min(j.0.shape.size()));
    let first = out.len();
    let mut add = |n: Vector, p: Vector, q: Vector, dist: f64, features: (u32, u32)| {
        if -dist >= -gap {
            let feature = name(features, &out[first..]);
            out.push(ManifoldPoint { n: -back(n), on_i: back(p), on_j: back(q), overlap: -dist, feature });
        }
    };
    if let (Collider::Solid(shape_i), Collider::Solid(shape_j)) = (i.1, j.1) {
        let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
        let (a, b) = (shape_i.as_ref(), shape_j.as_ref());
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
    let (Some(a), Some(b)) = (i.1.support_map(), j.1.support_map()) else { return false };
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

/// Converts the pose: parry's cylinders and capsules have their axis along y, ours along z.
fn pose(placed: &Placed) -> Pose {
    let stand = matches!(placed.shape, Shape::Cylinder { .. } | Shape::Capsule { .. });
    // A rotation by 90° about x.
    let quarter = || Rotation::new_unchecked(Quaternion::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0, 0.0));
    let q = if stand { placed.q * quarter() } else { placed.q };
    Pose::from_parts(vector(&placed.x), Turn::from_xyzw(q.i, q.j, q.k, q.w))
}

fn vector(v: &Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn back(v: Vector) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}
