//! One step of motion: symplectic Euler, velocity first, then position. FN20 section 4.

use super::turning::turned_by;
use super::{Rotation, Vec3};

/// Moment of inertia about a unit axis (world), kg·m².
#[inline(always)]
pub(crate) fn inertia_about(principal: &Vec3, q: &Rotation, axis: &Vec3) -> f64 {
    let a = q.inverse_transform_vector(axis);
    principal.dot(&a.component_mul(&a))
}

/// The world inertia tensor of a body applied to a world vector: `R I Rᵀ a`.
pub(crate) fn apply_inertia(principal: &Vec3, q: &Rotation, a: &Vec3) -> Vec3 {
    q * principal.component_mul(&q.inverse_transform_vector(a))
}

/// Applies the inverse: `R I⁻¹ Rᵀ a`.
pub(crate) fn apply_inverse_inertia(principal: &Vec3, q: &Rotation, a: &Vec3) -> Vec3 {
    q * q.inverse_transform_vector(a).component_div(principal)
}

/// The orientation after turning with `w` (world, rad/s) for `dt`. Bit-identical if `w` is 0.
#[inline(always)]
pub(crate) fn turned(q: &Rotation, w: &Vec3, dt: f64) -> Rotation {
    let angle = w * dt;
    if angle == Vec3::zeros() { *q } else { turned_by(q, &angle) }
}

/// Orientation and angular velocity (world) of a free rigid body one step later.
///
/// The torque changes the world angular momentum. The body then turns with the corresponding velocity in its old
/// orientation, and the new velocity corresponds to the same momentum in the new orientation: first order, and a free
/// body conserves angular momentum to rounding. This is Euler's equation with the gyroscopic term, which vanishes for
/// three equal moments.
#[inline(always)]
pub(crate) fn rotate(principal: &Vec3, q: &Rotation, w: &Vec3, torque: &Vec3, dt: f64) -> (Rotation, Vec3) {
    if principal.x == principal.y && principal.y == principal.z {
        let w = w + torque * (dt / principal.x);
        return (turned_by(q, &(w * dt)), w);
    }
    let momentum = apply_inertia(principal, q, w) + torque * dt;
    let q1 = turned(q, &apply_inverse_inertia(principal, q, &momentum), dt);
    (q1, apply_inverse_inertia(principal, &q1, &momentum))
}

/// The same for a body that turns only about the fixed unit `axis`.
pub(crate) fn rotate_about(
    axis: &Vec3,
    principal: &Vec3,
    q: &Rotation,
    w: &Vec3,
    torque: &Vec3,
    dt: f64,
) -> (Rotation, Vec3) {
    let rate = axis.dot(w) + axis.dot(torque) * dt / inertia_about(principal, q, axis);
    let w = axis * rate;
    (turned(q, &w, dt), w)
}
