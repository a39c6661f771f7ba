//! Overlaps of two outlines that cross at two points, tracked from step to step by the edges that bound them.

use super::clip::{Corner, OutlinePair, crossing};
use super::outline::{after, before};
use crate::laws::Vec2;
use fearless_simd::Simd;

/// The edges that bound an overlap: a run of consecutive edges of each outline. They change rarely, although the bodies
/// move in every step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingEdges {
    /// Numbers of the edges, of the clipped outline and of the other, that cross where the clipped outline enters the
    /// other.
    entry: [u32; 2],
    /// Number of corners of the clipped outline inside the other, and of the other inside the clipped one.
    inside: [u32; 2],
}

/// Distances below this fraction of the sum of the clipped body's reach and the distance of the centres may be errors
/// of rounding, or of axes that are not exactly unit vectors. (The relevant corners of the other body lie within that
/// sum.)
const ROUNDING: f64 = 1e-11;

impl BoundingEdges {
    /// The bounding edges of an overlap with these corners. `None` unless the outlines cross exactly twice and no two
    /// consecutive edges of the other outline are collinear, since rounding would decide which of those bounds the
    /// overlap.
    pub(super) fn from_corners(corners: &[Corner], pair: &OutlinePair) -> Option<Self> {
        if !pair.by.is_strict {
            return None;
        }
        let is_clipped = |k: usize| corners[k].edge.owner == pair.owner;
        let count = corners.len();
        let mut entries = (0..count).filter(|k| is_clipped(*k) && !is_clipped(before(*k, count)));
        let (entry, None) = (entries.next()?, entries.next()) else { return None };
        let own = (0..count).filter(|k| is_clipped(*k)).count();
        let entry = [entry, before(entry, count)].map(|k| corners[k].edge.number);
        Some(Self { entry, inside: [own - 1, count - own - 1].map(|inside| inside as u32) })
    }

    /// Finds the corners of the present overlap, counter-clockwise from the entry. False if other edges bound it, or if
    /// a test holds by no more than rounding errors, so that clipping must decide.
    #[inline(always)]
    pub(super) fn corners<S: Simd>(&self, simd: S, pair: &OutlinePair, corners: &mut Vec<Vec2>) -> bool {
        let OutlinePair { clipped, by, centre, .. } = pair;
        let [mut edge, entry] = self.entry.map(|edge| edge as usize);
        if edge >= clipped.count || entry >= by.count {
            return false;
        }
        let margin = ROUNDING * (clipped.reach + centre.x.abs() + centre.y.abs());
        corners.clear();
        let Some(enters) = crosses(pair, [edge, entry], margin, 1.0) else { return false };
        corners.push(enters);
        for _ in 0..self.inside[0] {
            edge = after(edge, clipped.count);
            let corner = pair.corner(edge);
            if !by.contains(simd, &(corner - centre), margin) {
                return false;
            }
            corners.push(corner);
        }
        let mut other = (0..self.inside[1]).fold(entry, |edge, _| before(edge, by.count));
        let Some(leaves) = crosses(pair, [edge, other], margin, -1.0) else { return false };
        corners.push(leaves);
        for _ in 0..self.inside[1] {
            other = after(other, by.count);
            let corner = pair.other_corner(other);
            if !clipped.contains(simd, &pair.in_clipped(&corner), margin) {
                return false;
            }
            corners.push(corner);
        }
        true
    }

    /// The points where the clipped outline enters and leaves the other, out of the `corners` of the overlap.
    #[inline(always)]
    pub(super) fn crossings(&self, corners: &[Vec2]) -> [Vec2; 2] {
        [corners[0], corners[1 + self.inside[0] as usize]]
    }
}

/// The point where an edge of the clipped outline crosses an edge of the other, inwards (`sign` 1) or outwards (−1).
///
/// `None` unless the ends of the first edge lie on opposite sides of the second by more than `margin`, m, and the
/// second extends beyond the crossing on both sides by more than `margin` over the sine of the angle between them: the
/// more nearly parallel two edges are, the less certain is their crossing.
#[inline(always)]
fn crosses(pair: &OutlinePair, [edge, other]: [usize; 2], margin: f64, sign: f64) -> Option<Vec2> {
    let OutlinePair { clipped, by, .. } = pair;
    let line = pair.edge(other);
    let ends = [pair.corner(edge), pair.corner(after(edge, clipped.count))];
    let heights = [line.height(&ends[0]), line.height(&ends[1])];
    if !(sign * heights[0] < -margin && sign * heights[1] > margin) {
        return None;
    }
    let at = crossing([&ends[0], &ends[1]], heights);
    if !by.is_prism {
        return Some(at);
    }
    let along = Vec2::new(-line.normal.y, line.normal.x);
    let [begin, end] = [pair.other_corner(other), pair.other_corner(after(other, by.count))];
    let (way, rise) = (ends[1] - ends[0], (heights[1] - heights[0]).abs());
    let margin = margin * (way.x.abs() + way.y.abs());
    (along.dot(&(at - begin)) * rise > margin && along.dot(&(end - at)) * rise > margin).then_some(at)
}
