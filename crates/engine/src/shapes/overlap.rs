//! The overlap of two prisms, or of a prism and a plane, in the plane normal to their axis: its area, its centroid and
//! the line through the points where the outlines cross (Krengel & Matuttis, section 3).
//!
//! The outline of one body is clipped by the edges of the other, and every edge of the result records which of the two
//! bodies it comes from. From then on the overlap is tracked from step to step through these edges, as long as the same
//! edges bound it. Outlines are relative to the centres of their bodies and oriented once per step.

use super::clip::{Clipper, Corner, OutlinePair};
use super::crossing::BoundingEdges;
use super::outline::{MotionPlane, Outline, after, before};
use super::surface::Placed;
use crate::laws::math::extremes::{larger, smallest};
use crate::laws::{Vec2, Vec3};
use fearless_simd::Simd;

/// Where and by how much two bodies overlap. World axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// Area A, m².
    pub area: f64,
    /// Width b, m: length of the vector sum of the edges contributed by one body (the sums of the two bodies are
    /// opposite).
    pub width: f64,
    /// Unit normal into body i, perpendicular to the sum of the edges of one body.
    pub n: Vec3,
    /// From the centres of i and j to the centroid C, m, without the component along the axis.
    pub arms: [Vec3; 2],
    /// P₁ − C and P₂ − C, from the centroid to the ends of the contact line, m.
    pub ends: [Vec3; 2],
}

/// The intersection of two outlines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Common {
    /// Empty.
    Nothing,
    /// An area with a contact line.
    Overlap(Overlap),
    /// One outline lies inside the other, and no direction of separation is defined.
    Inside,
}

/// Finds the overlap of two outlines, with reusable buffers.
#[derive(Clone, Debug, Default)]
pub struct OverlapFinder {
    clipper: Clipper,
    /// The corners of the overlap, counter-clockwise.
    corners: Vec<Vec2>,
}

impl OverlapFinder {
    /// The intersection of two outlines, at least one of them a prism's.
    ///
    /// - `between`: from the centre of body i to that of body j in the plane, m
    /// - `edges`: the edges that bounded the overlap last, where the search begins, replaced by the present ones; the
    ///   result does not depend on them
    #[inline(always)]
    pub fn find<S: Simd>(
        &mut self,
        simd: S,
        [i, j]: [&Outline; 2],
        between: &Vec2,
        plane: &MotionPlane,
        edges: &mut Option<BoundingEdges>,
    ) -> Common {
        let pair = OutlinePair::new([i, j], between);
        let Self { clipper, corners } = self;
        let is_known = match edges {
            Some(edges) => edges.corners(simd, &pair, corners),
            None => false,
        };
        if !is_known {
            *edges = None;
            if !clipper.clip(&pair) {
                return Common::Nothing;
            }
            if let Some(found) = BoundingEdges::from_corners(&clipper.corners, &pair)
                && found.corners(simd, &pair, corners)
            {
                *edges = Some(found);
            }
        }
        let crossing = match edges {
            Some(edges) => Some(Crossing::between(edges.crossings(corners), &pair)),
            None => {
                corners.clear();
                corners.extend(clipper.corners.iter().map(|corner| corner.at));
                Crossing::of_i(&clipper.corners)
            }
        };
        let Some((area, centroid)) = area_and_centroid(corners) else { return Common::Nothing };
        let Some(Crossing { sum, ends }) = crossing else { return Common::Inside };
        let width = sum.norm();
        if width == 0.0 {
            // Contact at a single point.
            return Common::Nothing;
        }
        let (plane, between) = (pair.by.plane(plane), pair.by.own(between));
        // The sum of the edges of i, rotated by −90°, is that of their outward normals: −n b.
        let n = plane.in_space(&Vec2::new(-sum.y, sum.x)) / width;
        let arms = if i.is_prism { [centroid, centroid - between] } else { [centroid + between, centroid] };
        let ends = ends.map(|end| plane.in_space(&(end - centroid)));
        Common::Overlap(Overlap { area, width, n, arms: arms.map(|arm| plane.in_space(&arm)), ends })
    }

    /// The corners of the overlap of two placed bodies in the world, counter-clockwise about the plane's axis, at the
    /// level of the first prism's centre; empty without overlap.
    pub fn outline(&mut self, i: &Placed, j: &Placed, plane: &MotionPlane) -> Vec<Vec3> {
        let [Some(mut of_i), Some(mut of_j)] = [i, j].map(|body| Outline::from_shape(body.shape)) else {
            return Vec::new();
        };
        let centre = if of_i.is_prism { i.x } else { j.x };
        of_i.turn(i.shape, &i.q, plane);
        of_j.turn(j.shape, &j.q, plane);
        let pair = OutlinePair::new([&of_i, &of_j], &plane.flat(&(j.x - i.x)));
        let overlaps = self.clipper.clip(&pair);
        let plane = pair.by.plane(plane);
        let corners = self.clipper.corners.iter().filter(|_| overlaps);
        corners.map(|corner| centre + plane.in_space(&corner.at)).collect()
    }
}

/// Area, m², and centroid of a polygon, counter-clockwise; `None` without area.
#[inline(always)]
fn area_and_centroid(corners: &[Vec2]) -> Option<(f64, Vec2)> {
    let first = corners.first()?;
    let (mut double, mut moment) = (0.0, Vec2::zeros());
    for pair in corners.get(1..)?.windows(2) {
        let (p, q) = (pair[0] - first, pair[1] - first);
        let part = p.perp(&q);
        double += part;
        moment += (p + q) * part;
    }
    (double > 0.0).then(|| (0.5 * double, first + moment / (3.0 * double)))
}

/// The edges that body i contributes to the overlap.
struct Crossing {
    /// Vector sum of these edges, m.
    sum: Vec2,
    /// The points where the outlines cross; of more than two, the farthest apart.
    ends: [Vec2; 2],
}

impl Crossing {
    /// The edges of body i if the clipped outline enters the other at the first of `ends` and leaves it at the second.
    #[inline(always)]
    fn between(ends: [Vec2; 2], pair: &OutlinePair) -> Self {
        let along = ends[1] - ends[0];
        Self { sum: if pair.owner == 0 { along } else { -along }, ends }
    }

    /// The edges of body i among those of the overlap with these corners; `None` if the outlines do not cross.
    fn of_i(corners: &[Corner]) -> Option<Self> {
        let count = corners.len();
        let mut sum = Vec2::zeros();
        let mut best: Option<[Vec2; 2]> = None;
        let mut crossings = 0;
        let crosses = |k: &usize| corners[*k].edge.owner != corners[before(*k, count)].edge.owner;
        for (k, corner) in corners.iter().enumerate() {
            if corner.edge.owner == 0 {
                sum += corners[after(k, count)].at - corner.at;
            }
            if !crosses(&k) {
                continue;
            }
            crossings += 1;
            for other in (0..k).filter(crosses) {
                let other = corners[other].at;
                let is_farther = best.is_none_or(|[p, q]| (corner.at - other).norm_squared() > (p - q).norm_squared());
                if is_farther {
                    best = Some([other, corner.at]);
                }
            }
        }
        best.filter(|_| crossings > 1).map(|ends| Self { sum, ends })
    }
}

/// The common extent of two bodies along the axis of their prisms, m, from the coordinates of both ends of each;
/// negative if they never meet. `None` is a plane, which is unbounded.
pub fn common_extent([i, j]: [Option<[f64; 2]>; 2]) -> f64 {
    let all = [f64::NEG_INFINITY, f64::INFINITY];
    let ([from_i, to_i], [from_j, to_j]) = (i.unwrap_or(all), j.unwrap_or(all));
    smallest([to_i, to_j]) - larger(from_i, from_j)
}

/// The radius of the circle with the area of a prism's polygon, m; `area`, m².
pub(crate) fn equivalent_radius(area: f64) -> f64 {
    (area / std::f64::consts::PI).sqrt()
}
