//! The friction of a pair that touches at several points, spread over them by their normal forces.

use super::problem::DaeRow;
use crate::laws::{Vec2, Vec3};

/// Normals within this angle, rad, are those of one face.
const FLAT: f64 = 1e-9;

/// Replaces the friction of a pair's points by the one of equal force and torque about n that is proportional to their
/// normal forces: share_c (F + s n × ρ_c), with ρ_c from the weighted mean of the points.
///
/// The motion does not determine how the points of a face share their friction. Each would keep what it took on while
/// the loads shifted; this removes the history. It does nothing where a point is at its limit, before or after, because
/// there the points do not share.
pub(super) fn spread(rows: &mut [DaeRow]) {
    let n = |row: &DaeRow| row.tangents[0].cross(&row.tangents[1]);
    let [first, _, ..] = rows else { return };
    let up = n(first);
    let is_held = |row: &DaeRow, load: &Vec2| load.norm() < row.limit;
    if !rows.iter().all(|row| is_held(row, &row.load) && n(row).cross(&up).norm() <= FLAT) {
        return;
    }
    let world = |row: &DaeRow| row.tangents[0] * row.load.x + row.tangents[1] * row.load.y;
    let middle: Vec3 = rows.iter().map(|row| row.arms[0] * row.share).sum();
    let force: Vec3 = rows.iter().map(world).sum();
    let around = |row: &DaeRow| up.cross(&(row.arms[0] - middle));
    let moment: f64 = rows.iter().map(|row| around(row).dot(&world(row))).sum();
    let inertia: f64 = rows.iter().map(|row| row.share * around(row).norm_squared()).sum();
    let twist = if inertia > 0.0 { moment / inertia } else { 0.0 };
    let share = |row: &DaeRow| {
        let load = (force + around(row) * twist) * row.share;
        Vec2::new(row.tangents[0].dot(&load), row.tangents[1].dot(&load))
    };
    if rows.iter().all(|row| is_held(row, &share(row))) {
        rows.iter_mut().for_each(|row| row.load = share(row));
    }
}
