//! Clips one outline by the edges of another, and records which edges bound the result.

use super::outline::{AxesTurn, HalfPlane, Outline, after};
use crate::laws::Vec2;

/// Two outlines about the centre of the first prism, in the axes of the other body.
#[derive(Clone, Copy)]
pub(super) struct OutlinePair<'a> {
    /// The outline that is clipped, always a prism's.
    pub(super) clipped: &'a Outline,
    /// The outline that clips it: a prism's, or a plane with its single edge.
    pub(super) by: &'a Outline,
    /// Which body is the clipped one: 0 for i, 1 for j.
    pub(super) owner: u8,
    /// The centre of the other body, m.
    pub(super) centre: Vec2,
    turn: AxesTurn,
}

impl<'a> OutlinePair<'a> {
    /// Pairs the outlines of bodies i and j; `between`: from the centre of body i to that of body j in the plane, m.
    #[inline(always)]
    pub(super) fn new([i, j]: [&'a Outline; 2], between: &Vec2) -> Self {
        let (clipped, by, centre, owner) = if i.is_prism { (i, j, *between, 0) } else { (j, i, -between, 1) };
        Self { clipped, by, owner, centre: by.own(&centre), turn: AxesTurn::between(by, clipped) }
    }

    /// A corner of the clipped outline.
    #[inline(always)]
    pub(super) fn corner(&self, k: usize) -> Vec2 {
        self.turn.apply(&self.clipped.corner(k))
    }

    /// The half plane of an edge of the clipping outline.
    #[inline(always)]
    pub(super) fn edge(&self, k: usize) -> HalfPlane {
        self.by.edge(k, &self.centre)
    }

    /// A corner of the clipping outline.
    #[inline(always)]
    pub(super) fn other_corner(&self, k: usize) -> Vec2 {
        self.by.corner(k) + self.centre
    }

    /// Converts a point to the axes of the clipped outline.
    #[inline(always)]
    pub(super) fn in_clipped(&self, point: &Vec2) -> Vec2 {
        self.turn.back(point)
    }
}

/// The point where the segment between two points crosses a line; `from`, `to`: signed distances of the two points from
/// the line, of opposite sign.
#[inline(always)]
pub(super) fn crossing([start, end]: [&Vec2; 2], [from, to]: [f64; 2]) -> Vec2 {
    start + (end - start) * (from / (from - to))
}

/// A corner of the overlap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) at: Vec2,
    /// The edge that begins here.
    pub(super) edge: Edge,
}

/// An edge of the overlap: the body it comes from, 0 for i, 1 for j, and its number there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) owner: u8,
    pub(super) number: u32,
}

/// Clips outlines, with reusable buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Clipper {
    /// The corners of the overlap, counter-clockwise.
    pub(super) corners: Vec<Corner>,
    next: Vec<Corner>,
}

impl Clipper {
    /// Clips one outline of the pair by all edges of the other; true if they may have an area in common.
    pub(super) fn clip(&mut self, pair: &OutlinePair) -> bool {
        let OutlinePair { clipped, by, owner, .. } = *pair;
        let corner = |k: usize| Corner { at: pair.corner(k), edge: Edge { owner, number: k as u32 } };
        self.corners.clear();
        self.corners.extend((0..clipped.count).map(corner));
        (0..by.count).all(|k| self.cut(&pair.edge(k), Edge { owner: 1 - owner, number: k as u32 }))
    }

    /// Keeps the part inside the half plane of an edge; false if nothing is left.
    fn cut(&mut self, half: &HalfPlane, edge: Edge) -> bool {
        let corners = &self.corners;
        if corners.iter().all(|corner| half.height(&corner.at) >= 0.0) {
            return !corners.is_empty();
        }
        self.next.clear();
        let mut height = half.height(&corners[0].at);
        for (k, corner) in corners.iter().enumerate() {
            let end = corners[after(k, corners.len())].at;
            let next = half.height(&end);
            let crossing = || crossing([&corner.at, &end], [height, next]);
            match (height >= 0.0, next >= 0.0) {
                (true, true) => self.next.push(*corner),
                (true, false) => {
                    if height > 0.0 {
                        self.next.push(*corner);
                    }
                    self.next.push(Corner { at: crossing(), edge });
                }
                (false, true) if next > 0.0 => self.next.push(Corner { at: crossing(), edge: corner.edge }),
                (false, _) => {}
            }
            height = next;
        }
        std::mem::swap(&mut self.corners, &mut self.next);
        self.corners.len() > 2
    }
}
