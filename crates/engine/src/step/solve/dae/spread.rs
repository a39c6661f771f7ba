//! The friction of a pair that touches at several points, spread over them by their normal forces.

use crate::laws::Vec3;
use nalgebra::SVector;

/// Largest angle between the normals of points on one face, rad.
const FLAT: f64 = 1e-9;

/// Contact point of a pair with several.
#[derive(Debug)]
pub(super) struct SpreadPoint<const T: usize> {
    pub(super) n: Vec3,
    /// Unit vectors of the friction directions, world.
    pub(super) directions: [Vec3; T],
    /// Vector from the centre of body i to the point, m, world.
    pub(super) arm: Vec3,
    /// Fraction of the pair's normal force carried by the point, in \[0, 1\].
    pub(super) share: f64,
    /// Friction limit μN, N.
    pub(super) limit: f64,
    /// Friction on body i along `directions`, N.
    pub(super) load: SVector<f64, T>,
}

impl<const T: usize> SpreadPoint<T> {
    fn world(&self) -> Vec3 {
        (0..T).map(|t| self.directions[t] * self.load[t]).sum()
    }
}

/// Replaces the friction of a pair's points by friction of equal force and torque about n that is proportional to their
/// normal forces: share_c (F + s n × ρ_c), with ρ_c from the weighted mean of the points.
///
/// The motion does not determine how the points of a face share their friction. Without spreading, each point would
/// keep the friction that it took on while the loads shifted; spreading removes this history. The friction is left
/// unchanged where a point is at its limit, before or after, because such points do not share.
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
