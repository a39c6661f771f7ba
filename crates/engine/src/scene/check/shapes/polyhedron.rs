//! Convex polyhedra: hull, volume, centre of mass and principal axes. The only scene module that uses parry.

use crate::laws::math::extremes::larger;
use crate::laws::math::order::sort_by;
use crate::laws::math::turning;
use crate::laws::{Rotation, Vec2, Vec3};
use crate::scene::check::shapes::checked_shape::CheckedShape;
use crate::shapes::hull::{Hull, NoHull};
use crate::shapes::parry::{from_parry, to_parry};
use crate::shapes::{Polyhedron, Prism, Shape};
use nalgebra::Matrix3;
use parry3d_f64::mass_properties::details;
use parry3d_f64::math::Vector;
use parry3d_f64::shape::Tetrahedron;
use std::sync::Arc;

/// A body thinner than this fraction of its size counts as flat.
const FLAT: f64 = 1e-9;
/// Products of inertia below this fraction of the moments count as zero.
const ALIGNED: f64 = 1e-9;

/// The convex hull of these points (m, in the axes of the scene file), about its centre of mass and principal axes or,
/// with `keep_axes`, about the written axes.
pub(in crate::scene::check) fn polyhedron(points: &[Vec3], keep_axes: bool) -> Result<CheckedShape, NoHull> {
    let size = points.iter().map(|point| point.amax()).fold(0.0, larger);
    let middle = points.iter().sum::<Vec3>() / points.len().max(1) as f64;
    let extent = points.iter().map(|point| (point - middle).norm()).fold(0.0, larger);
    if !size.is_finite() || !has_thickness(points, extent) {
        return Err(NoHull::Flat);
    }
    // At unit size and centred, so that the hull's tolerances do not depend on the unit of length.
    let hull = Hull::new(points.iter().map(|point| (point - middle) / extent))?;
    let corners: Vec<Vector> = hull.corners.iter().map(to_parry).collect();
    let (volume, centre) = details::trimesh_signed_volume_and_center_of_mass(&corners, &hull.triangles);
    if !(volume.is_finite() && volume > 0.0) {
        return Err(NoHull::Flat);
    }
    let (turn, moments) = principal(&inertia(&corners, &hull.triangles, centre), keep_axes);
    let centre = from_parry(centre);
    let inradius = hull.inradius(&centre);
    let points = hull.corners.iter().map(|corner| turn.inverse() * (corner - centre) * extent).collect();
    Ok(CheckedShape {
        shape: Shape::Polyhedron(Arc::new(Polyhedron::new(points, None, inradius * extent))),
        volume: Some(volume * extent * extent * extent),
        inertia_per_mass: moments / volume * extent * extent,
        centre: middle + centre * extent,
        turn,
        axis_open: false,
        is_support: false,
    })
}

/// A prism along z, from the corners of its convex polygon, m, counter-clockwise. As [`polyhedron`] of its end faces,
/// but its z-axis stays along the prism.
pub(in crate::scene::check) fn prism(
    polygon: &[Vec2],
    half_height: f64,
    keep_axes: bool,
) -> Result<CheckedShape, NoHull> {
    let ends = [-half_height, half_height];
    let points: Vec<Vec3> = ends.iter().flat_map(|z| polygon.iter().map(|c| Vec3::new(c.x, c.y, *z))).collect();
    let upright = polyhedron(&points, true)?;
    let (turn, inertia_per_mass) =
        if keep_axes { (Rotation::identity(), upright.inertia_per_mass) } else { about_z(polygon, &upright) };
    let back = turn.inverse();
    let Shape::Polyhedron(body) = &upright.shape else { return Err(NoHull::Flat) };
    let points = body.points.iter().map(|point| back * point).collect();
    let polygon =
        polygon.iter().map(|corner| (back * (Vec3::new(corner.x, corner.y, 0.0) - upright.centre)).xy()).collect();
    let shape = Polyhedron::new(points, Some(Prism { polygon, half_height }), upright.shape.inradius());
    Ok(CheckedShape { shape: Shape::Polyhedron(Arc::new(shape)), inertia_per_mass, turn, ..upright })
}

/// Rotation about z to the principal axes of a polygon, and the moments of inertia per unit mass about them, m²; no
/// rotation if the written axes are principal.
fn about_z(polygon: &[Vec2], upright: &CheckedShape) -> (Rotation, Vec3) {
    let moments = upright.inertia_per_mass;
    let corner = |k: usize| polygon[k % polygon.len()] - upright.centre.xy();
    // ∫ x y over the triangles from the centroid, over the area.
    let (mut product, mut area) = (0.0, 0.0);
    for k in 0..polygon.len() {
        let (p, q) = (corner(k), corner(k + 1));
        let part = 0.5 * p.perp(&q);
        area += part;
        product += part / 12.0 * (2.0 * p.x * p.y + 2.0 * q.x * q.y + p.x * q.y + q.x * p.y);
    }
    let product = product / area;
    if product.abs() <= ALIGNED * moments.amax() {
        return (Rotation::identity(), moments);
    }
    // I_xy = −∫ x y: the principal axes lie at ½ atan2(2 I_xy, I_xx − I_yy), negated here.
    let (mean, half) = (0.5 * (moments.x + moments.y), 0.5 * (moments.x - moments.y));
    let angle = 0.5 * libm::atan2(-product, half);
    let radius = libm::hypot(half, product);
    (turning::rotation(&(Vec3::z() * angle)), Vec3::new(mean + radius, mean - radius, moments.z))
}

/// True unless all points coincide or lie on a line or in a plane.
fn has_thickness(points: &[Vec3], extent: f64) -> bool {
    let Some(first) = points.first().filter(|_| extent > 0.0) else { return false };
    let arms = || points.iter().map(|point| (point - first) / extent);
    let longest = |a: Vec3, b: Vec3| if b.norm_squared() > a.norm_squared() { b } else { a };
    let length = arms().fold(Vec3::zeros(), longest);
    let normal = arms().map(|arm| length.cross(&arm)).fold(Vec3::zeros(), longest);
    let height = arms().map(|arm| normal.dot(&arm).abs()).fold(0.0, larger);
    height > FLAT
}

/// Inertia about the centre of mass at unit density, m⁵, summed over the tetrahedra from the centre to the surface
/// triangles.
fn inertia(corners: &[Vector], triangles: &[[u32; 3]], centre: Vector) -> Matrix3<f64> {
    let mut sum = Matrix3::zeros();
    for triangle in triangles {
        let [a, b, c] = triangle.map(|corner| corners[corner as usize]);
        let part = details::tetrahedron_unit_inertia_tensor_wrt_point(centre, centre, a, b, c);
        let volume = Tetrahedron::new(centre, a, b, c).signed_volume();
        sum += Matrix3::from_column_slice(&part.to_cols_array()) * volume;
    }
    sum
}

/// Rotation from principal to written axes, and the moments about the principal axes, the smallest first. Written axes
/// that are already principal are kept.
fn principal(inertia: &Matrix3<f64>, keep_axes: bool) -> (Rotation, Vec3) {
    let products = Vec3::new(inertia[(0, 1)], inertia[(0, 2)], inertia[(1, 2)]);
    if keep_axes || products.amax() <= ALIGNED * inertia.diagonal().amax() {
        return (Rotation::identity(), inertia.diagonal());
    }
    // Unlike parry's, this algorithm uses no function but the square root.
    let eigen = inertia.symmetric_eigen();
    let mut order = [0, 1, 2];
    sort_by(&mut order, |a, b| eigen.eigenvalues[*a].total_cmp(&eigen.eigenvalues[*b]));
    let [x, y] = [order[0], order[1]].map(|k| eigen.eigenvectors.column(k).into_owned());
    let axes = Matrix3::from_columns(&[x, y, x.cross(&y)]);
    let turn = Rotation::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(axes));
    (turn, order.map(|k| eigen.eigenvalues[k]).into())
}
