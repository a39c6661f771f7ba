//! Closed-form contact detection: every shape against a plane or inside a wall, balls against balls, and ellipsoids
//! against ellipsoids and balls by their common normal.

use super::Shape;
use super::common_normal;
use super::manifold_point::ManifoldPoint;
use super::surface::{FLAT_END, Placed, corner};
use super::wall;
use crate::laws::Vec3;
use crate::laws::contact::ContactPoint;

/// Appends to `out` the points where i and j are closer than `gap` (m). False if this pair of shapes has no closed form
/// here.
pub(crate) fn touch(i: &Placed, j: &Placed, gap: f64, out: &mut Vec<ManifoldPoint>) -> bool {
    let first = out.len();
    let known = one_way(i, j, gap, out);
    if known {
        return true;
    }
    let known = one_way(j, i, gap, out);
    for point in &mut out[first..] {
        *point = point.swapped();
    }
    known
}

/// Handles each pair in one order of its shapes; `touch` tries the other by swapping the bodies.
fn one_way(i: &Placed, j: &Placed, gap: f64, out: &mut Vec<ManifoldPoint>) -> bool {
    match (i.shape, j.shape) {
        (Shape::Plane, Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. }) => {}
        (Shape::Plane, Shape::Box { half_extents }) => {
            let corners = (0..8).map(|k| corner(half_extents, k));
            plane_corners(i, j, corners, gap, out);
        }
        (Shape::Plane, Shape::Polyhedron(body)) => {
            plane_corners(i, j, body.points.iter().copied(), gap, out);
        }
        (Shape::Plane, Shape::Capsule { radius, half_height }) => {
            for (feature, z) in [-half_height, *half_height].into_iter().enumerate() {
                let end = Shape::Sphere { radius: *radius };
                let end = Placed { shape: &end, x: j.to_world(&(Vec3::z() * z)), q: j.q };
                plane_smooth(i, &end, gap, feature as u32, out);
            }
        }
        (Shape::Plane, Shape::Cylinder { radius, half_height }) => {
            plane_cylinder(i, j, *radius, *half_height, gap, out);
        }
        (Shape::Plane, _) => plane_smooth(i, j, gap, 0, out),
        (Shape::Sphere { radius: a }, Shape::Sphere { radius: b }) => spheres(i, j, *a, *b, gap, out),
        (Shape::Bowl { .. } | Shape::Tube { .. }, _) => return wall::touch(i, j, gap, out),
        (Shape::Ellipsoid { .. }, Shape::Ellipsoid { .. } | Shape::Sphere { .. }) => {
            out.extend(common_normal::touch(i, j, gap, None).ok().flatten());
        }
        _ => return false,
    }
    true
}

/// A point of body j at `on_j` against the plane i, whose normal is `up`.
#[inline(always)]
fn plane_point(plane: &Placed, up: &Vec3, on_j: Vec3, gap: f64, feature: u32, out: &mut Vec<ManifoldPoint>) {
    let height = up.dot(&(on_j - plane.x));
    if height <= gap {
        out.push(ManifoldPoint { n: -up, on_i: on_j - up * height, on_j, overlap: -height, feature });
    }
}

#[inline(always)]
fn plane_smooth(plane: &Placed, body: &Placed, gap: f64, feature: u32, out: &mut Vec<ManifoldPoint>) {
    let up = plane.q * Vec3::z();
    plane_point(plane, &up, body.support(&-up), gap, feature, out);
}

fn plane_corners(
    plane: &Placed,
    body: &Placed,
    corners: impl Iterator<Item = Vec3>,
    gap: f64,
    out: &mut Vec<ManifoldPoint>,
) {
    let up = plane.q * Vec3::z();
    for (feature, corner) in corners.enumerate() {
        plane_point(plane, &up, body.to_world(&corner), gap, feature as u32, out);
    }
}

/// The lowest point of each rim, and three more points of a rim that lies flat, so that a standing cylinder is
/// supported.
fn plane_cylinder(plane: &Placed, body: &Placed, radius: f64, half: f64, gap: f64, out: &mut Vec<ManifoldPoint>) {
    let up = plane.q * Vec3::z();
    let down = body.q.inverse_transform_vector(&(plane.q * -Vec3::z()));
    let flat = libm::hypot(down.x, down.y) < FLAT_END;
    for (cap, z) in [-half, half].into_iter().enumerate() {
        let lowest = Vec3::new(down.x, down.y, 0.0).try_normalize(1e-12).unwrap_or_else(Vec3::x);
        let across = Vec3::z().cross(&lowest);
        let rim =
            if flat { [Vec3::x(), Vec3::y(), -Vec3::x(), -Vec3::y()] } else { [lowest, across, -across, -lowest] };
        let count = if flat { 4 } else { 1 };
        for (k, direction) in rim.iter().take(count).enumerate() {
            let point = direction * radius + Vec3::z() * z;
            let feature = (cap * 8 + k + if flat { 4 } else { 0 }) as u32;
            plane_point(plane, &up, body.to_world(&point), gap, feature, out);
        }
    }
}

fn spheres(i: &Placed, j: &Placed, a: f64, b: f64, gap: f64, out: &mut Vec<ManifoldPoint>) {
    let point = ContactPoint::between((i.x - j.x).into(), a + b);
    let (n, overlap) = (Vec3::from(point.n), point.overlap);
    if overlap < -gap {
        return;
    }
    out.push(ManifoldPoint { n, on_i: i.x - n * a, on_j: j.x + n * b, overlap, feature: 0 });
}
