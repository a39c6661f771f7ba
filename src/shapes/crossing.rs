//! Overlaps of two outlines that cross at two points, followed from step to step by the edges that bound them.

use super::clip::{Corner, Overlay, crossing};
use super::outline::{after, before};
use crate::laws::Vec2;
use fearless_simd::Simd;

/// The edges that bound an overlap: a run of edges of either outline. They change rarely, while the bodies move in every
/// step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingEdges {
    /// Where the clipped outline enters the other: its edge there, and that of the other.
    entry: [u32; 2],
    /// How many corners of the clipped outline lie inside the other, and of the other inside the clipped one.
    inside: [u32; 2],
}

/// Distances below this fraction of the bodies' distances and sizes may be rounding errors.
const ROUNDING: f64 = 1e-12;

impl BoundingEdges {
    /// Those of a clipped outline, if there are two crossings.
    pub(super) fn of(corners: &[Corner], overlay: &Overlay) -> Option<Self> {
        let is_clipped = |k: usize| corners[k].edge.owner == overlay.owner;
        let count = corners.len();
        let mut entries = (0..count).filter(|k| is_clipped(*k) && !is_clipped(before(*k, count)));
        let (entry, None) = (entries.next()?, entries.next()) else { return None };
        let own = (0..count).filter(|k| is_clipped(*k)).count();
        let entry = [entry, before(entry, count)].map(|k| corners[k].edge.number);
        Some(Self { entry, inside: [own - 1, count - own - 1].map(|inside| inside as u32) })
    }

    /// Finds the corners of the overlap now, counter-clockwise from the entry. False if other edges may bound it: unless
    /// each corner is where it is by more than rounding errors, clipping has to decide.
    #[inline(always)]
    pub(super) fn corners<S: Simd>(&self, simd: S, overlay: &Overlay, corners: &mut Vec<Vec2>) -> bool {
        let Overlay { clipped, by, centre, .. } = overlay;
        let [mut edge, entry] = self.entry.map(|edge| edge as usize);
        if edge >= clipped.count || entry >= by.count {
            return false;
        }
        let margin = ROUNDING * (clipped.reach + centre.x.abs() + centre.y.abs());
        corners.clear();
        let Some(enters) = crosses(overlay, [edge, entry], margin, 1.0) else { return false };
        corners.push(enters);
        for _ in 0..self.inside[0] {
            edge = after(edge, clipped.count);
            let corner = overlay.corner(edge);
            if !by.contains(simd, &(corner - centre), margin) {
                return false;
            }
            corners.push(corner);
        }
        let mut other = (0..self.inside[1]).fold(entry, |edge, _| before(edge, by.count));
        let Some(leaves) = crosses(overlay, [edge, other], margin, -1.0) else { return false };
        corners.push(leaves);
        for _ in 0..self.inside[1] {
            other = after(other, by.count);
            let corner = overlay.other_corner(other);
            if !clipped.contains(simd, &overlay.in_clipped(&corner), margin) {
                return false;
            }
            corners.push(corner);
        }
        true
    }

    /// Where the clipped outline enters and leaves the other, of its corners.
    #[inline(always)]
    pub(super) fn crossings(&self, corners: &[Vec2]) -> [Vec2; 2] {
        [corners[0], corners[1 + self.inside[0] as usize]]
    }
}

/// Where an edge of the clipped outline crosses one of the other, inwards (`sign` 1) or outwards (−1); `None` unless
/// both edges extend beyond this point by more than `margin`, m.
#[inline(always)]
fn crosses(overlay: &Overlay, [edge, other]: [usize; 2], margin: f64, sign: f64) -> Option<Vec2> {
    let Overlay { clipped, by, .. } = overlay;
    let line = overlay.edge(other);
    let ends = [overlay.corner(edge), overlay.corner(after(edge, clipped.count))];
    let heights = [line.height(&ends[0]), line.height(&ends[1])];
    if !(sign * heights[0] < -margin && sign * heights[1] > margin) {
        return None;
    }
    let at = crossing([&ends[0], &ends[1]], heights);
    if !by.is_prism {
        return Some(at);
    }
    let along = Vec2::new(-line.normal.y, line.normal.x);
    let [begin, end] = [overlay.other_corner(other), overlay.other_corner(after(other, by.count))];
    (along.dot(&(at - begin)) > margin && along.dot(&(end - at)) > margin).then_some(at)
}
