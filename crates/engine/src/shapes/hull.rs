//! The convex hull of points, by gift wrapping (Chand and Kapur 1970): from each face over its edges to the next.
//!
//! parry has a faster algorithm, but it starts along an axis of the points' covariance computed with the system's
//! `acos` and `cos`. If several corners are equally far along that axis, as in most symmetric bodies, the last bit
//! decides which points it keeps and in which order. The algorithm here uses only operations that give identical
//! results on every machine.

use crate::laws::extremes::{larger, largest, smallest};
use crate::laws::{Vec2, Vec3};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Points within this distance of a plane or line count as on it, as a fraction of the body's size.
const FLAT: f64 = 1e-10;
/// Points deeper than this below every face of points of the hull, in units of the tolerance for flatness, are no
/// corners.
const DEEP: f64 = 4.0;
/// Maximum number of corners of a hull. Wrapping takes time in proportion to corners times points: at this number about
/// half a second.
pub const MAX_CORNERS: usize = 4000;

/// Reason why points have no hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoHull {
    /// The points enclose no volume.
    Flat,
    /// The hull has more than [`MAX_CORNERS`] corners.
    TooManyCorners,
}

/// The convex hull of a set of points, as a closed triangle mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    /// Corners, m, sorted by coordinates.
    pub corners: Vec<Vec3>,
    /// Triangles of the surface as indices of corners, counter-clockwise as seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Hull {
    /// The hull of these points, m. Points inside a face or along an edge are not corners.
    pub fn new(points: impl Iterator<Item = Vec3>) -> Result<Self, NoHull> {
        let mut cloud = Cloud::new(points);
        if cloud.points.len() > MAX_CORNERS {
            cloud = cloud.without_inner()?;
        }
        Self::around(&cloud)
    }

    /// The hull of a cloud by wrapping all of its points.
    fn around(cloud: &Cloud) -> Result<Self, NoHull> {
        let (faces, points) = (cloud.faces().ok_or(NoHull::Flat)?, &cloud.points);
        let used: BTreeSet<usize> = faces.iter().flatten().copied().collect();
        if used.len() > MAX_CORNERS {
            return Err(NoHull::TooManyCorners);
        }
        let mut names = vec![0; points.len()];
        used.iter().zip(0..).for_each(|(at, name)| names[*at] = name);
        let mut faces: Vec<Vec<u32>> = faces.iter().map(|face| face.iter().map(|at| names[*at]).collect()).collect();
        faces.iter_mut().for_each(|face| {
            let least = (0..face.len()).min_by_key(|k| face[*k]).unwrap_or(0);
            face.rotate_left(least);
        });
        faces.sort_unstable();
        let fan = |face: Vec<u32>| (2..face.len()).map(move |k| [face[0], face[k - 1], face[k]]);
        let triangles = faces.into_iter().flat_map(fan).collect();
        Ok(Self { corners: used.into_iter().map(|at| points[at]).collect(), triangles })
    }
}

impl Hull {
    /// Distance of the nearest face from a point inside, m.
    pub(crate) fn inradius(&self, centre: &Vec3) -> f64 {
        let distance = |[a, b, c]: &[u32; 3]| {
            let [a, b, c] = [a, b, c].map(|corner| self.corners[*corner as usize] - centre);
            let n = (b - a).cross(&(c - a));
            n.dot(&a).abs() / n.norm()
        };
        smallest(self.triangles.iter().map(distance))
    }
}

/// The flat faces of the hull of these points: the corners of each, counter-clockwise as seen from outside. Empty if
/// the points enclose no volume.
pub fn faces(points: &[Vec3]) -> Vec<Vec<Vec3>> {
    let cloud = Cloud::new(points.iter().copied());
    let faces = cloud.faces().unwrap_or_default();
    faces.iter().map(|face| face.iter().map(|at| cloud.points[*at]).collect()).collect()
}

fn in_order(a: &Vec3, b: &Vec3) -> Ordering {
    a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z))
}

/// The points, sorted by coordinates, without those within `flat` of an earlier one in every coordinate.
fn distinct(sorted: Vec<Vec3>, flat: f64) -> Vec<Vec3> {
    let mut points: Vec<Vec3> = Vec::with_capacity(sorted.len());
    // Cells of twice the tolerance: what is within it of a point lies in the same cell or the next.
    let mut cells: BTreeMap<[i64; 3], Vec<usize>> = BTreeMap::new();
    for point in sorted {
        let [x, y, z] = [point.x, point.y, point.z].map(|x| (x / (2.0 * flat)).floor() as i64);
        let is_known = [x, x.saturating_sub(1)].into_iter().any(|x| {
            (y.saturating_sub(1)..=y.saturating_add(1)).any(|y| {
                let near = cells.range([x, y, z.saturating_sub(1)]..=[x, y, z.saturating_add(1)]);
                near.flat_map(|(_, cell)| cell).any(|k| (points[*k] - point).amax() <= flat)
            })
        });
        if !is_known {
            cells.entry([x, y, z]).or_default().push(points.len());
            points.push(point);
        }
    }
    points
}

/// Distinct points, sorted by coordinates.
struct Cloud {
    points: Vec<Vec3>,
    /// Tolerance for flatness, m.
    flat: f64,
}

impl Cloud {
    fn new(points: impl Iterator<Item = Vec3>) -> Self {
        let mut all: Vec<Vec3> = points.collect();
        all.sort_by(in_order);
        let flat = FLAT * all.iter().map(Vec3::amax).fold(0.0, larger);
        Self { points: distinct(all, flat), flat }
    }

    /// The points without those deep inside, which no face can touch.
    ///
    /// As in quickhull (Barber, Dobkin and Huhdanpaa 1996), a polyhedron of corners grows by the farthest point above
    /// each of its faces until no point is above one: what is below all faces is inside, and need not be wrapped.
    fn without_inner(self) -> Result<Self, NoHull> {
        let mut inside = self.first_corners().ok_or(NoHull::Flat)?;
        let mut left: Vec<usize> = (0..self.points.len()).collect();
        loop {
            let corners = Self { points: inside.iter().map(|k| self.points[*k]).collect(), flat: self.flat };
            // Faces too nearly coplanar to be distinguished: what is left contains every corner.
            let Some(faces) = corners.faces() else { break };
            let planes: Vec<(Vec3, f64)> = faces.iter().map(|face| corners.plane(face)).collect();
            let mut farthest = vec![(self.flat, None); planes.len()];
            left.retain(|k| {
                let heights = planes.iter().map(|(normal, offset)| normal.dot(&self.points[*k]) - offset);
                let above = |a: (usize, f64), b: (usize, f64)| if b.1 > a.1 { b } else { a };
                let (face, height) = heights.enumerate().fold((0, f64::NEG_INFINITY), above);
                if height > farthest[face].0 {
                    farthest[face] = (height, Some(*k));
                }
                height > -DEEP * self.flat
            });
            let before = inside.len();
            inside.extend(farthest.into_iter().filter_map(|(_, farthest)| farthest));
            if inside.len() > MAX_CORNERS {
                return Err(NoHull::TooManyCorners);
            }
            if inside.len() == before {
                break;
            }
        }
        let kept: BTreeSet<usize> = left.into_iter().chain(inside).collect();
        Ok(Self { points: kept.into_iter().map(|k| self.points[k]).collect(), flat: self.flat })
    }

    /// Four corners of the hull that enclose a volume; `None` if all points lie in a plane.
    fn first_corners(&self) -> Option<BTreeSet<usize>> {
        let first = self.points.first()?;
        let arm = |k: usize| self.points[k] - first;
        let farthest = |of: &dyn Fn(Vec3) -> f64| {
            (0..self.points.len()).max_by(|j, k| of(arm(*j)).total_cmp(&of(arm(*k)))).unwrap_or_default()
        };
        let second = farthest(&|arm| arm.norm_squared());
        let along = arm(second).try_normalize(self.flat)?;
        let third = farthest(&|arm| along.cross(&arm).norm_squared());
        let normal = along.cross(&arm(third)).try_normalize(self.flat)?;
        let fourth = farthest(&|arm| normal.dot(&arm).abs());
        (normal.dot(&arm(fourth)).abs() > self.flat).then(|| BTreeSet::from([0, second, third, fourth]))
    }

    /// Outward unit normal of a face, and its largest coordinate along the normal, m.
    fn plane(&self, face: &[usize]) -> (Vec3, f64) {
        let arm = |k: usize| self.points[face[k]] - self.points[face[0]];
        let normal = (2..face.len()).map(|k| arm(k - 1).cross(&arm(k))).sum::<Vec3>().normalize();
        (normal, largest(face.iter().map(|k| normal.dot(&self.points[*k]))))
    }

    /// The corners of each face, counter-clockwise as seen from outside.
    fn faces(&self) -> Option<Vec<Vec<usize>>> {
        // The plane x = const through the first point has all others on one side; rotated about an axis in it, and then
        // about the edge that it meets, it becomes a face.
        let first = *self.points.first()?;
        let (second, _) = self.wrap(&first, &Vec3::y())?;
        let mut open = vec![(0, second)];
        let (mut faces, mut closed) = (Vec::new(), BTreeSet::new());
        while let Some((a, b)) = open.pop() {
            if closed.contains(&(a, b)) {
                continue;
            }
            let face = self.face(a, b)?;
            let edges = || (0..face.len()).map(|k| (face[k], face[(k + 1) % face.len()]));
            // Inconsistent faces: they are too nearly coplanar to be distinguished.
            if !edges().all(|edge| closed.insert(edge)) || (!faces.is_empty() && !closed.contains(&(a, b))) {
                return None;
            }
            open.extend(edges().map(|(a, b)| (b, a)));
            faces.push(face);
        }
        (faces.len() > 3).then_some(faces)
    }

    /// The supporting plane through the line from `a` along `axis`, with all points on or below it: a point on it off
    /// the line, and its outward normal. `None` if all points are on the line.
    fn wrap(&self, a: &Vec3, axis: &Vec3) -> Option<(usize, Vec3)> {
        let mut found: Option<(usize, Vec3)> = None;
        // Two passes: a point half a turn behind the first one found is seen only from a later one.
        for (k, point) in self.points.iter().enumerate().chain(self.points.iter().enumerate()) {
            if found.is_some_and(|(_, normal)| normal.dot(&(point - a)) <= self.flat) {
                continue;
            }
            let across = axis.cross(&(point - a));
            if across.norm() > self.flat {
                found = Some((k, across.normalize()));
            }
        }
        found
    }

    /// The face to the left of the edge from point `a` to point `b`, as seen from outside.
    fn face(&self, a: usize, b: usize) -> Option<Vec<usize>> {
        let (from, along) = (self.points[a], (self.points[b] - self.points[a]).normalize());
        let (_, normal) = self.wrap(&from, &along)?;
        // The point farthest from the edge determines the plane most accurately.
        let left = normal.cross(&along);
        let within = |normal: &Vec3, k: &usize| normal.dot(&(self.points[*k] - from)).abs() <= self.flat;
        let reach = |k: &usize| left.dot(&(self.points[*k] - from));
        let far = (0..self.points.len()).filter(|k| within(&normal, k)).max_by(|j, k| reach(j).total_cmp(&reach(k)))?;
        let normal = along.cross(&(self.points[far] - from)).normalize();
        let left = normal.cross(&along);
        let flat = |k: usize| Vec2::new(along.dot(&(self.points[k] - from)), left.dot(&(self.points[k] - from)));
        let flat: Vec<_> = (0..self.points.len()).filter(|k| within(&normal, k)).map(|k| (flat(k), k)).collect();
        around(&flat, a, self.flat).filter(|face| face.len() > 2)
    }
}

/// The corners of the convex polygon around coplanar points, counter-clockwise from corner `first`.
fn around(points: &[(Vec2, usize)], first: usize, flat: f64) -> Option<Vec<usize>> {
    let mut at = points.iter().find(|(_, k)| *k == first)?;
    let mut corners = Vec::new();
    while corners.first() != Some(&at.1) {
        if corners.len() == points.len() {
            return None;
        }
        corners.push(at.1);
        let mut next: Option<(Vec2, &(Vec2, usize))> = None;
        for point in points.iter().filter(|point| point.1 != at.1) {
            let arm = point.0 - at.0;
            let is_next = next.is_none_or(|(best, _)| {
                let right = arm.perp(&best) / best.norm();
                right > flat || (right > -flat && arm.norm_squared() > best.norm_squared())
            });
            if is_next {
                next = Some((arm, point));
            }
        }
        at = next?.1;
    }
    Some(corners)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "the hull of parry, to compare with")]
mod tests {
    use super::*;
    use crate::laws::turning::rotation;
    use crate::shapes::parry::to_parry;
    use parry3d_f64::mass_properties::details::trimesh_signed_volume_and_center_of_mass;
    use parry3d_f64::math::Vector;
    use parry3d_f64::shape::ConvexPolyhedron;
    use parry3d_f64::transformation::try_convex_hull;

    fn points(count: usize, mut seed: u64, of: impl Fn(f64) -> f64) -> Vec<Vec3> {
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            of((seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0)
        };
        (0..count).map(|_| Vec3::new(next(), next(), next())).collect()
    }

    /// Boxes, lattices with corners along edges and in faces, spheres with many corners, prisms: rotated and not.
    fn bodies() -> Vec<Vec<Vec3>> {
        let mut bodies = Vec::new();
        for seed in 0..40 {
            bodies.push(points(5 + 2 * seed as usize, seed, |x| x));
            bodies.push(points(20 + 3 * seed as usize, seed, |x| (2.5 * x).round()));
            bodies.push(points(4 + 5 * seed as usize, seed, |x| x).iter().map(|point| point.normalize()).collect());
            let angle = |k: u64| std::f64::consts::TAU * k as f64 / (3 + seed) as f64;
            let end = |z: f64| (0..3 + seed).map(move |k| Vec3::new(libm::cos(angle(k)), libm::sin(angle(k)), z));
            bodies.push(end(-0.4).chain(end(0.4)).collect());
        }
        let turn = rotation(&Vec3::new(0.3, -1.1, 0.7));
        let turned: Vec<_> = bodies.iter().map(|body| body.iter().map(|point| turn * point).collect()).collect();
        bodies.into_iter().chain(turned).collect()
    }

    #[test]
    fn it_is_the_hull() {
        let mut found = 0;
        for (k, body) in bodies().iter().enumerate() {
            let plain: Vec<Vector> = body.iter().map(to_parry).collect();
            let Ok((corners, triangles)) = try_convex_hull(&plain) else { continue };
            let (volume, _) = trimesh_signed_volume_and_center_of_mass(&corners, &triangles);
            if volume < 1e-9 {
                continue;
            }
            found += 1;
            let hull = Hull::new(body.iter().copied()).unwrap_or_else(|why| panic!("no hull of body {k}: {why:?}"));
            let corners: Vec<Vector> = hull.corners.iter().map(to_parry).collect();
            let (again, _) = trimesh_signed_volume_and_center_of_mass(&corners, &hull.triangles);
            assert!((again - volume).abs() < 1e-12 * volume, "body {k}: {again}, parry's {volume}");
            assert_eq!(hull.triangles.len(), 2 * corners.len() - 4, "body {k}: Euler's formula");
            assert!(ConvexPolyhedron::from_convex_mesh(corners, &hull.triangles).is_some(), "body {k}");
            assert_eq!(Hull::new(body.iter().rev().copied()), Ok(hull), "body {k}");
        }
        assert!(found > 300, "{found}");
    }

    #[test]
    fn points_of_a_plane_a_line_and_none_have_none() {
        let plane = points(30, 1, |x| x).into_iter().map(|p| Vec3::new(p.x, p.y, 0.3 * p.x - p.y));
        assert_eq!(Hull::new(plane), Err(NoHull::Flat));
        assert_eq!(Hull::new((0..9).map(|k| Vec3::new(1.0, -0.3, 0.2) * f64::from(k))), Err(NoHull::Flat));
        assert_eq!(Hull::new(std::iter::empty()), Err(NoHull::Flat));
        let many = points(MAX_CORNERS + 1, 1, |x| x).into_iter().map(|p| Vec3::new(p.x, p.y, 0.3 * p.x - p.y));
        assert_eq!(Hull::new(many), Err(NoHull::Flat));
    }

    /// Leaving out the points inside changes neither corners nor triangles.
    #[test]
    fn inner_points_are_left_out_and_nothing_else() {
        let mut left_out = 0;
        for (k, body) in bodies().iter().enumerate() {
            let cloud = Cloud::new(body.iter().copied());
            let (Ok(whole), count) = (Hull::around(&cloud), cloud.points.len()) else { continue };
            let outer = cloud.without_inner().unwrap();
            left_out += count - outer.points.len();
            assert_eq!(Hull::around(&outer), Ok(whole), "body {k}");
        }
        assert!(left_out > 500, "{left_out}");
    }

    /// The corners of a cube on which and in which 100 000 points lie, of a ball of as many points inside, and of one
    /// with too many on it. Found in a fraction of a second each; wrapping all points would take minutes.
    #[test]
    fn a_hundred_thousand_points_are_no_hindrance() {
        let bit = |k: u32, place: u32| f64::from((k >> place) & 1);
        let cube: Vec<Vec3> = (0..8).map(|k| Vec3::new(bit(k, 0), bit(k, 1), bit(k, 2))).collect();
        let inside = points(50_000, 1, |x| 0.5 + 0.5 * x);
        let on = points(50_000, 2, |x| 0.5 + 0.4 * x).into_iter().map(|p| Vec3::new(p.x, 1.0, p.z));
        let hull = Hull::new(cube.iter().copied().chain(inside).chain(on)).unwrap();
        let mut corners = cube;
        corners.sort_by(in_order);
        assert_eq!((hull.corners, hull.triangles.len()), (corners, 12));
        let ball: Vec<Vec3> = points(100_000, 3, |x| x).iter().map(|p| p.normalize()).collect();
        assert_eq!(Hull::new(ball.iter().copied()), Err(NoHull::TooManyCorners));
        let inner = ball.iter().enumerate().map(|(k, p)| if k < 1000 { *p } else { p * 0.9 });
        let hull = Hull::new(inner).unwrap();
        assert_eq!((hull.corners.len(), hull.triangles.len()), (1000, 1996));
    }

    /// Points within the tolerance of an earlier one are left out, however many have a coordinate in common.
    #[test]
    fn points_at_the_same_place_are_one() {
        let grid = points(3000, 4, |x| (8.0 * x).round());
        let twice = grid.iter().flat_map(|p| [*p, p + Vec3::new(1e-10, -1e-10, 1e-10)]);
        let cloud = Cloud::new(twice.clone());
        let mut all: Vec<Vec3> = twice.collect();
        all.sort_by(in_order);
        let mut plain: Vec<Vec3> = Vec::new();
        for point in all {
            if plain.iter().all(|known| (known - point).amax() > cloud.flat) {
                plain.push(point);
            }
        }
        assert_eq!(cloud.points, plain);
        assert!(plain.len() < 3000);
    }
}
