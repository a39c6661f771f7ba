//! Identifies the same contact point in two successive frames if the table does not.

use std::collections::BTreeMap;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::scene::PlayedContact;

/// Distance within which a point is the same in any case, over the distance of the point from the nearer centre.
const SAME: f64 = 0.01;

/// Pose and velocity of a body at a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyPlace {
    pub(super) x: Vec3,
    pub(super) q: Rotation,
    /// Velocity, m/s, and angular velocity, rad/s; differences of poses where they are not given.
    pub(super) velocity: [Vec3; 2],
}

/// A point of the frame before: its feature, and its place in the axes of body i, m.
type LastPoint = (u32, Vec3);

/// Follows the points of every pair from frame to frame.
#[derive(Default)]
pub(super) struct PointTracker {
    last: BTreeMap<(u32, u32), Vec<LastPoint>>,
    now: BTreeMap<(u32, u32), Vec<LastPoint>>,
}

impl PointTracker {
    /// Numbers the points of one pair in a frame, in place: each gets the number of the nearest point of the frame
    /// before, in the axes of body i, if the two surfaces can have brought it there; else the lowest free number.
    pub(super) fn number(&mut self, points: &mut [PlayedContact], bodies: [BodyPlace; 2], dt: f64) {
        let Some(first) = points.first() else { return };
        let (pair, [i, j]) = ((first.i, first.j), bodies);
        let mut free: Vec<LastPoint> = self.last.remove(&pair).unwrap_or_default();
        let mut taken: Vec<u32> = Vec::with_capacity(points.len());
        let mut found: Vec<Option<u32>> = Vec::with_capacity(points.len());
        let local = |c: &Vec3| i.q.inverse_transform_vector(&(c - i.x));
        for point in points.iter() {
            let at = local(&point.c);
            let (from_i, from_j) = ((point.c - i.x).norm(), (point.c - j.x).norm());
            let [v, w] = [i.velocity[0] - j.velocity[0], Vec3::new(i.velocity[1].norm(), j.velocity[1].norm(), 0.0)];
            let size = if from_i < from_j { from_i } else { from_j };
            let reach = (v.norm() + w.x * from_i + w.y * from_j) * dt + SAME * size;
            let distance = |(_, last): &LastPoint| (last - at).norm();
            let nearest = (0..free.len()).min_by(|a, b| distance(&free[*a]).total_cmp(&distance(&free[*b])));
            let same = nearest.filter(|k| distance(&free[*k]) <= reach).map(|k| free.swap_remove(k).0);
            taken.extend(same);
            found.push(same);
        }
        // The number of a point that vanished is not given to another one at once.
        taken.extend(free.iter().map(|(feature, _)| *feature));
        let mut next = 0;
        for (point, found) in points.iter_mut().zip(found) {
            point.feature = found.unwrap_or_else(|| {
                while taken.contains(&next) {
                    next += 1;
                }
                taken.push(next);
                next
            });
        }
        self.now.insert(pair, points.iter().map(|point| (point.feature, local(&point.c))).collect());
    }

    /// Ends a frame.
    pub(super) fn end_frame(&mut self) {
        self.last = std::mem::take(&mut self.now);
    }
}
