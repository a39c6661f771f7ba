//! Convex polyhedra: hull, volume, centre of mass and principal axes. The only place of the scene that meets parry.

use super::checked_shape::CheckedShape;
use crate::laws::{Rotation, Vec3};
use crate::shapes::{Polyhedron, Shape};
use nalgebra::{Matrix3, Quaternion};
use parry3d_f64::mass_properties::MassProperties;
use parry3d_f64::math::Vector;
use parry3d_f64::transformation::try_convex_hull;
use std::sync::Arc;

/// Thinner than this part of its size, a body counts as flat.
const FLAT: f64 = 1e-9;
/// Products of inertia below this part of the moments count as zero.
const ALIGNED: f64 = 1e-9;

/// The convex hull of these points (m, in the axes of the scene file), about its centre of mass and principal axes, or
/// with `keep_axes` about the written axes; `None` if the points lie in a plane.
pub(super) fn polyhedron(points: &[Vec3], keep_axes: bool) -> Option<CheckedShape> {
    let size = points.iter().map(|point| point.amax()).fold(0.0, f64::max);
    let middle = points.iter().sum::<Vec3>() / points.len().max(1) as f64;
    let extent = points.iter().map(|point| (point - middle).norm()).fold(0.0, f64::max);
    if !size.is_finite() || !has_thickness(points, extent) {
        return None;
    }
    // At unit size and around their middle, so that no tolerance of the hull depends on the unit of length.
    let scaled: Vec<Vector> = points.iter().map(|point| to_parry((point - middle) / extent)).collect();
    let (corners, triangles) = try_convex_hull(&scaled).ok()?;
    let solid = MassProperties::from_convex_polyhedron(1.0, &corners, &triangles);
    let (volume, centre) = (solid.mass(), from_parry(solid.local_com));
    if !(volume.is_finite() && volume > 0.0) {
        return None;
    }
    let (turn, moments) = principal(&solid, keep_axes);
    let points = corners.into_iter().map(|corner| turn.inverse() * (from_parry(corner) - centre) * extent).collect();
    Some(CheckedShape {
        shape: Shape::Polyhedron(Arc::new(Polyhedron { points })),
        volume: Some(volume * extent.powi(3)),
        inertia_per_mass: moments / volume * extent * extent,
        centre: middle + centre * extent,
        turn,
        axis_open: false,
    })
}

/// Whether the points span a body: neither a point, a line nor a plane.
fn has_thickness(points: &[Vec3], extent: f64) -> bool {
    let Some(first) = points.first().filter(|_| extent > 0.0) else { return false };
    let arms = || points.iter().map(|point| (point - first) / extent);
    let longest = |a: Vec3, b: Vec3| if b.norm_squared() > a.norm_squared() { b } else { a };
    let length = arms().fold(Vec3::zeros(), longest);
    let normal = arms().map(|arm| length.cross(&arm)).fold(Vec3::zeros(), longest);
    let height = arms().map(|arm| normal.dot(&arm).abs()).fold(0.0, f64::max);
    height > FLAT
}

/// Principal axes (principal to written) and moments. Where the written axes are principal, they are kept.
fn principal(solid: &MassProperties, keep_axes: bool) -> (Rotation, Vec3) {
    let columns = solid.reconstruct_inertia_matrix().to_cols_array();
    let inertia = Matrix3::from_column_slice(&columns);
    let products = Vec3::new(inertia[(0, 1)], inertia[(0, 2)], inertia[(1, 2)]);
    if keep_axes || products.amax() <= ALIGNED * inertia.diagonal().amax() {
        return (Rotation::identity(), inertia.diagonal());
    }
    let q = solid.principal_inertia_local_frame;
    (Rotation::from_quaternion(Quaternion::new(q.w, q.x, q.y, q.z)), from_parry(solid.principal_inertia()))
}

fn to_parry(v: Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn from_parry(v: Vector) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}
