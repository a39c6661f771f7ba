//! How far the contact point moved over a body's surface in one step. FN20 section 3.1, figure 2.

use super::Vec3;

/// The tangent-plane path of the contact point on one body, world: the direction of the tangential part of `chord`,
/// the length `arc`.
///
/// - `chord`: C¹ − C^{0,1}, from where the body's material point of the last contact is now to the contact point, m
/// - `n`: unit normal now
/// - `arc`: length of the geodesic between the two on the body's own surface, m
/// - `resolution`: a tangential part below this is no motion, m (rounding noise must not get a length and a direction)
///
/// `None` means that the contact point has not moved; the caller then keeps the old material point, so that slower
/// motions add up until they are seen and a body at rest cannot creep.
#[inline(always)]
pub fn tangent_path(chord: &Vec3, n: &Vec3, arc: f64, resolution: f64) -> Option<Vec3> {
    let along = chord - n * n.dot(chord);
    let length = along.norm();
    (length > resolution).then(|| along * (arc / length))
}
