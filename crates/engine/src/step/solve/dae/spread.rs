//! The friction of a pair that touches at several points, spread over them by their normal forces.

use crate::laws::Vec3;
use nalgebra::SVector;

/// Normals within this angle, rad, are those of one face.
const FLAT: f64 = 1e-9;

/// A point of a pair.
#[derive(Debug)]
pub(super) struct SpreadPoint<const T: usize> {
    pub(super) n: Vec3,
    /// Unit vectors along which it has friction, world.
    pub(super) directions: [Vec3; T],
    /// From the centre of body i, m.
    pub(super) arm: Vec3,
    /// Its share of the pair's normal force.
    pub(super) share: f64,
    /// μN, N.
    pub(super) limit: f64,
    /// Friction along these directions, N.
    pub(super) load: SVector<f64, T>,
}

impl<const T: usize> SpreadPoint<T> {
    fn world(&self) -> Vec3 {
        (0..T).map(|t| self.directions[t] * self.load[t]).sum()
    }
}

/// Replaces the friction of a pair's points by the one of equal force and torque about n that is proportional to their
/// normal forces: share_c (F + s n × ρ_c), with ρ_c from the weighted mean of the points.
///
/// The motion does not determine how the points of a face share their friction. Each would keep what it took on while
/// the loads shifted; this removes the history. It does nothing where a point is at its limit, before or after, because
/// there the points do not share.
pub(super) fn spread<const T: usize>(points: &mut [SpreadPoint<T>]) {
    let [first, _, ..] = points else { return };
    let up = first.n;
    let is_held = |point: &SpreadPoint<T>, load: &SVector<f64, T>| load.norm() < point.limit;
    if !points.iter().all(|point| is_held(point, &point.load) && point.n.cross(&up).norm() <= FLAT) {
        return;
    }
    let middle: Vec3 = points.iter().map(|point| point.arm * point.share).sum();
    let force: Vec3 = points.iter().map(SpreadPoint::world).sum();
    let around = |point: &SpreadPoint<T>| up.cross(&(point.arm - middle));
    let moment: f64 = points.iter().map(|point| around(point).dot(&point.world())).sum();
    let inertia: f64 = points.iter().map(|point| point.share * around(point).norm_squared()).sum();
    let twist = if inertia > 0.0 { moment / inertia } else { 0.0 };
    let share = |point: &SpreadPoint<T>| {
        let load = (force + around(point) * twist) * point.share;
        SVector::from_fn(|t, _| point.directions[t].dot(&load))
    };
    if points.iter().all(|point| is_held(point, &share(point))) {
        points.iter_mut().for_each(|point| point.load = share(point));
    }
}
