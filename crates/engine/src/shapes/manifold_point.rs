//! One point of a pair's contact manifold, as found by contact detection.

use super::surface::any_tangents;
use crate::laws::math::extremes::larger;
use crate::laws::{Vec2, Vec3};

/// One point where two bodies touch or nearly touch. World axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldPoint {
    /// Unit normal into body i.
    pub n: Vec3,
    /// Point on the surface of body i, m.
    pub on_i: Vec3,
    /// Point on the surface of body j, m.
    pub on_j: Vec3,
    /// Overlap, m; negative is a gap.
    pub overlap: f64,
    /// Identifies the point within its pair, constant from step to step.
    pub feature: u32,
}

impl ManifoldPoint {
    /// This point with the two bodies swapped.
    pub(super) fn swapped(self) -> Self {
        Self { n: -self.n, on_i: self.on_j, on_j: self.on_i, ..self }
    }
}

/// Reduces a manifold to at most `most` points: the deepest, and those whose hull perpendicular to the normal has the
/// largest area. Points inside the hull are removed first.
pub fn reduce(points: &mut Vec<ManifoldPoint>, most: usize) {
    while points.len() > most.max(1) {
        let deepest = points.iter().map(|point| point.overlap).fold(f64::NEG_INFINITY, larger);
        let (e1, e2) = any_tangents(&points[0].n);
        let flat: Vec<Vec2> = points.iter().map(|point| Vec2::new(e1.dot(&point.on_i), e2.dot(&point.on_i))).collect();
        let without = |k: usize| {
            let others = (0..flat.len()).filter(|other| *other != k).map(|other| flat[other]).collect();
            (hull_area(others), -points[k].overlap)
        };
        let is_above = |a: &(f64, f64), b: &(f64, f64)| a.0 > b.0 || a.0 == b.0 && a.1 > b.1;
        let mut best: Option<(usize, (f64, f64))> = None;
        for k in (0..points.len()).filter(|k| points[*k].overlap < deepest) {
            let rest = without(k);
            if best.is_none_or(|(_, found)| is_above(&rest, &found)) {
                best = Some((k, rest));
            }
        }
        // All points are equally deep: remove the last.
        points.remove(best.map_or(points.len() - 1, |(k, _)| k));
    }
}

/// Area of the convex hull of points in a plane (Andrew's monotone chain).
fn hull_area(mut points: Vec<Vec2>) -> f64 {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let turn = |a: &Vec2, b: &Vec2, c: &Vec2| (b - a).perp(&(c - a));
    let chain = |ordered: &mut dyn Iterator<Item = Vec2>| {
        let mut chain: Vec<Vec2> = Vec::new();
        for point in ordered {
            while let [.., a, b] = &chain[..]
                && turn(a, b, &point) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut points.iter().copied());
    hull.extend(chain(&mut points.iter().rev().copied()));
    (1..hull.len().saturating_sub(1)).map(|k| 0.5 * turn(&hull[0], &hull[k], &hull[k + 1])).sum()
}
