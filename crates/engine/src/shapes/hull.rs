//! The convex hull of points, by gift wrapping (Chand and Kapur 1970): from each face over its edges to the next.
//!
//! parry has a faster algorithm, but it starts along an axis of the points' covariance computed with the system's
//! `acos` and `cos`. If several corners are equally far along that axis, as in most symmetric bodies, rounding in the
//! last bit decides which points it keeps and in which order. The algorithm here uses only operations that give
//! identical results on every machine.

use crate::laws::math::extremes::{larger, largest, smallest};
use crate::laws::math::order::sort_by;
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
    #[doc(hidden)]
    pub fn around(cloud: &Cloud) -> Result<Self, NoHull> {
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
#[doc(hidden)]
pub struct Cloud {
    pub points: Vec<Vec3>,
    /// Tolerance for flatness, m.
    pub flat: f64,
}

impl Cloud {
    pub fn new(points: impl Iterator<Item = Vec3>) -> Self {
        let mut all: Vec<Vec3> = points.collect();
        sort_by(&mut all, in_order);
        let flat = FLAT * all.iter().map(Vec3::amax).fold(0.0, larger);
        Self { points: distinct(all, flat), flat }
    }

    /// The points without those deep inside, which no face can touch.
    ///
    /// As in quickhull (Barber, Dobkin and Huhdanpaa 1996), a polyhedron of corners grows by the farthest point above
    /// each of its faces until no point is above one: what is below all faces is inside, and need not be wrapped.
    pub fn without_inner(self) -> Result<Self, NoHull> {
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
