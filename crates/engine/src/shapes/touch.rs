//! Closed-form contact detection: every shape against a plane or inside a wall, balls against balls, capsules against
//! capsules, and ellipsoids against ellipsoids and balls by their common normal.

use super::Shape;
use super::common_normal;
use super::features::rim_corners;
use super::manifold_point::ManifoldPoint;
use super::surface::{Placed, corner};
use super::wall;
use crate::laws::Vec3;
use crate::laws::friction::contact::ContactPoint;

/// Appends to `out` the points where i and j are closer than `gap` (m). False if this pair of shapes has no closed form
/// here.
pub fn touch(i: &Placed, j: &Placed, gap: f64, out: &mut Vec<ManifoldPoint>) -> bool {
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

/// Handles each pair in one order of the shapes; [`touch`] tries the other order by swapping the bodies.
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
        (Shape::Capsule { radius: a, half_height: half_i }, Shape::Capsule { radius: b, half_height: half_j }) => {
            capsules((i, *a, *half_i), (j, *b, *half_j), gap, out)
        }
        (Shape::Ellipsoid { .. }, Shape::Ellipsoid { .. } | Shape::Sphere { .. }) => {
            out.extend(common_normal::touch(i, j, gap, None).ok().flatten());
        }
        _ => return false,
    }
    true
}

/// Adds the point `on_j` of body j against the plane i, whose normal is `up`, if it is within the gap.
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

fn plane_cylinder(plane: &Placed, body: &Placed, radius: f64, half: f64, gap: f64, out: &mut Vec<ManifoldPoint>) {
    let up = plane.q * Vec3::z();
    let down = body.q.inverse_transform_vector(&(plane.q * -Vec3::z()));
    for (point, feature) in [0, 1].into_iter().flat_map(|cap| rim_corners(&down, [radius, half], cap)) {
        plane_point(plane, &up, body.to_world(&point), gap, feature, out);
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

/// Sine of the angle between the axes of two capsules below which they touch along a line.
const PARALLEL: f64 = 1e-3;

/// Adds the contact point of two capsules or, if they are parallel, the points at both ends of the length that they
/// share.
fn capsules(
    (i, a, half_i): (&Placed, f64, f64),
    (j, b, half_j): (&Placed, f64, f64),
    gap: f64,
    out: &mut Vec<ManifoldPoint>,
) {
    let (u, v) = (i.q * Vec3::z(), j.q * Vec3::z());
    let between = i.x - j.x;
    let mut add = |along_i: f64, along_j: f64, feature: u32| {
        let (on_i, on_j) = (i.x + u * along_i, j.x + v * along_j);
        let balls = [Shape::Sphere { radius: a }, Shape::Sphere { radius: b }];
        let first = out.len();
        spheres(
            &Placed { shape: &balls[0], x: on_i, q: i.q },
            &Placed { shape: &balls[1], x: on_j, q: j.q },
            a,
            b,
            gap,
            out,
        );
        out[first..].iter_mut().for_each(|point| point.feature = feature);
    };
    // The coordinate along one axis that is nearest to a given one along the other.
    let on_j = |s: f64| v.dot(&(between + u * s)).clamp(-half_j, half_j);
    let on_i = |t: f64| u.dot(&(v * t - between)).clamp(-half_i, half_i);
    if u.cross(&v).norm() < PARALLEL {
        let (s, t) = (on_i(-half_j), on_i(half_j));
        let ends = [s.min(t), s.max(t)];
        add(ends[0], on_j(ends[0]), 1);
        if ends[1] > ends[0] {
            add(ends[1], on_j(ends[1]), 2);
        }
        return;
    }
    let (c, d, e) = (u.dot(&v), u.dot(&between), v.dot(&between));
    let s = ((c * e - d) / (1.0 - c * c)).clamp(-half_i, half_i);
    let s = on_i(on_j(s));
    add(s, on_j(s), 0);
}
