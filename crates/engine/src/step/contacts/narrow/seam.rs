//! Treats the immovable body of a pair and those next to it as one body, and decides which contact points are contacts
//! of the whole.

use crate::laws::math::extremes::larger;
use crate::shapes::feature_contact::is_of_body_alone;
use crate::shapes::features::EDGE_TOLERANCE as FLUSH;
use crate::shapes::manifold_point::{ManifoldPoint, reduce};
use crate::shapes::surface::Placed;
use crate::shapes::union::{Piece, has_contact};
use crate::step::contacts::narrow::{Collider, along_faces};
use crate::step::contacts::table::bodies::BodyColumns;
use smallvec::SmallVec;

/// Overlaps that differ by less than this, as a fraction of the smaller body's size, are equal.
const ROUNDING: f64 = 1e-12;

/// An immovable body next to that of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::step::contacts) struct Neighbour {
    /// Row of the body.
    pub(in crate::step::contacts) row: u32,
    /// True if it keeps the points that both bodies have: planes, whose contacts are found elsewhere, come first, then the
    /// order of the scene decides.
    pub(in crate::step::contacts) is_first: bool,
}

/// A pair of a movable body and an immovable one that has others next to it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::step) struct Seam {
    /// Which of the two bodies is the immovable one: 0 for i, 1 for j.
    pub(in crate::step) fixed: usize,
    /// The bodies next to it.
    pub(in crate::step::contacts) neighbours: Vec<Neighbour>,
    /// Number of the group of pairs that are one pair.
    pub(in crate::step::contacts) group: usize,
}

impl Seam {
    /// Keeps the contact points of a pair that are contacts of the whole, with at most `slots` of them and up to `gap`, m; `size`:
    /// of the smaller body, m. If the normal is that of an edge or a face that the whole does not have, takes the points along
    /// another face instead.
    pub(in crate::step) fn keep<'a>(
        &self,
        bodies: &BodyColumns<'a>,
        (rows, at): ([u32; 2], &[Placed; 2]),
        (gap, slots, size): (f64, usize, f64),
        colliders: impl FnOnce() -> Option<[&'a Collider; 2]>,
        points: &mut Vec<ManifoldPoint>,
    ) {
        let deepest =
            |points: &[ManifoldPoint]| points.iter().map(|point| point.overlap).fold(f64::NEG_INFINITY, larger);
        let (pieces, depth) = (self.pieces((rows, &at[self.fixed]), bodies), deepest(points));
        self.keep_real(&pieces, points);
        let has_normal = deepest(points) >= depth - ROUNDING * size;
        if has_normal || depth <= 0.0 || slots == 1 {
            return;
        }
        let Some([a, b]) = colliders() else { return };
        let kept = std::mem::take(points);
        let keep = |points: &mut Vec<ManifoldPoint>| {
            reduce(points, slots);
            self.keep_real(&pieces, points);
        };
        along_faces([(&at[0], a), (&at[1], b)], (self.fixed, gap), keep, points);
        if points.is_empty() {
            *points = kept;
        }
    }

    /// The immovable body, which is at the pose `own`, and those next to it, which move with it.
    fn pieces<'a>(&self, (rows, own): ([u32; 2], &Placed), bodies: &BodyColumns<'a>) -> SmallVec<[Piece<'a>; 4]> {
        let movable = bodies.get(rows[1 - self.fixed]).map_or(f64::INFINITY, |body| body.shape.size());
        let now = bodies.get(rows[self.fixed]).map(|body| *body.pose);
        // A step may look at poses within it.
        let moved = now.filter(|now| (now.x, now.q) != (own.x, own.q)).map(|now| (own.q * now.q.inverse(), now.x));
        let piece = |row: u32, is_first: bool| {
            let body = bodies.get(row)?;
            let tolerance = FLUSH * body.shape.size().min(movable);
            let features = bodies.collider(row).and_then(|collider| collider.features());
            let mut at = body.placed();
            if let Some((turn, from)) = &moved {
                (at.x, at.q) = (own.x + turn * (at.x - from), turn * at.q);
            }
            Some(Piece { at, features, tolerance, angle: tolerance / movable, is_first })
        };
        let own = std::iter::once(piece(rows[self.fixed], false));
        own.chain(self.neighbours.iter().map(|near| piece(near.row, near.is_first))).flatten().collect()
    }

    /// Removes the points that are no contacts of the whole.
    fn keep_real(&self, pieces: &[Piece], points: &mut Vec<ManifoldPoint>) {
        let (movable, is_j) = (1 - self.fixed, self.fixed == 1);
        points.retain(|point| {
            let (p, n) = if is_j { (point.on_j, point.n) } else { (point.on_i, -point.n) };
            has_contact(pieces, &p, &n, !is_of_body_alone(point.feature, movable))
        });
    }
}
